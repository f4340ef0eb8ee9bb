import type { LotFilter, LotListing, LotSort } from '@seri/contract/lots/filter.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import { type Condition, matching, onCarAuctionPage } from './matching-queries.ts';

const SORT_COLUMN: Record<Exclude<LotSort, 'auctionDate'>, RawBuilder<unknown>> = {
  year: sql`year`,
  condition: sql`condition_rank`,
  mileage: sql`mileage_km`,
  startPrice: sql`start_price_yen`,
  soldPrice: sql`sold_price_yen`,
};

export interface ListedLot {
  id: number;
  lot_no: number;
  house_name: string;
  is_uss: boolean;
  auction_day: string;
  auction_at: Date;
  time_known: boolean;
  bids_close_at: Date;
  maker: string;
  model: string;
  year: number | null;
  grade: string;
  mileage_km: number | null;
  engine_cc: number | null;
  color: string;
  equip: string;
  gearbox: string;
  chassis_code: string;
  condition: string;
  status: number;
  start_price_yen: number | null;
  sold_price_yen: number | null;
  average_price_yen: number | null;
  images: string[];
  is_private: boolean;
  own_amount_yen: number | null;
}

/** One page of the listing for a viewer: ids are cut out of an index first, then only those rows are read. */
export async function findListing(
  db: Db,
  listing: LotListing,
  viewer: { userId: number; isStaff: boolean },
): Promise<ListedLot[]> {
  const { rows } = await sql<ListedLot>`
    select lots.id, lot_no, house.name as house_name, house.is_uss, auction_day, auction_at, time_known, bids_close_at,
      maker, model, year, grade, mileage_km, engine_cc, color, equip, gearbox, chassis_code, condition, lots.status,
      start_price_yen, sold_price_yen, average_price_yen, images, is_private, own.amount_yen as own_amount_yen
    from (${idsOfPage(listing, matching(listing, viewer.isStaff))}) page
    join lots on lots.id = page.id
    join auction_houses house on house.id = house_id
    left join lateral (${ownBid(viewer.userId)}) own on true
    order by ${orderOf(listing)}`.execute(db);
  return rows;
}

/** The reader's own bid on a lot, live or finished; a cancelled or refused one is not shown as his bid. */
export const ownBid = (userId: number): RawBuilder<unknown> =>
  sql`select id, amount_yen, bid_at, status from bids
      where lot_id = lots.id and user_id = ${userId} and status in (1, 2, 5, 6, 7) order by id desc limit 1`;

const byTime = sql`auction_day, time_known desc, auction_at, lots.id`;
/** Unsorted, what may still be bid on comes first in the order of its running, and after it what has run, the latest first. */
const comingFirst = sql`auction_at <= now(), case when auction_at <= now() then auction_at end desc, ${byTime}`;

/** Unknown times stand last in their day and unknown values last in the list, whichever way it is sorted. */
function orderOf({ sort, order }: LotListing): RawBuilder<unknown> {
  const isDescending = order === 'DESC';
  if (!sort) return comingFirst;
  if (sort === 'auctionDate')
    return isDescending ? sql`auction_day desc, time_known desc, auction_at desc, lots.id desc` : byTime;
  const column = SORT_COLUMN[sort];
  return isDescending ? sql`${column} desc nulls last, lots.id desc` : sql`${column}, lots.id`;
}

function idsOfPage(listing: LotListing, where: Condition): RawBuilder<unknown> {
  const { sort, order, page, pageSize } = listing;
  const cut = sql`limit ${pageSize} offset ${(page - 1) * pageSize}`;
  if (!sort) {
    const part = (condition: RawBuilder<unknown>, by: RawBuilder<unknown>) =>
      sql`(select id, auction_day, time_known, auction_at from lots where ${where} and ${condition}
           order by ${by} limit ${page * pageSize})`;
    return sql`select lots.id from (
        ${part(sql`auction_at > now()`, byTime)} union all ${part(sql`auction_at <= now()`, sql`auction_at desc, lots.id`)}
      ) lots order by ${comingFirst} ${cut}`;
  }
  if (sort === 'auctionDate' || (order !== 'DESC' && sort !== 'soldPrice'))
    return sql`select id from lots where ${where} order by ${orderOf(listing)} ${cut}`;
  // An ascending index read backwards has its nulls first, so the unknown ones are fetched on their own.
  const column = SORT_COLUMN[sort];
  const direction = order === 'DESC' ? sql`desc` : sql`asc`;
  // Nearly all sold lots are of the past: added zero keeps the planner from walking through them to find those of today.
  const known = sort === 'soldPrice' ? sql`${column} + 0` : column;
  const part = (condition: RawBuilder<unknown>, by: RawBuilder<unknown>) =>
    sql`(select id, ${column} as value from lots where ${where} and ${column} ${condition}
         order by ${by} ${direction}, id ${direction} limit ${page * pageSize})`;
  return sql`select id from (
      ${part(sql`is not null`, known)} union all ${part(sql`is null`, column)}
    ) parts order by value ${direction} nulls last, id ${direction} ${cut}`;
}

export const EXACT_UP_TO = 10_000;

/** How many lots match: exact up to 10,000, beyond that what the planner expects (decisions 14). */
export async function countMatching(db: Db, filter: LotFilter, isStaff: boolean): Promise<number> {
  const where = matching(filter, isStaff);
  const { rows } = await sql<{ lots: number }>`
    select count(*) as lots from (select 1 from lots where ${where} limit ${EXACT_UP_TO + 1}) counted`.execute(db);
  const counted = rows[0]?.lots ?? 0;
  return counted <= EXACT_UP_TO ? counted : Math.max(counted, await expectedMatching(db, where));
}

async function expectedMatching(db: Db, where: Condition): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>`
    explain (format json) select 1 from lots where ${where}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
}

/** All lots of the page, counted exactly; costly, so callers remember it. */
export async function countPage(db: Db, isStaff: boolean): Promise<number> {
  const { rows } = await sql<{ lots: number }>`
    select count(*) as lots from lots where ${onCarAuctionPage(isStaff)}`.execute(db);
  return rows[0]?.lots ?? 0;
}
