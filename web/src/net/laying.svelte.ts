// A table that a screen lays: it is drawn in the screen's place from the first moment, blank until the server has answered.
import { games } from '$src/games/game';
import { route, settle, step } from '$src/route.svelte';
import { LiveTable, type Opening, type Taker } from './table.svelte';
import type { DiceKind, Position, TableView } from './types';

// Who sits where may be decided by lot. With real dice whoever sits there enters them.
const blank = ({ game, seats, dice = 'fair' }: Opening, position: Position): TableView => ({
  table: '',
  game,
  seats,
  taken: seats,
  stage: 'laying',
  dice: dice as DiceKind,
  match: false,
  hints: false,
  options: position.options,
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
  position,
  roller: null,
});

export class Laying {
  table = $state.raw<LiveTable | null>(null); // to be shown instead of the screen
  busy = $state(false);
  trouble = $state.raw<unknown>(null);
  private wanted: LiveTable | null = null;

  constructor() {
    // Who goes elsewhere does not wait for it any longer.
    $effect(() => {
      void route();
      return () => this.forget();
    });
  }

  async lay(opening: Opening, takers: Taker[]): Promise<void> {
    if (this.busy) return;
    const table = new LiveTable();
    this.wanted = table;
    this.busy = true;
    this.trouble = null;
    const atOnce = takers.every((taker) => taker.kind !== 'free');
    if (atOnce) {
      void this.drawBlank(table, opening);
      this.show(table);
    }
    try {
      await table.open(opening, takers);
      if (this.wanted !== table) return;
      if (!atOnce) this.show(table);
      settle(`/t/${table.id}`);
    } catch (error) {
      if (this.wanted !== table) return;
      this.trouble = error;
      if (atOnce) history.back();
      else this.forget();
    }
  }

  private async drawBlank(table: LiveTable, opening: Opening): Promise<void> {
    const drawn = await games[opening.game]?.().catch(() => undefined);
    if (drawn) table.view ??= blank(opening, drawn.drawing.blank(opening.seats, opening.options ?? {}));
  }

  private show(table: LiveTable): void {
    step();
    this.table = table;
  }

  private forget(): void {
    this.wanted?.leave();
    this.wanted = null;
    this.table = null;
    this.busy = false;
  }
}
