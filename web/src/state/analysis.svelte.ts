// The analysis of a game: luck of the rolls and cost of the decisions, as docs/analysis.md describes it. It takes a
// while and has its own connection: the server stops working on it when that is closed.
import type { ServerError } from '$src/api/types';

export interface Rolled {
  kind: 'roll';
  event: string;
  seat: number;
  worth: number[];
  luck: number[];
}
export interface Decided {
  kind: 'decision';
  event: string;
  seat: number;
  worth: number[];
  forced: boolean;
  value: number;
  best: number;
  loss: number;
  better: string | null;
}
export interface Worst {
  ply: number; // number of the event, from 1
  seat: number;
  event: string;
  better: string;
  loss: number;
  why: string[];
}
export interface SeatResult {
  name: string;
  luck: number;
  loss: number;
  decisions: number;
  accuracy: number | null;
}
export interface Analysis {
  game: string;
  seats: number;
  match: boolean;
  finished: boolean;
  seat_results: SeatResult[];
  worst: Worst[];
  events: (Rolled | Decided)[];
}

// What is analysed: a game of a table, or a record.
export type Source = { table: string; game?: number } | { record: string };

const pause = 2000; // milliseconds until a lost connection is tried again

export class Analysing {
  share = $state(0);
  analysis = $state.raw<Analysis | null>(null);
  error = $state.raw<ServerError | null>(null);
  private socket: WebSocket | null = null;
  private left = false;

  constructor(private readonly source: Source) {
    this.begin();
  }

  leave(): void {
    this.left = true;
    this.socket?.close();
  }

  private begin(): void {
    const address = new URL('/ws', location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ op: 'analyze', id: 'analysis', ...this.source }));
    socket.onmessage = (event) => this.hear(JSON.parse(event.data as string));
    socket.onclose = () => {
      if (!this.left && !this.analysis && !this.error) setTimeout(() => this.left || this.begin(), pause);
    };
  }

  private hear(message: { type: string; done?: number; error?: ServerError }): void {
    if (message.type === 'progress') this.share = message.done ?? 0;
    if (message.type === 'analysis') this.analysis = message as unknown as Analysis;
    // Unavailable: asked again with the next connection.
    if (message.type === 'error' && message.error?.code !== 'unavailable') this.error = message.error ?? null;
    if (message.type !== 'progress') this.socket?.close();
  }
}
