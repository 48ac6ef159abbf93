// A game replayed step by step: the position after each event, and what another event would have led to.
import { fetchStep } from '$src/api/backend';
import type { GameSource, GameStep } from '$src/api/types';

// What is on the screen: a step with the one before it.
export interface ShownStep {
  ply: number;
  instead: string | null;
  before: GameStep | null;
  step: GameStep;
}

export class Replay {
  ply = $state(0); // the step to show
  instead = $state<string | null>(null); // an event to show in place of the one that was played
  shown = $state.raw<ShownStep | null>(null);
  error = $state.raw<unknown>(null);
  private readonly steps = new Map<string, Promise<GameStep>>();
  private loading = false;

  // Loads the first step once the blank sheets are painted.
  constructor(
    readonly source: GameSource,
    painted: Promise<void> = Promise.resolve(),
  ) {
    void painted.then(() => this.load());
  }

  get plies(): number {
    return this.shown?.step.plies ?? 0;
  }

  go(ply: number, instead: string | null = null): void {
    this.ply = Math.max(0, Math.min(this.plies, ply));
    this.instead = instead;
    void this.load();
  }

  stepAt(ply: number, instead: string | null = null): Promise<GameStep> {
    const key = `${ply} ${instead ?? ''}`;
    let step = this.steps.get(key);
    if (!step) {
      step = fetchStep(this.source, ply, instead === null ? [] : [instead]);
      this.steps.set(key, step);
    }
    return step;
  }

  // Sends one request after the other, however fast the slider moves.
  private async load(): Promise<void> {
    if (this.loading) return;
    this.loading = true;
    try {
      while (!this.shown || this.shown.ply !== this.ply || this.shown.instead !== this.instead) {
        const { ply, instead } = this;
        const before = ply > 0 ? await this.stepAt(ply - 1) : null;
        const step = await (instead === null ? this.stepAt(ply) : this.stepAt(ply - 1, instead));
        this.shown = { ply, instead, before, step };
      }
    } catch (error) {
      this.error = error;
    } finally {
      this.loading = false;
    }
  }
}
