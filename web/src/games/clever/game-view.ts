// How the page draws Clever and describes its events.
import type { GameView } from '$src/components/game';
import DiceEntry from './DiceEntry.svelte';
import { describeEvent } from './descriptions';
import PositionForm from './PositionForm.svelte';
import PositionView from './PositionView.svelte';
import PrintSheet from './PrintSheet.svelte';
import { blankPosition, type CleverPosition } from './position';
import { scoreBars } from './score-bars';
import Table from './Table.svelte';

export const gameView: GameView = {
  Table,
  PositionView,
  PositionForm,
  DiceEntry,
  PrintSheet,
  loadRulePictures: () => import('./RulePictures.svelte'),
  loadFirstTurn: () => import('./FirstTurn.svelte'),
  blankPosition,
  describeEvent,
  scoreBars,
  score: (position, seat) => String((position as CleverPosition).sheets[seat]?.score.total ?? 0),
};
