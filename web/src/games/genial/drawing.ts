// Genial, as the page draws and says it.
import type { GameDrawing } from '../game';
import { bars } from './bars';
import Enter from './Enter.svelte';
import Look from './Look.svelte';
import Paper from './Paper.svelte';
import Setup from './Setup.svelte';
import { sayEvent } from './say';
import { blank, type GenialPosition, progressOf } from './sheet';
import Table from './Table.svelte';

export const drawing: GameDrawing = {
  Table,
  Look,
  Enter,
  Setup,
  Paper,
  lesson: () => import('./Lesson.svelte'),
  firstTurn: () => import('./FirstTurn.svelte'),
  blank,
  say: sayEvent,
  bars,
  score: (position, seat) => progressOf(position as GenialPosition, seat),
};
