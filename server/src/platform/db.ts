import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import { Client, Pool, types } from 'pg';
import type { Log } from './log.ts';
import { PreparedClient } from './prepared-client.ts';
import type { DB } from './tables.ts';

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

/** In the transaction that runs already, or in one of its own. */
export const within = <T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db as Tx) : db.transaction().execute(work);

const STATEMENT_TIMEOUT_MS = 3_000;
const INT8 = 20;
const DATE = 1082;
const NUMERIC = 1700;

/** Yen and ids stay below 2^53, so bigint columns are read as numbers; days stay text, never a Date in some zone. */
const parsers: Record<number, (value: string) => unknown> = {
  [INT8]: Number,
  [NUMERIC]: Number,
  [DATE]: (value) => value,
};

export interface Database {
  db: Db;
  pool: Pool;
  /** Has its own connections, so that listings cannot starve bids (quality F11). */
  bidDb: Db;
  close(): Promise<void>;
}

/**
 * One pool for reading, one for bids, whose few statements are planned once a connection; each statement ends after three
 * seconds at the latest.
 */
export function openDatabase(url: string, log: Log, size = 10): Database {
  const pool = createPool(url, log, size);
  const bidPool = createPool(url, log, size, PreparedClient);
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const bidDb = new Kysely<DB>({ dialect: new PostgresDialect({ pool: bidPool }) });
  return {
    db,
    bidDb,
    pool,
    close: async () => {
      await Promise.all([db.destroy(), bidDb.destroy()]);
    },
  };
}

function createPool(url: string, log: Log, size: number, Connection: typeof Client = Client): Pool {
  const pool = new Pool({
    Client: Connection,
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 10_000,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        parsers[oid] ?? types.getTypeParser(oid, format as 'text'),
    },
  });
  // Without listeners, idle and in use, a server restart would end the whole process.
  const lost = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  return pool;
}
