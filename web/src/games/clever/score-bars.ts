// The bars of a result of Clever: the five areas, and the foxes with the value of one.
import type { Position } from '$src/api/types';
import type { ScoreBar } from '$src/components/game';
import { t } from '$src/i18n/texts.svelte';
import { areas, type CleverPosition, type Colour } from './position';
import { shapeOf } from './shapes';

export function scoreBars(position: Position, seat: number): ScoreBar[] {
  const sheet = (position as CleverPosition).sheets[seat];
  if (!sheet) return [];
  const all = areas.map((area) => sheet.score[area]);
  const lowest = Math.min(...all);
  return [
    ...areas.map((area) => ({
      name: t(`colour.${area}`),
      icon: shapeOf[area[0] as Colour],
      colour: area,
      points: sheet.score[area],
      lowest: sheet.score[area] === lowest && lowest < Math.max(...all),
    })),
    {
      name: t('over.foxes'),
      icon: 'fox',
      colour: 'fox',
      points: sheet.score.foxes,
      note: `${sheet.foxes} × ${lowest}`,
    },
  ];
}
