// Sentences of the engine lead people of other languages to the right place.
import { afterEach, expect, test } from 'vitest';
import { subject } from './error-subject';
import { speak } from './texts.svelte';

afterEach(() => speak('en'));

test('in English the sentence itself is read', async () => {
  await speak('en');
  expect(subject('line 3: a name is UTF-8 text')).toBe('line 3: a name is UTF-8 text');
});

test('in other languages its subject', async () => {
  await speak('de');
  expect(subject('line 3: a name is UTF-8 text')).toBe('Zeile 3');
  expect(subject('sheets 0: in purple a 2 can not follow a 5')).toBe('Lila');
  expect(subject('held and used rerolls must come to the 2 that the marks and the round track gave')).toContain(
    'Nachwürfe',
  );
  expect(subject('something else')).toBe('Das Blatt');
});
