// What a record says about its dice.
import { expect, it } from 'vitest';
import { proofOf } from './dice-proof';

it('reads commitment, secret and seeds of a record with fair dice', () => {
  const record = 'volpe: 1\ngame: clever\ndice: fair abc def\nseeds: anna | -\n\nroll y1\n';
  expect(proofOf(record)).toEqual({ commitment: 'abc', secret: 'def', seeds: ['anna', '-'] });
});

it('finds no proof where there is none', () => {
  expect(proofOf('volpe: 1\ndice: daily 2026-11-16\n')).toBeNull();
  expect(proofOf('volpe: 1\ndice: fair abc\n')).toBeNull();
});
