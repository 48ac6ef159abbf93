// Descriptions of the events, symbols and crosses of Genial, for labels and announcements.
import { list, t } from '$src/i18n/texts.svelte';
import { type Group, jokersOf } from './decisions';
import { type Crosses, type GenialSymbol, symbolName, symbols } from './position';

export const describeSymbol = (symbol: GenialSymbol) => t(`genial.symbol.${symbolName[symbol]}`);
export const describeGroup = ({ symbol, size }: Group) => t('genial.group', { size, symbol: describeSymbol(symbol) });

// "2 green and 1 red".
export const describeCrosses = (crosses: Crosses) =>
  list(
    symbols.flatMap((symbol) =>
      crosses[symbol] ? [t('genial.group', { size: crosses[symbol], symbol: describeSymbol(symbol) })] : [],
    ),
  );

export function describeEvent(event: string): string {
  if (event.startsWith('roll '))
    return t('genial.event.roll', { dice: list((event.slice(5).split(' ') as GenialSymbol[]).map(describeSymbol)) });
  if (event === 'left won') return t('genial.left.won');
  if (event.startsWith('left '))
    return t('genial.left', { dice: list(([...event.slice(5)] as GenialSymbol[]).map(describeSymbol)) });
  const jokers = jokersOf(event);
  if (jokers === null) return t(`genial.event.${event}`);
  if (jokers.length === 0) return t('genial.event.score');
  const described = jokers.map((joker) =>
    t('genial.event.joker', { dice: describeGroup(joker), target: describeSymbol(joker.target) }),
  );
  return t('genial.event.score.jokers', { n: jokers.length, jokers: list(described) });
}
