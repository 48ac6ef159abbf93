// Sums over an analysis, and the numbers of its chart.

import { gradeOf, type Worth } from '$src/components/analysis/evaluation';
import type { Analysis } from '$src/state/analysis.svelte';

export interface Course {
  luck: number[]; // so far, after each number of events, from 0
  cost: number[]; // what the own decisions gave away so far; never falls
}

export function courseOf(analysis: Analysis, seat: number): Course {
  const luck = [0];
  const cost = [0];
  for (const event of analysis.events) {
    luck.push((luck.at(-1) ?? 0) + (event.kind === 'roll' ? (event.luck[seat] ?? 0) : 0));
    cost.push((cost.at(-1) ?? 0) + (event.kind === 'decision' && event.seat === seat ? event.loss : 0));
  }
  return { luck, cost };
}

// How many of a seat's decisions there were that left a choice, and how many of them were the best.
export function choicesOf(analysis: Analysis, seat: number, worth: Worth): { made: number; best: number } {
  const made = analysis.events.filter((event) => event.kind === 'decision' && event.seat === seat && !event.forced);
  const best = made.filter((event) => event.kind === 'decision' && gradeOf(event.loss, worth) === 'best');
  return { made: made.length, best: best.length };
}

// The lowest and highest value to be drawn: 0 and every value of luck and, downwards, of cost.
export function boundsOf(courses: Course[]): { low: number; high: number } {
  const values = courses.flatMap(({ luck, cost }) => [...luck, ...cost.map((value) => -value)]);
  return { low: Math.min(0, ...values), high: Math.max(0, ...values) };
}

// Round numbers between two values, about as many as wanted, 0 among them if it lies between.
export function ticksOf(low: number, high: number, wanted = 4): number[] {
  if (high <= low) return [low];
  const raw = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10) * power;
  const ticks: number[] = [];
  for (let n = Math.ceil(low / step); n * step <= high + step * 1e-9; ++n) ticks.push(n * step);
  return ticks;
}

// Some of the steps of a game, the first and the last among them.
export function stepsOf(plies: number, wanted = 10): number[] {
  const steps = Array.from({ length: wanted + 1 }, (_, at) => Math.round((plies * at) / wanted));
  return [...new Set(steps)];
}
