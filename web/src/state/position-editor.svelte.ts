// A position set up by hand: what the player entered, what the engine makes of it, and its advice.
import { advisePosition, completePosition, fetchStep } from '$src/api/backend';
import { ApiError } from '$src/api/errors';
import type { Advice, Options, Position } from '$src/api/types';

// The position without the fields that the engine computes.
function enteredFields({ legal, due, due_seat, result, effects, ...position }: Position): Record<string, unknown> {
  return { ...position };
}

// A game before its first event, read from a record without events; options that are left out have their defaults.
export async function startPosition(game: string, seats: number, options: Options = {}): Promise<Position> {
  const chosen = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const names = Array.from({ length: seats }, (_, seat) => String(seat + 1));
  const header = ['volpe: 1', `game: ${game}`, `seats: ${seats}`, `names: ${names.join(' | ')}`, 'dice: real'];
  if (chosen.length > 0) header.splice(3, 0, `options: ${chosen.join(' ')}`);
  return (await fetchStep({ record: `${header.join('\n')}\n\n` }, 0)).position;
}

export class PositionEditor {
  position = $state.raw<Position | null>(null); // as entered
  valid = $state(false); // whether the engine accepts it
  invalidReason = $state<string | null>(null);
  advice = $state.raw<Advice[] | null>(null);
  thinking = $state(false);
  error = $state.raw<unknown>(null);
  steps = $state.raw<{ position: Position; event: string }[]>([]); // from what was entered to here
  undoneEvent = $state<string | undefined>(undefined); // the event of the last step, if that was undone
  private version = 0; // answers to an older version are dropped

  start(position: Position): void {
    ++this.version;
    this.steps = [];
    this.undoneEvent = undefined;
    this.show(position);
  }

  private show(position: Position): void {
    this.position = position;
    this.valid = true;
    this.invalidReason = null;
    this.advice = null;
  }

  async change(position: Position): Promise<void> {
    const version = ++this.version;
    this.position = position;
    this.valid = false;
    this.advice = null;
    try {
      const completed = await completePosition(enteredFields(position));
      if (version !== this.version) return;
      if (String(completed.due) !== String(position.due)) this.undoneEvent = undefined;
      this.show(completed);
    } catch (error) {
      if (version !== this.version) return;
      if (error instanceof ApiError && error.code === 'bad_position') this.invalidReason = error.message;
      else this.error = error;
    }
  }

  // The position that an event leads to; the editor stays where it is.
  after(event: string): Promise<Position> {
    return completePosition(enteredFields(this.position as Position), [event]);
  }

  // Moves on by a roll or a decision.
  async advance(event: string): Promise<void> {
    const from = this.position;
    if (!from) return;
    const version = ++this.version;
    try {
      const next = await this.after(event);
      if (version !== this.version) return;
      this.steps = [...this.steps, { position: from, event }];
      this.undoneEvent = undefined;
      this.show(next);
      if (next.legal.length > 0) await this.advise();
    } catch (error) {
      this.error = error;
    }
  }

  undo(): void {
    const last = this.steps.at(-1);
    if (!last) return;
    ++this.version;
    this.steps = this.steps.slice(0, -1);
    this.undoneEvent = last.event;
    this.show(last.position);
  }

  async advise(): Promise<void> {
    if (!this.position || this.thinking) return;
    const version = this.version;
    this.thinking = true;
    this.error = null;
    try {
      const advice = await advisePosition(enteredFields(this.position));
      if (version === this.version) this.advice = advice;
    } catch (error) {
      if (version === this.version) this.error = error;
    } finally {
      this.thinking = false;
    }
  }
}
