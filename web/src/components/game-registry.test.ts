// Tests of game-registry.ts.
import type { Component } from 'svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import type { GameView } from './game';
import { gameNames, knownGame, loadGame, preloadGames, registerGames } from './game-registry';

const gameView = {} as GameView;
const CoverPicture = (() => ({})) as unknown as Component;
const load = vi.fn(async () => ({ gameView }));
const fail = vi.fn(() => Promise.reject(new Error('offline')));

beforeEach(() => {
  registerGames({ one: { CoverPicture, load }, two: { CoverPicture, load: fail } });
});

test('loads a registered game', async () => {
  expect(gameNames()).toEqual(['one', 'two']);
  expect(await loadGame('one')).toBe(gameView);
});

test('knows no other games, and falls back to the first', async () => {
  expect(await loadGame('three')).toBeUndefined();
  expect([knownGame('two'), knownGame('three'), knownGame(undefined)]).toEqual(['two', 'one', 'one']);
});

test('ignores failures while it preloads', async () => {
  preloadGames();
  await expect(loadGame('two')).rejects.toThrow('offline');
});
