import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

export interface SourceState {
  etag: string | null;
  lastModified: string | null;
  failures: number;
}

/** Claims the source if it is due and no other worker polls it. After the lease another worker can replace one that died. */
export async function claimSource(
  db: Db,
  { name, everySeconds }: { name: string; everySeconds: number },
  leaseSeconds: number,
): Promise<SourceState | undefined> {
  const { rows } = await sql<SourceState>`
    insert into feed_sources as s (name, next_at, every_seconds)
    values (${name}, clock_timestamp() + make_interval(secs => ${leaseSeconds}), ${everySeconds})
    on conflict (name) do update set next_at = excluded.next_at, every_seconds = excluded.every_seconds where s.next_at <= clock_timestamp()
    returning etag, last_modified as "lastModified", failures`.execute(db);
  return rows[0];
}

export async function renewSourceLease(db: Db, name: string, leaseSeconds: number): Promise<void> {
  await sql`update feed_sources set next_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
             where name = ${name}`.execute(db);
}

interface Pulled {
  etag: string | null;
  lastModified: string | null;
  nextInSeconds: number;
}

export async function markPulled(db: Db, name: string, { etag, lastModified, nextInSeconds }: Pulled): Promise<void> {
  await sql`update feed_sources
               set etag = ${etag}, last_modified = ${lastModified}, failures = 0, problem = null,
                   checked_at = clock_timestamp(), succeeded_at = clock_timestamp(),
                   next_at = clock_timestamp() + make_interval(secs => ${nextInSeconds})
             where name = ${name}`.execute(db);
}

export async function markFailed(db: Db, name: string, problem: string, nextInSeconds: number): Promise<void> {
  await sql`update feed_sources
               set failures = failures + 1, problem = ${problem}, checked_at = clock_timestamp(),
                   next_at = clock_timestamp() + make_interval(secs => ${nextInSeconds})
             where name = ${name}`.execute(db);
}

export const findSources = (db: Db) => db.selectFrom('feed_sources').selectAll().orderBy('name').execute();
