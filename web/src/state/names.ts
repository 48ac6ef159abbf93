// What players and tables are called.
import type { Player, TableLine } from '$src/api/types';
import { has, moment, t } from '$src/i18n/texts.svelte';

// Two tables of one day are told apart by the time.
export function titleOf(table: TableLine): string {
  const daily = table.dice === 'daily';
  const what = daily ? [t('daily.title')] : [t(`game.${table.game}`), t('players', { n: table.seats })];
  return [...what, moment(table.time)].join(' · ');
}

export function nameOf(player: Player | undefined, seat: number): string {
  if (!player || player.kind === 'free') return t('seat.free');
  if (player.kind === 'bot') return t(`level.${player.bot}.name`);
  return player.name || (player.paper ? t('paper.name', { n: seat + 1 }) : t('me.guest'));
}

// A name as records have it: "Anna", or "bot:level3".
export function recordedName(name: string): string {
  const level = name.startsWith('bot:') ? name.slice(4) : null;
  return level && has(`level.${level}.name`) ? t(`level.${level}.name`) : name;
}
