// Genial, as the page draws and says it.
import type { GameDrawing } from '$src/games/index';
import Enter from './DiceEntry.svelte';
import { sayEvent } from './descriptions';
import Setup from './PositionForm.svelte';
import Look from './PositionView.svelte';
import Paper from './PrintSheet.svelte';
import { bars } from './score-bars';
import { blank, type GenialPosition, progressOf } from './sheet';
import Table from './Table.svelte';

export const drawing: GameDrawing = {
  Table,
  Look,
  Enter,
  Setup,
  Paper,
  lesson: () => import('./RulePictures.svelte'),
  firstTurn: () => import('./FirstTurn.svelte'),
  blank,
  say: sayEvent,
  bars,
  score: (position, seat) => progressOf(position as GenialPosition, seat),
};
