// Descriptions of the events, boxes and bonuses of Clever, for labels and announcements.
import type { Position } from '$src/api/types';
import { list, t } from '$src/i18n/texts.svelte';
import { markOf } from './boxes';
import { type Area, type CleverPosition, type Colour, colourName, type Sheet } from './position';
import { rows, yellow } from './printed-sheet';

export const describeColour = (colour: Colour) => t(`colour.${colourName[colour]}`);
export const describeDie = (colour: Colour, value: number | null) =>
  value === null
    ? t('clever.die', { colour: describeColour(colour) })
    : t('clever.die.value', { colour: describeColour(colour), value });

// "Yellow 3, row 1, column 1", "Blue 7", "Green, box 5".
export function describeBox(box: string): string {
  const area = t(`colour.${colourName[box[0] as Colour]}`);
  if (box[0] === 'y') {
    const [row, column] = [Number(box[1]), Number(box[2])];
    return t('clever.box.yellow', { area, value: yellow.rows[row - 1]?.[column - 1] ?? 0, row, column });
  }
  if (box[0] === 'b') return t('clever.box.blue', { area, value: Number(box.slice(1)) });
  if (box.length === 2) return area;
  const number = Number(box.slice(2));
  const print =
    box[0] === 'p' ? '' : (rows[colourName[box[0] as Colour] as 'green' | 'orange'].print[number - 1] ?? '');
  return t(print ? 'clever.box.row.print' : 'clever.box.row', { area, number, print });
}

// The marks of an area for screen readers: "Blue: 7 points. 4, 5, 9, 11".
export function describeArea(area: Area, sheet: Sheet): string {
  const marks = {
    yellow: () => sheet.yellow.map((box) => describePlace(box)),
    blue: () => [...sheet.blue].sort((a, b) => a - b).map(String),
    green: () => [t('clever.area.boxes', { n: sheet.green })],
    orange: () => sheet.orange.map(String),
    purple: () => sheet.purple.map(String),
  }[area]();
  const points = t('clever.area', { area: t(`colour.${area}`), points: sheet.score[area] });
  return marks.length > 0 ? `${points}. ${marks.join(', ')}` : points;
}

function describePlace(box: string): string {
  const [row, column] = [Number(box[1]), Number(box[2])];
  return t('clever.box.place', { value: yellow.rows[row - 1]?.[column - 1] ?? 0, row, column });
}

// "blue x", "orange 4", "fox" …
export const describeBonus = (bonus: string) => t(`clever.bonus.${bonus.replace(' ', '_')}`);

// "y3 b1": "Yellow 3 and blue 1".
const describeDice = (dice: string) =>
  list(dice.split(' ').map((die) => `${describeColour(die[0] as Colour)} ${die.slice(1)}`));

export function describeEvent(event: string, at?: Position): string {
  const position = at as CleverPosition | undefined;
  if (event.startsWith('roll ')) return t('clever.rolled', { dice: describeDice(event.slice(5)) });
  if (event.startsWith('left ')) {
    const [tray = '', placed] = event.slice(5).split(' | ');
    return placed === undefined
      ? t('clever.left', { tray: describeDice(tray) })
      : t('clever.left.placed', { tray: describeDice(tray), placed: describeDice(placed) });
  }
  if (event === 'reroll' || event === 'pass' || event === 'done') return t(`clever.event.${event}`);
  const seat = typeof position?.to_move === 'number' ? position.to_move : 0;
  const mark = markOf(event, position?.sheets[seat]);
  if (!mark) return event;
  if (!mark.die) return t('clever.event.bonus', { box: describeBox(mark.box) });
  const die = describeDie(mark.die, position?.dice[mark.die].value ?? null);
  return t(mark.extra ? 'clever.event.extra' : 'clever.event.pick', { die, box: describeBox(mark.box) });
}
