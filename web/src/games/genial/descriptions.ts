// Events, symbols and crosses of Genial in words.
import { list, t } from '$src/i18n/texts.svelte';
import { type Group, jokersOf } from './decisions';
import { type Crosses, type GenialSymbol, symbolName, symbols } from './sheet';

export const saySymbol = (symbol: GenialSymbol) => t(`genial.symbol.${symbolName[symbol]}`);
export const sayGroup = ({ symbol, size }: Group) => t('genial.group', { size, symbol: saySymbol(symbol) });

// "2 green and 1 red".
export const sayCrosses = (crosses: Crosses) =>
  list(
    symbols.flatMap((symbol) =>
      crosses[symbol] ? [t('genial.group', { size: crosses[symbol], symbol: saySymbol(symbol) })] : [],
    ),
  );

export function sayEvent(event: string): string {
  if (event.startsWith('roll '))
    return t('genial.event.roll', { dice: list((event.slice(5).split(' ') as GenialSymbol[]).map(saySymbol)) });
  if (event === 'left won') return t('genial.left.won');
  if (event.startsWith('left '))
    return t('genial.left', { dice: list(([...event.slice(5)] as GenialSymbol[]).map(saySymbol)) });
  const jokers = jokersOf(event);
  if (jokers === null) return t(`genial.event.${event}`);
  if (jokers.length === 0) return t('genial.event.score');
  const said = jokers.map((joker) =>
    t('genial.event.joker', { dice: sayGroup(joker), target: saySymbol(joker.target) }),
  );
  return t('genial.event.score.jokers', { n: jokers.length, jokers: list(said) });
}
