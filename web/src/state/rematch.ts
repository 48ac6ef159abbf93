// Another game at a table like the one that is over.
import { fetchTable, openRematch, postAction } from '$src/api/backend';
import { randomId } from '$src/api/random-id';
import type { TableView } from '$src/api/types';
import { cacheTable } from './table-cache';

// Opens the next table unless another player has, takes the seats that were mine, and starts if no seat stays free. Returns the
// id of the table.
export async function rematch(old: TableView): Promise<string> {
  const table = old.rematch ?? (await openRematch(old.table)).table;
  const next = await fetchTable(table);
  if (next.stage !== 'open') return table;
  const mine = old.players.flatMap((player, seat) => (player.you ? [{ seat, name: player.name }] : []));
  const free = mine.filter(({ seat }) => next.players[seat]?.kind === 'free');
  const sit = ({ seat, name }: { seat: number; name: string | undefined }) =>
    postAction(table, 'sit', { seat, seed: randomId(), ...(mine.length > 1 && name ? { name } : {}) });
  await Promise.all(free.map(sit));
  const seated = await fetchTable(table);
  if (seated.host && seated.players.every((player) => player.kind !== 'free')) {
    await postAction(table, 'start');
    cacheTable({ ...seated, stage: 'playing' });
  }
  return table;
}
