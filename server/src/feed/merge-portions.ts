import type { PoolClient } from 'pg';
import type { NumberedRow } from './merge-batch.ts';
import { findOpenLots, lotKey } from './open-lots-queries.ts';

/** Whoever bids on a lot that is being written waits until those it is written with are. */
export const ROWS_AT_ONCE = 500;

/**
 * A batch in the portions it is merged in, each in a transaction of its own: what nobody can bid on at once, lots that
 * somebody may bid on some at a time. Of lots that lie side by side each goes into another portion: a page has room for
 * one new version of a few of them, and what the portion before has left behind is cleared when the next one comes.
 */
export async function portionsOf(client: PoolClient, rows: readonly NumberedRow[]): Promise<NumberedRow[][]> {
  const named = rows.flatMap(({ row }) => (row.kind === 'lot' || row.kind === 'result' ? [row] : []));
  const open = await findOpenLots(client, named);
  const isOpen = ({ row }: NumberedRow) => (row.kind === 'lot' || row.kind === 'result') && open.has(lotKey(row));
  const ofOpen = rows.filter(isOpen);
  const portions = [rows.filter((entry) => !isOpen(entry))];
  const strides = Math.ceil(ofOpen.length / ROWS_AT_ONCE);
  for (let stride = 0; stride < strides; stride++) portions.push(ofOpen.filter((_, at) => at % strides === stride));
  return portions;
}
