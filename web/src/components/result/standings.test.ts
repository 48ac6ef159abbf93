// Tests of standings.ts.
import { describe, expect, test } from 'vitest';
import { ranked, winnersOf } from './standings';

describe('standings', () => {
  test('put winners before others with the same total', () => {
    expect(ranked({ totals: [180, 212, 212], winners: [2], grades: [] }, null)).toEqual([2, 1, 0]);
  });

  test('of a match follow the points so far', () => {
    const result = { totals: [7, 3], winners: [0], grades: [] };
    expect(ranked(result, [9, 12])).toEqual([1, 0]);
    expect(winnersOf(result, [9, 12], false)).toEqual([0]);
    expect(winnersOf(result, [9, 12], true)).toEqual([1]);
    expect(winnersOf(result, [10, 10], true)).toEqual([0, 1]);
  });
});
