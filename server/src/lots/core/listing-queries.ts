import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { PREPARED } from '../../platform/db/named-queries.ts';
import { BID } from '../../platform/db/numbers.ts';
import { type Audience, all, POSTGRES, visibleTo } from './condition-queries.ts';
import { type AtDoor, doorColumns, doorOfLot } from './door-queries.ts';

export interface ListedLot {
  id: number;
  lot_no: number;
  house_id: number;
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
  mileage_mark: string | null;
  displacement_cc: number | null;
  color: string;
  equip: string;
  gearbox: string;
  chassis_code: string;
  chassis_number: string;
  condition: string;
  status: number;
  start_price_yen: number | null;
  sold_price_yen: number | null;
  average_price_yen: number | null;
  average_sales: number | null;
  price_low_yen: number | null;
  price_high_yen: number | null;
  images: string[];
  link: string | null;
  has_inspection: boolean;
  is_private: boolean;
  /** The database's clock when the lot was read. */
  now: Date;
}

/** The reader's own data about a lot. */
export interface Marks {
  own_amount_yen: number | null;
  own_status: number | null;
  /** The reader's favorite group of the lot. */
  favorite_group: string | null;
}

/**
 * The lots with these ids, in that order, with the reader's own data and the totals at the reader's door; without missing
 * lots and those that this reader may not see.
 */
export async function findLots(
  db: Db,
  ids: number[],
  { audience, userId, doorSlot }: { audience: Audience; userId: number; doorSlot: number | null },
): Promise<(ListedLot & Marks & AtDoor)[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ListedLot & Marks & AtDoor>`
    select ${PREPARED} ${LISTED_COLUMNS}, ${MARK_COLUMNS}, ${doorColumns(doorSlot)}
      from unnest(${ids}::bigint[]) with ordinality page(lot_id, place)
    join (select * from lots where ${all(visibleTo(POSTGRES, audience))}) lots on lots.id = page.lot_id
    join auction_houses house on house.id = house_id
    left join lateral (${ownBid(userId)}) own on true
    left join favorites favorite on favorite.lot_id = lots.id and favorite.user_id = ${userId}
    ${doorOfLot(doorSlot)}
    order by page.place`.execute(db);
  return rows;
}

export const LISTED_COLUMNS = sql`
  lots.id, lot_no, house_id, house.name as house_name, house.is_uss, auction_day, auction_at, time_known, bids_close_at,
  maker, model, year, grade, mileage_km, mileage_mark, displacement_cc, color, equip, gearbox, chassis_code, chassis_number, condition,
  lots.status, start_price_yen, sold_price_yen, average_price_yen, average_sales,
  price_low_yen, price_high_yen, array_to_json(images) as images, link,
  is_private, inspection is not null as has_inspection, clock_timestamp() as now`;

export const MARK_COLUMNS = sql`
  own.amount_yen as own_amount_yen, own.status as own_status, favorite.group_letter as favorite_group`;

/** The reader's own bid on a lot, live or finished; canceled and refused ones are not shown. */
export const ownBid = (userId: number): RawBuilder<unknown> =>
  sql`select id, amount_yen, bid_at, status,
        case when status <> ${BID.finished} then group_value end as group_value,
        group_round is not null and status = ${BID.bid} and not group_cleared as waits,
        bid_negotiation(bids) as negotiation
      from bids
      where lot_id = lots.id and user_id = ${userId}
         and status in (${BID.new}, ${BID.bid}, ${BID.finished}, ${BID.win}, ${BID.won}) order by id desc limit 1`;
