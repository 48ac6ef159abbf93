// What is known of tables before the server answers, so that they can be drawn at once. It comes from lists of tables, from
// the server, which writes the table of an address into the page, and from the browser, which keeps the last table played.
import { fetchMyTables } from '$src/api/backend';
import { readStored, writeStored } from '$src/api/storage';
import type { TableSummary, TableView } from '$src/api/types';

type CachedTable = Pick<TableSummary, 'game' | 'seats' | 'dice' | 'options'>;

const key = 'volpe.table';
let lastPlayed = readStored<CachedTable & { table: string }>(key);
const cache = new Map<string, CachedTable>(lastPlayed ? [[lastPlayed.table, lastPlayed]] : []);

// Caches only games that are being played: before them there is a lobby to draw, and after them a result.
export function cacheTable(table: TableSummary): void {
  if (table.stage === 'playing') cache.set(table.table, table);
  else cache.delete(table.table);
}

const written = document.getElementById('table')?.textContent;
if (written) cacheTable(JSON.parse(written) as TableSummary);

// Caches a table that this device shows, for later visits too.
export function storeTable(view: TableView): void {
  cacheTable(view);
  const { table, game, seats, dice, options } = view;
  const playing = view.stage === 'playing';
  if (playing === (lastPlayed?.table === table)) return;
  lastPlayed = playing ? { table, game, seats, dice, options } : null;
  writeStored(key, lastPlayed);
}

export async function loadMyTables(): Promise<TableSummary[]> {
  const { tables } = await fetchMyTables();
  tables.forEach(cacheTable);
  return tables;
}

// A view to draw until the server sends one. Nobody knows yet who sits where; with real dice anybody seated may enter them.
export const blankView = ({ game, seats, dice, options }: CachedTable): TableView => ({
  table: '',
  game,
  seats,
  taken: seats,
  stage: 'opening',
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

export function cachedView(table: string): TableView | null {
  const found = cache.get(table);
  return found ? blankView(found) : null;
}
