// Every request of the page to its backend. Their paths and messages are written only in this folder, so that another
// backend can stand in for the server.
import { connection } from './connection.svelte';
import { fetchJson } from './http';
import { randomId } from './random-id';
import { openSocket } from './socket';
import type {
  Advice,
  DailyBoard,
  GameInfo,
  GameSource,
  GameStep,
  NewTable,
  Position,
  Statistics,
  TableSummary,
  TableView,
} from './types';

type Fields = Record<string, unknown>;

// ---- Games and statistics

export const fetchGames = () => fetchJson<{ games: GameInfo[]; levels: string[] }>('GET', 'games');
export const fetchDailyBoard = (day: string) => fetchJson<DailyBoard>('GET', `daily/${day}`);
export const fetchStatistics = () => fetchJson<Statistics>('GET', 'me/statistics');

// ---- Tables

export const fetchMyTables = () => fetchJson<{ tables: TableSummary[] }>('GET', 'me/tables');
export const fetchTable = (table: string) => fetchJson<TableView>('GET', `tables/${table}`);
export const openTable = (request: NewTable) => fetchJson<{ table: string }>('POST', 'tables', request);
export const openRematch = (table: string) => fetchJson<{ table: string }>('POST', `tables/${table}/rematch`, {});

// Acts at a table that is not watched.
export const postAction = (table: string, action: string, fields: Fields = {}) =>
  fetchJson('POST', `tables/${table}`, { id: randomId(), do: action, ...fields });

// Acts at a table over the connection that watches it. The server handles the actions of a connection in their order.
export async function sendAction(table: string, action: string, fields: Fields = {}): Promise<void> {
  await connection.request({ op: 'do', table, do: action, ...fields });
}

// The position that events of a seat would lead to.
export async function tryEvents(table: string, seat: number, events: string[]): Promise<Position> {
  return (await connection.request({ op: 'try', table, seat, events })).position as Position;
}

export async function adviseSeat(table: string, seat: number): Promise<Advice[]> {
  return (await connection.request({ op: 'advise', table, seat })).advice as Advice[];
}

// Where the record of a table can be downloaded; of a match, that of one game.
export const recordAddress = (table: string, game?: number) =>
  `/api/v1/tables/${table}/record${game === undefined ? '' : `?game=${game}`}`;

// ---- Positions

// The position of a game after some plies, and after other events instead of those that followed.
export async function fetchStep(source: GameSource, ply: number, events: string[] = []): Promise<GameStep> {
  const instead = events.length > 0 ? { events } : {};
  return (await connection.request({ op: 'look', ...source, ply, ...instead })) as unknown as GameStep;
}

// A position as the engine completes it, after some events.
export async function completePosition(position: Fields, events: string[] = []): Promise<Position> {
  const after = events.length > 0 ? { events } : {};
  return (await connection.request({ op: 'look', position, ...after })).position as Position;
}

export async function advisePosition(position: Fields): Promise<Advice[]> {
  return (await connection.request({ op: 'advise', position })).advice as Advice[];
}

// Requests the analysis of a game on a connection of its own: closing that makes the server stop.
export function openAnalysis(source: GameSource): WebSocket {
  const socket = openSocket();
  socket.onopen = () => socket.send(JSON.stringify({ op: 'analyze', id: 'analysis', ...source }));
  return socket;
}
