// Edits of a position of Clever that is set up by hand. The engine computes what follows from the sheet (points, foxes) and
// decides whether the position is valid.
import { marksOf } from './boxes';
import { type Action, type CleverPosition, type Colour, colours, type Die, type Sheet } from './position';
import { blue, roundBonuses, rows, yellow } from './printed-sheet';

// The kinds of decisions: my turn with its rolls, a passive turn, extra dice, or the bonus of round 4.
export const situations = ['turn', 'passive', 'extra', 'black'] as const;
export type Situation = (typeof situations)[number];

export function situationOf(position: CleverPosition): Situation {
  if (position.phase === 'round_bonus') return 'black';
  if (position.phase === 'extra') return 'extra';
  return position.phase === 'passive' || position.passive_turn ? 'passive' : 'turn';
}

export const noDice = (): Record<Colour, Die> =>
  Object.fromEntries(colours.map((colour) => [colour, { value: null, place: 'none' }])) as Record<Colour, Die>;
// Dice to begin with after all rolls: three in the tray, three on the dice fields.
const dealtDice = (): Record<Colour, Die> =>
  Object.fromEntries(
    colours.map((colour, at) => [colour, at < 3 ? { value: 1, place: 'tray' } : { value: 6, place: 'placed' }]),
  ) as Record<Colour, Die>;

export function positionIn(situation: Situation, position: CleverPosition, seat: number): CleverPosition {
  const before = (seat + position.seats - 1) % position.seats;
  const common = { ...position, active: seat, passive_turn: false, waiting: [], extra_used: [] };
  const allLie = colours.every((colour) => ['tray', 'placed'].includes(position.dice[colour].place));
  const dice = allLie ? position.dice : dealtDice();
  const beforeRoll = { dice: noDice(), roll: 0, phase: 'roll', to_move: 'dice' as const };
  switch (situation) {
    case 'turn':
      return { ...common, ...beforeRoll };
    case 'passive':
      if (position.seats === 1) return { ...common, ...beforeRoll, passive_turn: true };
      return { ...common, phase: 'passive', to_move: seat, active: before, roll: 3, dice };
    case 'extra':
      return { ...common, phase: 'extra', to_move: seat, roll: 3, dice };
    case 'black':
      return { ...common, ...beforeRoll, phase: 'round_bonus', to_move: seat, active: 0, waiting: ['black'] };
  }
}

// ---- Edits of a sheet

const toggled = <T>(list: T[], one: T): T[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one];

export function toggleBox(sheet: Sheet, box: string): Sheet {
  if (box[0] === 'y') return { ...sheet, yellow: toggled(sheet.yellow, box).sort() };
  return { ...sheet, blue: toggled(sheet.blue, Number(box.slice(1))).sort((a, b) => a - b) };
}

// Writes a die's value into the next box of a row; some boxes of orange multiply it.
export function appendValue(sheet: Sheet, row: 'orange' | 'purple', value: number): Sheet {
  const print = rows[row].print[sheet[row].length] ?? '';
  const factor = print.startsWith('×') ? Number(print.slice(1)) : 1;
  return { ...sheet, [row]: [...sheet[row], value * factor] };
}

// How many rerolls or extra dice the sheet and the rounds so far have earned.
export function earnedActions(sheet: Sheet, round: number, action: 'reroll' | 'extra'): number {
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
  const isPrinted = (box: string) =>
    box === 'b0' || (box[0] === 'y' && !yellow.rows[Number(box[1]) - 1]?.[Number(box[2]) - 1]);
  const completed = lines.filter(
    ([bonus, boxes]) => bonus === action && boxes.every((box) => isPrinted(box) || marks.has(box)),
  );
  return completed.length + roundBonuses.slice(0, round).filter((bonus) => bonus === action).length;
}

const actionsLeft = (all: number, { used }: Action): Action => ({
  used: Math.min(used, all),
  held: all - Math.min(used, all),
});

// The position to send to the engine: with the actions that the sheet has earned, without what the engine computes.
export function enteredPosition(position: CleverPosition): CleverPosition {
  const { round } = position;
  return {
    ...position,
    sheets: position.sheets.map(({ score, foxes, ...sheet }) => ({
      ...sheet,
      rerolls: actionsLeft(earnedActions(sheet as Sheet, round, 'reroll'), sheet.rerolls),
      extras: actionsLeft(earnedActions(sheet as Sheet, round, 'extra'), sheet.extras),
    })) as Sheet[],
  };
}
