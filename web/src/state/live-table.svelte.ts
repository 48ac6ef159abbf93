// A table as the server shows it, updated while it is watched, and the actions at it.
import { adviseSeat, fetchTable, openTable, sendAction, tryEvents } from '$src/api/backend';
import { connection, type Message } from '$src/api/connection.svelte';
import { asPerson } from '$src/api/people';
import { randomId } from '$src/api/random-id';
import type { Advice, GameName, NewTable, Position, ServerError, TableView } from '$src/api/types';
import { applyChanges, type ViewChanges } from '$src/api/view-changes';
import { settings } from './settings.svelte';
import { cachedView, storeTable } from './table-cache';

// Who takes a seat of a new table: I, a bot, or anybody who comes.
export type Occupant = { kind: 'me'; name?: string } | { kind: 'bot'; bot: string } | { kind: 'free' };

export class LiveTable {
  id = $state(''); // empty until the server has opened the table
  view = $state.raw<TableView | null>(null);
  error = $state.raw<ServerError | null>(null); // why the table cannot be shown
  private received: TableView | null = null; // the last view of this connection, shown or not; changes apply to it
  private startsAtOnce = false; // when it is opened: every seat is taken
  private left = false;
  private readonly subscriptions: (() => void)[] = [];

  // Without an id, open() opens a new table. Otherwise this shows cached data, waits until it is painted and subscribes.
  constructor(id = '', painted?: (game: GameName) => Promise<void>) {
    if (!id) return;
    this.id = id;
    this.view = cachedView(id);
    if (this.view && painted) void painted(this.view.game).then(() => this.watch(id));
    else this.watch(id);
    connection.open(); // meanwhile
  }

  // Opens the table, seats the occupants, and starts the game if no seat stays free.
  async open(request: NewTable, occupants: Occupant[]): Promise<void> {
    this.startsAtOnce = occupants.every((occupant) => occupant.kind !== 'free');
    const bots = occupants.map((occupant) => (occupant.kind === 'bot' ? occupant.bot : null));
    connection.open(); // meanwhile
    const { table } = await asPerson(() => openTable({ pace: settings.pace, bots, ...request }));
    this.watch(table);
    // The daily game may have begun already.
    if (request.dice === 'daily' && (await fetchTable(table)).stage !== 'open') return;
    const actions = occupants.flatMap((occupant, seat) =>
      occupant.kind === 'me' ? [this.sit(seat, occupant.name)] : [],
    );
    if (this.startsAtOnce) actions.push(this.act('start'));
    await Promise.all(actions);
  }

  private watch(id: string): void {
    this.id = id;
    if (this.left) return;
    this.subscriptions.push(
      connection.listen((message) => this.receive(message)),
      connection.watch(id),
    );
  }

  leave(): void {
    this.left = true;
    for (const unsubscribe of this.subscriptions.splice(0)) unsubscribe();
  }

  private receive(message: Message): void {
    if (message.type === 'error' && message.id === `watch ${this.id}`) this.error = message.error ?? null;
    if (message.table !== this.id) return;
    if (message.type === 'table') this.take(message as unknown as TableView);
    if (message.type === 'delta') this.takeChanges(message as unknown as ViewChanges);
    if (message.type === 'presence') this.showPresence(message.here as boolean[]);
  }

  private take(view: TableView): void {
    this.received = view;
    this.show(view);
  }

  // Without the view that they change, the whole one is asked for; until it comes, no changes are of use.
  private takeChanges(changes: ViewChanges): void {
    if (!this.received) return;
    if (this.received.revision === changes.base) {
      this.take(applyChanges(this.received, changes));
    } else {
      this.received = null;
      connection.watchAgain(this.id);
    }
  }

  // Ignores views older than the one shown: those of two connections may arrive in any order.
  private show(view: TableView): void {
    if (this.view && view.revision < this.view.revision) return;
    if (view.stage === 'open' && this.startsAtOnce) return;
    this.error = null;
    this.view = view;
    storeTable(view);
  }

  private showPresence(here: boolean[]): void {
    if (this.received) this.received = { ...this.received, here };
    if (this.view && here.join() !== this.view.here.join()) this.view = { ...this.view, here };
  }

  act(action: string, fields: Record<string, unknown> = {}): Promise<void> {
    return sendAction(this.id, action, fields);
  }

  // The seed is random, and sent after the server has committed itself to its secret.
  sit(seat: number, name?: string): Promise<void> {
    return this.act('sit', { seat, seed: randomId(), ...(name ? { name } : {}) });
  }

  tryEvents(seat: number, events: string[]): Promise<Position> {
    return tryEvents(this.id, seat, events);
  }

  advise(seat: number): Promise<Advice[]> {
    return adviseSeat(this.id, seat);
  }
}
