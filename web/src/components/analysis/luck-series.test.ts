// Tests of luck-series.ts.
import { describe, expect, test } from 'vitest';
import type { Analysis } from '$src/api/types';
import { boundsOf, choicesOf, luckSeriesOf, stepsOf, ticksOf } from './luck-series';

const roll = (seat: number, luck: number[]) => ({ kind: 'roll' as const, event: 'roll', seat, worth: [], luck });
const decision = (seat: number, loss: number, forced = false) => ({
  kind: 'decision' as const,
  event: 'pass',
  seat,
  worth: [],
  forced,
  value: 0,
  best: loss,
  loss,
  better: loss > 0 ? 'done' : null,
});
const analysis: Analysis = {
  game: 'clever',
  seats: 2,
  match: false,
  finished: true,
  seat_results: [],
  worst: [],
  events: [
    roll(0, [0.2, -0.2]),
    decision(0, 0.1),
    decision(1, 0.05),
    roll(1, [-0.3, 0.3]),
    decision(0, 0),
    decision(0, 0, true),
  ],
};

describe('luck and cost', () => {
  test('add up over the game, separately for each seat', () => {
    const { luck, cost } = luckSeriesOf(analysis, 0);
    expect(luck).toHaveLength(7);
    expect(luck.at(-1)).toBeCloseTo(-0.1);
    expect(cost).toEqual([0, 0, 0.1, 0.1, 0.1, 0.1, 0.1]);
    expect(luckSeriesOf(analysis, 1).cost.at(-1)).toBeCloseTo(0.05);
  });

  test('count only decisions that left a choice', () => {
    expect(choicesOf(analysis, 0, 'chance')).toEqual({ made: 2, best: 1 });
    expect(choicesOf(analysis, 1, 'chance')).toEqual({ made: 1, best: 0 });
  });

  test('are drawn around zero, cost downwards', () => {
    expect(boundsOf([luckSeriesOf(analysis, 0)])).toEqual({ low: expect.closeTo(-0.1), high: expect.closeTo(0.2) });
    expect(boundsOf([])).toEqual({ low: 0, high: 0 });
  });
});

describe('the scale', () => {
  test('has round numbers', () => {
    expect(ticksOf(-77, 12)).toEqual([-50, 0]);
    expect(ticksOf(-8, 11)).toEqual([-5, 0, 5, 10]);
    expect(ticksOf(0, 0)).toEqual([0]);
  });

  test('samples a game from its first to its last step', () => {
    expect(stepsOf(72)[0]).toBe(0);
    expect(stepsOf(72).at(-1)).toBe(72);
    expect(stepsOf(3)).toEqual([0, 1, 2, 3]);
  });
});
