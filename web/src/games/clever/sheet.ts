// What is printed on the sheet, what stands in its boxes, and which box an event of the protocol means.
import type { Position } from '$src/api/types';

export const areas = ['yellow', 'blue', 'green', 'orange', 'purple'] as const;
export type Area = (typeof areas)[number];
export type Colour = 'y' | 'b' | 'g' | 'o' | 'p' | 'w';
export const colours: Colour[] = ['y', 'b', 'g', 'o', 'p', 'w'];
export const areaOf: Record<string, Area> = { y: 'yellow', b: 'blue', g: 'green', o: 'orange', p: 'purple' };
export const colourName: Record<Colour, string> = {
  y: 'yellow',
  b: 'blue',
  g: 'green',
  o: 'orange',
  p: 'purple',
  w: 'white',
};

export interface Action {
  held: number;
  used: number;
}
export type Score = Record<Area | 'foxes' | 'total', number>;

export interface Sheet {
  yellow: string[];
  blue: number[];
  green: number;
  orange: number[];
  purple: number[];
  rerolls: Action;
  extras: Action;
  foxes: number;
  score: Score;
}

export interface Die {
  value: number | null;
  place: 'rolled' | 'placed' | 'tray' | 'none';
}

export interface Effect {
  event: string;
  tray: Colour[];
  marks: string[];
  earns: string[];
  score: Score;
}

export interface CleverPosition extends Position {
  due: Colour[] | null;
  round: number;
  active: number;
  roll: number;
  passive_turn: boolean;
  dice: Record<Colour, Die>;
  waiting: string[];
  extra_used: Colour[];
  sheets: Sheet[];
  effects?: Effect[];
}

// ---- The printed sheet. Bonuses have the words of `waiting` and `earns`.

export const yellow = {
  rows: [
    [3, 6, 5, 0],
    [2, 1, 0, 5],
    [1, 0, 2, 4],
    [0, 3, 4, 6],
  ],
  bonuses: ['blue x', 'orange 4', 'green x', 'fox'],
  columns: [10, 14, 16, 20],
  diagonal: 'extra',
};
export const blue = {
  rows: [
    [0, 2, 3, 4],
    [5, 6, 7, 8],
    [9, 10, 11, 12],
  ],
  bonuses: ['orange 5', 'yellow x', 'fox'],
  columns: ['reroll', 'green x', 'purple 6', 'extra'],
  points: [1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56],
};
export const rows: Record<
  'green' | 'orange' | 'purple',
  { print: string[]; bonuses: (string | null)[]; points?: number[] }
> = {
  green: {
    print: [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6].map((least) => `≥${least}`),
    bonuses: [null, null, null, 'extra', null, 'blue x', 'fox', null, 'purple 6', 'reroll', null],
    points: [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66],
  },
  orange: {
    print: ['', '', '', '×2', '', '', '×2', '', '×2', '', '×3'],
    bonuses: [null, null, 'reroll', null, 'yellow x', 'extra', null, 'fox', null, 'purple 6', null],
  },
  purple: {
    print: ['', '<', '<', '<', '<', '<', '<', '<', '<', '<', '<'],
    bonuses: [null, null, 'reroll', 'blue x', 'extra', 'yellow x', 'fox', 'reroll', 'green x', 'orange 6', 'extra'],
  },
};
export const actionSlots = 7;
// What each round gives, and how many rounds there are for 1 to 4 players.
export const roundBonuses = ['reroll', 'extra', 'reroll', 'black', null, null];
export const roundsFor = [6, 6, 5, 4];

export function blankPosition(seats: number, options: Record<string, string>): CleverPosition {
  const none = { held: 0, used: 0 };
  const score = { yellow: 0, blue: 0, green: 0, orange: 0, purple: 0, foxes: 0, total: 0 };
  const marks = { yellow: [], blue: [], green: 0, orange: [], purple: [] };
  const sheet: Sheet = { ...marks, rerolls: none, extras: none, foxes: 0, score };
  const die: Die = { value: null, place: 'none' };
  return {
    game: 'clever',
    seats,
    options,
    ply: 0,
    phase: 'roll',
    to_move: 'dice',
    legal: [],
    due: colours,
    due_seat: null,
    result: null,
    round: 1,
    active: 0,
    roll: 0,
    passive_turn: false,
    dice: { y: die, b: die, g: die, o: die, p: die, w: die },
    waiting: [],
    extra_used: [],
    sheets: Array<Sheet>(seats).fill(sheet),
  };
}

// ---- Boxes. A box of yellow and blue is named as in events (y21, b7), one of the rows by its number (g-5).

const inRow = (area: 'green' | 'orange' | 'purple') => rows[area].print.map((_, at) => `${area[0]}-${at + 1}`);
export const boxesOf: Record<Area, string[]> = {
  yellow: yellow.rows.flatMap((row, r) => row.flatMap((value, c) => (value ? [`y${r + 1}${c + 1}`] : []))),
  blue: blue.rows.flat().flatMap((sum) => (sum ? [`b${sum}`] : [])),
  green: inRow('green'),
  orange: inRow('orange'),
  purple: inRow('purple'),
};

export function marksOf(sheet: Sheet): Map<string, string> {
  const marks = new Map<string, string>();
  for (const box of sheet.yellow) marks.set(box, '✕');
  for (const sum of sheet.blue) marks.set(`b${sum}`, '✕');
  for (let box = 1; box <= sheet.green; ++box) marks.set(`g-${box}`, '✕');
  for (const [at, value] of sheet.orange.entries()) marks.set(`o-${at + 1}`, String(value));
  for (const [at, value] of sheet.purple.entries()) marks.set(`p-${at + 1}`, String(value));
  return marks;
}

export interface Mark {
  event: string;
  die: Colour | null; // none: a bonus
  extra: boolean;
  area: Area;
  box: string;
}

const nextBox = (sheet: Sheet): Record<string, number> => ({
  g: sheet.green + 1,
  o: sheet.orange.length + 1,
  p: sheet.purple.length + 1,
});

// The mark that an event makes on a sheet, or null if it makes none. Without the sheet a box of a row has no number.
export function markOf(event: string, sheet?: Sheet): Mark | null {
  const parts = /^(?:(x?)([ybgopw])@|\+)([ybgop])(\d*)$/.exec(event);
  if (!parts) return null;
  const [extra, die, area, number] = parts.slice(1) as [string?, Colour?, string?, string?];
  if (!area) return null;
  const inRow = 'gop'.includes(area);
  const box = inRow ? `${area}-${sheet ? nextBox(sheet)[area] : ''}` : `${area}${number}`;
  return { event, die: die ?? null, extra: extra === 'x', area: areaOf[area] as Area, box };
}

// What one sheet has that the other has not yet: marks, actions, foxes, points.
export function gained(before: Sheet, after: Sheet) {
  const old = marksOf(before);
  const marks = new Map([...marksOf(after)].filter(([box]) => !old.has(box)));
  const all = (action: Action) => action.held + action.used;
  return {
    marks,
    rerolls: all(after.rerolls) - all(before.rerolls),
    extras: all(after.extras) - all(before.extras),
    foxes: after.foxes - before.foxes,
    points: after.score.total - before.score.total,
  };
}
