// The one WebSocket of the page. It comes back by itself, says hello and watches again, and sends again what was not
// answered: the ids of decisions make sure that nothing is done twice.
import { me, offline, Refused } from './people.svelte';
import type { ServerError } from './types';

type Message = Record<string, unknown> & { type: string; id?: string | null; error?: ServerError };
type Heard = (message: Message) => void;

interface Waiting {
  text: string;
  resolve: (message: Message) => void;
  reject: (error: Refused) => void;
  progress?: (share: number) => void;
}

export type Status = 'idle' | 'connecting' | 'open' | 'lost';

const pauses = [200, 500, 1000, 2000, 5000]; // milliseconds between attempts

// Also where the page is not served safely (a phone on the same network), crypto.getRandomValues is there.
export function randomId(bytes = 16): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

class Connection {
  status = $state<Status>('idle');
  private socket: WebSocket | null = null;
  private attempts = 0;
  private said: string | null = null; // the token this socket knows
  private readonly waiting = new Map<string, Waiting>();
  private readonly watched = new Set<string>();
  private readonly listeners = new Set<Heard>();

  listen(heard: Heard): () => void {
    this.listeners.add(heard);
    return () => this.listeners.delete(heard);
  }

  watch(table: string): () => void {
    this.watched.add(table);
    if (this.status === 'open') this.sendWatch(table);
    else this.open();
    return () => {
      this.watched.delete(table);
      if (this.status === 'open') this.send({ op: 'unwatch', id: randomId(), table });
    };
  }

  // Resolves with the answer, also after the connection was lost in between.
  request(message: Record<string, unknown>, progress?: (share: number) => void): Promise<Message> {
    const id = (message.id as string | undefined) ?? randomId();
    const text = JSON.stringify({ ...message, id });
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { text, resolve, reject, progress });
      if (this.status === 'open') this.socket?.send(text);
      else this.open();
    });
  }

  // After another person has come in on this device.
  greet(): void {
    if (this.status !== 'open' || this.said === (me()?.token ?? null)) return;
    this.sendHello();
    for (const table of this.watched) this.sendWatch(table);
  }

  open(): void {
    if (this.socket) return;
    if (this.status === 'idle') this.status = 'connecting';
    const address = new URL('/ws', location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.attempts = 0;
      this.status = 'open';
      this.sendHello();
      for (const table of this.watched) this.sendWatch(table);
      for (const { text } of this.waiting.values()) socket.send(text);
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data as string) as Message);
    socket.onclose = () => this.lost(socket);
  }

  private lost(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.socket = null;
    this.said = null;
    this.status = 'lost';
    const pause = pauses[Math.min(this.attempts++, pauses.length - 1)];
    const again = () => {
      clearTimeout(timer);
      removeEventListener('online', again);
      this.open();
    };
    const timer = setTimeout(again, pause);
    addEventListener('online', again);
  }

  private hear(message: Message): void {
    const waiting = message.id ? this.waiting.get(message.id) : undefined;
    if (waiting && message.type === 'progress') {
      waiting.progress?.(message.done as number);
      return;
    }
    if (waiting && message.id) {
      // The store may come back: the same id is sent again, later.
      if (message.error?.code === 'unavailable') {
        setTimeout(() => this.status === 'open' && this.socket?.send(waiting.text), 1000);
        return;
      }
      this.waiting.delete(message.id);
      if (message.type === 'error') waiting.reject(new Refused(message.error ?? offline));
      else waiting.resolve(message);
      return;
    }
    for (const heard of this.listeners) heard(message);
  }

  private send(message: Record<string, unknown>): void {
    this.socket?.send(JSON.stringify(message));
  }

  private sendHello(): void {
    const token = me()?.token ?? null;
    this.said = token;
    if (token) this.send({ op: 'hello', id: randomId(), token });
  }

  private sendWatch(table: string): void {
    this.send({ op: 'watch', id: `watch ${table}`, table });
  }
}

export const connection = new Connection();
