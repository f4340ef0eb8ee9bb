import { readSettings } from '../platform/company-settings.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { type ImportCounts, recordProblem } from './import-log/import-queries.ts';
import { RowsImport, type RowsOptions } from './merge/import-rows.ts';
import { notifyOutcomes, type OnOutcome } from './merge/notify-outcomes.ts';

export interface ImportOptions extends RowsOptions {
  onOutcome: OnOutcome;
}

/** Jobs to run after an import. */
const FOLLOWING = ['apply_names', 'count_words', 'notify_new_lots'] as const;

export interface ImportReport extends ImportCounts {
  /** Lots whose bids could not be notified of their result; retried with the next import. */
  unnotified: { lotId: number; error: unknown }[];
}

/**
 * Imports rows of the feed, one transaction per batch, in bounded memory. Invalid lines are recorded with number and
 * reason and affect no other line. Any order and any repetition of the same rows yield the same lots
 * (business-rules.md#feed-order), so an interrupted import is simply run again.
 */
export async function runImport(options: ImportOptions): Promise<ImportReport> {
  const { database, dryRun = false, onOutcome } = options;
  const defaults = await readSettings(database.db);
  const client = await database.pool.connect();
  const rows = new RowsImport(client, options, defaults);
  let counts: ImportCounts;
  try {
    counts = await rows.run();
    client.release();
  } catch (error) {
    // Destroys a connection that may still be in a failed transaction.
    client.release(true);
    if (rows.importId > 0) {
      const { message } = error as Error;
      await recordProblem(database.db, rows.importId, { problem: message, sources: rows.sources }).catch(() => {});
    }
    throw error;
  }
  if (dryRun) return { ...counts, unnotified: [] };
  // Outside the transactions of the rows, which would wait for each other's jobs; cron covers a crash.
  for (const name of FOLLOWING) await addJob(database.db, name, {}, { key: name });
  return { ...counts, unnotified: await notifyOutcomes(database.db, onOutcome) };
}
