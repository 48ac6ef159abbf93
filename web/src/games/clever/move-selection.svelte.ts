// A die and a box, tapped in either order, become one decision; before it is made, what it leads to is shown.
import type { SeatController } from '$src/state/seat-controller.svelte';
import { settings } from '$src/state/settings.svelte';
import { gainsBetween, type Mark, markOf } from './boxes';
import type { CleverPosition, Colour, Sheet } from './position';

export interface Preview {
  event: string;
  events: string[]; // with what follows without a choice
  position: CleverPosition;
  gains: ReturnType<typeof gainsBetween>;
  waiting: string[]; // bonuses that are then to be chosen
}

export class MoveSelection {
  readonly controller: SeatController;
  die = $state<Colour | null>(null);
  box = $state<string | null>(null);
  preview = $state.raw<Preview | null>(null);

  position: CleverPosition = $derived.by(() => this.controller.position as CleverPosition);
  sheet: Sheet = $derived.by(() => this.position.sheets[this.controller.seat] as Sheet);
  marks: Mark[] = $derived.by(() => {
    const legal = this.controller.choice?.position.legal ?? [];
    return legal.flatMap((event) => markOf(event, this.sheet) ?? []);
  });
  fitting: Mark[] = $derived(
    this.marks.filter((mark) => (!this.die || mark.die === this.die) && (!this.box || mark.box === this.box)),
  );
  lit: Set<string> = $derived(
    new Set(this.marks.filter((mark) => !this.die || mark.die === this.die).map((mark) => mark.box)),
  );
  usable: Set<Colour> = $derived(
    new Set(
      this.marks.flatMap((mark) => (mark.die && (!this.box || this.die || mark.box === this.box) ? [mark.die] : [])),
    ),
  );
  leaves: Set<Colour> = $derived.by(() => {
    const effects = this.position.effects ?? [];
    return new Set(effects.find((effect) => effect.event === this.preview?.event)?.tray ?? []);
  });

  private question = '';
  private wanted: string | null = null; // what is being looked at

  constructor(controller: SeatController) {
    this.controller = controller;
  }

  // Another question is asked: what was chosen for the one before is forgotten.
  begin(asked: string): void {
    if (this.question === asked) return;
    this.question = asked;
    this.clear();
  }

  clear(): void {
    this.die = null;
    this.box = null;
    this.preview = null;
    this.wanted = null;
  }

  tapDie(die: Colour): void {
    const again = this.die === die;
    const box = this.box !== null && !this.preview ? this.box : null;
    this.clear();
    if (again) return;
    this.die = die;
    this.box = this.marks.some((mark) => mark.die === die && mark.box === box) ? box : null;
    this.decideIfClear();
  }

  tapBox(box: string): void {
    // A second tap on what is shown confirms it.
    if (this.preview && this.box === box) {
      void this.confirm();
      return;
    }
    const die = this.die;
    this.preview = null;
    this.wanted = null;
    this.box = box;
    this.die = this.marks.some((mark) => mark.box === box && mark.die === die) ? die : null;
    this.decideIfClear();
  }

  // Shows the decision with an event, as a hint suggests it.
  show(event: string): void {
    const mark = this.marks.find((one) => one.event === event);
    this.die = mark?.die ?? null;
    this.box = mark?.box ?? null;
    void this.look(event);
  }

  private decideIfClear(): void {
    const [only, other] = this.fitting;
    if (!only || other) return;
    this.die = only.die;
    this.box = only.box;
    if (settings.confirm) void this.look(only.event);
    else void this.make(only.event);
  }

  private async look(event: string): Promise<void> {
    this.wanted = event;
    const asked = this.controller.decisionKey;
    const before = this.sheet;
    try {
      const { events, position } = await this.controller.preview(event);
      if (this.controller.decisionKey !== asked || this.wanted !== event) return; // the game or the mind has gone on
      const after = position as CleverPosition;
      const gains = gainsBetween(before, after.sheets[this.controller.seat] as Sheet);
      const waiting = position.phase === 'bonus' && position.to_move === this.controller.seat ? after.waiting : [];
      this.preview = { event, events, position: after, gains, waiting };
    } catch {
      this.clear();
    }
  }

  async confirm(): Promise<void> {
    if (this.preview) await this.make(this.preview.event);
  }

  async make(event: string): Promise<void> {
    await this.controller.decide(event);
    this.clear();
  }
}
