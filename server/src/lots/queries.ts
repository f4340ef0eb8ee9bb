import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import type { ListedLot } from './listing-queries.ts';
import { ownBid } from './listing-queries.ts';

export interface WholeLot extends Omit<ListedLot, 'house_name'> {
  house_name: string;
  cancel_until: Date;
  drive: string | null;
  horse_power: number | null;
  has_sheet: boolean;
  remarks: string;
  manager_note: string;
  house_overbid_yen: number | null;
  house_cancel_hours: number | null;
  haulage_yen: number;
  own_bid_id: number | null;
  own_bid_at: Date | null;
  own_status: number | null;
  /** Any bid, even a cancelled one, or a purchase: it opens the lot without the view flag (decisions D3.14). */
  is_known_to_viewer: boolean;
  /** The database's clock, the only one that decides. */
  now: Date;
}

export async function findCarLot(db: Db, id: number, userId: number): Promise<WholeLot | undefined> {
  const { rows } = await sql<WholeLot>`
    select lots.id, lot_no, house.name as house_name, house.is_uss, auction_day, auction_at, time_known, bids_close_at,
      cancel_until, maker, model, year, grade, mileage_km, engine_cc, color, equip, gearbox, chassis_code, condition,
      lots.status, start_price_yen, sold_price_yen, average_price_yen, images, is_private, drive, horse_power,
      sheet is not null as has_sheet, remarks, manager_note,
      house.overbid_yen as house_overbid_yen, house.cancel_hours as house_cancel_hours, house.haulage_yen,
      own.id as own_bid_id, own.amount_yen as own_amount_yen, own.bid_at as own_bid_at, own.status as own_status,
      (exists (select 1 from bids where lot_id = lots.id and user_id = ${userId})
        or exists (select 1 from purchases where lot_id = lots.id and user_id = ${userId})) as is_known_to_viewer,
      clock_timestamp() as now
    from lots
    join auction_houses house on house.id = house_id
    left join lateral (${ownBid(userId)}) own on true
    where lots.id = ${id} and vehicle = 'car' and lot_source = 'auction'`.execute(db);
  return rows[0];
}

/** New bids the client may still place today (Asia/Tokyo) and extra-photo requests per day; -1 is no limit. */
export async function findDailyLimits(db: Db, userId: number): Promise<{ bids_left: number; daily_uss_limit: number }> {
  const { rows } = await sql<{ bids_left: number; daily_uss_limit: number }>`
    select case
        when daily_bid_limit = -1 then -1
        when bids_day = (clock_timestamp() at time zone 'Asia/Tokyo')::date then greatest(daily_bid_limit - bids_that_day, 0)
        else daily_bid_limit
      end as bids_left, daily_uss_limit
    from bid_clients where user_id = ${userId}`.execute(db);
  return rows[0] ?? { bids_left: -1, daily_uss_limit: -1 };
}
