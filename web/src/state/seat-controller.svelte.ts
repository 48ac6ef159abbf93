// The seats that this device plays at a table: which of them is shown, what it can do now, and what a hint said.
import { ApiError } from '$src/api/errors';
import type { Advice, Choice, Options, Place, Position, ServerError, TableView, Undo } from '$src/api/types';
import { t } from '$src/i18n/texts.svelte';
import type { LiveTable } from './live-table.svelte';
import { playerName } from './names';
import { settings } from './settings.svelte';

const placeOf = (at: Place): Place => ('ply' in at ? { ply: at.ply } : { turn: at.turn, step: at.step });

// A decision beside the best one.
export interface Review {
  made: Advice;
  best: Advice;
}

export class SeatController {
  // Makes the position of blank sheets that is shown until the server sends one; comes with the code of the game.
  blankPosition = $state.raw<((seats: number, options: Options) => Position) | null>(null);
  view: TableView = $derived.by(() => {
    const view = this.table.view as TableView;
    if (view.position || !this.blankPosition) return view;
    return { ...view, position: this.blankPosition(view.seats, view.options) };
  });
  begun: boolean = $derived(this.view.stage !== 'opening' && this.view.stage !== 'open');
  ownSeats: number[] = $derived(
    this.view.players.flatMap((player, seat) => (player.you && !player.paper ? [seat] : [])),
  );
  selectedSeat = $state<number | null>(null); // by the player
  error = $state.raw<ServerError | null>(null);
  busy = $state(false);
  hint = $state.raw<Advice[] | null>(null);
  thinking = $state(false);
  review = $state.raw<Review | null>(null); // of the last decision, in coach mode

  // The seat that is shown: an own seat that can act now, first of all the selected one.
  seat: number = $derived.by(() => {
    const canAct = (seat: number) => this.choices.some((choice) => choice.seat === seat) || this.view.roller === seat;
    const selected = this.selectedSeat !== null && this.ownSeats.includes(this.selectedSeat) ? this.selectedSeat : null;
    if (selected !== null && canAct(selected)) return selected;
    const first = this.ownSeats[0] ?? this.view.players.findIndex((player) => !player.paper);
    return this.ownSeats.find(canAct) ?? selected ?? first;
  });
  choices: Choice[] = $derived((this.view.choices ?? []).filter((choice) => this.ownSeats.includes(choice.seat)));
  choice: Choice | null = $derived(this.choices.find((choice) => choice.seat === this.seat) ?? null);
  // Identifies the decision that is due: it stays the same while other players come, go and decide.
  decisionKey: string = $derived(
    this.choice ? JSON.stringify([this.seat, placeOf(this.choice), this.choice.position.legal]) : '',
  );
  position: Position = $derived((this.choice?.position ?? this.view.position) as Position);
  realDice: boolean = $derived(this.view.dice === 'real');
  // With real dice anybody seated at the table may enter them.
  canRoll: boolean = $derived(
    this.realDice
      ? this.ownSeats.length > 0 && this.view.position?.to_move === 'dice'
      : this.view.roller !== null && this.view.roller !== undefined && this.ownSeats.includes(this.view.roller),
  );
  // The seat on paper that has played: I enter what it left on the table.
  paperSeat: number | null = $derived(this.ownSeats.length > 0 ? (this.view.leaves ?? null) : null);
  undoable: Undo | null = $derived(
    this.view.undo?.find((undo) => undo.seat === this.seat) ?? this.view.undo?.[0] ?? null,
  );

  constructor(readonly table: LiveTable) {}

  nameOf(seat: number): string {
    return playerName(this.view.players[seat], seat);
  }

  // The prompt for a player who has nothing to do.
  waitingPrompt(name: string): string {
    if (!this.begun) return '';
    return this.view.stage === 'over' ? t('error.game_over') : t('prompt.wait', { name });
  }

  private async act(action: string, fields: Record<string, unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.error = null;
    try {
      await this.table.act(action, fields);
      this.hint = null;
      return true;
    } catch (error) {
      // Stale: the newest position is on its way, or here already.
      if (error instanceof ApiError && error.code !== 'stale') this.error = error.error;
      return false;
    } finally {
      this.busy = false;
    }
  }

  async decide(event: string): Promise<void> {
    const choice = this.choice;
    if (!choice) return;
    const review = settings.coach && this.view.hints ? this.reviewOf(choice, event) : null;
    if (await this.act('event', { seat: choice.seat, event, ...placeOf(choice) })) this.review = await review;
  }

  // Rolls the dice, or enters an event of real dice.
  async roll(event?: string): Promise<void> {
    const { view } = this;
    if (!view.position) return;
    this.review = null;
    const ply = view.position.ply;
    if (event) await this.act('event', { seat: view.position.due_seat ?? this.seat, event, ply });
    else if (view.roller !== null) await this.act('roll', { seat: view.roller, ply });
  }

  async undo(): Promise<void> {
    const undo = this.undoable;
    this.review = null;
    if (undo) await this.act('undo', { seat: undo.seat, ...placeOf(undo) });
  }

  async requestHint(): Promise<void> {
    const choice = this.choice;
    if (!choice || this.thinking) return;
    const key = this.decisionKey;
    this.thinking = true;
    try {
      const hint = await this.table.advise(choice.seat);
      if (this.decisionKey === key) this.hint = hint;
    } catch (error) {
      if (error instanceof ApiError) this.error = error.error;
    } finally {
      this.thinking = false;
    }
  }

  private async reviewOf(choice: Choice, event: string): Promise<Review | null> {
    const advice = this.hint ?? (await this.table.advise(choice.seat).catch(() => null));
    const made = advice?.find((one) => one.event === event);
    const best = advice?.[0];
    return made && best ? { made, best } : null;
  }

  // What a decision leads to, with all bonuses that follow without a choice.
  async preview(event: string): Promise<{ events: string[]; position: Position }> {
    const events = [event];
    const seat = this.seat;
    let position = await this.table.tryEvents(seat, events);
    while (position.phase === 'bonus' && position.to_move === seat && position.legal.length === 1) {
      events.push(position.legal[0] as string);
      position = await this.table.tryEvents(seat, events);
    }
    return { events, position };
  }
}
