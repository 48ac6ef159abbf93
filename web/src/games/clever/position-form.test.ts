// Tests of position-form.ts.
import { describe, expect, test } from 'vitest';
import { type CleverPosition, colours, type Sheet } from './position';
import { appendValue, earnedActions, enteredPosition, positionIn, situationOf, toggleBox } from './position-form';

const empty: Sheet = {
  yellow: [],
  blue: [],
  green: 0,
  orange: [],
  purple: [],
  rerolls: { held: 1, used: 0 },
  extras: { held: 0, used: 0 },
  foxes: 0,
  score: { yellow: 0, blue: 0, green: 0, orange: 0, purple: 0, foxes: 0, total: 0 },
};
const position = {
  game: 'clever',
  seats: 1,
  round: 1,
  phase: 'roll',
  dice: Object.fromEntries(colours.map((colour) => [colour, { value: null, place: 'none' }])),
  sheets: [empty],
} as unknown as CleverPosition;

describe('the edited sheet', () => {
  test('toggles the boxes that are tapped', () => {
    const once = toggleBox(toggleBox(empty, 'y21'), 'b12');
    expect([once.yellow, once.blue]).toEqual([['y21'], [12]]);
    expect(toggleBox(once, 'y21').yellow).toEqual([]);
    expect(toggleBox(once, 'b2').blue).toEqual([2, 12]);
  });

  test('multiplies values in the boxes of orange that say so', () => {
    let sheet = empty;
    for (const value of [5, 2, 3, 6]) sheet = appendValue(sheet, 'orange', value);
    expect(sheet.orange).toEqual([5, 2, 3, 12]);
    expect(appendValue(empty, 'purple', 6).purple).toEqual([6]);
  });

  test('earns actions by its boxes and the rounds', () => {
    expect(earnedActions(empty, 1, 'reroll')).toBe(1);
    expect(earnedActions(empty, 3, 'reroll')).toBe(2);
    expect(earnedActions({ ...empty, blue: [5, 9], orange: [1, 1, 1] }, 1, 'reroll')).toBe(3);
    expect(earnedActions({ ...empty, green: 4, yellow: ['y11', 'y22', 'y33', 'y44'] }, 2, 'extra')).toBe(3);
  });
});

describe('the edited position', () => {
  test('leaves out what the engine computes', () => {
    const [sheet] = enteredPosition({ ...position, sheets: [{ ...empty, rerolls: { held: 9, used: 3 } }] }).sheets;
    expect(sheet).not.toHaveProperty('score');
    expect(sheet).not.toHaveProperty('foxes');
    expect(sheet?.rerolls).toEqual({ held: 0, used: 1 });
  });

  test.each(['turn', 'passive', 'extra', 'black'] as const)(
    'is recognised as %s after it was put there',
    (situation) => {
      expect(situationOf(positionIn(situation, position, 0))).toBe(situation);
      expect(situationOf(positionIn(situation, { ...position, seats: 3 }, 2))).toBe(situation);
    },
  );
});
