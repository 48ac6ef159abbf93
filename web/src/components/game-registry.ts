// The games the page knows, registered by games/index.ts. Apart from their pictures, their code loads when it is needed.
import type { Component } from 'svelte';
import type { GameName } from '$src/api/types';
import type { GameView } from './game';
import { painted } from './paint';

export interface RegisteredGame {
  CoverPicture: Component; // on the first screen
  load: () => Promise<{ gameView: GameView }>;
}

let games: Record<GameName, RegisteredGame> = {};

export function registerGames(registered: Record<GameName, RegisteredGame>): void {
  games = registered;
}

export const registeredGames = () => Object.entries(games);
export const gameNames = () => Object.keys(games);

// The game of this name, or the first one.
export const knownGame = (name: string | undefined): GameName =>
  gameNames().find((known) => known === name) ?? (gameNames()[0] as GameName);

// Undefined for a game that the page does not know.
export async function loadGame(name: GameName): Promise<GameView | undefined> {
  return (await games[name]?.load())?.gameView;
}

// Loads code that will be needed soon. A failure is reported when it is needed.
export function preloadGames(names: GameName[] = gameNames()): void {
  for (const name of names) void loadGame(name).catch(() => undefined);
}

// Resolves when a screen has painted the blank sheets of a game, or cannot: later answers then only change values on them.
export async function blankSheetsPainted(name: GameName): Promise<void> {
  await loadGame(name).catch(() => undefined);
  await painted();
}
