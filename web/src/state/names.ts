// The names of players and tables.
import type { Player, TableSummary } from '$src/api/types';
import { hasText, shortTime, t } from '$src/i18n/texts.svelte';

// The time tells two tables of one day apart.
export function tableTitle(table: TableSummary): string {
  const daily = table.dice === 'daily';
  const game = daily ? [t('daily.title')] : [t(`game.${table.game}`), t('players', { n: table.seats })];
  return [...game, shortTime(table.time)].join(' · ');
}

export function playerName(player: Player | undefined, seat: number): string {
  if (!player || player.kind === 'free') return t('seat.free');
  if (player.kind === 'bot') return t(`level.${player.bot}.name`);
  return player.name || (player.paper ? t('paper.name', { n: seat + 1 }) : t('me.guest'));
}

// The name to show for one in a record: "Anna", or "bot:level3".
export function recordedName(name: string): string {
  const level = name.startsWith('bot:') ? name.slice(4) : null;
  return level && hasText(`level.${level}.name`) ? t(`level.${level}.name`) : name;
}
