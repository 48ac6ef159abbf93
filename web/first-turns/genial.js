// Writes the positions of the guided first turn of Genial: the engine computes them, since the page knows no rules.
// node first-turns/genial.js PATH-OF-VOLPE
import { writeFirstTurn } from './engine.js';

// A position in the middle of a game: one row is still empty, so the centre is locked.
const start = {
  ...{ game: 'genial', seats: 2, options: {}, ply: 0, phase: 'roll', to_move: 'dice', legal: [], due_seat: 0 },
  ...{ due: 4, turn: 0, roll: 0, result: null },
  sheets: [
    { r: 2, o: 1, y: 3, g: 3, b: 0, p: 1, dice: 'rypp' },
    { r: 1, o: 2, y: 1, g: 2, b: 1, p: 3, dice: 'yggb' },
  ],
};

// The events between the positions that are shown.
const events = [[], ['roll r o y p'], ['reroll', 'roll o o g g'], ['score oo:b']];

writeFirstTurn('genial', start, events);
