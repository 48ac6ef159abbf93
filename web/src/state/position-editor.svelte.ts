// A position set up by hand: what was drawn, what the engine makes of it, and its advice.
import { connection } from '$src/api/connection.svelte';
import { Refused } from '$src/api/session.svelte';
import type { Advice, Position } from '$src/api/types';

// What follows from a position, and is left to the engine.
function drawn({ legal, due, due_seat, result, effects, ...position }: Position): Record<string, unknown> {
  return { ...position };
}

async function look(what: Record<string, unknown>): Promise<Position> {
  return (await connection.request({ op: 'look', ...what })).position as Position;
}

// A game before its first event, from a record of nothing; options that are left out are the usual ones.
export function fresh(game: string, seats: number, options: Record<string, string> = {}): Promise<Position> {
  const chosen = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const names = Array.from({ length: seats }, (_, seat) => String(seat + 1));
  const header = ['volpe: 1', `game: ${game}`, `seats: ${seats}`, `names: ${names.join(' | ')}`, 'dice: real'];
  if (chosen.length > 0) header.splice(3, 0, `options: ${chosen.join(' ')}`);
  return look({ record: `${header.join('\n')}\n\n`, ply: 0 });
}

export class Sketch {
  position = $state.raw<Position | null>(null); // as it was drawn
  holds = $state(false); // whether the engine agrees
  wrong = $state<string | null>(null); // and if not, why
  advice = $state.raw<Advice[] | null>(null);
  thinking = $state(false);
  trouble = $state.raw<unknown>(null);
  before = $state.raw<{ position: Position; event: string }[]>([]); // the steps from what was drawn to here
  takenBack = $state<string | undefined>(undefined); // the event of the last step, when it was taken back
  private asked = 0; // only the newest answer counts

  start(position: Position): void {
    ++this.asked;
    this.before = [];
    this.takenBack = undefined;
    this.show(position);
  }

  private show(position: Position): void {
    this.position = position;
    this.holds = true;
    this.wrong = null;
    this.advice = null;
  }

  async change(position: Position): Promise<void> {
    const asked = ++this.asked;
    this.position = position;
    this.holds = false;
    this.advice = null;
    try {
      const seen = await look({ position: drawn(position) });
      if (asked !== this.asked) return;
      if (String(seen.due) !== String(position.due)) this.takenBack = undefined;
      this.show(seen);
    } catch (error) {
      if (asked !== this.asked) return;
      if (error instanceof Refused && error.code === 'bad_position') this.wrong = error.message;
      else this.trouble = error;
    }
  }

  // What comes of a decision, without going there.
  after(event: string): Promise<Position> {
    return look({ position: drawn(this.position as Position), events: [event] });
  }

  // On from here, with dice that were rolled or a decision.
  async goOn(event: string): Promise<void> {
    const from = this.position;
    if (!from) return;
    const asked = ++this.asked;
    try {
      const next = await this.after(event);
      if (asked !== this.asked) return;
      this.before = [...this.before, { position: from, event }];
      this.takenBack = undefined;
      this.show(next);
      if (next.legal.length > 0) await this.advise();
    } catch (error) {
      this.trouble = error;
    }
  }

  goBack(): void {
    const last = this.before.at(-1);
    if (!last) return;
    ++this.asked;
    this.before = this.before.slice(0, -1);
    this.takenBack = last.event;
    this.show(last.position);
  }

  async advise(): Promise<void> {
    if (!this.position || this.thinking) return;
    const asked = this.asked;
    this.thinking = true;
    this.trouble = null;
    try {
      const answer = await connection.request({ op: 'advise', position: drawn(this.position) });
      if (asked === this.asked) this.advice = answer.advice as Advice[];
    } catch (error) {
      if (asked === this.asked) this.trouble = error;
    } finally {
      this.thinking = false;
    }
  }
}
