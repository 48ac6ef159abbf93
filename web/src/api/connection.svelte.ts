// The one WebSocket of the page. It comes back by itself, says hello and watches again, and sends again what was not
// answered: the ids of decisions make sure that nothing is done twice.
import { me, offline, Refused } from './session.svelte';
import type { ServerError } from './types';

type Message = Record<string, unknown> & { type: string; id?: string | null; error?: ServerError };
type Heard = (message: Message) => void;

interface Waiting {
  text: string;
  on?: WebSocket | null; // which it was sent on
  resolve: (message: Message) => void;
  reject: (error: Refused) => void;
  progress?: (share: number) => void;
}

export type Status = 'idle' | 'connecting' | 'open' | 'lost';

const pauses = [200, 500, 1000, 2000, 5000]; // milliseconds between attempts
const pauseOfStore = 1000;

// Also where the page is not served safely (a phone on the same network), crypto.getRandomValues is there.
export function randomId(bytes = 16): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

class Connection {
  status = $state<Status>('idle');
  private socket: WebSocket | null = null;
  private attempts = 0;
  private said: string | null = null; // the token that was told to this socket
  private greeted = false; // and is known there, as far as it ever will: before, it would refuse what a person may do
  private readonly waiting = new Map<string, Waiting>();
  private readonly watched = new Set<string>();
  private readonly listeners = new Set<Heard>();

  listen(heard: Heard): () => void {
    this.listeners.add(heard);
    return () => this.listeners.delete(heard);
  }

  watch(table: string): () => void {
    this.watched.add(table);
    if (this.greeted) this.sendWatch(table);
    else this.open();
    return () => {
      this.watched.delete(table);
      if (this.greeted) this.send({ op: 'unwatch', id: randomId(), table });
    };
  }

  // Resolves with the answer, also after the connection was lost in between.
  request(message: Record<string, unknown>, progress?: (share: number) => void): Promise<Message> {
    const id = (message.id as string | undefined) ?? randomId();
    const text = JSON.stringify({ ...message, id });
    return new Promise((resolve, reject) => {
      const waiting = { text, resolve, reject, progress };
      this.waiting.set(id, waiting);
      if (this.greeted) this.sendWaiting(waiting);
      else this.open();
    });
  }

  // After another person has come in on this device.
  greet(): void {
    if (this.status === 'open' && this.said !== (me()?.token ?? null)) this.hello();
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
      this.hello();
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data as string) as Message);
    socket.onclose = () => this.lost(socket);
  }

  private lost(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.socket = null;
    this.said = null;
    this.greeted = false;
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
    const again = message.error?.code === 'unavailable' && message.id ? this.asked(message.id) : undefined;
    if (again) {
      // The store may come back: the same is asked again, later. On another socket all is asked again anyway.
      const socket = this.socket;
      setTimeout(() => this.socket === socket && again(), pauseOfStore);
      return;
    }
    if (message.id === 'hello') this.knows();
    if (waiting && message.id) {
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

  // How to ask again what was asked with an id, if it is still wanted.
  private asked(id: string): (() => void) | undefined {
    if (id === 'hello') return () => this.hello();
    const waiting = this.waiting.get(id);
    if (waiting) return () => this.socket?.send(waiting.text);
    const table = [...this.watched].find((one) => id === `watch ${one}`);
    return table === undefined ? undefined : () => this.watched.has(table) && this.sendWatch(table);
  }

  private hello(): void {
    const token = me()?.token ?? null;
    this.said = token;
    this.greeted = false;
    if (token) this.send({ op: 'hello', id: 'hello', token });
    else this.knows();
  }

  private knows(): void {
    this.greeted = true;
    for (const table of this.watched) this.sendWatch(table);
    for (const waiting of this.waiting.values()) if (waiting.on !== this.socket) this.sendWaiting(waiting);
  }

  private sendWatch(table: string): void {
    this.send({ op: 'watch', id: `watch ${table}`, table });
  }

  private sendWaiting(waiting: Waiting): void {
    waiting.on = this.socket;
    this.socket?.send(waiting.text);
  }
}

export const connection = new Connection();
