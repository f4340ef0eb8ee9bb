import type { PoolClient } from 'pg';
import type { Database } from '../../platform/db/db.ts';
import {
  finishImport,
  finishPortion,
  type ImportCounts,
  insertImport,
  insertRefused,
  type NamedSource,
  noteForSearches,
  type RefusedRow,
  recordProgress,
} from '../import-log/import-queries.ts';
import { refreshAverages, tryAverages } from '../projections/average-queries.ts';
import { type RowFormat, readRows } from '../read/read-rows.ts';
import {
  areStatisticsOld,
  beginImport,
  beginPortion,
  commit,
  createStaging,
  makeStatistics,
  rollback,
  undoPortion,
} from '../staging/staging-queries.ts';
import { AliasResolver } from './alias-resolver.ts';
import { type Batch, inBatches, ROWS_OF_A_BATCH, readAhead, refusedRow } from './batches.ts';
import type { LotDefaults } from './lots-queries.ts';
import { isAboutData, mergeRows, type Refusal, type RowsMerged } from './merge-rows.ts';
import { keepUnhoused } from './quarantine-queries.ts';
import { applySnapshot } from './snapshot-queries.ts';
import type { NumberedRow } from './stage-rows.ts';

export interface RowsOptions extends NamedSource {
  database: Pick<Database, 'db' | 'pool'>;
  input: AsyncIterable<Buffer | string>;
  /** Default: one JSON object per line. */
  format?: RowFormat | undefined;
  onRefused?: (row: RefusedRow) => void;
  onProgress?: (counts: ImportCounts) => void;
  /** Called after each committed transaction that changed lots. */
  afterMerge?: (merged: Pick<RowsMerged, 'changedLotIds' | 'movedLotIds'>) => Promise<void>;
  /** Skips the limit on lots that a snapshot may delist: the operator has checked it. */
  allowRemovals?: boolean;
  /** Runs all checks of the database and rolls back. */
  dryRun?: boolean;
  /** Initial load of a portal's archive: its names need no decision, and its lots raise no alerts. */
  firstLoad?: boolean;
}

/**
 * Rows that wait for the end of the file, because a later row may resolve them. Memory is bounded: further ones are
 * refused at once.
 */
const MAX_WAITING = { rows: 20_000, characters: 32 * 1024 ** 2 };
/** Snapshots wait for the rows of the same file, which are more precise. */
const MAX_WAITING_LISTS = 200;
/**
 * Rows per portion of open lots, adapted to PORTION_MS: a bid on any lot in the transaction waits until the whole
 * portion commits.
 */
export const ROW_BATCH_SIZE = { fewest: 100, first: 250, most: 500 };
const PORTION_MS = 40;

interface Portion {
  rows: readonly NumberedRow[];
  broken: readonly RefusedRow[];
  /** Merge lots open for bidding as well. */
  withOpen: boolean;
  isLast: boolean;
}

/**
 * Imports the rows of a feed: reads and validates them, copies them into a staging table, and merges them in one
 * statement that writes only differences, one transaction per portion. Lots open for bidding are written in small
 * portions, all others with their batch; the next batch is read meanwhile.
 */
export class RowsImport {
  readonly #client: PoolClient;
  readonly #options: RowsOptions;
  readonly #defaults: LotDefaults;
  readonly #isTried: boolean;
  readonly #names: AliasResolver;
  #counts: ImportCounts = { read: 0, added: 0, written: 0, unchanged: 0, refused: 0, removed: 0 };
  /** Rows that a later row of the file may resolve. */
  readonly #waiting: NumberedRow[] = [];
  #waitingCharacters = 0;
  readonly #lists: NumberedRow[] = [];
  #rowsAtOnce = ROW_BATCH_SIZE.first;
  #importId = 0;
  #analyzedAt = 0;

  constructor(client: PoolClient, options: RowsOptions, defaults: LotDefaults) {
    this.#client = client;
    this.#options = options;
    this.#defaults = defaults;
    this.#isTried = options.dryRun ?? false;
    this.#names = new AliasResolver({ areStanding: options.firstLoad ?? false });
  }

  /** Zero before it has begun. */
  get importId(): number {
    return this.#importId;
  }

  async run(): Promise<ImportCounts> {
    const client = this.#client;
    await createStaging(client);
    if (this.#isTried) await beginImport(client);
    await this.#inTransaction(async () => {
      this.#importId = await insertImport(client, this.#options);
    });
    const { input, format = 'json' } = this.#options;
    for await (const batch of readAhead(inBatches(readRows(input, format)))) await this.#take(batch);
    await this.#mergeWaiting();
    await this.#mergeLists();
    if (!this.#isTried) await refreshAverages(client);
    await this.#inTransaction(async () => {
      if (this.#isTried) await tryAverages(client);
      await finishImport(client, this.#importId);
    });
    if (this.#isTried) await rollback(client);
    return this.#counts;
  }

  async #take({ rows, broken, lists }: Batch): Promise<void> {
    this.#counts.read += rows.length + broken.length + lists.length;
    this.#lists.push(...lists);
    await this.#merge(rows, broken, false);
    await this.#refreshStatistics();
    if (this.#lists.length > MAX_WAITING_LISTS) await this.#mergeLists();
  }

  /** Repeats while rows are resolved: a row may wait for another waiting one. */
  async #mergeWaiting(): Promise<void> {
    for (let before = Number.POSITIVE_INFINITY; this.#waiting.length > 0; ) {
      const rows = this.#waiting.splice(0);
      this.#waitingCharacters = 0;
      const isLast = rows.length === before;
      before = rows.length;
      for (let from = 0; from < rows.length; from += ROWS_OF_A_BATCH)
        await this.#merge(rows.slice(from, from + ROWS_OF_A_BATCH), [], isLast);
    }
  }

  async #merge(rows: readonly NumberedRow[], broken: readonly RefusedRow[], isLast: boolean): Promise<void> {
    if (rows.length + broken.length === 0) return;
    const setAside = await this.#mergePortion({ rows, broken, withOpen: false, isLast });
    for (let from = 0; from < setAside.length; ) {
      const portion = setAside.slice(from, from + this.#rowsAtOnce);
      const startedAt = performance.now();
      await this.#mergePortion({ rows: portion, broken: [], withOpen: true, isLast });
      const fit = Math.round((portion.length * PORTION_MS) / (performance.now() - startedAt));
      if (portion.length === this.#rowsAtOnce)
        this.#rowsAtOnce = Math.min(Math.max(fit, ROW_BATCH_SIZE.fewest), ROW_BATCH_SIZE.most);
      from += portion.length;
    }
  }

  /** Returns the rows left for portions of their own. A row that the database refuses is found by bisection. */
  async #mergePortion(portion: Portion): Promise<NumberedRow[]> {
    const { rows, broken, withOpen, isLast } = portion;
    const client = this.#client;
    await beginPortion(client, { isTried: this.#isTried, isFurther: withOpen });
    let merged: RowsMerged;
    try {
      const named = await this.#names.name(client, rows);
      merged = await mergeRows(client, named, { defaults: this.#defaults, withOpen });
    } catch (error) {
      if (!isAboutData(error)) throw error;
      await undoPortion(client, this.#isTried);
      if (rows.length === 1) return this.#refuseRow(rows[0] as NumberedRow, broken, error as Error);
      const middle = Math.ceil(rows.length / 2);
      return [
        ...(await this.#mergePortion({ ...portion, rows: rows.slice(0, middle) })),
        ...(await this.#mergePortion({ ...portion, rows: rows.slice(middle), broken: [] })),
      ];
    }
    const waiting = isLast ? [] : merged.refusals.filter(({ entry }) => this.#mayWait(entry));
    const given = merged.refusals.filter((refusal) => !waiting.includes(refusal));
    const refused = [...broken, ...given.map(toRefused)];
    const counts = { ...this.#counts };
    counts.added += merged.added;
    counts.written += merged.written;
    counts.removed += merged.removed;
    counts.refused += refused.length;
    counts.unchanged += rows.length - merged.written - merged.refusals.length - merged.setAside.length;
    await insertRefused(client, this.#importId, refused);
    await keepUnhoused(client, given);
    await finishPortion(client, {
      importId: this.#importId,
      counts,
      lotIds: this.#options.firstLoad ? [] : merged.changedLotIds,
      isTried: this.#isTried,
    });
    this.#names.kept();
    this.#waiting.push(...waiting.map(({ entry }) => entry));
    await this.#tell(counts, refused, merged);
    return merged.setAside;
  }

  async #refuseRow({ line, raw }: NumberedRow, broken: readonly RefusedRow[], { message }: Error): Promise<[]> {
    const refused = [...broken, refusedRow(line, `the database refuses it: ${message}`, raw)];
    const counts = { ...this.#counts, refused: this.#counts.refused + refused.length };
    await this.#inTransaction(async () => {
      await insertRefused(this.#client, this.#importId, refused);
      await recordProgress(this.#client, this.#importId, counts);
    });
    await this.#tell(counts, refused);
    return [];
  }

  #mayWait({ raw }: NumberedRow): boolean {
    this.#waitingCharacters += raw.length;
    return this.#waiting.length < MAX_WAITING.rows && this.#waitingCharacters < MAX_WAITING.characters;
  }

  async #mergeLists(): Promise<void> {
    for (const list of this.#lists.splice(0)) await this.#mergeList(list);
  }

  async #mergeList(given: NumberedRow): Promise<void> {
    const client = this.#client;
    const { allowRemovals = false } = this.#options;
    const counts = { ...this.#counts };
    const refused: RefusedRow[] = [];
    let changedLotIds: number[] = [];
    await this.#inTransaction(async () => {
      const [entry = given] = await this.#names.name(client, [given]);
      const { line, row, raw } = entry;
      if (row.kind !== 'full-list') return;
      const merged = await applySnapshot(client, row, { allowRemovals });
      if (merged === 'known') counts.unchanged += 1;
      else if ('refused' in merged) {
        refused.push(refusedRow(line, merged.refused, raw));
        counts.refused += 1;
        await insertRefused(client, this.#importId, refused);
      } else {
        counts.written += 1;
        counts.removed += merged.removed.length;
        changedLotIds = [...merged.removed, ...merged.restored];
        await noteForSearches(client, this.#importId, merged.restored);
      }
      await recordProgress(client, this.#importId, counts);
    });
    await this.#tell(counts, refused, { changedLotIds, movedLotIds: [] });
  }

  async #refreshStatistics(): Promise<void> {
    const { written } = this.#counts;
    if (!(await areStatisticsOld(this.#client, written - this.#analyzedAt))) return;
    await this.#inTransaction(async () => {
      await makeStatistics(this.#client);
    });
    this.#analyzedAt = written;
  }

  async #inTransaction(work: () => Promise<void>): Promise<void> {
    if (!this.#isTried) await beginImport(this.#client);
    await work();
    if (!this.#isTried) await commit(this.#client);
  }

  /** Reports a committed portion. */
  async #tell(
    counts: ImportCounts,
    refused: readonly RefusedRow[],
    merged?: Pick<RowsMerged, 'changedLotIds' | 'movedLotIds'>,
  ): Promise<void> {
    const { onRefused, onProgress, afterMerge } = this.#options;
    this.#counts = counts;
    for (const row of refused) onRefused?.(row);
    onProgress?.(counts);
    if (merged && merged.changedLotIds.length > 0 && !this.#isTried) await afterMerge?.(merged);
  }
}

const toRefused = ({ entry: { line, raw }, reason }: Refusal): RefusedRow => refusedRow(line, reason, raw);
