import { readSettings } from '../platform/company-settings.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { type ImportCounts, recordProblem } from './import-log/import-queries.ts';
import { RowsImport, type RowsOptions } from './merge/import-rows.ts';
import { notifyOutcomes, type OnOutcome } from './merge/notify-outcomes.ts';

export interface ImportOptions extends RowsOptions {
  onOutcome: OnOutcome;
}

/** What an import gives others to do. */
const FOLLOWING = ['apply_names', 'count_words', 'tell_new_lots'] as const;

export interface ImportReport extends ImportCounts {
  /** Lots whose bids could not be told their outcome; tried again with the next import. */
  untold: { lotId: number; error: unknown }[];
}

/**
 * Reads rows of the feed into the database, a batch per transaction, in bounded memory. Broken lines are
 * recorded with number and reason and cost no other line. Any order and any number of repetitions of the same rows
 * give the same lots (business-rules.md#feed-order), so an import that was cut short is simply run again.
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
    // It may stand in a broken transaction: it is not given back.
    client.release(true);
    if (rows.importId > 0) await recordProblem(database.db, rows.importId, (error as Error).message).catch(() => {});
    throw error;
  }
  if (dryRun) return { ...counts, untold: [] };
  // Not in the transactions of the rows, which would wait for one another at the same jobs; cron makes up for a crash.
  for (const name of FOLLOWING) await addJob(database.db, name, {}, { key: name });
  return { ...counts, untold: await notifyOutcomes(database.db, onOutcome) };
}
