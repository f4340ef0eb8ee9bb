import type { PoolClient } from 'pg';
import { analyzeBareLots, bareLots, tidyLots } from './bare-lots-queries.ts';
import { release } from './batches.ts';
import { rebuildComingPrices } from './coming-price-queries.ts';
import { pauseCounters, rebuildCounters } from './counter-queries.ts';
import { findTakenRows, judgeFirstRows } from './first-judging-queries.ts';
import { insertFirstLots } from './first-lots-queries.ts';
import { FirstStage, type Taken } from './first-rows.ts';
import { findFirstLists, isBeforeFirstLot } from './first-rows-queries.ts';
import { addUpFirstSales } from './first-sales-queries.ts';
import {
  finishImport,
  type ImportCounts,
  insertImport,
  insertRefused,
  type NamedSource,
  type RefusedRow,
  recordProgress,
} from './import-queries.ts';
import { keepWaiting } from './keep-waiting.ts';
import type { LotDefaults } from './lots-queries.ts';
import { PLACE_TAKEN } from './merge-batch.ts';
import { applyFullList } from './merge-full-list.ts';
import { NameBook } from './name-book.ts';
import { readBatches } from './read-batches.ts';
import { rawOf } from './read-lot.ts';
import type { RowFormat } from './read-rows.ts';
import { beginImport, commit, rollback } from './staging-queries.ts';

/** So many that the connection seldom waits for the next ones, and still a few megabytes. */
const ROWS_AT_ONCE = 4_000;

export interface FirstLoadOptions extends NamedSource {
  input: AsyncIterable<Buffer | string>;
  format?: RowFormat | undefined;
  onRefused?: (row: RefusedRow) => void;
  onProgress?: (counts: ImportCounts) => void;
  allowRemovals?: boolean;
}

/** Opens the transaction of a first load; false where there is anything a row could change. */
export async function beginFirstLoad(client: PoolClient): Promise<boolean> {
  await beginImport(client);
  if (await isBeforeFirstLot(client)) return true;
  await rollback(client);
  return false;
}

/**
 * Loads lots where none are yet: all rows are put aside as they come, judged among themselves at the end and written once,
 * with their averages, into a table without indexes. Of the same rows the ordinary import makes the same lots. All of it
 * is one transaction: what is cut short leaves nothing behind.
 */
export async function loadFirst(
  client: PoolClient,
  options: FirstLoadOptions,
  defaults: LotDefaults,
): Promise<ImportCounts> {
  const { input, format = 'json', allowRemovals = false, onRefused, onProgress } = options;
  const counts: ImportCounts = { read: 0, added: 0, written: 0, unchanged: 0, refused: 0, removed: 0 };
  await pauseCounters(client);
  const importId = await insertImport(client, options);
  const names = new NameBook({ standing: true });
  const stage = await FirstStage.begun(client, defaults);

  const refuse = async (rows: RefusedRow[]) => {
    counts.refused += rows.length;
    await insertRefused(client, importId, rows);
    for (const row of rows) onRefused?.(row);
  };
  const keep = async ({ written, refusals }: Taken) => {
    counts.written += written;
    await refuse(refusals.map(({ entry, reason }) => ({ line: entry.line, reason, raw: rawOf(entry) })));
    await keepWaiting(client, refusals);
  };

  // No lot, no known line; the database takes rows over faster than one thread reads them.
  const reading = { format, under: null, loadKnown: async () => Buffer.alloc(0), most: ROWS_AT_ONCE, threads: 2 };
  for await (const batch of readBatches(input, reading)) {
    const { rows, broken } = batch;
    counts.read += rows.length + broken.length;
    await refuse(broken);
    const named = await names.name(client, rows);
    await names.write(client);
    await keep(await stage.take(named.rows));
    release(batch);
    onProgress?.(counts);
  }
  await keep(await stage.finish());
  const resultsKept = await judgeFirstRows(client);
  for await (const taken of findTakenRows(client)) await refuse(taken.map((row) => ({ ...row, reason: PLACE_TAKEN })));
  await addUpFirstSales(client);
  const bared = await bareLots(client);
  counts.added = await insertFirstLots(client, defaults, { rare: true });
  for (const statement of bared.rare) await client.query(statement);
  counts.added += await insertFirstLots(client, defaults, { rare: false });
  counts.written += counts.added + resultsKept;
  await analyzeBareLots(client);
  for (const statement of bared.rest) await client.query(statement);
  for await (const { line, list, raw } of findFirstLists(client)) {
    const merged = await applyFullList(client, list, { allowRemovals });
    if (merged === 'known') continue;
    if ('refused' in merged) await refuse([{ line, reason: merged.refused, raw }]);
    else {
      counts.written += 1;
      counts.removed += merged.removed.length;
    }
  }
  await rebuildCounters(client);
  await rebuildComingPrices(client);
  counts.unchanged = counts.read - counts.written - counts.refused;
  await recordProgress(client, importId, counts);
  await finishImport(client, importId);
  await commit(client);
  await tidyLots(client);
  return counts;
}
