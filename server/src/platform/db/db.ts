import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely';
import { Pool, type PoolConfig, types } from 'pg';
import type { Log } from '../process/log.ts';
import { namedQueries } from './named-queries.ts';
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
  /** Has its own connections, so that listings cannot starve bids (business-rules.md#separate-pools). */
  bidDb: Db;
  /** Where lists are filled from, when DATABASE_READ_URL names a replica (docs/decisions/015). */
  replicaPool: Pool | null;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  replicaUrl?: string | undefined;
}

/**
 * One pool for reading and imports, one for bids; each statement ends after three seconds at the latest. The few long
 * statements of bids are planned once a connection; of reading those that are marked, as the best plan of others depends
 * on their values.
 */
export function openDatabase(url: string, log: Log, size = 10, more: DatabaseOptions = {}): Database {
  const { replicaUrl } = more;
  const pool = createPool(url, log, { max: size });
  const db = kyselyOn(namedQueries(pool, 'marked'));
  const bidDb = kyselyOn(namedQueries(createPool(url, log, { max: size }), 'all'));
  const replicaPool = replicaUrl ? createPool(replicaUrl, log, { max: 2 }) : null;
  return {
    db,
    bidDb,
    pool,
    replicaPool,
    close: async () => {
      await Promise.all([db.destroy(), bidDb.destroy(), replicaPool?.end()]);
    },
  };
}

const kyselyOn = (pool: PostgresPool): Db => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });

function createPool(url: string, log: Log, more: PoolConfig): Pool {
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 10_000,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        parsers[oid] ?? types.getTypeParser(oid, format as 'text'),
    },
    ...more,
  });
  // Without listeners, idle and in use, a server restart would end the whole process.
  // The error carries its connection with all statements and the key to cancel them: none of it belongs into a log.
  const lost = ({ message, code }: Error & { code?: string }) =>
    log.warn({ reason: message, code }, 'a database connection was lost');
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  return pool;
}
