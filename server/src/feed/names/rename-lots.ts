import type { Database } from '../../platform/db/db.ts';
import { recordForSearches } from '../import-log/import-queries.ts';
import { refreshAverages } from '../projections/average-queries.ts';
import { beginImport, commit, createStaging, recordTouched } from '../staging/staging-queries.ts';
import { findRenaming, finishRenaming, type Renaming, renameSome } from './rename-queries.ts';

type Source = Pick<Database, 'pool' | 'db'>;

/**
 * Renames lots after the managers' decisions, one decision at a time, and calls `afterEach` when the lots of one are
 * done. Works in short transactions that exclude imports, so that no bid waits long; lots locked by a bid come later. A
 * stopped worker continues where it was.
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
    for (let skipsLocked = true; !signal?.aborted; ) {
      await beginImport(client);
      const { changed, running } = await renameSome(client, renaming, skipsLocked);
      // A past lot keeps the average that its bidders saw.
      await recordTouched(client, running);
      // Lots formerly listed under another name are new for searches for this one.
      await recordForSearches(client, 0, running);
      await commit(client);
      all += changed.length;
      if (changed.length === 0 && !skipsLocked) break;
      skipsLocked = changed.length > 0;
    }
    if (all > 0) await refreshAverages(client, { fitsModels: true });
    client.release();
  } catch (error) {
    // Destroys a connection that may still be in a failed transaction.
    client.release(true);
    throw error;
  }
}
