import type { PoolClient } from 'pg';
import { refreshAverages, tryAverages } from './average-queries.ts';
import { sorted } from './batches.ts';
import { Coming } from './coming.ts';
import { judgeLots } from './full-list-queries.ts';
import type { ImportLanes } from './import-lanes.ts';
import {
  finishImport,
  finishPortion,
  type ImportCounts,
  insertImport,
  insertRefused,
  noteForSearches,
  type RefusedRow,
  recordProgress,
} from './import-queries.ts';
import { keepWaiting } from './keep-waiting.ts';
import { findKnownLines } from './line-queries.ts';
import type { LotDefaults } from './lots-queries.ts';
import { MOST_WAITING_ROWS, mergeBatch } from './merge-batch.ts';
import { applyFullList } from './merge-full-list.ts';
import { ROWS_AT_ONCE } from './merge-portions.ts';
import { NameBook } from './name-book.ts';
import { readBatches } from './read-batches.ts';
import { byItself, type NumberedRow, rawOf } from './read-lot.ts';
import type { ReadRow, SameRow } from './read-rows.ts';
import type { Merged, RowsOptions } from './rows-options.ts';
import { stampSameRows } from './same-rows.ts';
import { type StagedBatch, Staging, stageAnew } from './stage-batch.ts';
import {
  areStatisticsOld,
  beginImport,
  beginPortion,
  commit,
  makeStatistics,
  rollback,
  savepoint,
} from './staging-queries.ts';
import { Turns } from './turns.ts';

/** Handed over together by who reads; and merged, where nothing else is to be. */
const FEW_ROWS = 500;
/** Rows of the next batch for each that is merged, but for a large portion: so many take less time. */
const STAGED_A_ROW = 1.5;
/** Lists of what a house still has wait for the rows of the same file: those say more. */
const MOST_WAITING_LISTS = 200;

/** What is merged in one transaction. */
interface Portion {
  rows: readonly NumberedRow[];
  broken: readonly RefusedRow[];
  isLast: boolean;
}

/**
 * Rows of a feed over the lots that are there, a portion a transaction. While a batch is merged, the next one is read and
 * staged on another connection.
 */
export class RowsImport {
  readonly #lanes: ImportLanes;
  readonly #options: RowsOptions;
  readonly #defaults: LotDefaults;
  readonly #counts: ImportCounts = { read: 0, added: 0, written: 0, unchanged: 0, refused: 0, removed: 0 };
  readonly #names = new NameBook({ standing: false });
  /** Rows that a later one of the file may cure. */
  readonly #waiting: NumberedRow[] = [];
  /** Of the next batch, to be staged beside the merge of this one. */
  readonly #turns = new Turns();
  #lists: NumberedRow[] = [];
  #merging: Promise<void> = Promise.resolve();
  /** The connection on which a batch is merged. */
  #busy: PoolClient | null = null;
  #importId = 0;
  #analyzedAt = 0;

  constructor(lanes: ImportLanes, options: RowsOptions, defaults: LotDefaults) {
    this.#lanes = lanes;
    this.#options = options;
    this.#defaults = defaults;
  }

  /** Zero as long as it has not begun. */
  get importId(): number {
    return this.#importId;
  }

  async run(): Promise<ImportCounts> {
    const { main } = this.#lanes;
    const { dryRun = false } = this.#options;
    if (dryRun) await beginImport(main);
    await this.#inTransaction(main, async () => {
      this.#importId = await insertImport(main, this.#options);
    });
    try {
      await this.#mergeAll();
    } finally {
      // Nothing goes on once it is said to have ended.
      await this.#merging.catch(() => {});
    }
    if (!dryRun) await refreshAverages(main, this.#counts.written);
    await this.#inTransaction(main, async () => {
      if (dryRun) await tryAverages(main, this.#counts.written);
      await finishImport(main, this.#importId);
    });
    if (dryRun) await rollback(main);
    return this.#counts;
  }

  async #mergeAll(): Promise<void> {
    const { database, input, format = 'json', dryRun = false } = this.#options;
    // The settings decide when bids on a lot end: under others its line says something new.
    const reading = { format, under: this.#defaults, loadKnown: () => findKnownLines(database.pool), most: FEW_ROWS };
    let late = sorted([]);
    let coming: Coming | null = null;
    for await (const batch of readBatches(input, reading)) {
      // All that is tried lies in one transaction.
      if (dryRun) await this.#merging;
      coming ??= new Coming(await this.#newStaging(late.rows), late.broken);
      await coming.take(batch);
      if (!coming.isFull && (this.#busy || coming.staging.given < FEW_ROWS)) continue;
      late = await this.#begin(coming);
      coming = null;
    }
    if (coming) late = await this.#begin(coming);
    await this.#settled();
    await this.#mergeAlone(late, false);
    await this.#mergeAlone({ rows: this.#waiting.splice(0), broken: [] }, true);
    await this.#mergeLists();
  }

  async #newStaging(rows: NumberedRow[]): Promise<Staging> {
    const { dryRun: isTried = false } = this.#options;
    const client = this.#busy && !isTried ? await this.#lanes.beside(this.#busy) : this.#lanes.main;
    const staging = new Staging({ client, names: this.#names, turns: this.#turns, isTried });
    await staging.add(rows);
    return staging;
  }

  /** Begins to merge what came; answers the rows that have to be merged with what comes next. */
  async #begin({ staging, broken, same, lists, read, met }: Coming): Promise<ReturnType<typeof sorted>> {
    await this.#settled();
    this.#counts.read += read;
    this.#counts.unchanged += met;
    const late = sorted(await this.#stamp(same));
    this.#lists.push(...lists);
    if (staging.given + broken.length > 0 || same.length === 0) this.#merging = this.#merge(staging.finished(), broken);
    // An error waits for its turn; without this it would be nobody's while the next batch is read.
    this.#merging.catch(() => {});
    return late;
  }

  /** Once the batch before is merged: what is done between two. */
  async #settled(): Promise<void> {
    await this.#merging;
    const { main } = this.#lanes;
    await this.#lanes.gatherTouched();
    const { written } = this.#counts;
    if (await areStatisticsOld(main, written - this.#analyzedAt)) {
      await this.#inTransaction(main, async () => {
        await makeStatistics(main);
      });
      this.#analyzedAt = written;
    }
    if (this.#lists.length > MOST_WAITING_LISTS) await this.#mergeLists();
  }

  async #mergeAlone({ rows, broken }: ReturnType<typeof sorted>, isLast: boolean): Promise<void> {
    if (rows.length + broken.length > 0) await this.#merge((await this.#newStaging(rows)).finished(), broken, isLast);
    await this.#settled();
  }

  async #merge(staged: StagedBatch, broken: RefusedRow[], isLast = false): Promise<void> {
    this.#busy = staged.client;
    this.#counts.unchanged += staged.leftOut;
    const [first = [], ...others] = staged.portions;
    try {
      await this.#mergePortion(staged, { rows: first, broken: [...broken, ...staged.refused], isLast });
      for (const rows of others) await this.#mergePortion(staged, { rows, broken: [], isLast });
    } finally {
      this.#busy = null;
      this.#turns.give(Number.POSITIVE_INFINITY);
    }
  }

  async #mergePortion(staged: StagedBatch, { rows, broken, isLast }: Portion): Promise<void> {
    const { client } = staged;
    const counts = this.#counts;
    const before = counts.refused + this.#waiting.length;
    const { dryRun: isTried = false } = this.#options;
    const version = await beginPortion(client, isTried);
    const hasWritten = await this.#names.write(client);
    const isStaged = staged.namesVersion === version;
    const named = isStaged ? rows : await stageAnew(rows, client, this.#names);
    if (hasWritten || !isStaged) await savepoint(client);
    this.#turns.give(rows.length > ROWS_AT_ONCE ? Number.POSITIVE_INFINITY : STAGED_A_ROW * rows.length);
    const merged = await mergeBatch(client, named, this.#defaults);
    const wait = isLast
      ? []
      : merged.refusals.filter((refusal) => refusal.curable).slice(0, MOST_WAITING_ROWS - this.#waiting.length);
    this.#waiting.push(...wait.map((refusal) => byItself(refusal.entry)));
    const given = merged.refusals.filter((refusal) => !wait.includes(refusal));
    const reasons = given.map(({ entry, reason }) => ({ line: entry.line, reason, raw: rawOf(entry) }));
    await this.#refuse(client, [...broken, ...reasons]);
    await keepWaiting(client, given);
    counts.added += merged.added;
    counts.written += merged.written;
    counts.removed += merged.removed;
    const unmerged = counts.refused + this.#waiting.length - before;
    counts.unchanged += rows.length + broken.length - merged.written - unmerged;
    await this.#turns.take();
    await finishPortion(client, { importId: this.#importId, counts, lotIds: merged.changedLotIds, isTried });
    await this.#tell(merged);
  }

  /** Answers the rows that have to be merged after all. */
  async #stamp(same: SameRow[]): Promise<ReadRow[]> {
    if (same.length === 0) return [];
    const { main } = this.#lanes;
    const counts = this.#counts;
    let changedLotIds: number[] = [];
    let toMerge: ReadRow[] = [];
    await this.#inTransaction(main, async () => {
      const stamped = await stampSameRows(main, same);
      const { removed, restored } = await judgeLots(main, stamped.lotIds);
      changedLotIds = [...removed, ...restored];
      toMerge = stamped.toMerge;
      counts.unchanged += same.length - toMerge.length;
      counts.removed += removed.length;
      await noteForSearches(main, this.#importId, restored);
      await recordProgress(main, this.#importId, counts);
    });
    await this.#tell({ changedLotIds, movedLotIds: [] });
    return toMerge;
  }

  async #mergeLists(): Promise<void> {
    for (const list of this.#lists.splice(0)) await this.#mergeList(list);
  }

  async #mergeList(given: NumberedRow): Promise<void> {
    const { main } = this.#lanes;
    const { allowRemovals = false } = this.#options;
    const counts = this.#counts;
    let changedLotIds: number[] = [];
    await this.#inTransaction(main, async () => {
      const named = await this.#names.name(main, [given]);
      const [entry = given] = named.rows;
      const { line, row } = entry;
      if (row.kind !== 'full-list') return;
      const merged = await applyFullList(main, row, { allowRemovals });
      if (merged === 'known') counts.unchanged += 1;
      else if ('refused' in merged) await this.#refuse(main, [{ line, reason: merged.refused, raw: rawOf(entry) }]);
      else {
        counts.written += 1;
        counts.removed += merged.removed.length;
        changedLotIds = [...merged.removed, ...merged.restored];
        await noteForSearches(main, this.#importId, merged.restored);
      }
      await recordProgress(main, this.#importId, counts);
    });
    await this.#tell({ changedLotIds, movedLotIds: [] });
  }

  async #inTransaction(client: PoolClient, work: () => Promise<void>): Promise<void> {
    const { dryRun = false } = this.#options;
    if (!dryRun) await beginImport(client);
    await work();
    if (!dryRun) await commit(client);
  }

  async #refuse(client: PoolClient, rows: RefusedRow[]): Promise<void> {
    this.#counts.refused += rows.length;
    await insertRefused(client, this.#importId, rows);
    for (const row of rows) this.#options.onRefused?.(row);
  }

  /** Once it is committed. */
  async #tell(merged: Merged): Promise<void> {
    this.#options.onProgress?.(this.#counts);
    if (merged.changedLotIds.length > 0 && !this.#options.dryRun) await this.#options.afterMerge?.(merged);
  }
}
