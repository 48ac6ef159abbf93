// What the server sends and expects, as docs/server-api.md and docs/engine-protocol.md describe it. Each game's folder
// defines the shape of its sheets.
export type GameName = string;
export type Options = Record<string, string>;

export interface ServerError {
  code: string;
  message: string;
}

export interface GameInfo {
  name: GameName;
  seats: { min: number; max: number };
  matches: boolean;
  options: { name: string; default: string; values: string[] }[];
}

// ---- Positions

export interface Result {
  totals: (number | null)[]; // null: on paper
  winners: number[];
  grades: number[];
}

// A position of any game; each game adds fields of its own.
export interface Position {
  game: GameName;
  seats: number;
  options: Options;
  ply: number;
  phase: string;
  to_move: number | 'dice' | null;
  legal: string[];
  due: string[] | number | null;
  due_seat: number | null;
  result: Result | null;
  effects?: { event: string }[];
}

export interface Advice {
  event: string;
  value: number;
  why: string[];
}

// ---- Tables

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

// Where a decision belongs: to a ply, or to a step of a turn in which seats do not wait for each other.
export type Place = { ply: number } | { turn: number; step: number };

export type Choice = Place & { seat: number; position: Position };
export type Undo = Place & { seat: number };

export interface RecentEvent {
  ply: number;
  seat: number;
  event: string;
}

// opening: only this page knows the table so far.
export type Stage = 'opening' | 'open' | 'playing' | 'over';
export type DiceKind = 'fair' | 'real' | 'daily';

export interface NewTable {
  game: GameName;
  seats: number;
  options?: Options;
  dice?: DiceKind;
  first?: string;
  match?: boolean;
  listed?: boolean;
  hints?: boolean;
  pace?: string;
  bots?: (string | null)[];
  paper?: number[];
}

export interface TableSummary {
  table: string;
  game: GameName;
  seats: number;
  taken: number;
  stage: Stage;
  dice: DiceKind;
  match: boolean;
  hints: boolean;
  options: Options;
  revision: number;
  time: number;
  date?: string; // of a daily game
  paper?: boolean; // some seats are on paper
  totals?: (number | null)[]; // when it is over
  archived?: boolean;
  broken_off?: boolean; // abandoned: over without a result
}

export interface TableView extends TableSummary {
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
  position?: Position;
  roller?: number | null;
  leaves?: number | null; // the seat on paper that has played and whose dice must be entered
  waits_for?: number[];
  choices?: Choice[];
  undo?: Undo[];
  recent?: RecentEvent[];
  rematch?: string;
}

// ---- Games that were played

// A game of a table, or a record.
export type GameSource = { table: string; game?: number } | { record: string };

// A position of a game that was played, and the event that led to it.
export interface GameStep {
  position: Position;
  event: string | null;
  by: number | null; // the seat that rolled or decided
  plies: number;
  names: string[];
}

export interface AnalysedRoll {
  kind: 'roll';
  event: string;
  seat: number;
  worth: number[];
  luck: number[];
}
export interface AnalysedDecision {
  kind: 'decision';
  event: string;
  seat: number;
  worth: number[];
  forced: boolean;
  value: number;
  best: number;
  loss: number;
  better: string | null;
}
export interface CostlyDecision {
  ply: number; // number of the event, from 1
  seat: number;
  event: string;
  better: string;
  loss: number;
  why: string[];
}
export interface SeatAnalysis {
  name: string;
  luck: number;
  loss: number;
  decisions: number;
  accuracy: number | null;
}
// The luck of the rolls and the cost of the decisions, as docs/analysis.md describes them.
export interface Analysis {
  game: GameName;
  seats: number;
  match: boolean;
  finished: boolean;
  seat_results: SeatAnalysis[];
  worst: CostlyDecision[];
  events: (AnalysedRoll | AnalysedDecision)[];
}

// ---- Statistics

export interface GameTotals {
  games: number;
  wins: number;
  best: number;
  mean: number;
  areas: Record<string, number>;
}
export interface FinishedGame {
  table: string;
  game: GameName;
  seats: number;
  total: number;
  time: number;
  won?: boolean;
  grades?: number[];
}
export interface Statistics {
  by_game: Record<string, GameTotals>; // by game and number of seats: "clever 2", "genial 3 match"
  last: FinishedGame[];
}

export interface DailyBoard {
  scores: { name: string; total: number; time: number }[];
  expert?: { total: number } | null; // what the strongest bot makes of the same dice
}
