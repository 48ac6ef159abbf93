// The move a player is selecting in Clever: a die and a box, tapped in either order, and a preview of what they lead to.
import type { SeatController } from '$src/state/seat-controller.svelte';
import { settings } from '$src/state/settings.svelte';
import { gainsBetween, type Mark, markOf } from './boxes';
import type { CleverPosition, Colour, Sheet } from './position';

export interface Preview {
  event: string;
  events: string[]; // with those that follow without a choice
  position: CleverPosition;
  gains: ReturnType<typeof gainsBetween>;
  waiting: string[]; // bonuses that the player chooses next
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
  matching: Mark[] = $derived(
    this.marks.filter((mark) => (!this.die || mark.die === this.die) && (!this.box || mark.box === this.box)),
  );
  markable: Set<string> = $derived(
    new Set(this.marks.filter((mark) => !this.die || mark.die === this.die).map((mark) => mark.box)),
  );
  usable: Set<Colour> = $derived(
    new Set(
      this.marks.flatMap((mark) => (mark.die && (!this.box || this.die || mark.box === this.box) ? [mark.die] : [])),
    ),
  );
  toTray: Set<Colour> = $derived.by(() => {
    const effects = this.position.effects ?? [];
    return new Set(effects.find((effect) => effect.event === this.preview?.event)?.tray ?? []);
  });

  private decisionKey = '';
  private previewing: string | null = null; // the event whose preview was requested

  constructor(controller: SeatController) {
    this.controller = controller;
  }

  // Clears the selection when another decision is due.
  begin(decisionKey: string): void {
    if (this.decisionKey === decisionKey) return;
    this.decisionKey = decisionKey;
    this.clear();
  }

  clear(): void {
    this.die = null;
    this.box = null;
    this.preview = null;
    this.previewing = null;
  }

  tapDie(die: Colour): void {
    const again = this.die === die;
    const box = this.box !== null && !this.preview ? this.box : null;
    this.clear();
    if (again) return;
    this.die = die;
    this.box = this.marks.some((mark) => mark.die === die && mark.box === box) ? box : null;
    this.decideIfUnambiguous();
  }

  tapBox(box: string): void {
    // A second tap on the previewed box confirms it.
    if (this.preview && this.box === box) {
      void this.confirm();
      return;
    }
    const die = this.die;
    this.preview = null;
    this.previewing = null;
    this.box = box;
    this.die = this.marks.some((mark) => mark.box === box && mark.die === die) ? die : null;
    this.decideIfUnambiguous();
  }

  // Selects the move of an event, as a hint suggests it.
  show(event: string): void {
    const mark = this.marks.find((one) => one.event === event);
    this.die = mark?.die ?? null;
    this.box = mark?.box ?? null;
    void this.loadPreview(event);
  }

  private decideIfUnambiguous(): void {
    const [only, other] = this.matching;
    if (!only || other) return;
    this.die = only.die;
    this.box = only.box;
    if (settings.confirm) void this.loadPreview(only.event);
    else void this.make(only.event);
  }

  private async loadPreview(event: string): Promise<void> {
    this.previewing = event;
    const key = this.controller.decisionKey;
    const before = this.sheet;
    try {
      const { events, position } = await this.controller.preview(event);
      if (this.controller.decisionKey !== key || this.previewing !== event) return; // outdated
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
