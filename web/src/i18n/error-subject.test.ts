// Tests of error-subject.ts.
import { afterEach, expect, test } from 'vitest';
import { errorSubject } from './error-subject';
import { loadLanguage } from './texts.svelte';

afterEach(() => loadLanguage('en'));

test('shows the sentence itself in English', async () => {
  await loadLanguage('en');
  expect(errorSubject('line 3: a name is UTF-8 text')).toBe('line 3: a name is UTF-8 text');
});

test('names the subject of the sentence in other languages', async () => {
  await loadLanguage('de');
  expect(errorSubject('line 3: a name is UTF-8 text')).toBe('Zeile 3');
  expect(errorSubject('sheets 0: in purple a 2 cannot follow a 5')).toBe('Lila');
  expect(errorSubject('held and used rerolls must come to the 2 that the marks and the round track gave')).toContain(
    'Nachwürfe',
  );
  expect(errorSubject('something else')).toBe('Das Blatt');
});
