// When something was, in few words.
import { expect, test } from 'vitest';
import { moment, speak } from './texts.svelte';

test('of today the time, of another day the date too', async () => {
  await speak('de');
  expect(moment(Date.now())).toMatch(/^\d\d:\d\d$/);
  expect(moment(new Date(2021, 0, 5, 14, 30).getTime())).toBe('05.01.21, 14:30');
});
