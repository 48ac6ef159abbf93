// What players are called.
import type { Player } from '$src/net/types';
import { t } from '$src/words/words.svelte';

export function nameOf(player: Player | undefined): string {
  if (!player || player.kind === 'free') return t('seat.free');
  if (player.kind === 'bot') return t(`level.${player.bot}.name`);
  return player.name || t('me.guest');
}
