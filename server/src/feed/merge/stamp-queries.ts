import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** Rows of older auctions are resent too rarely for a separate timestamp. */
export const STAMP_RETENTION_DAYS = 30;
const DELETE_BATCH_SIZE = 500;

/** Moves the newest timestamp into the lot itself: an older row may still arrive. */
export async function deleteOldStamps(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ stamps: number }>`
      with gone as (
        delete from lot_stamps where lot_id in (
          select lot_id from lot_stamps where auction_day <= current_date - ${STAMP_RETENTION_DAYS}::integer
           order by lot_id limit ${DELETE_BATCH_SIZE})
        returning lot_id, newest_at
      ), stamped as (
        update lots l set source_updated_at = g.newest_at
          from gone g where l.id = g.lot_id and l.source_updated_at < g.newest_at
      )
      select count(*)::integer as stamps from gone`.execute(db);
    if ((rows[0]?.stamps ?? 0) < DELETE_BATCH_SIZE) return;
  }
}
