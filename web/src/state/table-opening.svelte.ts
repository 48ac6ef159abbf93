// A table that a screen lays: it is drawn in the screen's place from the first moment, blank until the server has answered.

import { LiveTable, type Opening, type Taker } from './live-table.svelte';
import { route, settle, step } from './router.svelte';
import { blank } from './table-cache';

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
      table.view = blank({ dice: 'fair', options: {}, ...opening });
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
