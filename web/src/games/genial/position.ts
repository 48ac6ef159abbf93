// A position of Genial as the protocol shows it, and what is printed on its sheet.
import type { Position } from '$src/api/types';

export const symbols = ['r', 'o', 'y', 'g', 'b', 'p'] as const;
export type GenialSymbol = (typeof symbols)[number];
export const symbolName: Record<GenialSymbol, string> = {
  r: 'red',
  o: 'orange',
  y: 'yellow',
  g: 'green',
  b: 'blue',
  p: 'purple',
};
export const shapeOf: Record<GenialSymbol, string> = {
  r: 'triangle',
  o: 'hexagon',
  y: 'star',
  g: 'ring',
  b: 'drop',
  p: 'diamond',
};

export type GenialSheet = Record<GenialSymbol, number> & { dice: string };
export type Crosses = Partial<Record<GenialSymbol, number>>;

export interface GenialEffect {
  event: string;
  matches: Crosses;
  jokers: Crosses;
  crosses: Crosses;
  lost: Crosses;
  unlocks: string[];
}

export interface GenialPosition extends Position {
  due: number | null;
  turn: number;
  roll: number;
  sheets: GenialSheet[];
  effects?: GenialEffect[];
}

// ---- The printed sheet: the left area ends with box 3, the centre with box 6.

export type Area = 'left' | 'centre' | 'right';
export const areaOf = (box: number): Area => (box <= 3 ? 'left' : box <= 6 ? 'centre' : 'right');
export const boxesOf = (position: Position) => Number(position.options.boxes);
export const diceFor = [0, 0, 4, 3, 2]; // the number of dice of a player, by the number of seats

export function blankPosition(seats: number, options: Record<string, string>): GenialPosition {
  const sheet: GenialSheet = { r: 0, o: 0, y: 0, g: 0, b: 0, p: 0, dice: '' };
  return {
    game: 'genial',
    seats,
    options: { boxes: '7', ...options },
    ply: 0,
    phase: 'opening',
    to_move: 'dice',
    legal: [],
    due: diceFor[seats] ?? 0,
    due_seat: null,
    result: null,
    turn: 0,
    roll: 0,
    sheets: Array<GenialSheet>(seats).fill(sheet),
  };
}

// The length every row must have for an area to open.
const opensAt: Record<Area, number> = { left: 0, centre: 1, right: 4 };
export const isOpen = (area: Area, sheet: GenialSheet) => symbols.every((symbol) => sheet[symbol] >= opensAt[area]);

export const sumOf = (crosses: Crosses) => symbols.reduce((sum, symbol) => sum + (crosses[symbol] ?? 0), 0);

// "23/42": how many of the crosses it needs a seat has.
export const progressOf = (position: GenialPosition, seat: number) =>
  `${sumOf(position.sheets[seat] ?? {})}/${symbols.length * boxesOf(position)}`;

// The crosses that a sheet has gained.
export function crossesBetween(before: GenialSheet, after: GenialSheet): Crosses {
  const more = symbols.filter((symbol) => after[symbol] > before[symbol]);
  return Object.fromEntries(more.map((symbol) => [symbol, after[symbol] - before[symbol]]));
}
