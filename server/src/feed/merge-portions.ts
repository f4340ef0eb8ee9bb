import type { PoolClient } from 'pg';
import type { NumberedRow } from './merge-batch.ts';
import { findOpenLots, lotKey } from './open-lots-queries.ts';

/** Whoever bids on a lot that is being written waits until those it is written with are. */
export const ROWS_AT_ONCE = 500;

/**
 * A batch in the portions it is merged in, each in a transaction of its own: what nobody can bid on at once, lots that
 * somebody may bid on some at a time. Of lots that lie side by side on disk each goes into another portion: a page has
 * room for the new version of one or two, and what a portion leaves behind is cleared when the next one comes. Those that
 * had to move lie beside others of their portion, so that the order of the feed does not tell which lie apart.
 */
export async function portionsOf(client: PoolClient, rows: readonly NumberedRow[]): Promise<NumberedRow[][]> {
  const named = rows.flatMap(({ row }) => (row.kind === 'lot' || row.kind === 'result' ? [row] : []));
  const open = await findOpenLots(client, named);
  const placeOf = ({ row }: NumberedRow) =>
    row.kind === 'lot' || row.kind === 'result' ? open.get(lotKey(row)) : undefined;
  const ofOpen = rows.filter((entry) => placeOf(entry) !== undefined);
  const portions = [rows.filter((entry) => placeOf(entry) === undefined)];
  const strides = Math.ceil(ofOpen.length / ROWS_AT_ONCE);
  for (let stride = 0; stride < strides; stride++)
    portions.push(ofOpen.filter((entry) => (placeOf(entry) ?? 0) % strides === stride));
  return portions;
}
