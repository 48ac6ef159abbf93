// A game that is looked at step by step: the position after its first events, and what would have come of another one.

import { connection } from '$src/api/connection.svelte';
import type { Position } from '$src/api/types';
import type { Source } from './analysis.svelte';

export interface Seen {
  position: Position;
  event: string | null; // that led here
  by: number | null; // the seat that rolled or decided
  plies: number;
  names: string[];
}

// What is on the screen: a step with the position before it.
export interface Shown {
  ply: number;
  instead: string | null;
  before: Seen | null;
  seen: Seen;
}

export class Replaying {
  ply = $state(0); // where we want to be
  instead = $state<string | null>(null); // an event in place of the one that was played
  shown = $state.raw<Shown | null>(null);
  error = $state.raw<unknown>(null);
  private readonly known = new Map<string, Promise<Seen>>();
  private following = false;

  // It is asked for when what is known of it has been drawn.
  constructor(
    readonly source: Source,
    drawn: Promise<void> = Promise.resolve(),
  ) {
    void drawn.then(() => this.follow());
  }

  get plies(): number {
    return this.shown?.seen.plies ?? 0;
  }

  go(ply: number, instead: string | null = null): void {
    this.ply = Math.max(0, Math.min(this.plies, ply));
    this.instead = instead;
    void this.follow();
  }

  look(ply: number, instead: string | null = null): Promise<Seen> {
    const key = `${ply} ${instead ?? ''}`;
    let seen = this.known.get(key);
    if (!seen) {
      const events = instead === null ? {} : { events: [instead] };
      seen = connection.request({ op: 'look', ...this.source, ply, ...events }) as unknown as Promise<Seen>;
      this.known.set(key, seen);
    }
    return seen;
  }

  // One request after the other, however fast the slider moves.
  private async follow(): Promise<void> {
    if (this.following) return;
    this.following = true;
    try {
      while (!this.shown || this.shown.ply !== this.ply || this.shown.instead !== this.instead) {
        const { ply, instead } = this;
        const before = ply > 0 ? await this.look(ply - 1) : null;
        const seen = await (instead === null ? this.look(ply) : this.look(ply - 1, instead));
        this.shown = { ply, instead, before, seen };
      }
    } catch (error) {
      this.error = error;
    } finally {
      this.following = false;
    }
  }
}
