// What a sentence of the engine is about. The engine speaks English: in other languages a player is told where to look.
import { language, list, t } from './texts.svelte';

const subjects: [RegExp, string][] = [
  [/yellow/, 'colour.yellow'],
  [/blue/, 'colour.blue'],
  [/green/, 'colour.green'],
  [/orange/, 'colour.orange'],
  [/purple/, 'colour.purple'],
  [/reroll/, 'setup.rerolls'],
  [/extra/, 'setup.extras'],
  [/round|black/, 'setup.round'],
  [/\bdice\b|\bdie\b|tray|rolls\b/, 'setup.dice'],
];

// Returns the sentence itself in English, its subjects in another language.
export function errorSubject(sentence: string): string {
  if (language() === 'en') return sentence;
  const line = /^line (\d+)/.exec(sentence)?.[1];
  if (line) return t('wrong.line', { n: line });
  const found = subjects.filter(([pattern]) => pattern.test(sentence)).map(([, key]) => t(key));
  return list(found.length > 0 ? found : [t('setup.sheet')]);
}
