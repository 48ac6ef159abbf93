// What is known of a table before it has answered, so that it is drawn meanwhile: what it is laid with, the lists it stands
// in, what the server wrote into the page of its address, and on this device the one that was played last.

import { ask } from '$src/api/session.svelte';
import type { TableLine, TableView } from '$src/api/types';
import { keep, kept } from './settings.svelte';

type Known = Pick<TableLine, 'game' | 'seats' | 'dice' | 'options'>;

const key = 'volpe.table';
let last = kept<Known & { table: string }>(key);
const known = new Map<string, Known>(last ? [[last.table, last]] : []);

// Only where a game is on: before it there is a lobby to be seen, and after it a result.
export function learn(line: TableLine): void {
  if (line.stage === 'playing') known.set(line.table, line);
  else known.delete(line.table);
}

const told = document.getElementById('table')?.textContent;
if (told) learn(JSON.parse(told) as TableLine);

export function playAt(view: TableView): void {
  learn(view);
  const { table, game, seats, dice, options } = view;
  const playing = view.stage === 'playing';
  if (playing === (last?.table === table)) return;
  last = playing ? { table, game, seats, dice, options } : null;
  keep(key, last);
}

export async function myTables<Line extends TableLine>(): Promise<Line[]> {
  const { tables } = await ask<{ tables: Line[] }>('GET', 'me/tables');
  tables.forEach(learn);
  return tables;
}

// Who sits where is not known. With real dice whoever sits there enters them.
export const blank = ({ game, seats, dice, options }: Known): TableView => ({
  table: '',
  game,
  seats,
  taken: seats,
  stage: 'laying',
  dice,
  match: false,
  hints: false,
  options,
  revision: 0,
  time: 0,
  host: true,
  listed: false,
  limit: 0,
  first: 'lot',
  since: 0,
  players: Array.from({ length: seats }, () => ({ kind: 'person', name: '…', you: dice === 'real', bot: null })),
  here: Array<boolean>(seats).fill(true),
  games: 0,
  roller: null,
});

export function expected(table: string): TableView | null {
  const line = known.get(table);
  return line ? blank(line) : null;
}
