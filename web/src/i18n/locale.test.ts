// Tests of the texts in locale/: all languages have the same keys, placeholders and blocks, and the page uses all keys.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseRules } from './rules-format';
import { parseTexts } from './text-format';
import { languages } from './texts.svelte';

const sources = join(import.meta.dirname, '..');
const read = (language: string, file: string) =>
  readFileSync(join(sources, '../../locale', language, file), { encoding: 'utf8' });
const english = { page: parseTexts(read('en', 'page.txt')), why: parseTexts(read('en', 'why.txt')) };
const others = Object.keys(languages).filter((language) => language !== 'en');

const stem = (key: string) => key.split('#')[0] as string;
const stems = (words: Record<string, string>) => [...new Set(Object.keys(words).map(stem))].sort();
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
const isPlural = (key: string) => `${key}#other` in english.page;

// The forms that a language hasText, and those of them that numbers of a game need (Spanish and Italian have "many" for
// millions alone).
const forms = (language: string) => new Intl.PluralRules(language).resolvedOptions().pluralCategories as string[];
const needed = (language: string) => {
  const rules = new Intl.PluralRules(language);
  return [...new Set(['other', ...Array.from({ length: 200 }, (_, n) => rules.select(n) as string)])].sort();
};

describe.each(Object.keys(languages))('%s', (language) => {
  const page = parseTexts(read(language, 'page.txt'));

  test('has every key once', () => {
    const keys: string[] = read(language, 'page.txt').match(/^[a-z][\w.#]*(?=: )/gm) ?? [];
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  test('has all plural forms, and no other', () => {
    for (const key of stems(english.page).filter(isPlural)) {
      const has = Object.keys(page).filter((one) => one.startsWith(`${key}#`));
      expect(has).toEqual(expect.arrayContaining(needed(language).map((form) => `${key}#${form}`)));
      expect(forms(language).map((form) => `${key}#${form}`)).toEqual(expect.arrayContaining(has));
      expect(page).not.toHaveProperty([key]);
    }
  });

  test('has the placeholders of English', () => {
    for (const [key, text] of Object.entries(page)) {
      const wanted = english.page[stem(key)] ?? english.page[`${stem(key)}#other`] ?? '';
      expect([key, placeholders(text)]).toEqual([key, placeholders(wanted)]);
    }
  });
});

describe.each(others)('%s', (language) => {
  test('has the keys of English', () => {
    expect(stems(parseTexts(read(language, 'page.txt')))).toEqual(stems(english.page));
    expect(stems(parseTexts(read(language, 'why.txt')))).toEqual(stems(english.why));
  });

  test.each(['rules-clever.md', 'rules-genial.md'])('%s has the blocks of English', (file) => {
    const shape = (text: string) =>
      parseRules(text).map((block) => ('items' in block ? `${block.kind} ${block.items.length}` : block.kind));
    expect(shape(read(language, file))).toEqual(shape(read('en', file)));
  });
});

// ---- The keys in the sources: literals, or patterns such as `colour.${name}`.

const texts = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(svelte|ts)$/.test(name) && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(sources, name), { encoding: 'utf8' }).replace(/^ *\/\/.*$/gm, ''));

const literals = new Set(texts.flatMap((text) => [...text.matchAll(/'([a-z][\w.]*)'/g)].map((found) => found[1])));
const built = texts
  .flatMap((text) => [...text.matchAll(/`([a-z]\w*\.(?:[\w.]|\$\{[^`]*?\})*)`/g)].map((found) => found[1] as string))
  .filter((pattern) => pattern.includes('${'))
  .map((pattern) => {
    const parts = pattern.split(/\$\{.*?\}(?=\.|$)/).map((part) => part.replaceAll('.', '\\.'));
    return { pattern, fits: new RegExp(`^${parts.join('[\\w]+(?:\\.[\\w]+)*')}$`) };
  });

// The first argument of every t(…), up to its comma or bracket.
function keyArguments(text: string): string[] {
  return [...text.matchAll(/\bt\(/g)].map((found) => {
    const start = found.index + 2;
    let depth = 0;
    for (let at = start; at < text.length; ++at) {
      const sign = text[at] as string;
      if ('([{'.includes(sign)) ++depth;
      else if (')]}'.includes(sign) && depth-- === 0) return text.slice(start, at);
      else if (sign === ',' && depth === 0) return text.slice(start, at);
    }
    return '';
  });
}

test('the page uses every key', () => {
  const used = (key: string) => literals.has(key) || built.some(({ fits }) => fits.test(key));
  expect(stems(english.page).filter((key) => !used(key))).toEqual([]);
});

test('every key the page uses exists', () => {
  const known = new Set([...stems(english.page), ...stems(english.why).map((key) => `why.${key}`)]);
  const wanted = texts
    .flatMap(keyArguments)
    .flatMap((argument) =>
      [...argument.replace(/`[^`]*`/g, '').matchAll(/([!=]==\s*)?'([^']+)'/g)].flatMap((found) =>
        found[1] ? [] : [found[2]],
      ),
    );
  expect(wanted.length).toBeGreaterThan(100);
  expect(wanted.filter((key) => !known.has(key as string))).toEqual([]);
  expect(built.filter(({ fits }) => ![...known].some((key) => fits.test(key))).map(({ pattern }) => pattern)).toEqual(
    [],
  );
});
