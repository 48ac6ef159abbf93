// Play goes on at another table like the one that is over.
import { randomId } from '$src/api/connection.svelte';
import { ask } from '$src/api/session.svelte';
import type { TableView } from '$src/api/types';
import { learn } from './table-cache';

// Sits down on the seats that were mine, and starts if nobody is missing. Answers with the table's address.
export async function rematch(old: TableView): Promise<string> {
  const table = old.rematch ?? (await ask<{ table: string }>('POST', `tables/${old.table}/rematch`, {})).table;
  const look = () => ask<TableView>('GET', `tables/${table}`);
  const act = (fields: Record<string, unknown>) => ask('POST', `tables/${table}`, { id: randomId(), ...fields });
  const next = await look();
  if (next.stage !== 'open') return table;
  const mine = old.players.flatMap((player, seat) => (player.you ? [{ seat, name: player.name }] : []));
  const free = mine.filter(({ seat }) => next.players[seat]?.kind === 'free');
  const sit = ({ seat, name }: { seat: number; name: string | undefined }) =>
    act({ do: 'sit', seat, seed: randomId(), ...(mine.length > 1 && name ? { name } : {}) });
  await Promise.all(free.map(sit));
  const seated = await look();
  if (seated.host && seated.players.every((player) => player.kind !== 'free')) {
    await act({ do: 'start' });
    learn({ ...seated, stage: 'playing' });
  }
  return table;
}
