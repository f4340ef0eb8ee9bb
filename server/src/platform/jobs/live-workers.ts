import { EventEmitter } from 'node:events';
import { type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import type { Db } from '../db/db.ts';
import { openDedicatedConnection } from '../db/dedicated-connection.ts';
import type { Log } from '../process/log.ts';

/** An arbitrary number that separates worker locks from other advisory locks. */
const LOCK_SPACE = 41;
/** A worker that has just started may not hold its lock yet. */
const YOUNG_SECONDS = 2;

/** Detects a worker on a machine without power within a minute, not after the system's default of two hours. */
const KEEPALIVE = 'set tcp_keepalives_idle = 20; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3';

export interface LiveWorkers {
  /** The job runner reports the workers it creates here. */
  events: EventEmitter;
  stop(): Promise<void>;
}

/**
 * Holds an advisory lock for each worker of this process. The locks end with the process, so other processes can free
 * its jobs.
 */
export function holdWorkerLocks(pool: Pool, log: Log): LiveWorkers {
  const ids = new Set<string>();
  const locked = new Set<string>();
  const connection = openDedicatedConnection({
    name: 'the locks of this worker',
    pool,
    log,
    hold: async (ask, _client, isNew) => {
      if (isNew) locked.clear();
      await ask(isNew ? KEEPALIVE : 'select 1');
      for (const id of ids) {
        if (locked.has(id)) continue;
        await ask(`select pg_advisory_lock_shared(hashtextextended($1, ${LOCK_SPACE}))`, [id]);
        locked.add(id);
      }
    },
  });
  const events = new EventEmitter();
  events.on('worker:create', ({ worker: { workerId } }: { worker: { workerId: string } }) => {
    ids.add(workerId);
    connection.wake();
  });
  return { events, stop: connection.stop };
}

/** Frees the jobs of workers without a lock; returns the ids of those workers. */
export async function recoverJobs(db: Db): Promise<string[]> {
  const { rows } = await sql<{ dead: string[] }>`
    with busy as (
      select locked_by as id, locked_at from graphile_worker._private_jobs where locked_at is not null
      union all select locked_by, locked_at from graphile_worker._private_job_queues where locked_at is not null
    ), dead as (
      select id from (
        select id from busy group by id
        having max(locked_at) < clock_timestamp() - make_interval(secs => ${YOUNG_SECONDS})) w
       where pg_try_advisory_xact_lock(hashtextextended(id, ${LOCK_SPACE}))
    )
    select coalesce(array_agg(id), '{}') as dead from dead`.execute(db);
  const dead = rows[0]?.dead ?? [];
  if (dead.length > 0) await sql<SqlBool>`select graphile_worker.force_unlock_workers(${dead}::text[])`.execute(db);
  return dead;
}
