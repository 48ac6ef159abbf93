// A table as the server shows it, and what can be done at it.

import { connection, randomId } from '$src/api/connection.svelte';
import { ask, asSomeone } from '$src/api/session.svelte';
import type { Advice, DiceKind, GameName, Position, ServerError, TableView } from '$src/api/types';
import { settings } from './settings.svelte';
import { expected, playAt } from './table-cache';

export interface Opening {
  game: string;
  seats: number;
  options?: Record<string, string>;
  dice?: DiceKind;
  first?: string;
  match?: boolean;
  listed?: boolean;
  hints?: boolean;
  pace?: string;
  paper?: number[];
}

// Who takes a seat of a new table: I, a bot, or whoever comes.
export type Taker = { kind: 'me'; name?: string } | { kind: 'bot'; bot: string } | { kind: 'free' };

export class LiveTable {
  id = $state(''); // none as long as the server has not heard of it
  view = $state.raw<TableView | null>(null);
  error = $state.raw<ServerError | null>(null); // why it can not be shown
  private starts = false; // when it is opened: nobody has to wait for others
  private left = false;
  private readonly endings: (() => void)[] = [];

  // Without an id it is one to open. What is known of it is drawn first: it is asked for when that is done.
  constructor(id = '', drawn?: (game: GameName) => Promise<void>) {
    if (!id) return;
    this.id = id;
    this.view = expected(id);
    if (this.view && drawn) void drawn(this.view.game).then(() => this.watch(id));
    else this.watch(id);
    connection.open(); // meanwhile
  }

  // Opens it, lets everybody sit down who is known, and starts if nobody is missing.
  async open(opening: Opening, takers: Taker[]): Promise<void> {
    this.starts = takers.every((taker) => taker.kind !== 'free');
    const bots = takers.map((taker) => (taker.kind === 'bot' ? taker.bot : null));
    connection.open(); // meanwhile
    const { table } = await asSomeone(() => {
      connection.greet();
      return ask<{ table: string }>('POST', 'tables', { pace: settings.pace, bots, ...opening });
    });
    this.watch(table);
    // The daily game may have begun already.
    if (opening.dice === 'daily' && (await ask<TableView>('GET', `tables/${table}`)).stage !== 'open') return;
    // The server does what one connection asks for in its order, so that nothing waits for the answer before.
    const done = takers.flatMap((taker, seat) => (taker.kind === 'me' ? [this.sit(seat, taker.name)] : []));
    if (this.starts) done.push(this.do('start'));
    await Promise.all(done);
  }

  private watch(id: string): void {
    this.id = id;
    if (this.left) return;
    this.endings.push(
      connection.listen((message) => {
        if (message.type === 'error' && message.id === `watch ${id}`) this.error = message.error ?? null;
        if (message.table !== id) return;
        if (message.type === 'table') this.show(message as unknown as TableView);
        if (message.type === 'presence') this.greet(message.here as boolean[]);
      }),
      connection.watch(id),
    );
  }

  leave(): void {
    this.left = true;
    for (const end of this.endings.splice(0)) end();
  }

  // Revisions only grow, whatever order answers of two connections come in.
  private show(view: TableView): void {
    if (this.view && view.revision < this.view.revision) return;
    if (view.stage === 'open' && this.starts) return;
    this.error = null;
    this.view = view;
    playAt(view);
  }

  // Who is here; often nothing that the table has not shown already.
  private greet(here: boolean[]): void {
    if (this.view && here.join() !== this.view.here.join()) this.view = { ...this.view, here };
  }

  async do(what: string, fields: Record<string, unknown> = {}): Promise<void> {
    await connection.request({ op: 'do', table: this.id, do: what, ...fields });
  }

  // Seeds are random, and sent after the server has said what it is bound to.
  sit(seat: number, name?: string): Promise<void> {
    return this.do('sit', { seat, seed: randomId(), ...(name ? { name } : {}) });
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
