// Tests of decisions.ts. test-positions.json has positions of the engine with dice that make different jokers.
import { describe, expect, test } from 'vitest';
import { groupsOf, type Joker, jokersOf, scoreWith, targetsOf } from './decisions';
import type { GenialPosition } from './position';
import positions from './test-positions.json';

const all = Object.entries(positions) as unknown as [string, GenialPosition][];
const at = (dice: string) => all.find(([name]) => name === dice)?.[1] as GenialPosition;

describe('the notation', () => {
  test.each(all)('reads and writes the legal events of %s', (_, { legal }) => {
    for (const event of legal.filter((one) => one !== 'reroll')) expect(scoreWith(jokersOf(event) ?? [])).toBe(event);
  });
  test('sorts jokers by symbol, size and row', () => {
    const jokers: Joker[] = [
      { symbol: 'p', size: 2, target: 'r' },
      { symbol: 'g', size: 2, target: 'y' },
      { symbol: 'g', size: 2, target: 'r' },
    ];
    expect(scoreWith(jokers)).toBe('score gg:r gg:y pp:r');
  });
  test('finds no jokers in other events', () => {
    expect(jokersOf('reroll')).toBeNull();
    expect(jokersOf('roll g g')).toBeNull();
    expect(jokersOf('score')).toEqual([]);
  });
});

// All events that can be selected by taking group after group, and a row for each.
function reached(legal: string[], jokers: Joker[] = [], found = new Set<string>()): Set<string> {
  found.add(scoreWith(jokers));
  for (const group of groupsOf(legal, jokers))
    for (const target of targetsOf(legal, jokers, group)) reached(legal, [...jokers, { ...group, target }], found);
  return found;
}

describe('choices', () => {
  test.each(all)('lead to all legal events of %s and to no other', (_, { legal }) => {
    expect([...reached(legal)].sort()).toEqual(legal.filter((event) => event !== 'reroll').sort());
  });
  test('offer the groups that the dice make', () => {
    const names = (dice: string) => groupsOf(at(dice).legal, []).map(({ symbol, size }) => symbol.repeat(size));
    expect(names('gggg')).toEqual(['gg', 'ggg', 'gggg']);
    expect(names('gggb')).toEqual(['gg', 'ggg']);
    expect(names('ggbb')).toEqual(['gg', 'bb']);
    expect(names('royg')).toEqual([]);
  });
});
