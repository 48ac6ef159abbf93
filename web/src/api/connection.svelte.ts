// The page's WebSocket. It reconnects by itself, identifies the person, watches its tables again and repeats unanswered
// requests: the server recognises their ids and does nothing twice.
import { ApiError, offline } from './errors';
import { randomId } from './random-id';
import { me } from './session.svelte';
import { openSocket } from './socket';
import type { ServerError } from './types';

export type Message = Record<string, unknown> & { type: string; id?: string | null; error?: ServerError };
type Listener = (message: Message) => void;

interface PendingRequest {
  text: string;
  sentOn?: WebSocket | null;
  resolve: (message: Message) => void;
  reject: (error: ApiError) => void;
}

export type Status = 'idle' | 'connecting' | 'open' | 'lost';

const reconnectDelays = [200, 500, 1000, 2000, 5000]; // milliseconds
const retryDelay = 1000; // milliseconds until a request is repeated that the server could not serve for the moment

class Connection {
  status = $state<Status>('idle');
  private socket: WebSocket | null = null;
  private attempts = 0;
  private sentToken: string | null = null; // on this socket
  private identified = false; // before that, the server would refuse what only a person may do
  private readonly pending = new Map<string, PendingRequest>();
  private readonly watchedTables = new Set<string>();
  private readonly listeners = new Set<Listener>();

  // Calls the listener with every message that answers no request; the returned function ends that.
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  // Subscribes to a table; the returned function unsubscribes.
  watch(table: string): () => void {
    this.watchedTables.add(table);
    if (this.identified) this.sendWatch(table);
    else this.open();
    return () => {
      this.watchedTables.delete(table);
      if (this.identified) this.send({ op: 'unwatch', id: randomId(), table });
    };
  }

  // Asks for the whole view of a table that is watched already.
  watchAgain(table: string): void {
    if (this.identified && this.watchedTables.has(table)) this.sendWatch(table);
  }

  // Resolves with the answer, even if the connection was lost in between.
  request(message: Record<string, unknown>): Promise<Message> {
    const id = (message.id as string | undefined) ?? randomId();
    const text = JSON.stringify({ ...message, id });
    return new Promise((resolve, reject) => {
      const request = { text, resolve, reject };
      this.pending.set(id, request);
      if (this.identified) this.sendRequest(request);
      else this.open();
    });
  }

  // Tells the server who uses this device, if that has changed.
  identify(): void {
    if (this.status === 'open' && this.sentToken !== (me()?.token ?? null)) this.sendHello();
  }

  open(): void {
    if (this.socket) return;
    if (this.status === 'idle') this.status = 'connecting';
    const socket = openSocket();
    this.socket = socket;
    socket.onopen = () => {
      this.attempts = 0;
      this.status = 'open';
      this.sendHello();
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data as string) as Message);
    socket.onclose = () => this.reconnectAfter(socket);
  }

  private reconnectAfter(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.socket = null;
    this.sentToken = null;
    this.identified = false;
    this.status = 'lost';
    const delay = reconnectDelays[Math.min(this.attempts++, reconnectDelays.length - 1)];
    const reconnect = () => {
      clearTimeout(timer);
      removeEventListener('online', reconnect);
      this.open();
    };
    const timer = setTimeout(reconnect, delay);
    addEventListener('online', reconnect);
  }

  private receive(message: Message): void {
    if (message.type === 'progress') return; // the answer follows
    const retry = message.error?.code === 'unavailable' && message.id ? this.retryOf(message.id) : undefined;
    if (retry) {
      // The server's store may come back. A new socket repeats everything anyway.
      const socket = this.socket;
      setTimeout(() => this.socket === socket && retry(), retryDelay);
      return;
    }
    if (message.id === 'hello') this.sendEverything();
    const request = message.id ? this.pending.get(message.id) : undefined;
    if (request && message.id) {
      this.pending.delete(message.id);
      if (message.type === 'error') request.reject(new ApiError(message.error ?? offline));
      else request.resolve(message);
      return;
    }
    for (const listener of this.listeners) listener(message);
  }

  private send(message: Record<string, unknown>): void {
    this.socket?.send(JSON.stringify(message));
  }

  // Repeats the request with this id, if its answer is still wanted.
  private retryOf(id: string): (() => void) | undefined {
    if (id === 'hello') return () => this.sendHello();
    const request = this.pending.get(id);
    if (request) return () => this.socket?.send(request.text);
    const table = [...this.watchedTables].find((one) => id === `watch ${one}`);
    return table === undefined ? undefined : () => this.watchedTables.has(table) && this.sendWatch(table);
  }

  private sendHello(): void {
    const token = me()?.token ?? null;
    this.sentToken = token;
    this.identified = false;
    if (token) this.send({ op: 'hello', id: 'hello', token });
    else this.sendEverything();
  }

  // The server knows the person, or that there is none: what waited for that is sent.
  private sendEverything(): void {
    this.identified = true;
    for (const table of this.watchedTables) this.sendWatch(table);
    for (const request of this.pending.values()) if (request.sentOn !== this.socket) this.sendRequest(request);
  }

  // The whole view comes first, then only what changes in it.
  private sendWatch(table: string): void {
    this.send({ op: 'watch', id: `watch ${table}`, table, delta: true });
  }

  private sendRequest(request: PendingRequest): void {
    request.sentOn = this.socket;
    this.socket?.send(request.text);
  }
}

export const connection = new Connection();
