// Tests of live-table.svelte.ts: what it shows of what a server sends over the WebSocket.
import { beforeEach, expect, test, vi } from 'vitest';
import type { LiveTable } from './live-table.svelte';

// The server's end of the socket.
class TestSocket {
  static last: TestSocket;
  readonly sent: Record<string, unknown>[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;

  constructor() {
    TestSocket.last = this;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  receive(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  watches = () => this.sent.filter(({ op }) => op === 'watch');
}

const view = {
  type: 'table',
  table: 'abc',
  stage: 'playing',
  revision: 4,
  here: [true, false],
  recent: [{ ply: 0 }, { ply: 1 }],
  position: { ply: 2, sheets: [{ green: 0 }, { green: 1 }] },
};
const changes = (base: number, set: object, unset?: string[]) => ({ type: 'delta', table: 'abc', base, set, unset });

let table: LiveTable;
let socket: TestSocket;

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal('WebSocket', TestSocket);
  const live = await import('./live-table.svelte');
  table = new live.LiveTable('abc');
  socket = TestSocket.last;
  socket.onopen?.();
});

test('asks for changes when it watches a table', () => {
  expect(socket.watches()).toEqual([{ op: 'watch', id: 'watch abc', table: 'abc', delta: true }]);
});

test('shows whole views of a server that sends no changes', () => {
  socket.receive(view);
  socket.receive({ ...view, revision: 5, recent: [] });
  expect(table.view).toMatchObject({ revision: 5, recent: [] });
});

test('applies changes to the view that it holds', () => {
  socket.receive(view);
  socket.receive(changes(4, { '/revision': 5, '/position/sheets/0/green': 1, '/recent/1': { ply: 2 } }, ['/recent/0']));
  socket.receive(changes(5, { '/revision': 6, '/totals': [7, 8] }, ['/position/ply']));
  expect(table.view).toEqual({
    ...view,
    revision: 6,
    recent: [{ ply: 1 }, { ply: 2 }],
    position: { sheets: [{ green: 1 }, { green: 1 }] },
    totals: [7, 8],
  });
  expect(socket.watches()).toHaveLength(1);
});

test('keeps who is here through changes', () => {
  socket.receive(view);
  socket.receive({ type: 'presence', table: 'abc', here: [true, true] });
  socket.receive(changes(4, { '/revision': 5 }));
  expect(table.view).toMatchObject({ revision: 5, here: [true, true] });
});

test('watches again, once, if changes are not of the view that it holds', () => {
  socket.receive(view);
  socket.receive(changes(6, { '/revision': 7, '/here': [] }));
  socket.receive(changes(7, { '/revision': 8 }));
  expect(table.view).toEqual(view);
  expect(socket.watches()).toHaveLength(2);
  socket.receive({ ...view, revision: 8 });
  socket.receive(changes(8, { '/revision': 9 }));
  expect(table.view).toEqual({ ...view, revision: 9 });
  expect(socket.watches()).toHaveLength(2);
});

test('leaves changes of other tables alone', () => {
  socket.receive(view);
  socket.receive({ ...changes(4, { '/revision': 5 }), table: 'other' });
  expect(table.view).toEqual(view);
});
