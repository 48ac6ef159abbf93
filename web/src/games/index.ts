// What the page needs of a game: how it is drawn and how its events are said. Its rules stay in the engine.
import type { Component } from 'svelte';
import type { GameName, Position } from '$src/api/types';
import type { Playing } from '$src/state/seat-controller.svelte';

// A part of a result, to be drawn as a bar: an area of the sheet, or a row.
export interface Bar {
  name: string;
  sign: string; // a shape, or the fox
  colour: string; // a variable of the look
  points: number;
  note?: string; // how the points come about
  least?: boolean; // the lowest, which counts
}

export interface GameDrawing {
  // Dice, sheets and choices of a game that is on.
  Table: Component<{ playing: Playing }>;
  // A position that is looked at: in a replay, or set up by hand.
  Look: Component<{ position: Position; names: string[]; seat: number; event?: string | null }>;
  // Fields to set up a position by hand; calls changed with the whole position.
  Setup: Component<{ position: Position; changed: (position: Position) => void }>;
  // Entering the dice that are due at a position, with an event to begin from.
  Enter: Component<{ position: Position; start?: string; enter: (event: string) => void }>;
  // A printable sheet.
  Paper: Component;
  // Pictures for a section of the rules, by its number, and a guided first turn: loaded when somebody learns.
  lesson: () => Promise<{ default: Component<{ section: number }> }>;
  firstTurn: () => Promise<{ default: Component<{ end: () => void }> }>;
  // What a table shows while it is being laid: sheets that nobody has written on, dice that nobody has thrown.
  blank: (seats: number, options: Record<string, string>) => Position;
  // An event in words, as "White 5 marks blue 7".
  say: (event: string, position?: Position) => string;
  // What a seat has so far, as a short text beside its name.
  score: (position: Position, seat: number) => string;
  // What a seat's result is made of.
  bars: (position: Position, seat: number) => Bar[];
}

// A new game is one more line here, and one folder.
export const games: Record<GameName, () => Promise<{ drawing: GameDrawing }>> = {
  clever: () => import('$src/games/clever/game-view'),
  genial: () => import('$src/games/genial/game-view'),
};
export const gameNames = Object.keys(games);

// After the next picture; a window that nobody sees draws none.
const patience = 200; // milliseconds
export const painted = () =>
  new Promise<void>((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, patience);
  });

// When a screen has drawn the blank sheets of a game, or can not: what is asked for then only changes values on them.
export async function blankDrawn(game: GameName): Promise<void> {
  await games[game]?.().catch(() => undefined);
  await painted();
}
