// How good decisions are, in numbers and words. Values are points in a solo game, winning chances among several players,
// and match points in a match.
import { hasText, number, percent, t } from '$src/i18n/texts.svelte';

export type ValueKind = 'points' | 'chance' | 'match';
export type Grade = 'best' | 'good' | 'inexact' | 'mistake' | 'blunder';

export const valueKindFor = (match: boolean, seats: number): ValueKind =>
  match ? 'match' : seats === 1 ? 'points' : 'chance';

export const formatValue = (value: number, kind: ValueKind): string =>
  kind === 'chance' ? percent(value) : number(value, kind === 'match' ? 2 : 1);

// "+6.4" and "−12.0".
export const formatChange = (value: number, kind: ValueKind): string =>
  `${value < 0 ? '−' : '+'}${formatValue(Math.abs(value), kind)}`;

const unit: Record<ValueKind, number> = { points: 1, chance: 0.01, match: 0.05 };

export function gradeOf(cost: number, kind: ValueKind): Grade {
  const units = cost / unit[kind];
  if (units < 0.05) return 'best';
  if (units < 1) return 'good';
  if (units < 3) return 'inexact';
  return units < 8 ? 'mistake' : 'blunder';
}

// The reasons for an advice that the page has texts for.
export const describeReasons = (why: string[]): string[] =>
  why.filter((reason) => hasText(`why.${reason}`)).map((reason) => t(`why.${reason}`));
