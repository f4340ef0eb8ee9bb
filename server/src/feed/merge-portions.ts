import type { PoolClient } from 'pg';
import { findLotsInDemand } from './demand-queries.ts';
import type { NumberedRow } from './merge-batch.ts';

/** Lots that somebody may bid on at this moment are held for no longer than so many take to write. */
export const ROWS_IN_DEMAND = 150;

/** A batch in the portions it is merged in, each in a transaction of its own: what nobody bids on at once, the rest bit by bit. */
export async function portionsOf(client: PoolClient, rows: readonly NumberedRow[]): Promise<NumberedRow[][]> {
  const named = rows.flatMap(({ row }) => (row.kind === 'lot' || row.kind === 'result' ? [row] : []));
  const inDemand = await findLotsInDemand(client, named);
  const isInDemand = ({ row }: NumberedRow) =>
    (row.kind === 'lot' || row.kind === 'result') && inDemand.has(`${row.source}\0${row.sourceId}`);
  const waited = rows.filter(isInDemand);
  const portions = [rows.filter((entry) => !isInDemand(entry))];
  for (let at = 0; at < waited.length; at += ROWS_IN_DEMAND) portions.push(waited.slice(at, at + ROWS_IN_DEMAND));
  return portions;
}
