import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely';
import { Pool, type PoolConfig, types } from 'pg';
import type { Log } from '../process/log.ts';
import { namedQueries } from './named-queries.ts';
import type { DB } from './tables.ts';

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

/** Runs the work in the current transaction, or in a new one. */
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
  /** The pool of the replica that DATABASE_READ_URL names; lists are filled from it (docs/decisions/015). */
  replicaPool: Pool | null;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  replicaUrl?: string | undefined;
}

/**
 * Opens one pool for reads and imports and one for bids, with a statement timeout of three seconds. The bid pool
 * prepares all its statements. The read pool prepares only those marked PREPARED, because the best plan of the others
 * depends on their values.
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

/**
 * Opens the connections of the job runner. They wait without a limit: the runner ends the whole process when it cannot
 * mark a job as done.
 */
export const openJobPool = (url: string, log: Log, size: number): Pool =>
  createPool(url, log, { max: size, connectionTimeoutMillis: 0, statement_timeout: 0 });

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
  // Without listeners on idle and busy connections, a restart of the database server would end the whole process. The
  // error object carries its connection with all statements and the cancel key, so the log gets only message and
  // code.
  const logLoss = ({ message, code }: Error & { code?: string }) =>
    log.warn({ reason: message, code }, 'a database connection was lost');
  pool.on('error', logLoss);
  pool.on('connect', (client) => client.on('error', logLoss));
  return pool;
}
