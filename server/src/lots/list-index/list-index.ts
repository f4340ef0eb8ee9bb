import { mkdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../platform/calls/errors.ts';
import type { Database } from '../../platform/db/db.ts';
import { poolForCopying } from '../../platform/db/replica.ts';
import type { Log } from '../../platform/process/log.ts';
import { createSingleFlight } from '../../platform/single-flight.ts';
import { CREATE_TABLES, FORMAT, INDEX_FILES, LIST_TABLES, readColumns, textOf } from './columns.ts';
import { finishComparison, startComparison } from './comparison-queries.ts';
import {
  findChanges,
  findDatabase,
  findDifferent,
  findVersion,
  type House,
  readAllLots,
  readHouses,
  readLots,
} from './copy-queries.ts';
import { type Engine, isHeldByAnother, MEMORY, openEngine, pathOf } from './engine.ts';
import { createFacetBits, type FacetBits, type PlacedValue } from './facet-bits.ts';

/** The instant, by the database's clock, at which a list is read. */
export interface Moment {
  /** As PostgreSQL formats it, with its offset. */
  now: string;
  nowMs: number;
  /** The day in Japan, `YYYY-MM-DD`. */
  today: string;
  houses: readonly House[];
  /** Changes whenever the content of the index changes. */
  version: number;
}

export interface ListIndexState {
  isFilled: boolean;
  /** The last time at which it contained every committed change, by the clock of this process. */
  currentAtMs: number;
  /** Number of lots that differed in the last comparison. */
  different: number;
}

export interface ListIndex {
  /**
   * Applies all changes that were committed before this call; waits for one second at most. While an import changes many
   * lots, or the files are written, it does not wait for them and answers the moment before, at most a second ago.
   * @throws ApiError `Lists.Filling` while it is filled for the first time
   */
  current(): Promise<Moment>;
  /** Runs a query on the tables of columns.ts, or one that is built with the bits of values in these tables. */
  ask<Row>(query: string | ((facetBits: FacetBits) => string)): Promise<Row[]>;
  state(): ListIndexState;
  /** Compares every lot with PostgreSQL, reads those that differ again, and returns their number. */
  check(): Promise<number>;
  close(): Promise<void>;
}

export interface ListIndexOptions {
  database: Pick<Database, 'db' | 'pool' | 'replicaPool'>;
  log: Pick<Log, 'info' | 'warn'>;
  /** Folder of the index files, which survive a restart. Without it the index is in memory. */
  folder?: string | undefined;
  /** How long a list waits for the newest changes before it is answered without them; twice as long until the index is filled. */
  patienceMs?: number | undefined;
  /** Lots that are sorted at once while it is filled, in bytes; a test has small portions. */
  portionBytes?: number | undefined;
  /** Opens the engine; a test holds one up. */
  openWith?: typeof openEngine;
}

const PATIENCE_MS = 1_000;
/** So many lots at once are changed only by imports, and applying them takes longer than answering a list. */
const MANY_LOTS = 100;
/** How often many changes are applied, and how old the lists may be meanwhile. */
const BUSY_EVERY_MS = 500;
const BUSY_MAX_AGE_MS = 1_000;
/** How often an idle index reads changes. Polling, because a notice for each changed lot would flood imports and is lost with its connection. */
const IDLE_MS = 1_000;
const LOT_BATCH_SIZE = 5_000;
/** Changed lots after which the files are written: in a calm moment, or within an import. A start reads 100,000 in a second. */
const LOTS_OF_CHECKPOINT = { calm: 20_000, busy: 100_000 };
/** Name of this process in the output of `npm run admin -- check`. */
const PROCESS = `${hostname()}/${process.pid}`;
const CHECKED_IN_PARTS = 16;
const CHECKED_WITHIN_MS = 3_600_000;
/** PostgreSQL keeps changes for two days (job `remove_outdated`); an older file is filled again. */
const MAX_AWAY_MS = 47 * 3_600_000;
/**
 * A failed attempt to fill the index that took longer is repeated only after a pause as long as itself, because it copies the
 * whole database, and a full disk stays full.
 */
const SHORT_ATTEMPT_MS = 5_000;
/** Maximum number of processes with a file of their own in one data folder. */
const MAX_FILES = 64;

interface Opened {
  engine: Engine;
  facetBits: FacetBits;
  path: string;
  /** The snapshot of PostgreSQL up to which changes are applied. */
  version: string;
  houses: string;
}

/** Opens the copy of all lots that answers lists (docs/decisions/015); each process has its own. */
export function openListIndex({
  database,
  log,
  folder,
  patienceMs = PATIENCE_MS,
  portionBytes,
  openWith = openEngine,
}: ListIndexOptions): ListIndex {
  const { db, pool } = database;
  let opening: Promise<Opened> | null = null;
  /** The last attempt to open it, until the next one may begin. */
  let failed: { error?: unknown; untilMs: number } = { untilMs: 0 };
  let reported: unknown;
  let moment: Moment = { now: '', nowMs: 0, today: '', houses: [], version: 0 };
  let currentAtMs = 0;
  /** Whether the last changes were too many to wait for. */
  let areMany = false;
  /** Resolved when such changes are found. */
  let foundMany = Promise.withResolvers<void>();
  let lotsInLog = 0;
  let isCheckpointing = false;
  let checkpointFromMs = 0;
  let different = 0;
  /** The newest comparison request this process has seen. It does not answer requests older than its start. */
  let knownComparison: number | null = null;
  let isClosed = false;

  const catchUp = async (index: Opened): Promise<void> => {
    const startedMs = Date.now();
    const found = await findChanges(db, index.version);
    areMany = found.lotIds.length >= MANY_LOTS;
    if (areMany && startedMs - currentAtMs < BUSY_MAX_AGE_MS) {
      foundMany.resolve();
      foundMany = Promise.withResolvers();
    }
    for (let at = 0; at < found.lotIds.length; at += LOT_BATCH_SIZE) {
      const isLast = at + LOT_BATCH_SIZE >= found.lotIds.length;
      const finish = isLast
        ? [`update index_state set version = ${textOf(found.version)}, current_at_ms = ${Date.now()}`]
        : [];
      const lotIds = found.lotIds.slice(at, at + LOT_BATCH_SIZE);
      await readLots(index.engine, pool, index.facetBits, lotIds, { finish });
    }
    const hasOtherHouses = found.houses !== index.houses;
    const houses = hasOtherHouses ? await readHouses(index.engine, db) : moment.houses;
    index.version = found.version;
    index.houses = found.houses;
    const isChanged = found.lotIds.length > 0 || hasOtherHouses;
    const { now, nowMs, today } = found;
    if (moment.today && moment.today !== today) checkLater();
    if (knownComparison !== null && found.comparison > knownComparison) void compare(found.comparison);
    knownComparison = found.comparison;
    moment = { now, nowMs, today, houses, version: moment.version + (isChanged ? 1 : 0) };
    currentAtMs = startedMs;
    lotsInLog += found.lotIds.length;
    if (lotsInLog >= LOTS_OF_CHECKPOINT[areMany ? 'busy' : 'calm'] && startedMs >= checkpointFromMs) void checkpoint();
  };

  /** Begun when the lists are newest, because changes wait for it. */
  const checkpoint = async (): Promise<void> => {
    const lots = lotsInLog;
    lotsInLog = 0;
    isCheckpointing = true;
    await withEngine(({ engine }) => engine.checkpoint()).catch((err: unknown) => {
      // The engine refuses, rather than waits, when it has not finished with an earlier transaction: try again.
      lotsInLog += lots;
      checkpointFromMs = Date.now() + IDLE_MS;
      if (!isClosed) log.warn({ err }, 'the files of the list index could not be written');
    });
    isCheckpointing = false;
  };

  const fill = async (engine: Engine, bits: FacetBits): Promise<string> => {
    const startedMs = Date.now();
    // Read before copying, so that changes made during the copy are read again.
    const version = await findVersion(db);
    for (const file of INDEX_FILES)
      await engine.write(async (run) => {
        for (const text of CREATE_TABLES[file]) await run(text);
      });
    const state = [FORMAT, await findDatabase(db), version].map(textOf).join(', ');
    const from = await poolForCopying(database, log);
    const finish = [`insert into index_state values (${state}, ${Date.now()})`];
    await readAllLots(engine, from, bits, { finish, portionBytes });
    await engine.checkpoint();
    log.info({ tookMs: Date.now() - startedMs }, 'the list index was filled');
    return version;
  };

  const open = async (): Promise<Opened> => {
    const { engine, path } = await openFirstFree(openWith, folder, log);
    const kept = await findKept(engine).catch(closing(engine));
    const bits = createFacetBits();
    if (kept !== null) {
      bits.add(kept.values);
      return { engine, facetBits: bits, path, version: kept.version, houses: '' };
    }
    let empty = engine;
    if (path !== MEMORY) {
      await engine.close();
      await removeFiles(path);
      empty = await openWith(path);
    }
    const version = await fill(empty, bits).catch(closing(empty, path));
    return { engine: empty, facetBits: bits, path, version, houses: '' };
  };
  /** Releases the files after an error, so that the next attempt can open them; removes those of half a filling. */
  const closing =
    (engine: Engine, halfFilled?: string) =>
    async (error: unknown): Promise<never> => {
      await engine.close();
      if (halfFilled) await removeFiles(halfFilled);
      throw error;
    };
  /** Returns the state of a usable file; null if it has none, is too old, or belongs to another database or format. */
  const findKept = async (engine: Engine): Promise<{ version: string; values: PlacedValue[] } | null> => {
    const kept = engine.ask<{ format: string; database: string; version: string; current_at_ms: number }>(
      // Reads the other file as well, which may be missing.
      'select index_state.* from index_state left join (select id from coming limit 1) first_lot on true',
    );
    // A new file has no tables.
    const [state] = await kept.catch(() => []);
    if (!state) return null;
    const reasons = {
      isOtherFormat: state.format !== FORMAT,
      isOtherDatabase: state.database !== (await findDatabase(db)),
      isTooOld: Date.now() - state.current_at_ms >= MAX_AWAY_MS,
    };
    if (!Object.values(reasons).includes(true))
      return { version: state.version, values: await engine.ask<PlacedValue>('select * from facet_values') };
    log.info(reasons, 'the kept list index cannot be used');
    return null;
  };

  /** Reads the files into memory, so that the first people after a start do not wait for the disk. */
  const readAhead = async ({ engine, path }: Opened): Promise<void> => {
    for (const query of path === MEMORY ? [] : LIST_TABLES.flatMap(readColumns)) {
      if (isClosed) return;
      await engine.ask(query);
    }
  };
  const engineOf = (): Promise<Opened> => {
    if (isClosed) throw new Error('the list index is closed');
    if (Date.now() < failed.untilMs) throw failed.error;
    const startedMs = Date.now();
    opening ??= open()
      .then((index) => {
        // A list that reads the same place reports the failure.
        void readAhead(index).catch(() => {});
        return index;
      })
      .catch((error: unknown) => {
        const tookMs = Date.now() - startedMs;
        failed = { error, untilMs: tookMs > SHORT_ATTEMPT_MS ? Date.now() + tookMs : 0 };
        opening = null;
        throw error;
      });
    return opening;
  };
  const isFilled = () => currentAtMs > 0;
  /** Discards a damaged index, so that the next query fills a new one. */
  const discardIfDamaged = async (index: Opened, err: unknown): Promise<void> => {
    if (isClosed || !isDamaged(err) || (await opening?.catch(() => null)) !== index) return;
    log.warn({ err }, DAMAGED);
    opening = null;
    currentAtMs = 0;
    await index.engine.close();
    await removeFiles(index.path);
  };
  const withEngine = async <T>(work: (index: Opened) => Promise<T>): Promise<T> => {
    const index = await engineOf();
    try {
      return await work(index);
    } catch (error) {
      await discardIfDamaged(index, error);
      throw error;
    }
  };
  const catchUpTogether = createSingleFlight(() => withEngine(catchUp));
  const refresh = () =>
    catchUpTogether().catch((err: unknown) => {
      // Every question during a pause meets the same error.
      if (!isClosed && err !== reported) log.warn({ err }, 'the list index could not be brought up to date');
      reported = err;
    });
  const timer = setInterval(() => {
    if (opening && Date.now() - currentAtMs >= IDLE_MS) void refresh();
  }, IDLE_MS).unref();

  const check = async (): Promise<number> => {
    let lots = 0;
    for (let part = 0; part < CHECKED_IN_PARTS; part += 1) {
      await refresh();
      lots += await withEngine(async ({ engine, facetBits }) => {
        const suspected = await findDifferent(engine, pool, `id % ${CHECKED_IN_PARTS} = ${part}`);
        if (suspected.length === 0) return 0;
        // Changes made during the comparison are no difference.
        await refresh();
        const different = await findDifferent(engine, pool, `id in (${suspected.join(', ')})`);
        for (let at = 0; at < different.length; at += LOT_BATCH_SIZE)
          await readLots(engine, pool, facetBits, different.slice(at, at + LOT_BATCH_SIZE));
        return different.length;
      });
    }
    if (lots > 0) moment = { ...moment, version: moment.version + 1 };
    different = lots;
    return lots;
  };
  /** Compares once a night in Japan, at a random moment, so that processes do not run it together. */
  const checkLater = () =>
    setTimeout(async () => {
      const lots = await check().catch((err: unknown) => log.warn({ err }, 'the lists could not be compared'));
      if (lots) log.warn({ lots }, 'lots differed in the list index and were read again');
    }, Math.random() * CHECKED_WITHIN_MS).unref();

  const compare = async (requestId: number): Promise<void> => {
    try {
      await startComparison(db, requestId, PROCESS);
      const lots = await check().catch((err: unknown) => {
        log.warn({ err }, 'the lists could not be compared');
        return null;
      });
      await finishComparison(db, requestId, PROCESS, lots);
    } catch (err) {
      log.warn({ err }, 'a comparison of the lists could not be recorded');
    }
  };

  return {
    current: async () => {
      const ageMs = Date.now() - currentAtMs;
      const isBusy = areMany || isCheckpointing;
      if (isBusy && ageMs < BUSY_EVERY_MS) return moment;
      const refreshed = refresh();
      if (isBusy && ageMs < BUSY_MAX_AGE_MS) return moment;
      const patience = sleep(isFilled() ? patienceMs : 2 * patienceMs, undefined, { ref: false });
      await Promise.race([refreshed, foundMany.promise, patience]);
      if (!isFilled()) throw new ApiError('Lists.Filling', { retryAfterSeconds: 2 });
      return moment;
    },
    ask: (query) =>
      withEngine(({ engine, facetBits }) => engine.ask(typeof query === 'function' ? query(facetBits) : query)),
    state: () => ({ isFilled: isFilled(), currentAtMs, different }),
    check,
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await refresh();
      await (await opening?.catch(() => null))?.engine.close();
    },
  };
}

const DAMAGED = 'the file of the list index is damaged and is filled anew';

const isDamaged = (error: unknown): boolean =>
  error instanceof Error &&
  /corrupt|checksum|invalidated|^(FATAL|INTERNAL|Serialization|IO) Error/i.test(error.message);

async function removeFiles(path: string): Promise<void> {
  if (path === MEMORY) return;
  for (const file of INDEX_FILES)
    for (const ending of ['', '.wal']) await rm(`${pathOf(path, file)}${ending}`, { force: true });
}

/** Opens the first file of the folder that no other process has open; replaces a file that cannot be read. */
async function openFirstFree(
  openWith: typeof openEngine,
  folder: string | undefined,
  log: ListIndexOptions['log'],
): Promise<{ engine: Engine; path: string }> {
  if (!folder) return { engine: await openWith(MEMORY), path: MEMORY };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (let number = 1; number <= MAX_FILES; number += 1) {
    const path = join(folder, `lists-${number}.duckdb`);
    try {
      return { engine: await openWith(path), path };
    } catch (error) {
      if (isHeldByAnother(error)) continue;
      log.warn({ err: error, path }, DAMAGED);
      await removeFiles(path);
      return { engine: await openWith(path), path };
    }
  }
  return { engine: await openWith(MEMORY), path: MEMORY };
}
