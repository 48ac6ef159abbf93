// Tests of view-changes.ts.
import { expect, test } from 'vitest';
import { applyChanges } from './view-changes';

const apply = (view: object, set: Record<string, unknown>, unset?: string[]) =>
  applyChanges(view, { base: 1, set, unset });

test('sets values anywhere', () => {
  const view = { revision: 1, position: { ply: 3, sheets: [{ green: 1 }, { green: 2 }] } };
  expect(apply(view, { '/revision': 2, '/position/sheets/1/green': null, '/totals': [1, 2] })).toEqual({
    revision: 2,
    position: { ply: 3, sheets: [{ green: 1 }, { green: null }] },
    totals: [1, 2],
  });
});

test('takes out what is gone', () => {
  expect(apply({ a: 1, b: { c: 1, d: 2 } }, {}, ['/a', '/b/c'])).toEqual({ b: { d: 2 } });
});

test('lets a list lose its first elements before it gets new ones', () => {
  expect(apply({ recent: [1, 2, 3] }, { '/recent/1': 4, '/recent/2': 5 }, ['/recent/0', '/recent/0'])).toEqual({
    recent: [3, 4, 5],
  });
});

test('reads escapes in pointers', () => {
  expect(apply({ 'a/b': { '~1': 0 } }, { '/a~1b/~01': 1, '/': 2 })).toEqual({ 'a/b': { '~1': 1 }, '': 2 });
});

test('leaves the view before as it was, and shares what has not changed', () => {
  const before = { a: { b: [1, 2] }, c: { d: 1 } };
  const after = apply(before, { '/a/b/0': 3 }) as typeof before;
  expect(before).toEqual({ a: { b: [1, 2] }, c: { d: 1 } });
  expect(after.a.b).toEqual([3, 2]);
  expect(after.c).toBe(before.c);
});

test('refuses changes of what is not there', () => {
  expect(() => apply({ a: 1 }, { '/a/b': 1 })).toThrow();
});
