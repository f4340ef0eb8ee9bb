import type { PoolClient } from 'pg';
import { givenRow } from './name-book.ts';
import { writeNames } from './name-queries.ts';
import { isLot, type NumberedRow, wholeLot } from './read-lot.ts';
import { insertWaiting } from './waiting-queries.ts';

/** Keeps lots whose house nobody knows, and their houses for a manager to look at. */
export async function keepWaiting(
  client: PoolClient,
  refusals: readonly { entry: NumberedRow; house?: string }[],
): Promise<void> {
  const lots = refusals.flatMap(({ entry, house }) =>
    house !== undefined && isLot(entry) ? [givenRow(wholeLot(entry))] : [],
  );
  if (lots.length === 0) return;
  await writeNames(
    client,
    lots.map(({ house, source }) => ({ kind: 'house', maker: '', name: house, source, state: 'new' })),
  );
  await insertWaiting(client, lots);
}
