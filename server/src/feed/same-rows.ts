import type { PoolClient } from 'pg';
import { noteStamps } from './line-queries.ts';
import { type ReadRow, readSameRow, type SameRow } from './read-rows.ts';

/**
 * Notes the stamps of rows that say nothing else, inside the open transaction. A lot that was merged from another row since
 * the known lines were fetched needs its own after all.
 */
export async function stampSameRows(
  client: PoolClient,
  rows: readonly SameRow[],
): Promise<{ lotIds: number[]; toMerge: ReadRow[] }> {
  const stamped = await noteStamps(
    client,
    rows.map(({ same }) => same),
  );
  const toMerge = rows.flatMap((row) => {
    const read = stamped.has(row.same.lotId) ? null : readSameRow(row);
    return read ?? [];
  });
  return { lotIds: [...stamped], toMerge };
}
