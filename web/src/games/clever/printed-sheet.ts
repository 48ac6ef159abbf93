// What is printed on the sheet of Clever. Bonuses are named as in `waiting` and `earns` of the protocol.

export const yellow = {
  rows: [
    [3, 6, 5, 0],
    [2, 1, 0, 5],
    [1, 0, 2, 4],
    [0, 3, 4, 6],
  ],
  bonuses: ['blue x', 'orange 4', 'green x', 'fox'],
  columns: [10, 14, 16, 20],
  diagonal: 'extra',
};
export const blue = {
  rows: [
    [0, 2, 3, 4],
    [5, 6, 7, 8],
    [9, 10, 11, 12],
  ],
  bonuses: ['orange 5', 'yellow x', 'fox'],
  columns: ['reroll', 'green x', 'purple 6', 'extra'],
  points: [1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56],
};
export const rows: Record<
  'green' | 'orange' | 'purple',
  { print: string[]; bonuses: (string | null)[]; points?: number[] }
> = {
  green: {
    print: [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6].map((least) => `≥${least}`),
    bonuses: [null, null, null, 'extra', null, 'blue x', 'fox', null, 'purple 6', 'reroll', null],
    points: [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66],
  },
  orange: {
    print: ['', '', '', '×2', '', '', '×2', '', '×2', '', '×3'],
    bonuses: [null, null, 'reroll', null, 'yellow x', 'extra', null, 'fox', null, 'purple 6', null],
  },
  purple: {
    print: ['', '<', '<', '<', '<', '<', '<', '<', '<', '<', '<'],
    bonuses: [null, null, 'reroll', 'blue x', 'extra', 'yellow x', 'fox', 'reroll', 'green x', 'orange 6', 'extra'],
  },
};
export const actionSlots = 7;
// The bonus of each round, and the number of rounds for 1 to 4 players.
export const roundBonuses = ['reroll', 'extra', 'reroll', 'black', null, null];
export const roundsFor = [6, 6, 5, 4];
