// Luck and cost of a seat summed up over an analysis, and the scale of their chart.

import type { Analysis } from '$src/api/types';
import { gradeOf, type ValueKind } from './evaluation';

export interface LuckSeries {
  luck: number[]; // so far, after each number of events, from 0
  cost: number[]; // what the seat's decisions gave away so far; never falls
}

export function luckSeriesOf(analysis: Analysis, seat: number): LuckSeries {
  const luck = [0];
  const cost = [0];
  for (const event of analysis.events) {
    luck.push((luck.at(-1) ?? 0) + (event.kind === 'roll' ? (event.luck[seat] ?? 0) : 0));
    cost.push((cost.at(-1) ?? 0) + (event.kind === 'decision' && event.seat === seat ? event.loss : 0));
  }
  return { luck, cost };
}

// How many decisions of a seat left a choice, and how many of those were the best.
export function choicesOf(analysis: Analysis, seat: number, kind: ValueKind): { made: number; best: number } {
  const made = analysis.events.filter((event) => event.kind === 'decision' && event.seat === seat && !event.forced);
  const best = made.filter((event) => event.kind === 'decision' && gradeOf(event.loss, kind) === 'best');
  return { made: made.length, best: best.length };
}

// The range of the chart: 0 and all values of luck, and of cost downwards.
export function boundsOf(series: LuckSeries[]): { low: number; high: number } {
  const values = series.flatMap(({ luck, cost }) => [...luck, ...cost.map((value) => -value)]);
  return { low: Math.min(0, ...values), high: Math.max(0, ...values) };
}

// Round numbers between two values, about as many as wanted; with 0 if it lies between them.
export function ticksOf(low: number, high: number, wanted = 4): number[] {
  if (high <= low) return [low];
  const raw = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10) * power;
  const ticks: number[] = [];
  for (let n = Math.ceil(low / step); n * step <= high + step * 1e-9; ++n) ticks.push(n * step);
  return ticks;
}

// Steps spread over a game, with the first and the last.
export function stepsOf(plies: number, wanted = 10): number[] {
  const steps = Array.from({ length: wanted + 1 }, (_, at) => Math.round((plies * at) / wanted));
  return [...new Set(steps)];
}
