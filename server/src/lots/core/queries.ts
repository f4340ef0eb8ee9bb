import type { Negotiation } from '@seri/contract/bids/negotiation.ts';
import type { FactsByOrigin } from '@seri/contract/lots/facts.ts';
import { photoAddressesOf } from '@seri/contract/photos/names.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { PREPARED } from '../../platform/db/named-queries.ts';
import { BID } from '../../platform/db/numbers.ts';
import type { ListedLot, Marks } from './listing-queries.ts';
import { ownBid } from './listing-queries.ts';

export interface FullLot extends ListedLot, Marks {
  vehicle: 'car' | 'bike';
  lot_source: 'auction' | 'stock';
  cancel_until: Date;
  /** Of the auction list; a manager's value replaces it in `displacement_cc`. */
  engine_cc: number | null;
  month: number | null;
  drive: string | null;
  horse_power: number | null;
  /** `FactsByOrigin`. */
  facts: FactsByOrigin;
  is_hidden: boolean | null;
  own_note: string | null;
  own_tags: string[] | null;
  /** A stored scan, or the drawn sheet of a lot of the demonstration. */
  has_sheet: boolean;
  is_demo: boolean;
  remarks: string;
  manager_note: string;
  chassis_number: string;
  mileage_note: string;
  mileage_mark: string | null;
  videos: string[];
  /** JSON from the feed; validated by `inspectionFacts` of the contract. */
  inspection: unknown;
  link: string | null;
  house_overbid_yen: number | null;
  house_cancel_hours: number | null;
  haulage_yen: number;
  own_bid_id: number | null;
  own_bid_at: Date | null;
  own_status: number | null;
  own_group: number | null;
  own_waits: boolean | null;
  own_negotiation: Negotiation | null;
  /** Fixed-price lots: another client's order was accepted. */
  is_taken: boolean;
  /** Any bid, even a canceled one, a purchase, or being named on a private lot. */
  is_of_viewer: boolean;
  /** The database's clock, which all decisions use. */
  now: Date;
}

export async function findLot(db: Db, id: number, userId: number): Promise<FullLot | undefined> {
  const { rows } = await sql<FullLot>`${PREPARED}
    select lots.id, vehicle, lots.lot_source, lot_no, house.name as house_name, house.is_uss, auction_day, auction_at,
      time_known, bids_close_at, cancel_until, maker, model, year, month, grade, mileage_km, engine_cc, displacement_cc, color, equip, gearbox,
      chassis_code, chassis_number, condition, lots.status, start_price_yen, sold_price_yen, average_price_yen,
      average_sales, price_low_yen, price_high_yen,
      lots.images || coalesce((select images from lot_extra_images where lot_id = lots.id), '{}') as images, is_private,
      drive, horse_power, facts, mark.hidden_at is not null as is_hidden, mark.note as own_note, mark.tags as own_tags,
      (sheet ->> 'image' is not null or (is_demo and sheet is not null)) as has_sheet, is_demo, remarks, manager_note, mileage_note, mileage_mark, videos,
      inspection, link, house.overbid_yen as house_overbid_yen, house.cancel_hours as house_cancel_hours,
      house.haulage_yen, own.id as own_bid_id, own.amount_yen as own_amount_yen, own.bid_at as own_bid_at,
      own.status as own_status, own.group_value as own_group, own.waits as own_waits,
      own.negotiation as own_negotiation, favorite.group_letter as favorite_group,
      (${userId}::integer = any(viewers)
        or exists (select 1 from bids where lot_id = lots.id and user_id = ${userId})
        or exists (select 1 from purchases where lot_id = lots.id and user_id = ${userId})) as is_of_viewer,
      lots.lot_source = 'stock' and exists (select from bids
        where lot_id = lots.id and lot_source = 'stock' and status in (${BID.bid}, ${BID.win}, ${BID.won})
          and user_id <> ${userId}) as is_taken,
      clock_timestamp() as now
    from lots
    join auction_houses house on house.id = house_id
    left join favorites favorite on favorite.lot_id = lots.id and favorite.user_id = ${userId}
    left join lot_marks mark on mark.lot_id = lots.id and mark.user_id = ${userId}
    left join lateral (${ownBid(userId)}) own on true
    where lots.id = ${id}`.execute(db);
  const [lot] = rows;
  // Older versions stored any text from a source, so addresses are filtered on reading.
  return lot && { ...lot, images: photoAddressesOf(lot.images) };
}

interface BidLimits {
  bids_left: number;
  uss_left: number;
  last_export_type: number | null;
}

/**
 * New bids and requests for further photos that the client has left today (Asia/Tokyo), -1 is unlimited, and the export
 * type of their newest bid.
 */
export async function findDailyLimits(db: Db, userId: number): Promise<BidLimits> {
  const { rows } = await sql<BidLimits>`${PREPARED}
    select case
        when daily_bid_limit = -1 then -1
        when bids_day = today.day then greatest(daily_bid_limit - bids_that_day, 0)
        else daily_bid_limit
      end as bids_left,
      (select export_type from bids where bids.user_id = bid_clients.user_id and export_type is not null
        order by bids.created_at desc limit 1) as last_export_type,
      case when daily_uss_limit = -1 then -1
        else greatest(daily_uss_limit - coalesce(photos.used, 0), 0)
      end as uss_left
    from bid_clients
    cross join lateral (select (clock_timestamp() at time zone 'Asia/Tokyo')::date as day) today
    left join extra_photo_days photos on photos.user_id = bid_clients.user_id and photos.day = today.day
    where bid_clients.user_id = ${userId}`.execute(db);
  return rows[0] ?? { bids_left: -1, uss_left: -1, last_export_type: null };
}
