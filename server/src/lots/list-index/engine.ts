import { mkdir, readdir, rm } from 'node:fs/promises';
import { availableParallelism, constants, getPriority, setPriority, tmpdir } from 'node:os';
import {
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBMaterializedResult,
  type DuckDBValue,
  JSDuckDBValueConverter,
} from '@duckdb/node-api';
import { ApiError } from '../../platform/calls/errors.ts';
import { INDEX_FILES, type IndexFile, ROWS_OF_GROUP, textOf } from './columns.ts';

/** Statement with `$1, $2 …` and the values for them. */
export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

export interface Engine {
  /** Runs a query. At most {@link MAX_CONCURRENCY} run at once, while the next one is planned; others wait in order. */
  ask<Row>(statement: Statement): Promise<Row[]>;
  /**
   * Runs work in a transaction on the single writing connection, one after the other. A transaction writes to one of the
   * files only.
   */
  write<T>(work: (run: (text: string) => Promise<Row[]>) => Promise<T>): Promise<T>;
  /** For files to read. Beside an index in a file, and emptied when that is opened: a killed process leaves gigabytes. */
  folder: string;
  /** Closes the engine after the running queries have finished. */
  close(): Promise<void>;
}
type Row = Record<string, unknown>;

/**
 * Queries at once, and threads of the usual priority: half of the processors, so that bids find a free one. With all, the
 * 99th percentile of a bid check beside wide filters was 2.9 times its idle value.
 */
const MAX_CONCURRENCY = Math.max(1, Math.floor(availableParallelism() / 2));
/**
 * Priority of the threads on the other processors: a third of the usual share. With the lowest, 19, queries on a busy machine
 * waited for the parts that such a thread had begun; a test of choices then took four times as long.
 */
const HELPER_NICENESS = 5;
/**
 * Queries planned or running: the next one is planned on one more thread while another runs. With two running as well, the
 * bid check took 2.5 times its idle value.
 */
const MAX_PLANNED = MAX_CONCURRENCY + 1;
/** Maximum queue length; a longer queue would answer too late to be useful. */
const MAX_WAITING = 200;
const MEMORY_LIMIT = '2GB';
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
    threads: String(MAX_CONCURRENCY),
    memory_limit: MEMORY_LIMIT,
    // Of its own: processes that share a folder overwrite each other's parts of long sorts.
    temp_directory: path === MEMORY ? '' : `${path}.tmp`,
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
  await startHelpers(writer);
  const readers = await Promise.all(Array.from({ length: MAX_PLANNED }, connect));
  for (const reader of readers) await reader.run('begin');
  const planning = lendInOrder(readers);
  const running = lendInOrder(Array.from({ length: MAX_CONCURRENCY }, (_, place) => place));
  let lastWrite: Promise<unknown> = Promise.resolve();

  return {
    folder,
    ask: <R>({ sql, parameters }: Statement) =>
      planning.lend(async (reader) => {
        const query = await reader.prepare(sql);
        try {
          if (parameters.length > 0) query.bind([...parameters] as DuckDBValue[]);
          return rowsOf(await running.lend(() => query.run())) as R[];
        } finally {
          query.destroySync();
        }
      }, beginAgain),
    write: (work) => {
      const run = async (text: string) => rowsOf(await writer.run(text));
      const written = lastWrite.then(async () => {
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
      lastWrite = written.catch(() => {});
      return written;
    },
    close: async () => {
      await lastWrite;
      for (const reader of await planning.collect()) reader.closeSync();
      writer.closeSync();
      instance.closeSync();
      if (path !== MEMORY) await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Begins the transaction of the next query, which sees what was committed before its planning: the engine reads nothing at
 * `begin`. Planning and running are one transaction, because a plan omits conditions that every row meets so far, so it must
 * not read rows that were written later.
 */
async function beginAgain(reader: DuckDBConnection): Promise<void> {
  // An error may have ended the transaction already. In a damaged engine the next query fails, whose error is handled.
  await reader.run('rollback; begin').catch(() => reader.run('begin').catch(() => {}));
}

/** Lends each of these to one caller at a time; callers wait in order. */
function lendInOrder<T>(idle: T[]) {
  const all = idle.length;
  const waiting: ((one: T) => void)[] = [];
  const take = async (): Promise<T> => idle.pop() ?? new Promise((resolve) => waiting.push(resolve));
  const giveBack = (one: T): void => {
    const next = waiting.shift();
    if (next) next(one);
    else idle.push(one);
  };
  return {
    /** @param tidy what must be done before the next caller gets it; this one does not wait for it */
    lend: async <R>(work: (one: T) => Promise<R>, tidy?: (one: T) => Promise<void>): Promise<R> => {
      if (waiting.length >= MAX_WAITING) throw new ApiError('Busy', { retryAfterSeconds: 2 });
      const one = await take();
      try {
        return await work(one);
      } finally {
        if (tidy) void tidy(one).finally(() => giveBack(one));
        else giveBack(one);
      }
    },
    /** Takes all of them, after earlier callers. */
    collect: (): Promise<T[]> => Promise.all(Array.from({ length: all }, take)),
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

/** Adds a thread for each of the other processors, where the system can give these a lower priority. */
async function startHelpers(connection: DuckDBConnection): Promise<void> {
  const earlier = await threadIds();
  if (earlier.length === 0) return;
  await connection.run(`set threads = ${availableParallelism()}`);
  // Starts them.
  await connection.run('select 1');
  for (const id of await threadIds()) if (!earlier.includes(id)) lowerPriority(id);
}

/** The threads of this process; none where the system does not list them. */
const threadIds = async (): Promise<number[]> => (await readdir('/proc/self/task').catch(() => [])).map(Number);

function lowerPriority(threadId: number): void {
  try {
    setPriority(threadId, Math.min(constants.priority.PRIORITY_LOW, getPriority() + HELPER_NICENESS));
  } catch {
    // A thread of another part that has ended meanwhile.
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
