// Decisions of Genial: every legal event can be reached by taps, and nothing else is offered. test-positions.json holds answers
// of the engine for dice that make different jokers.
import { describe, expect, it } from 'vitest';
import type { SeatController } from '$src/state/seat-controller.svelte';
import { groupsOf, type Joker, jokersOf, scoreWith, targetsOf } from './decisions';
import { MoveSelection } from './move-selection.svelte';
import { type GenialPosition, sumOf } from './position';
import positions from './test-positions.json';

const all = Object.entries(positions) as unknown as [string, GenialPosition][];
const at = (dice: string) => all.find(([name]) => name === dice)?.[1] as GenialPosition;
const selectionAt = (position: GenialPosition) =>
  new MoveSelection({ position, choice: { seat: 0, position }, seat: 0 } as unknown as SeatController);

describe('the notation', () => {
  it.each(all)('reads and writes the legal events of %s alike', (_, { legal }) => {
    for (const event of legal.filter((one) => one !== 'reroll')) expect(scoreWith(jokersOf(event) ?? [])).toBe(event);
  });
  it('sorts jokers by symbol, size and row', () => {
    const jokers: Joker[] = [
      { symbol: 'p', size: 2, target: 'r' },
      { symbol: 'g', size: 2, target: 'y' },
      { symbol: 'g', size: 2, target: 'r' },
    ];
    expect(scoreWith(jokers)).toBe('score gg:r gg:y pp:r');
  });
  it('knows that other events have no jokers', () => {
    expect(jokersOf('reroll')).toBeNull();
    expect(jokersOf('roll g g')).toBeNull();
    expect(jokersOf('score')).toEqual([]);
  });
});

// Everything that can be chosen by taking group after group, and a row for each.
function reached(legal: string[], jokers: Joker[] = [], found = new Set<string>()): Set<string> {
  found.add(scoreWith(jokers));
  for (const group of groupsOf(legal, jokers))
    for (const target of targetsOf(legal, jokers, group)) reached(legal, [...jokers, { ...group, target }], found);
  return found;
}

describe('choices', () => {
  it.each(all)('lead to all legal events of %s and to no other', (_, { legal }) => {
    expect([...reached(legal)].sort()).toEqual(legal.filter((event) => event !== 'reroll').sort());
  });
  it('offer the groups that the dice make', () => {
    const names = (dice: string) => groupsOf(at(dice).legal, []).map(({ symbol, size }) => symbol.repeat(size));
    expect(names('gggg')).toEqual(['gg', 'ggg', 'gggg']);
    expect(names('gggb')).toEqual(['gg', 'ggg']);
    expect(names('ggbb')).toEqual(['gg', 'bb']);
    expect(names('royg')).toEqual([]);
  });
});

describe('selection', () => {
  it('takes a pair with the first tap, more with the next, and lets go', () => {
    const selection = selectionAt(at('gggg'));
    selection.tapDie(0);
    expect(selection.group).toEqual({ symbol: 'g', size: 2 });
    selection.tapDie(3);
    expect(selection.group?.size).toBe(3);
    selection.tapDie(0);
    expect(selection.held).toEqual([1, 3]);
    selection.tapDie(1);
    expect(selection.group).toBeNull();
  });
  it('makes two jokers of four equal dice, and takes one back to choose its row anew', () => {
    const selection = selectionAt(at('gggg'));
    selection.tapDie(2);
    selection.choose('y');
    selection.take({ symbol: 'g', size: 2 });
    selection.choose('r');
    expect(selection.event).toBe('score gg:r gg:y');
    expect(selection.groups).toEqual([]);
    selection.tapDie(2);
    expect(selection.event).toBe('score gg:r');
    selection.choose('p');
    expect(selection.event).toBe('score gg:r gg:p');
    expect(sumOf(selection.effect?.crosses ?? {})).toBe(2);
  });
  it('shows what a row would bring before it is chosen', () => {
    const selection = selectionAt(at('gggb'));
    selection.take({ symbol: 'g', size: 2 });
    expect(selection.effectWith('r')?.crosses).toEqual({ r: 1, g: 2 });
    expect(selection.event).toBe('score');
  });
  it('says what a group is worth', () => {
    const selection = selectionAt(at('gggg'));
    expect([2, 3, 4].map((size) => selection.crossesOf({ symbol: 'g', size }))).toEqual([1, 2, 4]);
  });
  it.each(all)('shows every decision of %s that a hint may name', (_, position) => {
    const selection = selectionAt(position);
    for (const event of position.legal.filter((one) => one !== 'reroll')) {
      selection.show(event);
      expect(selection.event).toBe(event);
    }
    selection.show('reroll');
    expect(selection.suggested).toBe('reroll');
    expect(selection.jokers).toEqual([]);
  });
});
