import { availableParallelism } from 'node:os';
import { type DuckDBConnection, DuckDBInstance, type DuckDBValue } from '@duckdb/node-api';
import { ApiError } from '../../platform/calls/errors.ts';

/** Statement with `$1, $2 …` and the values for them. */
export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

export interface Engine {
  /** Answers a question of a reader; at most {@link MAX_CONCURRENCY} run, the others wait their turn. */
  ask<Row>(statement: Statement): Promise<Row[]>;
  /** Runs work on the one connection that writes, as one transaction, one piece of work after the other. */
  write<T>(work: (run: (text: string) => Promise<Row[]>) => Promise<T>): Promise<T>;
  /** Once every question in hand is answered. */
  close(): Promise<void>;
}
type Row = Record<string, unknown>;

/** Half of the processors at most: bids are answered by the others. */
const MAX_CONCURRENCY = Math.max(1, Math.floor(availableParallelism() / 2));
/** More than these have waited too long by the time they are answered. */
const MAX_WAITING = 200;
const MEMORY_LIMIT = '2GB';

/**
 * Opens the engine of the list index.
 * @param path a file, or `:memory:`. A file that another process holds makes this fail with {@link isHeldByAnother}.
 */
export async function openEngine(path: string): Promise<Engine> {
  const instance = await DuckDBInstance.create(path, {
    threads: String(MAX_CONCURRENCY),
    memory_limit: MEMORY_LIMIT,
    // Every statement is ours; without these the engine might look for extensions on the network.
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const writer = await instance.connect();
  const idle = await Promise.all(Array.from({ length: MAX_CONCURRENCY }, () => instance.connect()));
  const waiting: ((reader: DuckDBConnection) => void)[] = [];
  let lastWrite: Promise<unknown> = Promise.resolve();

  const take = async (): Promise<DuckDBConnection> => {
    const reader = idle.pop();
    if (reader) return reader;
    if (waiting.length >= MAX_WAITING) throw new ApiError('Busy', { retryAfterSeconds: 2 });
    return new Promise((resolve) => waiting.push(resolve));
  };
  const giveBack = (reader: DuckDBConnection) => {
    const next = waiting.shift();
    if (next) next(reader);
    else idle.push(reader);
  };
  return {
    ask: async <R>({ sql, parameters }: Statement) => {
      const reader = await take();
      try {
        const answer = await reader.runAndReadAll(sql, [...parameters] as DuckDBValue[]);
        return answer.getRowObjectsJS().map(withNumbers) as R[];
      } finally {
        giveBack(reader);
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
          // After an error that ended the transaction there is nothing to take back.
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
    },
  };
}

/** Another process of the portal has the file open. */
export const isHeldByAnother = (error: unknown): boolean =>
  error instanceof Error && /conflicting lock|being used by another process/i.test(error.message);

/** Ids, yen and microseconds stay below 2^53. */
function withNumbers(row: Row): Row {
  for (const key in row) if (typeof row[key] === 'bigint') row[key] = Number(row[key]);
  return row;
}
