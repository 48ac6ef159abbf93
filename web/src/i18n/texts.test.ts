// Tests of texts.svelte.ts.
import { expect, test } from 'vitest';
import { loadLanguage, shortTime } from './texts.svelte';

test('shows the time of today, and the date of another day too', async () => {
  await loadLanguage('de');
  expect(shortTime(Date.now())).toMatch(/^\d\d:\d\d$/);
  expect(shortTime(new Date(2021, 0, 5, 14, 30).getTime())).toBe('05.01.21, 14:30');
});
