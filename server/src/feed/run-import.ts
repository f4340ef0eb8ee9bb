import type { PoolClient } from 'pg';
import { readSettings } from '../platform/company-settings.ts';
import type { Database } from '../platform/db.ts';
import { refreshAverages, writeFirstAverages } from './average-queries.ts';
import { pauseCounters, rebuildCounters } from './counter-queries.ts';
import {
  finishImport,
  type ImportCounts,
  insertImport,
  insertRefused,
  noteForSearches,
  type RefusedRow,
  recordProgress,
} from './import-queries.ts';
import type { LotDefaults } from './lots-queries.ts';
import { mergeBatch, type NumberedRow } from './merge-batch.ts';
import { parseRow } from './parse-row.ts';
import { readLines } from './read-lines.ts';
import { beginImport, commit, createStaging, dropIndexes, rollback, tidyLots } from './staging-queries.ts';
import { type OnOutcome, tellOutcomes } from './tell-outcomes.ts';

const BATCH_ROWS = 5_000;
/** Rows that wait for the end of the file in the hope of their house; more are refused at once, memory is bounded. */
const MOST_WAITING_ROWS = 20_000;
const SHOWN_CHARACTERS = 500;

export interface ImportOptions {
  database: Pick<Database, 'db' | 'pool'>;
  input: AsyncIterable<Buffer | string>;
  /** Where the rows come from, for the list of imports: a file's name. */
  sourceName: string;
  onOutcome: OnOutcome;
  onRefused?: (row: RefusedRow) => void;
  onProgress?: (counts: ImportCounts) => void;
  /** After each merged batch, once it is committed. */
  afterMerge?: (merged: { changedLotIds: number[]; movedLotIds: number[] }) => Promise<void>;
  /** Everything is judged by the database and then undone. */
  dryRun?: boolean;
  /** Nobody reads the lots yet: all in one transaction, their indexes built at the end, several times as fast. */
  firstLoad?: boolean;
}

export interface ImportReport extends ImportCounts {
  /** Lots whose bids could not be told their outcome; tried again with the next import. */
  untold: { lotId: number; error: unknown }[];
}

/**
 * Reads NDJSON rows of the feed into the database, a batch per transaction, in bounded memory. Broken lines are
 * recorded with number and reason and cost no other line. Any order and any number of repetitions of the same rows
 * give the same lots (quality I18), so an import that was cut short is simply run again.
 */
export async function runImport(options: ImportOptions): Promise<ImportReport> {
  const { database, dryRun = false } = options;
  const defaults = await readSettings(database.db);
  const client = await database.pool.connect();
  let counts: ImportCounts;
  try {
    await createStaging(client);
    counts = await importRows(client, options, defaults);
    if (options.firstLoad && !dryRun) await tidyLots(client);
    client.release();
  } catch (error) {
    // The connection may stand in a broken transaction; it is not given back.
    client.release(true);
    throw error;
  }
  return { ...counts, untold: dryRun ? [] : await tellOutcomes(database.db, options.onOutcome) };
}

async function importRows(client: PoolClient, options: ImportOptions, defaults: LotDefaults): Promise<ImportCounts> {
  const { input, sourceName, dryRun = false, firstLoad = false, onRefused, onProgress, afterMerge } = options;
  const inOne = dryRun || firstLoad;
  const counts: ImportCounts = { read: 0, written: 0, unchanged: 0, refused: 0 };
  const waiting: NumberedRow[] = [];
  let importId = 0;

  const inTransaction = async (work: () => Promise<void>) => {
    if (!inOne) await beginImport(client);
    await work();
    if (!inOne) await commit(client);
  };
  const refuse = async (rows: RefusedRow[]) => {
    counts.refused += rows.length;
    await insertRefused(client, importId, rows);
    for (const row of rows) onRefused?.(row);
  };
  const merge = async (rows: NumberedRow[], broken: RefusedRow[], isLast: boolean) => {
    const before = counts.refused + waiting.length;
    let merged = { changedLotIds: [] as number[], movedLotIds: [] as number[] };
    await inTransaction(async () => {
      const batch = await mergeBatch(client, rows, defaults);
      merged = batch;
      if (!firstLoad) await noteForSearches(client, importId, batch.changedLotIds);
      const wait = isLast
        ? []
        : batch.refusals.filter((refusal) => refusal.curable).slice(0, MOST_WAITING_ROWS - waiting.length);
      waiting.push(...wait.map((refusal) => refusal.entry));
      const given = batch.refusals.filter((refusal) => !wait.includes(refusal));
      await refuse([...broken, ...given.map(({ entry, reason }) => ({ line: entry.line, reason, raw: entry.raw }))]);
      counts.written += batch.written;
      counts.unchanged += rows.length + broken.length - batch.written - (counts.refused + waiting.length - before);
      await recordProgress(client, importId, counts);
    });
    onProgress?.(counts);
    if (merged.changedLotIds.length > 0 && !dryRun) await afterMerge?.(merged);
  };

  if (inOne) await beginImport(client);
  if (firstLoad) await pauseCounters(client);
  const rebuildIndexes = firstLoad ? await dropIndexes(client) : [];
  await inTransaction(async () => {
    importId = await insertImport(client, sourceName);
  });
  for await (const { rows, broken } of readAhead(batches(input))) {
    counts.read += rows.length + broken.length;
    await merge(rows, broken, false);
  }
  if (waiting.length > 0) await merge(waiting.splice(0), [], true);
  await inTransaction(async () => {
    if (firstLoad) {
      await writeFirstAverages(client);
      await rebuildCounters(client);
    } else await refreshAverages(client, counts.written);
    for (const definition of rebuildIndexes) await client.query(definition);
    await finishImport(client, importId);
  });
  if (inOne) await (dryRun ? rollback(client) : commit(client));
  return counts;
}

/** Reads the next batch while the database merges this one. */
async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next();
  for (;;) {
    const { value, done } = await next;
    if (done) return;
    next = source.next();
    // An error waits for its turn; without this it would be nobody's while the batch before is merged.
    next.catch(() => {});
    yield value;
  }
}

async function* batches(input: AsyncIterable<Buffer | string>) {
  let rows: NumberedRow[] = [];
  let broken: RefusedRow[] = [];
  for await (const read of readLines(input)) {
    const parsed = 'text' in read ? parseRow(read.text) : { refused: read.refused };
    const raw = 'text' in read ? read.text : read.start;
    if ('row' in parsed) rows.push({ line: read.line, row: parsed.row, raw: shown(raw) });
    else broken.push({ line: read.line, reason: parsed.refused, raw: shown(raw) });
    if (rows.length + broken.length < BATCH_ROWS) continue;
    yield { rows, broken };
    rows = [];
    broken = [];
  }
  if (rows.length + broken.length > 0) yield { rows, broken };
}

const shown = (raw: string) => raw.slice(0, SHOWN_CHARACTERS).replaceAll('\0', ' ').toWellFormed();
