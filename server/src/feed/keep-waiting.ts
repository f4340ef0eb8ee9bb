import type { PoolClient } from 'pg';
import type { NumberedRow } from './merge-batch.ts';
import { givenRow } from './name-book.ts';
import { writeNames } from './name-queries.ts';
import { insertWaiting } from './waiting-queries.ts';

/** Keeps lots whose house nobody knows, and their houses for a manager to look at. */
export async function keepWaiting(
  client: PoolClient,
  refusals: readonly { entry: NumberedRow; house?: string }[],
): Promise<void> {
  const lots = refusals.flatMap(({ entry: { row }, house }) =>
    house !== undefined && row.kind === 'lot' ? [givenRow(row)] : [],
  );
  if (lots.length === 0) return;
  await writeNames(
    client,
    lots.map(({ house, source }) => ({ kind: 'house', maker: '', name: house, source, state: 'new' })),
  );
  await insertWaiting(client, lots);
}
