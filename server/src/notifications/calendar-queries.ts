import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { BID } from '../platform/db/numbers.ts';

export interface CalendarBid {
  bidId: number;
  lotId: number;
  vehicle: 'car' | 'bike';
  title: string;
  lotNo: number;
  house: string;
  day: string;
  auctionAt: Date;
  timeKnown: boolean;
  bidsCloseAt: Date;
  amountYen: number;
  changedAt: Date;
}

export const findFeed = (db: Db, userId: number) =>
  db.selectFrom('calendar_feeds').select('id').where('user_id', '=', userId).executeTakeFirst();

export const renewFeed = (db: Db, userId: number) =>
  db
    .insertInto('calendar_feeds')
    .values({ user_id: userId })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ id: sql`gen_random_uuid()`, created_at: sql`clock_timestamp()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();

/** The owner of a calendar; undefined if the account is disabled. */
export const findFeedOwner = (db: Db, feedId: string) =>
  db
    .selectFrom('calendar_feeds')
    .innerJoin('users', 'users.id', 'calendar_feeds.user_id')
    .select(['users.id', 'users.language'])
    .where('calendar_feeds.id', '=', feedId)
    .where('role_id', '<>', 982)
    .executeTakeFirst();

/** Live bids at auctions from yesterday on. */
export async function findCalendarBids(db: Db, userId: number): Promise<CalendarBid[]> {
  const { rows } = await sql<CalendarBid>`
    select b.id as "bidId", l.id as "lotId", l.vehicle, concat_ws(' ', l.maker, l.model) as title, l.lot_no as "lotNo",
      h.name as house, l.auction_day as day, l.auction_at as "auctionAt", l.time_known as "timeKnown",
      l.bids_close_at as "bidsCloseAt", b.amount_yen as "amountYen",
      greatest(b.status_at, b.amount_at, l.updated_at) as "changedAt"
    from bids b join lots l on l.id = b.lot_id join auction_houses h on h.id = l.house_id
    where b.user_id = ${userId} and b.status in (${BID.new}, ${BID.bid}, ${BID.win}) and l.lot_source = 'auction'
      and l.auction_day >= (clock_timestamp() at time zone 'Asia/Tokyo')::date - 1
    order by l.auction_at, b.id limit 1000`.execute(db);
  return rows;
}
