// Every text a player reads, in the language of choice: t('key', { n: 3 }).
import { settings } from '$src/state/settings.svelte';
import type { Words } from './text-format';

export const languages = { en: 'English', de: 'Deutsch', it: 'Italiano', es: 'Español', ru: 'Русский' } as const;
export type Language = keyof typeof languages;

const files = import.meta.glob<Words>(['$locale/*/page.txt', '$locale/*/why.txt'], { import: 'default' });

function fileOf(language: Language, name: string): Promise<Words> {
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

let words = $state.raw<Words>({});
let spoken = $state.raw<Language>('en');

export const language = () => spoken;

export async function speak(wanted: Language): Promise<void> {
  const [page, why] = await Promise.all([fileOf(wanted, 'page'), fileOf(wanted, 'why')]);
  const reasons = Object.fromEntries(Object.entries(why).map(([key, text]) => [`why.${key}`, text]));
  words = { ...page, ...reasons };
  spoken = wanted;
  document.documentElement.lang = wanted;
}

export function chooseLanguage(wanted: Language): Promise<void> {
  settings.language = wanted;
  return speak(wanted);
}

// What Intl makes is dear, so each is made once in a language.
const made = new Map<string, unknown>();
function once<T>(what: string, make: () => T): T {
  const key = `${spoken} ${what}`;
  if (!made.has(key)) made.set(key, make());
  return made.get(key) as T;
}

export type Parameters = Record<string, string | number>;

// A text with its {places} filled; if it depends on a number, the form that the language has for n ("key#one").
export function t(key: string, parameters: Parameters = {}): string {
  let text = words[key];
  if (text === undefined && typeof parameters.n === 'number') {
    const form = once('plural', () => new Intl.PluralRules(spoken)).select(parameters.n);
    text = words[`${key}#${form}`] ?? words[`${key}#other`];
  }
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = parameters[name];
    return value === undefined ? place : typeof value === 'number' ? number(value) : value;
  });
}

export const has = (key: string) => key in words;

const numbers = (digits: number) =>
  new Intl.NumberFormat(spoken, { maximumFractionDigits: digits, minimumFractionDigits: digits });
const percents = (digits: number) => new Intl.NumberFormat(spoken, { style: 'percent', maximumFractionDigits: digits });
// Small whole numbers look the same in all languages here; without Intl a first table is drawn 30 ms sooner.
export const number = (value: number, digits = 0) =>
  digits === 0 && Number.isInteger(value) && Math.abs(value) < 1000
    ? String(value)
    : once(`number ${digits}`, () => numbers(digits)).format(value);
export const percent = (share: number, digits = 1) => once(`percent ${digits}`, () => percents(digits)).format(share);
export const date = (time: number | Date, style: 'medium' | 'long' = 'medium') =>
  once(`date ${style}`, () => new Intl.DateTimeFormat(spoken, { dateStyle: style })).format(time);
// Of today the time says enough.
export function moment(time: number): string {
  const today = new Date(time).toDateString() === new Date().toDateString();
  const dateStyle = today ? undefined : 'short';
  return once(`moment ${dateStyle}`, () => new Intl.DateTimeFormat(spoken, { dateStyle, timeStyle: 'short' })).format(
    time,
  );
}
// What makes lists takes longest to make, and one item needs none.
export const list = (items: string[]) =>
  items.length === 1
    ? (items[0] as string)
    : once('list', () => new Intl.ListFormat(spoken, { type: 'conjunction' })).format(items);
