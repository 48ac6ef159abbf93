// Tests of dice-proof.ts.
import { expect, test } from 'vitest';
import { proofOf } from './dice-proof';

test('reads commitment, secret and seeds of a record with fair dice', () => {
  const record = 'volpe: 1\ngame: clever\ndice: fair abc def\nseeds: anna | -\n\nroll y1\n';
  expect(proofOf(record)).toEqual({ commitment: 'abc', secret: 'def', seeds: ['anna', '-'] });
});

test('finds no proof where there is none', () => {
  expect(proofOf('volpe: 1\ndice: daily 2026-11-16\n')).toBeNull();
  expect(proofOf('volpe: 1\ndice: fair abc\n')).toBeNull();
});
