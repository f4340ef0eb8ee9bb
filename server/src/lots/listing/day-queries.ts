import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

const LOT_BATCH_SIZE = 1_000;

/** Takes yesterday's lots off the pages of upcoming lots, in batches. Returns their number. */
export async function turnDay(db: Db): Promise<number> {
  for (let turned = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      update lots set upcoming_page = null where id in (
        select id from lots
         where upcoming_page in ('car-auction', 'bikes') and bids_close_at < now()
           and auction_day < (now() at time zone 'Asia/Tokyo')::date
         order by id limit ${LOT_BATCH_SIZE} for update skip locked)`.execute(db);
    turned += Number(numAffectedRows);
    if (numAffectedRows < LOT_BATCH_SIZE) return turned;
  }
}

/** Deletes changes that every list index has read. A process that was stopped for longer fills its index again. */
export async function forgetLotChanges(db: Db): Promise<void> {
  await sql`delete from lot_changes where noted_at < now() - interval '2 days'`.execute(db);
}
