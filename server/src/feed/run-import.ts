import type { PoolClient } from 'pg';
import { readSettings } from '../platform/company-settings.ts';
import type { Database } from '../platform/db.ts';
import { refreshAverages, tryAverages } from './average-queries.ts';
import { sorted } from './batches.ts';
import { beginFirstLoad, loadFirst } from './first-load.ts';
import { judgeLots } from './full-list-queries.ts';
import {
  finishImport,
  type ImportCounts,
  insertImport,
  insertRefused,
  type NamedSource,
  noteForSearches,
  type RefusedRow,
  recordProblem,
  recordProgress,
} from './import-queries.ts';
import { keepWaiting } from './keep-waiting.ts';
import { findKnownLines } from './line-queries.ts';
import type { LotDefaults } from './lots-queries.ts';
import { MOST_WAITING_ROWS, mergeBatch, stageBatch } from './merge-batch.ts';
import { applyFullList } from './merge-full-list.ts';
import { portionsOf } from './merge-portions.ts';
import { NameBook } from './name-book.ts';
import { readBatches } from './read-batches.ts';
import { byItself, type NumberedRow, rawOf } from './read-lot.ts';
import type { ReadRow, RowFormat, SameRow } from './read-rows.ts';
import { stampSameRows } from './same-rows.ts';
import {
  beginImport,
  clearStaging,
  commit,
  createStaging,
  keepStatistics,
  rollback,
  unstageLines,
} from './staging-queries.ts';
import { type OnOutcome, tellOutcomes } from './tell-outcomes.ts';

const BATCH_ROWS = 5_000;
/** Lists of what a house still has wait for the rows of the same file: those say more. */
const MOST_WAITING_LISTS = 200;

export interface ImportOptions extends NamedSource {
  database: Pick<Database, 'db' | 'pool'>;
  input: AsyncIterable<Buffer | string>;
  /** Without it one JSON object per line. */
  format?: RowFormat | undefined;
  onOutcome: OnOutcome;
  onRefused?: (row: RefusedRow) => void;
  onProgress?: (counts: ImportCounts) => void;
  /** After each merged batch, once it is committed. */
  afterMerge?: (merged: { changedLotIds: number[]; movedLotIds: number[] }) => Promise<void>;
  /** A whole list may take off as many lots as it lacks: the operator has looked at it. */
  allowRemovals?: boolean;
  /** Everything is judged by the database and then undone. */
  dryRun?: boolean;
  /** Nobody reads lots yet: while there is none they are loaded as a whole, several times as fast. */
  firstLoad?: boolean;
}

export interface ImportReport extends ImportCounts {
  /** Lots whose bids could not be told their outcome; tried again with the next import. */
  untold: { lotId: number; error: unknown }[];
}

/**
 * Reads rows of the feed into the database, a batch per transaction, in bounded memory. Broken lines are
 * recorded with number and reason and cost no other line. Any order and any number of repetitions of the same rows
 * give the same lots (quality I18), so an import that was cut short is simply run again.
 */
export async function runImport(options: ImportOptions): Promise<ImportReport> {
  const { database, dryRun = false } = options;
  const defaults = await readSettings(database.db);
  const client = await database.pool.connect();
  let counts: ImportCounts;
  let importId = 0;
  try {
    await createStaging(client);
    counts =
      options.firstLoad && !dryRun && (await beginFirstLoad(client))
        ? await loadFirst(client, options, defaults)
        : await importRows(client, options, defaults, (id) => {
            importId = id;
          });
    client.release();
  } catch (error) {
    // The connection may stand in a broken transaction; it is not given back.
    client.release(true);
    if (importId > 0) await recordProblem(database.db, importId, (error as Error).message).catch(() => {});
    throw error;
  }
  return { ...counts, untold: dryRun ? [] : await tellOutcomes(database.db, options.onOutcome) };
}

async function importRows(
  client: PoolClient,
  options: ImportOptions,
  defaults: LotDefaults,
  onBegun: (importId: number) => void,
): Promise<ImportCounts> {
  const { database, input, format = 'json', dryRun = false } = options;
  const { allowRemovals = false, onRefused, onProgress, afterMerge } = options;
  const counts: ImportCounts = { read: 0, added: 0, written: 0, unchanged: 0, refused: 0, removed: 0 };
  const names = new NameBook({ client, standing: false });
  const waiting: NumberedRow[] = [];
  let lists: NumberedRow[] = [];
  let importId = 0;
  let analyzedAt = 0;
  let stagedUnder = 0;

  const inTransaction = async (work: () => Promise<void>) => {
    if (!dryRun) await beginImport(client);
    await work();
    if (!dryRun) await commit(client);
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
      const batch = await mergeBatch(client, await underTodaysNames(rows), defaults);
      merged = batch;
      await noteForSearches(client, importId, batch.changedLotIds);
      const wait = isLast
        ? []
        : batch.refusals.filter((refusal) => refusal.curable).slice(0, MOST_WAITING_ROWS - waiting.length);
      waiting.push(...wait.map((refusal) => byItself(refusal.entry)));
      const given = batch.refusals.filter((refusal) => !wait.includes(refusal));
      await refuse([...broken, ...given.map(({ entry, reason }) => ({ line: entry.line, reason, raw: rawOf(entry) }))]);
      await keepWaiting(client, given);
      counts.added += batch.added;
      counts.written += batch.written;
      counts.removed += batch.removed;
      counts.unchanged += rows.length + broken.length - batch.written - (counts.refused + waiting.length - before);
      await recordProgress(client, importId, counts);
    });
    onProgress?.(counts);
    if (merged.changedLotIds.length > 0 && !dryRun) await afterMerge?.(merged);
  };

  /** Somebody may decide on a name while a batch is merged: then what is left of it is staged under the new ones. */
  const underTodaysNames = async (staged: NumberedRow[]): Promise<NumberedRow[]> => {
    if (await names.isCurrent(stagedUnder)) return staged;
    await unstageLines(
      client,
      staged.map(({ line }) => line),
    );
    const named = await names.name(staged);
    await stageBatch(client, named);
    return named;
  };
  const mergeInPortions = async (rows: NumberedRow[], broken: RefusedRow[], isLast: boolean) => {
    let portions: NumberedRow[][] = [];
    let refused: RefusedRow[] = [];
    await inTransaction(async () => {
      await clearStaging(client);
      const named = await names.name(rows);
      stagedUnder = names.version;
      counts.unchanged += rows.length - named.length;
      const refusals = await stageBatch(client, named);
      refused = refusals.map(({ entry, reason }) => ({ line: entry.line, reason, raw: rawOf(entry) }));
      const unfit = new Set(refusals.map(({ entry }) => entry));
      const staged = unfit.size === 0 ? named : named.filter((entry) => !unfit.has(entry));
      portions = dryRun ? [staged] : await portionsOf(client, staged);
    });
    const [first = [], ...others] = portions;
    const unread = [...broken, ...refused];
    if (first.length + unread.length > 0 || others.length === 0) await merge(first, unread, isLast);
    for (const portion of others) await merge(portion, [], isLast);
    await inTransaction(async () => {
      if (await keepStatistics(client, counts.written - analyzedAt)) analyzedAt = counts.written;
    });
  };

  /** Answers the rows that have to be merged after all. */
  const stamp = async (same: SameRow[]): Promise<ReadRow[]> => {
    if (same.length === 0) return [];
    let changedLotIds: number[] = [];
    let toMerge: ReadRow[] = [];
    await inTransaction(async () => {
      const stamped = await stampSameRows(client, same);
      const { removed, restored } = await judgeLots(client, stamped.lotIds);
      changedLotIds = [...removed, ...restored];
      toMerge = stamped.toMerge;
      counts.unchanged += same.length - toMerge.length;
      counts.removed += removed.length;
      await noteForSearches(client, importId, restored);
      await recordProgress(client, importId, counts);
    });
    onProgress?.(counts);
    if (changedLotIds.length > 0 && !dryRun) await afterMerge?.({ changedLotIds, movedLotIds: [] });
    return toMerge;
  };
  const mergeList = async (given: NumberedRow) => {
    let changedLotIds: number[] = [];
    await inTransaction(async () => {
      const [entry = given] = await names.name([given]);
      const { line, row } = entry;
      if (row.kind !== 'full-list') return;
      const merged = await applyFullList(client, row, { allowRemovals });
      if (merged === 'known') counts.unchanged += 1;
      else if ('refused' in merged) await refuse([{ line, reason: merged.refused, raw: rawOf(entry) }]);
      else {
        counts.written += 1;
        counts.removed += merged.removed.length;
        changedLotIds = [...merged.removed, ...merged.restored];
        await noteForSearches(client, importId, merged.restored);
      }
      await recordProgress(client, importId, counts);
    });
    if (changedLotIds.length > 0 && !dryRun) await afterMerge?.({ changedLotIds, movedLotIds: [] });
  };
  const mergeLists = async () => {
    for (const list of lists) await mergeList(list);
    lists = [];
  };

  if (dryRun) await beginImport(client);
  await inTransaction(async () => {
    importId = await insertImport(client, options);
  });
  onBegun(importId);
  // The settings decide when bids on a lot end: under others its line says something new.
  const reading = { format, under: defaults, loadKnown: () => findKnownLines(database.pool), most: BATCH_ROWS };
  for await (const batch of readBatches(input, reading)) {
    counts.read += batch.rows.length + batch.broken.length + batch.same.length + batch.met;
    counts.unchanged += batch.met;
    const after = sorted(await stamp(batch.same));
    const rows = [...after.rows, ...batch.rows];
    const broken = [...after.broken, ...batch.broken];
    lists.push(...rows.filter(isList));
    const given = rows.filter((entry) => !isList(entry));
    if (given.length + broken.length > 0 || batch.same.length === 0) await mergeInPortions(given, broken, false);
    if (lists.length > MOST_WAITING_LISTS) await mergeLists();
  }
  if (waiting.length > 0) await mergeInPortions(waiting.splice(0), [], true);
  await mergeLists();
  if (!dryRun) await refreshAverages(client, counts.written);
  await inTransaction(async () => {
    if (dryRun) await tryAverages(client, counts.written);
    await finishImport(client, importId);
  });
  if (dryRun) await rollback(client);
  return counts;
}

const isList = ({ row }: NumberedRow) => row.kind === 'full-list';
