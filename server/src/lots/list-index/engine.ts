import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism, constants, getPriority, setPriority, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import {
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBMaterializedResult,
  JSDuckDBValueConverter,
} from '@duckdb/node-api';
import { ApiError } from '../../platform/calls/errors.ts';
import { INDEX_FILES, type IndexFile, ROWS_OF_GROUP, textOf } from './columns.ts';

export interface Engine {
  /** Runs a query. At most {@link MAX_CONCURRENCY} run at once; others wait in order. */
  ask<Row>(sql: string): Promise<Row[]>;
  /**
   * Runs work in a transaction on the single writing connection, one after the other. A transaction writes to one of the
   * files only.
   */
  write<T>(work: (run: (text: string) => Promise<Row[]>) => Promise<T>): Promise<T>;
  /**
   * Moves written rows from the log beside each file into the file, in turn with writes. It takes up to two seconds on a
   * busy machine; queries go on.
   */
  checkpoint(): Promise<void>;
  /** For files to read. Beside an index in a file, and emptied when that is opened: a killed process leaves gigabytes. */
  folder: string;
  /** Closes the engine after the running queries have finished. */
  close(): Promise<void>;
}
type Row = Record<string, unknown>;

/**
 * Queries at once. Each runs in a thread of Node's pool, which has four: writing takes a third, and files need one. Planned
 * and run in one call, because waking another thread takes longer than much of the planning.
 */
const MAX_CONCURRENCY = Math.min(2, availableParallelism());
/** Of the engine, which counts the thread that runs a query: as many as leave none of the processors idle. */
const THREADS = availableParallelism() - MAX_CONCURRENCY + 1;
/**
 * Lists have a third of the usual share of a busy processor, so that bids find a free one. At the usual priority a bid check
 * beside wide filters took 3.1 to 4.6 times its idle time instead of 2.2 to 2.6. With the lowest, 19, lists on a busy machine
 * waited four times as long.
 */
const NICENESS = 5;
/** Maximum queue length; a longer queue would answer too late to be useful. */
const MAX_WAITING = 200;
/** Of the machine, or of the container, whose limit is 0 or very large when it has none. */
const MEMORY_BYTES = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
/**
 * A sixth of the memory, as there is a second index in the process for pages: room for 20,000,000 sales on a machine of 24 GB.
 * With half of it, choices under wide filters read the file again for each question, which took three times as long.
 */
const MEMORY_LIMIT_MB = Math.max(2_000, Math.round(MEMORY_BYTES / 6 / 1_000_000));
/** Size of the log at which the engine checkpoints within a write. Its caller checkpoints earlier, when no list waits. */
const MAX_LOG = '256MB';
const THREAD_FOLDER = '/proc/self/task';
/** In place of a path: an index that is lost when it is closed, and never written to a disk. */
export const MEMORY = ':memory:';

/** Path of each file of an index. */
export const pathOf = (path: string, file: IndexFile): string =>
  path === MEMORY || file === 'lists' ? path : `${path}.${file}`;

/**
 * Opens the engine of the list index.
 * @param path the first of its files, or {@link MEMORY}. A file that another process holds makes this fail with
 *   {@link isHeldByAnother}.
 */
export async function openEngine(path: string): Promise<Engine> {
  const instance = await DuckDBInstance.create(MEMORY, {
    threads: String(THREADS),
    memory_limit: `${MEMORY_LIMIT_MB}MB`,
    checkpoint_threshold: MAX_LOG,
    // Of its own: processes that share a folder overwrite each other's parts of long sorts.
    temp_directory: path === MEMORY ? '' : `${path}.tmp`,
    // Rows of a portion that wait to be written; more would take gigabytes.
    partitioned_write_flush_threshold: '32768',
    // Keeps the engine from looking for extensions on the network.
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connect = async (): Promise<DuckDBConnection> => {
    const connection = await instance.connect();
    await connection.run(`set search_path = '${INDEX_FILES.map((file) => `${file}.main`).join()}'`);
    return connection;
  };
  const folder = await attach(instance, path).catch((error: unknown) => {
    instance.closeSync();
    throw error;
  });
  const writer = await connect();
  // Starts the engine's own threads.
  await writer.run('select 1');
  await lowerPriority();
  const readers = lendInOrder(await Promise.all(Array.from({ length: MAX_CONCURRENCY }, connect)));
  let lastWrite: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = lastWrite.then(work);
    lastWrite = done.catch(() => {});
    return done;
  };

  return {
    folder,
    ask: <R>(sql: string) => readers.lend(async (reader) => rowsOf(await reader.run(sql)) as R[]),
    write: (work) => {
      const run = async (text: string) => rowsOf(await writer.run(text));
      return inTurn(async () => {
        await writer.run('begin');
        try {
          const result = await work(run);
          await writer.run('commit');
          return result;
        } catch (error) {
          // An error may have ended the transaction already.
          await writer.run('rollback').catch(() => {});
          throw error;
        }
      });
    },
    checkpoint: () =>
      inTurn(async () => {
        for (const file of INDEX_FILES) await writer.run(`checkpoint ${file}`);
      }),
    close: async () => {
      await lastWrite;
      for (const reader of await readers.collect()) reader.closeSync();
      writer.closeSync();
      instance.closeSync();
      if (path !== MEMORY) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Lends each connection to one caller at a time; callers wait in order. */
function lendInOrder(idle: DuckDBConnection[]) {
  const all = idle.length;
  const waiting: ((one: DuckDBConnection) => void)[] = [];
  const take = async (): Promise<DuckDBConnection> => idle.pop() ?? new Promise((resolve) => waiting.push(resolve));
  const giveBack = (one: DuckDBConnection): void => {
    const next = waiting.shift();
    if (next) next(one);
    else idle.push(one);
  };
  return {
    lend: async <R>(work: (one: DuckDBConnection) => Promise<R>): Promise<R> => {
      if (waiting.length >= MAX_WAITING) throw new ApiError('Busy', { retryAfterSeconds: 2 });
      const one = await take();
      try {
        return await work(one);
      } finally {
        giveBack(one);
      }
    },
    /** Takes all of them, after earlier callers. */
    collect: (): Promise<DuckDBConnection[]> => Promise.all(Array.from({ length: all }, take)),
  };
}

/** Opens the files and returns the folder beside them, which no other process uses while the first is locked. */
async function attach(instance: DuckDBInstance, path: string): Promise<string> {
  const connection = await instance.connect();
  for (const file of INDEX_FILES)
    await connection.run(`attach ${textOf(pathOf(path, file))} as ${file} (row_group_size ${ROWS_OF_GROUP[file]})`);
  if (path === MEMORY) return tmpdir();
  const folder = `${path}.copies`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/**
 * Lowers the priority of Node's pool, which also reads files and hashes passwords, and of the engine's own threads, which
 * have the same name. Without effect on systems that do not list threads as files.
 */
async function lowerPriority(): Promise<void> {
  const priority = Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICENESS);
  for (const id of await readdir(THREAD_FOLDER).catch(() => [])) {
    const name = await readFile(join(THREAD_FOLDER, id, 'comm'), 'utf8').catch(() => '');
    try {
      if (name.startsWith('libuv')) setPriority(Number(id), priority);
    } catch {
      // A thread that has ended meanwhile.
    }
  }
}

/** True if another process has the file open. */
export const isHeldByAnother = (error: unknown): boolean =>
  error instanceof Error && /conflicting lock|being used by another process/i.test(error.message);

/**
 * The rows of a result that is in memory. Read at once, because fetching through another thread takes longer than
 * reading the rows of a page.
 */
function rowsOf(result: DuckDBMaterializedResult): Row[] {
  const names = result.columnNames();
  const chunks = Array.from({ length: result.chunkCount }, (_, place) => result.getChunk(place));
  return chunks.flatMap((chunk) => {
    const columns = chunk.convertColumns(JSDuckDBValueConverter);
    return Array.from({ length: chunk.rowCount }, (_, row) =>
      Object.fromEntries(names.map((name, place) => [name, withNumber(columns[place]?.[row])])),
    );
  });
}

/** Ids, yen and microseconds stay below 2^53. */
const withNumber = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value);
