import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Log } from '../process/log.ts';
import type { Db } from './db.ts';

const PATIENCE_MS = 10_000;
/** A replica does not report its progress, so it is polled. */
const POLL_INTERVAL_MS = 100;

/**
 * Returns the replica's pool once the replica has everything that is committed on the primary now. Returns the
 * primary's pool when the replica does not answer, belongs to another database, or needs more than ten seconds
 * (docs/decisions/015).
 */
export async function poolForCopying(
  { db, pool, replicaPool }: { db: Db; pool: Pool; replicaPool: Pool | null },
  log: Pick<Log, 'warn'>,
  { patienceMs = PATIENCE_MS } = {},
): Promise<Pool> {
  if (!replicaPool) return pool;
  try {
    const { rows } = await sql<{ position: string; system: string }>`
      select pg_current_wal_lsn()::text as position, system_identifier::text as system from pg_control_system()`.execute(
      db,
    );
    const [place] = rows;
    for (const untilMs = Date.now() + patienceMs; Date.now() < untilMs; await sleep(POLL_INTERVAL_MS)) {
      const answer = await replicaPool.query<{ has_it: boolean }>(
        `select pg_is_in_recovery() and system_identifier = $2::bigint and $1::pg_lsn <= pg_last_wal_replay_lsn() as has_it
           from pg_control_system()`,
        [place?.position, place?.system],
      );
      if (answer.rows[0]?.has_it) return replicaPool;
    }
    log.warn('the replica is behind: lists are filled from the primary');
  } catch (error) {
    log.warn({ err: error }, 'the replica cannot be read: lists are filled from the primary');
  }
  return pool;
}
