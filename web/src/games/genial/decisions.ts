// The decisions of Genial as choices, read from the list of legal events: which equal dice can become a joker next, and
// which row it can cross.
import { type GenialSymbol, symbols } from './position';

export interface Group {
  symbol: GenialSymbol;
  size: number;
}
export interface Joker extends Group {
  target: GenialSymbol;
}

// The jokers of a "score …" event; null for any other.
export function jokersOf(event: string): Joker[] | null {
  const [word, ...groups] = event.split(' ');
  if (word !== 'score') return null;
  return groups.map((group) => {
    const [dice = '', target] = group.split(':');
    return { symbol: dice[0] as GenialSymbol, size: dice.length, target: target as GenialSymbol };
  });
}

const order = (symbol: GenialSymbol) => symbols.indexOf(symbol);

// The event that scores with these jokers, in the order of the protocol.
export function scoreWith(jokers: readonly Joker[]): string {
  const sorted = [...jokers].sort(
    (a, b) => order(a.symbol) - order(b.symbol) || b.size - a.size || order(a.target) - order(b.target),
  );
  return ['score', ...sorted.map(({ symbol, size, target }) => `${symbol.repeat(size)}:${target}`)].join(' ');
}

// The rows that one more group can cross as a joker.
export function targetsOf(legal: readonly string[], jokers: readonly Joker[], group: Group): GenialSymbol[] {
  return symbols.filter((target) => legal.includes(scoreWith([...jokers, { ...group, target }])));
}

// The groups of equal dice that can become one more joker.
export function groupsOf(legal: readonly string[], jokers: readonly Joker[]): Group[] {
  return symbols
    .flatMap((symbol) => [2, 3, 4].map((size) => ({ symbol, size })))
    .filter((group) => targetsOf(legal, jokers, group).length > 0);
}
