// A total of Clever as bars: the five areas, and the foxes with what one is worth.
import type { Position } from '$src/api/types';
import type { Bar } from '$src/games/index';
import { t } from '$src/i18n/texts.svelte';
import { shapeOf } from './shapes';
import { areas, type CleverPosition, type Colour } from './sheet';

export function bars(position: Position, seat: number): Bar[] {
  const sheet = (position as CleverPosition).sheets[seat];
  if (!sheet) return [];
  const all = areas.map((area) => sheet.score[area]);
  const lowest = Math.min(...all);
  return [
    ...areas.map((area) => ({
      name: t(`colour.${area}`),
      sign: shapeOf[area[0] as Colour],
      colour: area,
      points: sheet.score[area],
      least: sheet.score[area] === lowest && lowest < Math.max(...all),
    })),
    {
      name: t('over.foxes'),
      sign: 'fox',
      colour: 'fox',
      points: sheet.score.foxes,
      note: `${sheet.foxes} × ${lowest}`,
    },
  ];
}
