// Tests of connection.svelte.ts.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connection } from './connection.svelte';
import { setMe } from './session.svelte';

class FakeSocket {
  static last: FakeSocket;
  readonly sent: Record<string, unknown>[] = [];
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = () => {};

  constructor() {
    FakeSocket.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  receive(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  ops(): unknown[] {
    return this.sent.map(({ op }) => op);
  }
}

function reconnected(): FakeSocket {
  FakeSocket.last.onclose();
  vi.advanceTimersByTime(10_000);
  FakeSocket.last.onopen();
  return FakeSocket.last;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  setMe(null);
  connection.open();
  FakeSocket.last.onopen();
});
afterEach(() => {
  FakeSocket.last.onclose();
  vi.useRealTimers();
});

test('resolves a request with its answer, not with its progress', async () => {
  const answer = connection.request({ op: 'advise', id: 'a1' });
  FakeSocket.last.receive({ type: 'progress', id: 'a1', done: 0.5 });
  FakeSocket.last.receive({ type: 'advice', id: 'a1', advice: [] });
  expect((await answer).type).toBe('advice');
});

test('rejects a request that the server refuses', async () => {
  const answer = connection.request({ op: 'do', id: 'a2' });
  FakeSocket.last.receive({ type: 'error', id: 'a2', error: { code: 'stale', message: 'too late' } });
  await expect(answer).rejects.toMatchObject({ code: 'stale' });
});

test('watches again and repeats unanswered requests after a lost connection', () => {
  const unwatch = connection.watch('t1');
  void connection.request({ op: 'do', id: 'a3' });
  expect(FakeSocket.last.ops()).toEqual(['watch', 'do']);
  const socket = reconnected();
  expect(socket.ops()).toEqual(['watch', 'do']);
  expect(socket.sent[1]?.id).toBe('a3');
  socket.receive({ type: 'done', id: 'a3' });
  unwatch();
  expect(reconnected().ops()).toEqual([]);
});

test('identifies the person before anything else', () => {
  setMe({ token: 'secret', name: 'Anna' });
  const socket = reconnected();
  const unwatch = connection.watch('t1');
  expect(socket.sent).toEqual([{ op: 'hello', id: 'hello', token: 'secret' }]);
  socket.receive({ type: 'hello', id: 'hello' });
  expect(socket.ops()).toEqual(['hello', 'watch']);
  unwatch();
});

test('repeats a request that the server cannot serve for the moment', async () => {
  const answer = connection.request({ op: 'do', id: 'a4' });
  FakeSocket.last.receive({ type: 'error', id: 'a4', error: { code: 'unavailable', message: 'try again' } });
  expect(FakeSocket.last.ops()).toEqual(['do']);
  vi.advanceTimersByTime(1000);
  expect(FakeSocket.last.ops()).toEqual(['do', 'do']);
  FakeSocket.last.receive({ type: 'done', id: 'a4' });
  expect((await answer).type).toBe('done');
});

test('gives other messages to the listeners until they stop listening', () => {
  const listener = vi.fn();
  const stop = connection.listen(listener);
  FakeSocket.last.receive({ type: 'table', table: 't1' });
  stop();
  FakeSocket.last.receive({ type: 'table', table: 't1' });
  expect(listener).toHaveBeenCalledOnce();
});
