// Opens a table from a screen and shows it there at once, blank until the server has answered.
import type { NewTable } from '$src/api/types';
import { LiveTable, type Occupant } from './live-table.svelte';
import { pushHistoryEntry, replaceAddress, route } from './router.svelte';
import { blankView } from './table-cache';

export class TableOpening {
  table = $state.raw<LiveTable | null>(null); // to be shown instead of the screen
  busy = $state(false);
  error = $state.raw<unknown>(null);
  private pending: LiveTable | null = null;

  constructor() {
    // Navigating away cancels the opening.
    $effect(() => {
      void route();
      return () => this.cancel();
    });
  }

  async open(request: NewTable, occupants: Occupant[]): Promise<void> {
    if (this.busy) return;
    const table = new LiveTable();
    this.pending = table;
    this.busy = true;
    this.error = null;
    const startsAtOnce = occupants.every((occupant) => occupant.kind !== 'free');
    if (startsAtOnce) {
      table.view = blankView({ dice: 'fair', options: {}, ...request });
      this.show(table);
    }
    try {
      await table.open(request, occupants);
      if (this.pending !== table) return;
      if (!startsAtOnce) this.show(table);
      replaceAddress(`/t/${table.id}`);
    } catch (error) {
      if (this.pending !== table) return;
      this.error = error;
      if (startsAtOnce) history.back();
      else this.cancel();
    }
  }

  private show(table: LiveTable): void {
    pushHistoryEntry();
    this.table = table;
  }

  private cancel(): void {
    this.pending?.leave();
    this.pending = null;
    this.table = null;
    this.busy = false;
  }
}
