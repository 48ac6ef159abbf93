// A table as the server shows it, and what can be done at it.
import { settings } from '$src/settings.svelte';
import { connection, randomId } from './connection.svelte';
import { ask, someone } from './people.svelte';
import type { Advice, Position, ServerError, TableView } from './types';

async function act(table: string, what: string, fields: Record<string, unknown> = {}): Promise<void> {
  await connection.request({ op: 'do', table, do: what, ...fields });
}

// Seeds are random, and sent after the server has said what it is bound to.
function sit(table: string, seat: number, name?: string): Promise<void> {
  return act(table, 'sit', { seat, seed: randomId(), ...(name ? { name } : {}) });
}

export class LiveTable {
  view = $state.raw<TableView | null>(null);
  error = $state.raw<ServerError | null>(null); // why it can not be shown
  private readonly endings: (() => void)[];

  constructor(readonly id: string) {
    this.endings = [
      connection.listen((message) => {
        if (message.type === 'error' && message.id === `watch ${id}`) this.error = message.error ?? null;
        if (message.table !== id) return;
        if (message.type === 'table') this.show(message as unknown as TableView);
        if (message.type === 'presence' && this.view) this.view = { ...this.view, here: message.here as boolean[] };
      }),
      connection.watch(id),
    ];
  }

  leave(): void {
    for (const end of this.endings) end();
  }

  // Revisions only grow, whatever order answers of two connections come in.
  private show(view: TableView): void {
    if (this.view && view.revision < this.view.revision) return;
    this.error = null;
    this.view = view;
  }

  do(what: string, fields: Record<string, unknown> = {}): Promise<void> {
    return act(this.id, what, fields);
  }

  sit(seat: number, name?: string): Promise<void> {
    return sit(this.id, seat, name);
  }

  async tryOut(seat: number, events: string[]): Promise<Position> {
    const answer = await connection.request({ op: 'try', table: this.id, seat, events });
    return answer.position as Position;
  }

  async advise(seat: number): Promise<Advice[]> {
    const answer = await connection.request({ op: 'advise', table: this.id, seat });
    return answer.advice as Advice[];
  }
}

// The table that was opened last, until it is shown: it is watched from the beginning.
let opened: LiveTable | null = null;

export function tableAt(id: string): LiveTable {
  const table = opened?.id === id ? opened : new LiveTable(id);
  if (opened !== table) opened?.leave();
  opened = null;
  return table;
}

export interface Opening {
  game: string;
  seats: number;
  options?: Record<string, string>;
  dice?: string;
  first?: string;
  match?: boolean;
  listed?: boolean;
  hints?: boolean;
  pace?: string;
  paper?: number[];
}

// Who takes a seat of a new table: I, a bot, or whoever comes.
export type Taker = { kind: 'me'; name?: string } | { kind: 'bot'; bot: string } | { kind: 'free' };

// Opens a table, lets everybody sit down who is known, and starts if nobody is missing.
export async function openTable(opening: Opening, takers: Taker[]): Promise<string> {
  connection.open(); // meanwhile
  await someone();
  connection.greet();
  const bots = takers.map((taker) => (taker.kind === 'bot' ? taker.bot : null));
  const { table } = await ask<{ table: string }>('POST', 'tables', { pace: settings.pace, bots, ...opening });
  // The daily game may have begun already.
  if (opening.dice === 'daily' && (await ask<TableView>('GET', `tables/${table}`)).stage !== 'open') return table;
  opened?.leave();
  opened = new LiveTable(table);
  // The server does what one connection asks for in its order, so that nothing waits for the answer before.
  const done = takers.flatMap((taker, seat) => (taker.kind === 'me' ? [sit(table, seat, taker.name)] : []));
  if (takers.every((taker) => taker.kind !== 'free')) done.push(act(table, 'start'));
  await Promise.all(done);
  return table;
}
