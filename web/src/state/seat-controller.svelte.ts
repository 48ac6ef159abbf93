// One device at a table that plays: which of its seats is shown, what that seat can do now, and what a hint said.

import { Refused } from '$src/api/session.svelte';
import type { Advice, Choice, Place, Position, ServerError, TableView, Undo } from '$src/api/types';
import type { GameDrawing } from '$src/games/index';
import { t } from '$src/i18n/texts.svelte';
import type { LiveTable } from './live-table.svelte';
import { nameOf } from './names';
import { settings } from './settings.svelte';

const placeOf = (at: Place): Place => ('ply' in at ? { ply: at.ply } : { turn: at.turn, step: at.step });

export class Playing {
  drawing = $state.raw<GameDrawing | null>(null); // of the game that is played here, when it has come
  // Before a game has begun its table shows blank sheets.
  view: TableView = $derived.by(() => {
    const view = this.table.view as TableView;
    return view.position || !this.drawing ? view : { ...view, position: this.drawing.blank(view.seats, view.options) };
  });
  begun: boolean = $derived(this.view.stage !== 'laying' && this.view.stage !== 'open');
  mine: number[] = $derived(this.view.players.flatMap((player, seat) => (player.you && !player.paper ? [seat] : [])));
  chosen = $state<number | null>(null); // the seat that was asked for
  trouble = $state.raw<ServerError | null>(null);
  busy = $state(false);
  hint = $state.raw<Advice[] | null>(null);
  thinking = $state(false);
  // What the last decision of a person cost, in coach mode.
  lesson = $state.raw<{ made: Advice; best: Advice } | null>(null);

  // Own seats that can do something now come first, the one that was asked for before all.
  seat: number = $derived.by(() => {
    const can = (seat: number) => this.choices.some((choice) => choice.seat === seat) || this.view.roller === seat;
    if (this.chosen !== null && this.mine.includes(this.chosen) && can(this.chosen)) return this.chosen;
    const shown = this.mine[0] ?? this.view.players.findIndex((player) => !player.paper);
    return this.mine.find(can) ?? (this.chosen !== null && this.mine.includes(this.chosen) ? this.chosen : shown);
  });
  choices: Choice[] = $derived((this.view.choices ?? []).filter((choice) => this.mine.includes(choice.seat)));
  choice: Choice | null = $derived(this.choices.find((choice) => choice.seat === this.seat) ?? null);
  // Names the question that is asked, while others come, go and decide.
  asked: string = $derived(
    this.choice ? JSON.stringify([this.seat, placeOf(this.choice), this.choice.position.legal]) : '',
  );
  position: Position = $derived((this.choice?.position ?? this.view.position) as Position);
  real: boolean = $derived(this.view.dice === 'real');
  // With real dice whoever sits at the table may enter them.
  rolls: boolean = $derived(
    this.real
      ? this.mine.length > 0 && this.view.position?.to_move === 'dice'
      : this.view.roller !== null && this.view.roller !== undefined && this.mine.includes(this.view.roller),
  );
  // The seat on paper that has played, of which I am to tell what it left on the table.
  leaves: number | null = $derived(this.mine.length > 0 ? (this.view.leaves ?? null) : null);
  undoable: Undo | null = $derived(
    this.view.undo?.find((undo) => undo.seat === this.seat) ?? this.view.undo?.[0] ?? null,
  );
  waitsForOthers: boolean = $derived(this.choice === null && !this.rolls);

  constructor(readonly table: LiveTable) {}

  nameOf(seat: number): string {
    return nameOf(this.view.players[seat], seat);
  }

  // What there is to say to whoever has nothing to do.
  idle(name: string): string {
    if (!this.begun) return '';
    return this.view.stage === 'over' ? t('error.game_over') : t('prompt.wait', { name });
  }

  private async act(what: string, fields: Record<string, unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.trouble = null;
    try {
      await this.table.do(what, fields);
      this.hint = null;
      return true;
    } catch (error) {
      // Stale: the newest position is on its way, or here already.
      if (error instanceof Refused && error.code !== 'stale') this.trouble = error.error;
      return false;
    } finally {
      this.busy = false;
    }
  }

  async decide(event: string): Promise<void> {
    const choice = this.choice;
    if (!choice) return;
    const judged = settings.coach && this.view.hints ? this.judge(choice, event) : null;
    if (await this.act('event', { seat: choice.seat, event, ...placeOf(choice) })) this.lesson = (await judged) ?? null;
  }

  async roll(event?: string): Promise<void> {
    const { view } = this;
    if (!view.position) return;
    this.lesson = null;
    const ply = view.position.ply;
    if (event) await this.act('event', { seat: view.position.due_seat ?? this.seat, event, ply });
    else if (view.roller !== null) await this.act('roll', { seat: view.roller, ply });
  }

  async undo(): Promise<void> {
    const undo = this.undoable;
    this.lesson = null;
    if (undo) await this.act('undo', { seat: undo.seat, ...placeOf(undo) });
  }

  async correct(ply: number, event: string, drop = false): Promise<boolean> {
    return this.act('correct', { ply, event, drop });
  }

  async askHint(): Promise<void> {
    const choice = this.choice;
    if (!choice || this.thinking) return;
    const asked = this.asked;
    this.thinking = true;
    try {
      const hint = await this.table.advise(choice.seat);
      if (this.asked === asked) this.hint = hint;
    } catch (error) {
      if (error instanceof Refused) this.trouble = error.error;
    } finally {
      this.thinking = false;
    }
  }

  private async judge(choice: Choice, event: string): Promise<{ made: Advice; best: Advice } | null> {
    const advice = this.hint ?? (await this.table.advise(choice.seat).catch(() => null));
    const made = advice?.find((one) => one.event === event);
    const best = advice?.[0];
    return made && best ? { made, best } : null;
  }

  // What a decision leads to, with everything that follows from it without a choice.
  async chain(event: string): Promise<{ events: string[]; position: Position }> {
    const events = [event];
    const seat = this.seat;
    let position = await this.table.tryOut(seat, events);
    while (position.phase === 'bonus' && position.to_move === seat && position.legal.length === 1) {
      events.push(position.legal[0] as string);
      position = await this.table.tryOut(seat, events);
    }
    return { events, position };
  }
}
