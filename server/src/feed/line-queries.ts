import { sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Db } from '../platform/db.ts';
import { bigintOf, type SameLine } from './known-lines.ts';

/** Lines about auctions longer ago come again too seldom to be kept. */
export const KNOWN_DAYS = 30;

/** All lines that are known, in the form that `KnownLines` reads. */
export async function findKnownLines(pool: Pool): Promise<Buffer> {
  const { rows } = await pool.query<{ lines: Buffer | null }>(
    `select string_agg(int8send(line_hash) || int8send(lot_id)
                         || int8send(2 * round(extract(epoch from newest_at) * 1000)::bigint + says_outcome::integer),
                       ''::bytea) as lines
       from feed_lines where line_hash is not null`,
  );
  return rows[0]?.lines ?? Buffer.alloc(0);
}

/**
 * Notes the newer stamps of lots whose last line came again, and answers which lots those are: of the others the last line
 * is another one meanwhile.
 */
export async function noteStamps(client: PoolClient, lines: readonly SameLine[]): Promise<Set<number>> {
  const { rows } = await client.query<{ id: number }>(
    `with given as (
       select lot_id, line_hash, to_timestamp(max(stamp_ms) / 1000.0) as stamp
         from unnest($1::bigint[], $2::bigint[], $3::bigint[]) g(lot_id, line_hash, stamp_ms) group by 1, 2
     )
     update feed_lines f set newest_at = greatest(f.newest_at, g.stamp)
       from given g
      where f.lot_id = g.lot_id and f.line_hash = g.line_hash and not f.says_outcome
     returning f.lot_id as id`,
    [lines.map(({ lotId }) => lotId), lines.map(({ key }) => bigintOf(key)), lines.map(({ stampMs }) => stampMs)],
  );
  return new Set(rows.map(({ id }) => id));
}

const FORGOTTEN_AT_ONCE = 500;

/** The newest stamp of a lot stays with it: an older row may still come. */
export async function forgetOldLines(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ lines: number }>`
      with gone as (
        delete from feed_lines where lot_id in (
          select lot_id from feed_lines where auction_day <= current_date - ${KNOWN_DAYS}::integer
           order by lot_id limit ${FORGOTTEN_AT_ONCE})
        returning lot_id, newest_at
      ), stamped as (
        update lots l set source_updated_at = g.newest_at
          from gone g where l.id = g.lot_id and l.source_updated_at < g.newest_at
      )
      select count(*)::integer as lines from gone`.execute(db);
    if ((rows[0]?.lines ?? 0) < FORGOTTEN_AT_ONCE) return;
  }
}
