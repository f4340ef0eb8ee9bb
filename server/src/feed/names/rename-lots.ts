import type { Database } from '../../platform/db/db.ts';
import { noteForSearches } from '../import-log/import-queries.ts';
import { refreshAverages } from '../projections/average-queries.ts';
import { beginImport, commit, createStaging, noteTouched } from '../staging/staging-queries.ts';
import { findRenaming, finishRenaming, type Renaming, renameSome } from './rename-queries.ts';

type Source = Pick<Database, 'pool' | 'db'>;

/**
 * Gives lots the names that managers decided on, decision by decision, and calls `afterEach` when the lots of one are
 * done. Some lots at a time, each time in a transaction of its own that keeps imports out: nobody's bid waits for
 * thousands of lots, and a lot that somebody bids on at this moment comes later. A worker that is stopped goes on where
 * it was.
 */
export async function renameLots(
  database: Source,
  afterEach: () => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    const renaming = await findRenaming(database.db);
    if (!renaming) return;
    await renameAll(database, renaming, signal);
    if (signal?.aborted) return;
    await afterEach();
    await finishRenaming(database.db, renaming.id);
  }
}

async function renameAll({ pool }: Source, renaming: Renaming, signal: AbortSignal | undefined): Promise<void> {
  const client = await pool.connect();
  try {
    await createStaging(client);
    let all = 0;
    for (let skipsHeld = true; !signal?.aborted; ) {
      await beginImport(client);
      const { changed, running } = await renameSome(client, renaming, skipsHeld);
      // A past lot keeps the average its bidders saw.
      await noteTouched(client, running);
      // Lots that were listed under another name are news to who searches for this one.
      await noteForSearches(client, 0, running);
      await commit(client);
      all += changed.length;
      if (changed.length === 0 && !skipsHeld) break;
      skipsHeld = changed.length > 0;
    }
    if (all > 0) await refreshAverages(client);
    client.release();
  } catch (error) {
    // The connection may stand in a broken transaction; it is not given back.
    client.release(true);
    throw error;
  }
}
