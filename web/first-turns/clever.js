// Writes the positions of the guided first turn of Clever: the engine computes them, since the page knows no rules.
// node first-turns/clever.js PATH-OF-VOLPE
import { writeFirstTurn } from './engine.js';

// A position in the middle of a game, with a chain of bonuses near. The engine computes the scores.
const sheet = (marks) => ({
  ...{ yellow: [], blue: [], green: 0, orange: [], purple: [], foxes: 0 },
  ...{ rerolls: { held: 1, used: 1 }, extras: { held: 0, used: 1 }, ...marks },
});
const start = {
  ...{ game: 'clever', seats: 2, options: {}, ply: 0, phase: 'roll', to_move: 'dice', legal: [], due_seat: 0 },
  ...{ due: ['y', 'b', 'g', 'o', 'p', 'w'], round: 3, active: 0, roll: 0, passive_turn: false, waiting: [] },
  dice: Object.fromEntries(['y', 'b', 'g', 'o', 'p', 'w'].map((die) => [die, { value: null, place: 'none' }])),
  ...{ extra_used: [], result: null },
  sheets: [
    sheet({ yellow: ['y11', 'y31', 'y33'], blue: [4, 6, 9], green: 3, orange: [5], purple: [2, 4] }),
    sheet({ yellow: ['y12'], blue: [7, 10], green: 2, orange: [6, 4], purple: [3] }),
  ],
};

// The events between the positions that are shown.
const events = [
  [],
  ['roll y4 b2 g1 o5 p3 w4'],
  ['y@y34', '+g'],
  ['roll o2 w6'],
  ['w@p'],
  ['xb@b8'],
  ['o@o', 'roll y2 b5 g3 o6 p1 w4', 'b@b9', 'roll o4', 'o@o'],
  ['y@y21'],
];

writeFirstTurn('clever', start, events);
