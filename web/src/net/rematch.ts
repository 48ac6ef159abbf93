// Play goes on at another table like the one that is over.
import { randomId } from './connection.svelte';
import { ask } from './people.svelte';
import type { TableView } from './types';

// Sits down on the seats that were mine, and starts if nobody is missing. Answers with the table's address.
export async function rematch(old: TableView): Promise<string> {
  const table = old.rematch ?? (await ask<{ table: string }>('POST', `tables/${old.table}/rematch`, {})).table;
  const look = () => ask<TableView>('GET', `tables/${table}`);
  const act = (fields: Record<string, unknown>) => ask('POST', `tables/${table}`, { id: randomId(), ...fields });
  const next = await look();
  if (next.stage !== 'open') return table;
  const mine = old.players.flatMap((player, seat) => (player.you ? [{ seat, name: player.name }] : []));
  for (const { seat, name } of mine) {
    if (next.players[seat]?.kind !== 'free') continue;
    await act({ do: 'sit', seat, seed: randomId(), ...(mine.length > 1 && name ? { name } : {}) });
  }
  const seated = await look();
  if (seated.host && seated.players.every((player) => player.kind !== 'free')) await act({ do: 'start' });
  return table;
}
