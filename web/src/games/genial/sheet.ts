// The sheet and dice of Genial as the protocol shows them.
import type { Position } from '$src/net/types';

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
  p: 'cross',
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
