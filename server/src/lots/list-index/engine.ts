import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { type DuckDBConnection, DuckDBInstance, type DuckDBValue } from '@duckdb/node-api';
import { ApiError } from '../../platform/calls/errors.ts';
import { ROWS_OF_GROUP, textOf } from './columns.ts';

/** Statement with `$1, $2 …` and the values for them. */
export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

export interface Engine {
  /** Runs a query. At most {@link MAX_CONCURRENCY} run at once, others wait in order. */
  ask<Row>(statement: Statement): Promise<Row[]>;
  /** Runs work in a transaction on the single writing connection, one after the other. */
  write<T>(work: (run: (text: string) => Promise<Row[]>) => Promise<T>): Promise<T>;
  /** For files to read. Beside an index in a file, and emptied when that is opened: a killed process leaves gigabytes. */
  folder: string;
  /** Closes the engine after the running queries have finished. */
  close(): Promise<void>;
}
type Row = Record<string, unknown>;

/**
 * At most half of the processors, so that bids always find a free one: with all, the 99th percentile of a bid check beside
 * wide filters was 2.9 times its idle value, with half 1.7. More threads at low priority halve the time of wide lists, but on
 * a busy machine queries wait for them: a test of choices then took four times as long.
 */
const MAX_CONCURRENCY = Math.max(1, Math.floor(availableParallelism() / 2));
/** Maximum queue length; a longer queue would answer too late to be useful. */
const MAX_WAITING = 200;
const MEMORY_LIMIT = '2GB';
/** In place of a path: an index that is lost when it is closed, and never written to a disk. */
export const MEMORY = ':memory:';

/**
 * Opens the engine of the list index.
 * @param path a file, or {@link MEMORY}. A file that another process holds makes this fail with {@link isHeldByAnother}.
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
    await connection.run('use lists');
    return connection;
  };
  const folder = await attach(instance, path).catch((error: unknown) => {
    instance.closeSync();
    throw error;
  });
  const writer = await connect();
  const idle = await Promise.all(Array.from({ length: MAX_CONCURRENCY }, connect));
  const waiting: ((reader: DuckDBConnection) => void)[] = [];
  let lastWrite: Promise<unknown> = Promise.resolve();

  const take = async (): Promise<DuckDBConnection> => {
    const reader = idle.pop();
    if (reader) return reader;
    if (waiting.length >= MAX_WAITING) throw new ApiError('Busy', { retryAfterSeconds: 2 });
    return new Promise((resolve) => waiting.push(resolve));
  };
  const release = (reader: DuckDBConnection) => {
    const next = waiting.shift();
    if (next) next(reader);
    else idle.push(reader);
  };
  return {
    folder,
    ask: async <R>({ sql, parameters }: Statement) => {
      const reader = await take();
      try {
        const answer = await reader.runAndReadAll(sql, [...parameters] as DuckDBValue[]);
        return answer.getRowObjectsJS().map(withNumbers) as R[];
      } finally {
        release(reader);
      }
    },
    write: (work) => {
      const run = async (text: string) => (await writer.runAndReadAll(text)).getRowObjectsJS().map(withNumbers);
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
      const readers = await Promise.all(Array.from({ length: MAX_CONCURRENCY }, take));
      for (const reader of readers) reader.closeSync();
      writer.closeSync();
      instance.closeSync();
      if (path !== MEMORY) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens the file and returns the folder beside it, which no other process uses while the file is locked. */
async function attach(instance: DuckDBInstance, path: string): Promise<string> {
  const connection = await instance.connect();
  await connection.run(`attach ${textOf(path)} as lists (row_group_size ${ROWS_OF_GROUP})`);
  if (path === MEMORY) return tmpdir();
  const folder = `${path}.copies`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/** True if another process has the file open. */
export const isHeldByAnother = (error: unknown): boolean =>
  error instanceof Error && /conflicting lock|being used by another process/i.test(error.message);

/** Ids, yen and microseconds stay below 2^53. */
function withNumbers(row: Row): Row {
  for (const key in row) if (typeof row[key] === 'bigint') row[key] = Number(row[key]);
  return row;
}
