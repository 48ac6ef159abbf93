// The page's texts in the chosen language: t('key', { n: 3 }); and numbers, dates and lists as that language writes them.
import type { Texts } from './text-format';

export const languages = { en: 'English', de: 'Deutsch', it: 'Italiano', es: 'Español', ru: 'Русский' } as const;
export type Language = keyof typeof languages;

const files = import.meta.glob<Texts>(['$locale/*/page.txt', '$locale/*/why.txt'], { import: 'default' });

function loadFile(language: Language, name: string): Promise<Texts> {
  const path = Object.keys(files).find((key) => key.endsWith(`/${language}/${name}.txt`));
  const load = path && files[path];
  if (!load) throw new Error(`no texts for ${language}`);
  return load();
}

// The language that the browser asks for, or English.
export function browserLanguage(wanted: readonly string[] = navigator.languages): Language {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0] as Language;
    if (language in languages) return language;
  }
  return 'en';
}

let texts = $state.raw<Texts>({});
let current = $state.raw<Language>('en');

export const language = () => current;

export async function loadLanguage(wanted: Language): Promise<void> {
  const [page, why] = await Promise.all([loadFile(wanted, 'page'), loadFile(wanted, 'why')]);
  const reasons = Object.fromEntries(Object.entries(why).map(([key, text]) => [`why.${key}`, text]));
  texts = { ...page, ...reasons };
  current = wanted;
  document.documentElement.lang = wanted;
}

// ---- Texts

export type Parameters = Record<string, string | number>;

// The text of a key with its {placeholders} filled. A text that depends on a number has a key for each plural form of the
// language ("key#one"); n selects it.
export function t(key: string, parameters: Parameters = {}): string {
  let text = texts[key];
  if (text === undefined && typeof parameters.n === 'number') {
    const form = cached('plural', () => new Intl.PluralRules(current)).select(parameters.n);
    text = texts[`${key}#${form}`] ?? texts[`${key}#other`];
  }
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = parameters[name];
    return value === undefined ? placeholder : typeof value === 'number' ? number(value) : value;
  });
}

export const hasText = (key: string) => key in texts;

// ---- Numbers, dates and lists. Formatters are slow to create, so each is created once for a language.

const formatters = new Map<string, unknown>();
function cached<T>(name: string, create: () => T): T {
  const key = `${current} ${name}`;
  if (!formatters.has(key)) formatters.set(key, create());
  return formatters.get(key) as T;
}

const numberFormat = (digits: number) =>
  new Intl.NumberFormat(current, { maximumFractionDigits: digits, minimumFractionDigits: digits });
const percentFormat = (digits: number) =>
  new Intl.NumberFormat(current, { style: 'percent', maximumFractionDigits: digits });

// Small whole numbers are the same in all our languages; without Intl a first table is drawn 30 ms sooner.
export const number = (value: number, digits = 0) =>
  digits === 0 && Number.isInteger(value) && Math.abs(value) < 1000
    ? String(value)
    : cached(`number ${digits}`, () => numberFormat(digits)).format(value);
export const percent = (share: number, digits = 1) =>
  cached(`percent ${digits}`, () => percentFormat(digits)).format(share);

export const date = (time: number | Date, style: 'medium' | 'long' = 'medium') =>
  cached(`date ${style}`, () => new Intl.DateTimeFormat(current, { dateStyle: style })).format(time);

// The time of day, with the date unless that is today.
export function shortTime(time: number): string {
  const today = new Date(time).toDateString() === new Date().toDateString();
  const dateStyle = today ? undefined : 'short';
  const format = () => new Intl.DateTimeFormat(current, { dateStyle, timeStyle: 'short' });
  return cached(`time ${dateStyle}`, format).format(time);
}

// "a, b and c". The formatter for lists is the slowest to create, and a single item needs none.
export const list = (items: string[]) =>
  items.length === 1
    ? (items[0] as string)
    : cached('list', () => new Intl.ListFormat(current, { type: 'conjunction' })).format(items);
