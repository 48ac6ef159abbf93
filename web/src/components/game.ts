// The interface a game fulfils: how the page draws it and describes its events. Its rules stay in the engine.
import type { Component } from 'svelte';
import type { Options, Position } from '$src/api/types';
import type { SeatController } from '$src/state/seat-controller.svelte';

// A part of a result, drawn as a bar: an area of the sheet, or a row.
export interface ScoreBar {
  name: string;
  icon: string; // a shape of Shape.svelte, or 'fox'
  colour: string; // a variable of colours.css
  points: number;
  note?: string; // how the points come about
  lowest?: boolean; // the area or row that counts
}

export interface PositionViewProps {
  position: Position;
  names: string[];
  seat: number; // whose sheet is shown large
  event?: string | null; // that led to the position
}

export interface GameView {
  // A game that is being played: dice, sheets and choices.
  Table: Component<{ controller: SeatController }>;
  // A position that is shown, in a replay or in the editor.
  PositionView: Component<PositionViewProps>;
  // A form that sets up a position by hand; calls changed with the whole position.
  PositionForm: Component<{ position: Position; changed: (position: Position) => void }>;
  // A form for the dice that are due at a position; start is an event to fill it with.
  DiceEntry: Component<{ position: Position; start?: string; enter: (event: string) => void }>;
  // A sheet to print.
  PrintSheet: Component;
  // The pictures for a section of the rules, by its number, and a guided first turn: loaded when they are shown.
  loadRulePictures: () => Promise<{ default: Component<{ section: number }> }>;
  loadFirstTurn: () => Promise<{ default: Component<{ end: () => void }> }>;
  // What a table shows until the server sends a position: blank sheets, dice that nobody has rolled.
  blankPosition: (seats: number, options: Options) => Position;
  // An event in words, as "White 5 marks blue 7".
  describeEvent: (event: string, position?: Position) => string;
  // What a seat has so far, as a short text beside its name.
  score: (position: Position, seat: number) => string;
  // What a seat's result is made of.
  scoreBars: (position: Position, seat: number) => ScoreBar[];
}
