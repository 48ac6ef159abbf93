// A position of Clever as the protocol shows it: sheets, dice and scores.
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

// What a table shows until the server sends a position.
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
