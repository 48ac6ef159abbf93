// How good decisions are, in numbers and words. Alone values are points, with others winning chances, in a match its points.
import { has, number, percent, t } from '$src/i18n/texts.svelte';

export type Worth = 'points' | 'chance' | 'match';
export type Grade = 'best' | 'good' | 'inexact' | 'mistake' | 'blunder';

export const worthFor = (match: boolean, seats: number): Worth => (match ? 'match' : seats === 1 ? 'points' : 'chance');

export const sayWorth = (value: number, worth: Worth): string =>
  worth === 'chance' ? percent(value) : number(value, worth === 'match' ? 2 : 1);

// "+6.4" and "−12.0".
export const sayChange = (value: number, worth: Worth): string =>
  `${value < 0 ? '−' : '+'}${sayWorth(Math.abs(value), worth)}`;

const unit: Record<Worth, number> = { points: 1, chance: 0.01, match: 0.05 };

export function gradeOf(cost: number, worth: Worth): Grade {
  const units = cost / unit[worth];
  if (units < 0.05) return 'best';
  if (units < 1) return 'good';
  if (units < 3) return 'inexact';
  return units < 8 ? 'mistake' : 'blunder';
}

export const reasonsOf = (why: string[]): string[] =>
  why.filter((reason) => has(`why.${reason}`)).map((reason) => t(`why.${reason}`));
