import type { PoolClient } from 'pg';
import type { Database } from '../../platform/db/db.ts';
import {
  finishImport,
  finishPortion,
  type ImportCounts,
  insertImport,
  insertRefused,
  type NamedSource,
  type RefusedRow,
  recordForSearches,
  recordProgress,
} from '../import-log/import-queries.ts';
import { refreshAverages, refreshAveragesDryRun } from '../projections/average-queries.ts';
import { hasPrices } from '../projections/price-queries.ts';
import { type RowFormat, readRows } from '../read/read-rows.ts';
import { type PicturePlace, withPictures } from '../read/relative-pictures.ts';
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
import { BATCH_SIZE, type Batch, inBatches, readAhead, refusedRow } from './batches.ts';
import type { LotDefaults } from './lots-queries.ts';
import { isAboutData, mergeRows, type Refusal, type RowsMerged } from './merge-rows.ts';
import { quarantineLots } from './quarantine-queries.ts';
import { applySnapshot } from './snapshot-queries.ts';
import type { NumberedRow } from './stage-rows.ts';

export interface RowsOptions extends NamedSource {
  database: Pick<Database, 'db' | 'pool'>;
  input: AsyncIterable<Buffer | string>;
  /** Default: one JSON object per line. */
  format?: RowFormat | undefined;
  /** Where pictures with relative names are; by default all names are those of the photo store. */
  pictures?: PicturePlace | undefined;
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
  /** False: once the portal has prices, the job `fit_models` fits the models with new sales; default true. */
  fitsModels?: boolean;
}

/**
 * Rows that wait for the end of the file, because a later row may resolve them. Memory is bounded: further ones are
 * refused at once.
 */
const MAX_DEFERRED = { rows: 20_000, characters: 32 * 1024 ** 2 };
/** Snapshots wait for the rows of the same file, which are more precise. */
const MAX_DEFERRED_LISTS = 200;
/** Sources of rows that an import names; a list usually has one. */
const MAX_SOURCES = 20;
const LISTS_LOTS = new Set(['lot', 'result', 'full-list']);
/**
 * Rows per portion of open lots, adapted to PORTION_MS: a bid on any lot in the transaction waits until the whole
 * portion commits.
 */
export const PORTION_SIZE = { fewest: 100, first: 250, most: 500 };
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
  readonly #isDryRun: boolean;
  readonly #names: AliasResolver;
  #counts: ImportCounts = { read: 0, added: 0, written: 0, unchanged: 0, refused: 0, removed: 0 };
  /** Rows that a later row of the file may resolve. */
  readonly #deferred: NumberedRow[] = [];
  #deferredCharacters = 0;
  readonly #sources = new Set<string>();
  readonly #lists: NumberedRow[] = [];
  #portionSize = PORTION_SIZE.first;
  #importId = 0;
  #analyzedAt = 0;

  constructor(client: PoolClient, options: RowsOptions, defaults: LotDefaults) {
    this.#client = client;
    this.#options = options;
    this.#defaults = defaults;
    this.#isDryRun = options.dryRun ?? false;
    this.#names = new AliasResolver({ areCanonical: options.firstLoad ?? false });
  }

  /** Zero before it has begun. */
  get importId(): number {
    return this.#importId;
  }

  /** The sources of the lots read so far. */
  get sources(): string[] {
    return [...this.#sources];
  }

  async run(): Promise<ImportCounts> {
    const client = this.#client;
    await createStaging(client);
    if (this.#isDryRun) await beginImport(client);
    await this.#inTransaction(async () => {
      this.#importId = await insertImport(client, this.#options);
    });
    const { input, format = 'json', fitsModels = true } = this.#options;
    const read = withPictures(readRows(input, format), this.#options.pictures);
    for await (const batch of readAhead(inBatches(read))) await this.#addBatch(batch);
    await this.#mergeDeferred();
    await this.#mergeLists();
    if (!this.#isDryRun) await refreshAverages(client, { fitsModels: fitsModels || !(await hasPrices(client)) });
    await this.#inTransaction(async () => {
      if (this.#isDryRun) await refreshAveragesDryRun(client);
      await finishImport(client, this.#importId, this.sources);
    });
    if (this.#isDryRun) await rollback(client);
    return this.#counts;
  }

  async #addBatch({ rows, broken, lists }: Batch): Promise<void> {
    this.#counts.read += rows.length + broken.length + lists.length;
    this.#lists.push(...lists);
    for (const { row } of [...rows, ...lists])
      if (LISTS_LOTS.has(row.kind) && this.#sources.size < MAX_SOURCES) this.#sources.add(row.source);
    await this.#merge(rows, broken, false);
    await this.#refreshStatistics();
    if (this.#lists.length > MAX_DEFERRED_LISTS) await this.#mergeLists();
  }

  /** Repeats while rows are resolved: a row may wait for another waiting one. */
  async #mergeDeferred(): Promise<void> {
    for (let before = Number.POSITIVE_INFINITY; this.#deferred.length > 0; ) {
      const rows = this.#deferred.splice(0);
      this.#deferredCharacters = 0;
      const isLast = rows.length === before;
      before = rows.length;
      for (let from = 0; from < rows.length; from += BATCH_SIZE)
        await this.#merge(rows.slice(from, from + BATCH_SIZE), [], isLast);
    }
  }

  async #merge(rows: readonly NumberedRow[], broken: readonly RefusedRow[], isLast: boolean): Promise<void> {
    if (rows.length + broken.length === 0) return;
    const setAside = await this.#mergePortion({ rows, broken, withOpen: false, isLast });
    for (let from = 0; from < setAside.length; ) {
      const portion = setAside.slice(from, from + this.#portionSize);
      const startedAt = performance.now();
      await this.#mergePortion({ rows: portion, broken: [], withOpen: true, isLast });
      const fit = Math.round((portion.length * PORTION_MS) / (performance.now() - startedAt));
      if (portion.length === this.#portionSize)
        this.#portionSize = Math.min(Math.max(fit, PORTION_SIZE.fewest), PORTION_SIZE.most);
      from += portion.length;
    }
  }

  /** Returns the rows left for portions of their own. A row that the database refuses is found by bisection. */
  async #mergePortion(portion: Portion): Promise<NumberedRow[]> {
    const { rows, broken, withOpen, isLast } = portion;
    const client = this.#client;
    await beginPortion(client, { isDryRun: this.#isDryRun, isFurther: withOpen });
    let merged: RowsMerged;
    try {
      const named = await this.#names.name(client, rows);
      merged = await mergeRows(client, named, { defaults: this.#defaults, withOpen });
    } catch (error) {
      if (!isAboutData(error)) throw error;
      await undoPortion(client, this.#isDryRun);
      if (rows.length === 1) return this.#refuseRow(rows[0] as NumberedRow, broken, error as Error);
      const middle = Math.ceil(rows.length / 2);
      return [
        ...(await this.#mergePortion({ ...portion, rows: rows.slice(0, middle) })),
        ...(await this.#mergePortion({ ...portion, rows: rows.slice(middle), broken: [] })),
      ];
    }
    const deferred = isLast ? [] : merged.refusals.filter(({ entry }) => this.#canDefer(entry));
    const given = merged.refusals.filter((refusal) => !deferred.includes(refusal));
    const refused = [...broken, ...given.map(toRefused)];
    const counts = { ...this.#counts };
    counts.added += merged.added;
    counts.written += merged.written;
    counts.removed += merged.removed;
    counts.refused += refused.length;
    counts.unchanged += rows.length - merged.written - merged.refusals.length - merged.setAside.length;
    await insertRefused(client, this.#importId, refused);
    await quarantineLots(client, given);
    await finishPortion(client, {
      importId: this.#importId,
      counts,
      lotIds: this.#options.firstLoad ? [] : merged.changedLotIds,
      isDryRun: this.#isDryRun,
    });
    this.#names.markCommitted();
    this.#deferred.push(...deferred.map(({ entry }) => entry));
    await this.#report(counts, refused, merged);
    return merged.setAside;
  }

  async #refuseRow({ line, raw }: NumberedRow, broken: readonly RefusedRow[], { message }: Error): Promise<[]> {
    const refused = [...broken, refusedRow(line, `the database refuses it: ${message}`, raw)];
    const counts = { ...this.#counts, refused: this.#counts.refused + refused.length };
    await this.#inTransaction(async () => {
      await insertRefused(this.#client, this.#importId, refused);
      await recordProgress(this.#client, this.#importId, counts);
    });
    await this.#report(counts, refused);
    return [];
  }

  #canDefer({ raw }: NumberedRow): boolean {
    this.#deferredCharacters += raw.length;
    return this.#deferred.length < MAX_DEFERRED.rows && this.#deferredCharacters < MAX_DEFERRED.characters;
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
        await recordForSearches(client, this.#importId, merged.restored);
      }
      await recordProgress(client, this.#importId, counts);
    });
    await this.#report(counts, refused, { changedLotIds, movedLotIds: [] });
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
    if (!this.#isDryRun) await beginImport(this.#client);
    await work();
    if (!this.#isDryRun) await commit(this.#client);
  }

  /** Reports a committed portion. */
  async #report(
    counts: ImportCounts,
    refused: readonly RefusedRow[],
    merged?: Pick<RowsMerged, 'changedLotIds' | 'movedLotIds'>,
  ): Promise<void> {
    const { onRefused, onProgress, afterMerge } = this.#options;
    this.#counts = counts;
    for (const row of refused) onRefused?.(row);
    onProgress?.(counts);
    if (merged && merged.changedLotIds.length > 0 && !this.#isDryRun) await afterMerge?.(merged);
  }
}

const toRefused = ({ entry: { line, raw }, reason }: Refusal): RefusedRow => refusedRow(line, reason, raw);
