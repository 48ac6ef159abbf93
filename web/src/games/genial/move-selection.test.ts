// Tests of move-selection.svelte.ts.
import { describe, expect, test } from 'vitest';
import type { SeatController } from '$src/state/seat-controller.svelte';
import { MoveSelection } from './move-selection.svelte';
import { type GenialPosition, sumOf } from './position';
import positions from './test-positions.json';

const all = Object.entries(positions) as unknown as [string, GenialPosition][];
const at = (dice: string) => all.find(([name]) => name === dice)?.[1] as GenialPosition;
const selectionAt = (position: GenialPosition) =>
  new MoveSelection({ position, choice: { seat: 0, position }, seat: 0 } as unknown as SeatController);

describe('the selection', () => {
  test('holds a pair with the first tap, more with the next, and releases dice', () => {
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
  test('makes two jokers of four equal dice, and lets the row of one be chosen again', () => {
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
  test('previews a row before it is chosen', () => {
    const selection = selectionAt(at('gggb'));
    selection.take({ symbol: 'g', size: 2 });
    expect(selection.effectWith('r')?.crosses).toEqual({ r: 1, g: 2 });
    expect(selection.event).toBe('score');
  });
  test('counts the crosses of a group', () => {
    const selection = selectionAt(at('gggg'));
    expect([2, 3, 4].map((size) => selection.crossesOf({ symbol: 'g', size }))).toEqual([1, 2, 4]);
  });
  test.each(all)('shows every decision of %s that a hint may suggest', (_, position) => {
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
