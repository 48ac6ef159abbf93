// A position of Clever set up by hand. What follows from the sheet (points, foxes) is left to the engine, which also
// says whether the whole holds.
import { marksOf } from './boxes';
import { type Action, type CleverPosition, type Colour, colours, type Die, type Sheet } from './position';
import { blue, roundBonuses, rows, yellow } from './printed-sheet';

// What is to be decided: my turn with my rolls, a passive turn, extra dice, or the bonus of round 4.
export const situations = ['turn', 'passive', 'extra', 'black'] as const;
export type Situation = (typeof situations)[number];

export function situationOf(position: CleverPosition): Situation {
  if (position.phase === 'round_bonus') return 'black';
  if (position.phase === 'extra') return 'extra';
  return position.phase === 'passive' || position.passive_turn ? 'passive' : 'turn';
}

const noDice = (): Record<Colour, Die> =>
  Object.fromEntries(colours.map((colour) => [colour, { value: null, place: 'none' }])) as Record<Colour, Die>;
// Six dice that lie somewhere, to begin from: the first three in the tray.
const someDice = (): Record<Colour, Die> =>
  Object.fromEntries(
    colours.map((colour, at) => [colour, at < 3 ? { value: 1, place: 'tray' } : { value: 6, place: 'placed' }]),
  ) as Record<Colour, Die>;

export function into(situation: Situation, position: CleverPosition, seat: number): CleverPosition {
  const before = (seat + position.seats - 1) % position.seats;
  const common = { ...position, active: seat, passive_turn: false, waiting: [], extra_used: [] };
  const lying = colours.every((colour) => ['tray', 'placed'].includes(position.dice[colour].place));
  const dice = lying ? position.dice : someDice();
  const rolled = { dice: noDice(), roll: 0, phase: 'roll', to_move: 'dice' as const };
  switch (situation) {
    case 'turn':
      return { ...common, ...rolled };
    case 'passive':
      if (position.seats === 1) return { ...common, ...rolled, passive_turn: true };
      return { ...common, phase: 'passive', to_move: seat, active: before, roll: 3, dice };
    case 'extra':
      return { ...common, phase: 'extra', to_move: seat, roll: 3, dice };
    case 'black':
      return { ...common, ...rolled, phase: 'round_bonus', to_move: seat, active: 0, waiting: ['black'] };
  }
}

// ---- The sheet

const toggled = <T>(list: T[], one: T): T[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one];

export function toggle(sheet: Sheet, box: string): Sheet {
  if (box[0] === 'y') return { ...sheet, yellow: toggled(sheet.yellow, box).sort() };
  return { ...sheet, blue: toggled(sheet.blue, Number(box.slice(1))).sort((a, b) => a - b) };
}

// A value as it stands in the box: orange multiplies some.
export function add(sheet: Sheet, row: 'orange' | 'purple', value: number): Sheet {
  const print = rows[row].print[sheet[row].length] ?? '';
  const factor = print.startsWith('×') ? Number(print.slice(1)) : 1;
  return { ...sheet, [row]: [...sheet[row], value * factor] };
}

// How many of an action the sheet and the rounds so far have given.
export function given(sheet: Sheet, round: number, action: 'reroll' | 'extra'): number {
  const marks = marksOf(sheet);
  const lines: [string | null, string[]][] = [];
  const named = (row: number, column: number) => `y${row + 1}${column + 1}`;
  const four = [0, 1, 2, 3];
  for (const row of four) lines.push([yellow.bonuses[row] ?? null, four.map((column) => named(row, column))]);
  lines.push([yellow.diagonal, four.map((at) => named(at, at))]);
  for (const [at, row] of blue.rows.entries()) lines.push([blue.bonuses[at] ?? null, row.map((sum) => `b${sum}`)]);
  for (const [at, bonus] of blue.columns.entries()) lines.push([bonus, blue.rows.map((row) => `b${row[at]}`)]);
  for (const [name, row] of Object.entries(rows))
    for (const [at, bonus] of row.bonuses.entries()) lines.push([bonus, [`${name[0]}-${at + 1}`]]);
  const printed = (box: string) =>
    box === 'b0' || (box[0] === 'y' && !yellow.rows[Number(box[1]) - 1]?.[Number(box[2]) - 1]);
  const done = lines.filter(
    ([bonus, boxes]) => bonus === action && boxes.every((box) => printed(box) || marks.has(box)),
  );
  return done.length + roundBonuses.slice(0, round).filter((bonus) => bonus === action).length;
}

const left = (all: number, { used }: Action): Action => ({
  used: Math.min(used, all),
  held: all - Math.min(used, all),
});

// The position to ask the engine about: actions as given and used, and nothing that follows from the rest.
export function asked(position: CleverPosition): CleverPosition {
  const { round } = position;
  return {
    ...position,
    sheets: position.sheets.map(({ score, foxes, ...sheet }) => ({
      ...sheet,
      rerolls: left(given(sheet as Sheet, round, 'reroll'), sheet.rerolls),
      extras: left(given(sheet as Sheet, round, 'extra'), sheet.extras),
    })) as Sheet[],
  };
}
