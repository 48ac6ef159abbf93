// The bars of a result of Genial: the six rows, of which the shortest counts.
import type { Position } from '$src/api/types';
import type { ScoreBar } from '$src/components/game';
import { t } from '$src/i18n/texts.svelte';
import { type GenialPosition, shapeOf, symbolName, symbols } from './position';

export function scoreBars(position: Position, seat: number): ScoreBar[] {
  const sheet = (position as GenialPosition).sheets[seat];
  if (!sheet) return [];
  const all = symbols.map((symbol) => sheet[symbol]);
  const shortest = Math.min(...all);
  return symbols.map((symbol) => ({
    name: t(`colour.${symbolName[symbol]}`),
    icon: shapeOf[symbol],
    colour: symbolName[symbol],
    points: sheet[symbol],
    lowest: sheet[symbol] === shortest && shortest < Math.max(...all),
  }));
}
