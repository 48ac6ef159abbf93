// What the server sends, as docs/server-api.md and protocol.md describe it. The shapes of sheets belong to the games.
export type GameName = string;

export interface Result {
  totals: (number | null)[]; // null: on paper
  winners: number[];
  grades: number[];
}

// A position of any game; each game's folder says what else it has.
export interface Position {
  game: GameName;
  seats: number;
  options: Record<string, string>;
  ply: number;
  phase: string;
  to_move: number | 'dice' | null;
  legal: string[];
  due: string[] | number | null;
  due_seat: number | null;
  result: Result | null;
  effects?: { event: string }[];
}

export interface Player {
  kind: 'free' | 'person' | 'bot';
  name?: string;
  you: boolean;
  bot: string | null; // who plays for the seat
  seed?: string;
  points?: number; // in a match, from the games before
  paper?: boolean; // its sheet is on paper: nothing is known of it
  resigned?: boolean;
}

// Where a decision stands: at a ply, or at a step of a turn in which seats do not wait for each other.
export type Place = { ply: number } | { turn: number; step: number };

export type Choice = Place & { seat: number; position: Position };
export type Undo = Place & { seat: number };

export interface Recent {
  ply: number;
  seat: number;
  event: string;
}

export type Stage = 'laying' | 'open' | 'playing' | 'over'; // laying: the server does not know it yet
export type DiceKind = 'fair' | 'real' | 'daily';

export interface TableLine {
  table: string;
  game: GameName;
  seats: number;
  taken: number;
  stage: Stage;
  dice: DiceKind;
  match: boolean;
  hints: boolean;
  options: Record<string, string>;
  revision: number;
  time: number;
  paper?: boolean; // some seats are on paper
  totals?: (number | null)[]; // when it is over
  archived?: boolean;
  broken_off?: boolean; // nobody came for long: it is over without a result
}

export interface TableView extends TableLine {
  host: boolean;
  listed: boolean;
  limit: number;
  first: string;
  since: number;
  commitments?: string[];
  players: Player[];
  here: boolean[];
  games: number;
  points?: number[];
  date?: string;
  position?: Position;
  roller?: number | null;
  leaves?: number | null; // the seat on paper whose turn is to be told
  waits_for?: number[];
  choices?: Choice[];
  undo?: Undo[];
  recent?: Recent[];
  rematch?: string;
}

export interface GameAbout {
  name: GameName;
  seats: { min: number; max: number };
  matches: boolean;
  options: { name: string; default: string; values: string[] }[];
}

export interface Advice {
  event: string;
  value: number;
  why: string[];
}

export interface ServerError {
  code: string;
  message: string;
}
