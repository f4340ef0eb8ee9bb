import { readSettings } from '../platform/company-settings.ts';
import { addJob } from '../platform/jobs.ts';
import { beginFirstLoad, loadFirst } from './first-load.ts';
import { ImportLanes } from './import-lanes.ts';
import { type ImportCounts, recordProblem } from './import-queries.ts';
import { RowsImport } from './import-rows.ts';
import type { RowsOptions } from './rows-options.ts';
import { type OnOutcome, tellOutcomes } from './tell-outcomes.ts';

export interface ImportOptions extends RowsOptions {
  onOutcome: OnOutcome;
  /** Nobody reads lots yet: while there is none they are loaded as a whole, several times as fast. */
  firstLoad?: boolean;
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
  const { database, dryRun = false, firstLoad = false, onOutcome } = options;
  const defaults = await readSettings(database.db);
  const lanes = await ImportLanes.begin(database.importPool);
  const rows = new RowsImport(lanes, options, defaults);
  let counts: ImportCounts;
  try {
    const isFirst = firstLoad && !dryRun && (await beginFirstLoad(lanes.main));
    counts = isFirst ? await loadFirst(lanes.main, options, defaults) : await rows.run();
    lanes.release(false);
  } catch (error) {
    lanes.release(true);
    if (rows.importId > 0) await recordProblem(database.db, rows.importId, (error as Error).message).catch(() => {});
    throw error;
  }
  if (dryRun) return { ...counts, untold: [] };
  // Not in the transactions of the rows, which would wait for one another at the same jobs; cron makes up for a crash.
  for (const name of FOLLOWING) await addJob(database.db, name, {}, { key: name });
  return { ...counts, untold: await tellOutcomes(database.db, onOutcome) };
}
