// The boxes of a sheet of Clever: what is marked in them, and which box an event marks. Boxes of yellow and blue are named
// as in events (y21, b7), those of the rows by their number (g-5).
import { type Action, type Area, areaOf, type Colour, type Sheet } from './position';
import { blue, rows, yellow } from './printed-sheet';

const inRow = (area: 'green' | 'orange' | 'purple') => rows[area].print.map((_, at) => `${area[0]}-${at + 1}`);
export const boxesOf: Record<Area, string[]> = {
  yellow: yellow.rows.flatMap((row, r) => row.flatMap((value, c) => (value ? [`y${r + 1}${c + 1}`] : []))),
  blue: blue.rows.flat().flatMap((sum) => (sum ? [`b${sum}`] : [])),
  green: inRow('green'),
  orange: inRow('orange'),
  purple: inRow('purple'),
};

export function marksOf(sheet: Sheet): Map<string, string> {
  const marks = new Map<string, string>();
  for (const box of sheet.yellow) marks.set(box, '✕');
  for (const sum of sheet.blue) marks.set(`b${sum}`, '✕');
  for (let box = 1; box <= sheet.green; ++box) marks.set(`g-${box}`, '✕');
  for (const [at, value] of sheet.orange.entries()) marks.set(`o-${at + 1}`, String(value));
  for (const [at, value] of sheet.purple.entries()) marks.set(`p-${at + 1}`, String(value));
  return marks;
}

export interface Mark {
  event: string;
  die: Colour | null; // null: a bonus
  extra: boolean;
  area: Area;
  box: string;
}

const nextBox = (sheet: Sheet): Record<string, number> => ({
  g: sheet.green + 1,
  o: sheet.orange.length + 1,
  p: sheet.purple.length + 1,
});

// The mark that an event makes on a sheet, or null if it makes none. Without a sheet, boxes of rows have no number.
export function markOf(event: string, sheet?: Sheet): Mark | null {
  const parts = /^(?:(x?)([ybgopw])@|\+)([ybgop])(\d*)$/.exec(event);
  if (!parts) return null;
  const [extra, die, area, number] = parts.slice(1) as [string?, Colour?, string?, string?];
  if (!area) return null;
  const inRow = 'gop'.includes(area);
  const box = inRow ? `${area}-${sheet ? nextBox(sheet)[area] : ''}` : `${area}${number}`;
  return { event, die: die ?? null, extra: extra === 'x', area: areaOf[area] as Area, box };
}

// What a sheet has gained: marks, actions, foxes, points.
export function gainsBetween(before: Sheet, after: Sheet) {
  const old = marksOf(before);
  const marks = new Map([...marksOf(after)].filter(([box]) => !old.has(box)));
  const all = (action: Action) => action.held + action.used;
  return {
    marks,
    rerolls: all(after.rerolls) - all(before.rerolls),
    extras: all(after.extras) - all(before.extras),
    foxes: after.foxes - before.foxes,
    points: after.score.total - before.score.total,
  };
}
