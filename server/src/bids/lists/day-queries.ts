import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { BID } from '../../platform/db/numbers.ts';

/** More than our clients bid on in a day. Further bids are left out, and the reply says so (`isCut`). */
export const MAX_DAY_BIDS = 1_000;

export interface DayRow {
  now: Date;
  house_name: string;
  lot_id: number;
  lot_no: number;
  vehicle: 'car' | 'bike';
  auction_at: Date;
  auction_day: string;
  time_known: boolean;
  bids_close_at: Date;
  agent_cutoff_at: Date;
  lot_status: number;
  maker: string;
  model: string;
  year: number | null;
  bid_id: number;
  client_id: number;
  client_name: string;
  amount_yen: number;
  adjustment_yen: number;
  status: number;
  group_value: number | null;
  group_cars: number | null;
  group_wins: number;
  group_waits: boolean;
  not_forwarded: boolean;
  order_state: string | null;
}

const today = sql`(clock_timestamp() at time zone 'Asia/Tokyo')::date`;

/** Bids on the day's lots that were not cancelled, by auction house and in the order in which the lots run. */
export async function findDayBids(db: Db, day: string, wantedCars: number): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select clock_timestamp() as now, h.name as house_name, l.id as lot_id, l.lot_no, l.vehicle, l.auction_at,
      l.auction_day, l.time_known, l.bids_close_at, l.agent_cutoff_at, l.status as lot_status, l.maker, l.model, l.year,
      b.id as bid_id, u.id as client_id, u.full_name as client_name, b.amount_yen, b.adjustment_yen, b.status,
      b.group_value, case when b.group_round is not null then coalesce(g.cars, ${wantedCars}::integer) end as group_cars,
      coalesce(w.wins, 0)::integer as group_wins,
      b.group_round is not null and b.status = ${BID.bid} and not b.group_cleared as group_waits, b.not_forwarded,
      case when o.kind = 'withdraw' then 'withdrawn' else o.state end as order_state
    from lots l join auction_houses h on h.id = l.house_id join bids b on b.lot_id = l.id join users u on u.id = b.user_id
      left join bid_groups g on g.user_id = b.user_id and g.value = b.group_value
      left join agent_orders o on o.lot_id = l.id and o.bid_id = b.id
      left join lateral (select count(*) as wins from bids r where r.user_id = b.user_id and r.group_value = b.group_value
        and r.group_round = b.group_round and r.status in (${BID.win}, ${BID.won})) w on b.group_round is not null
    where l.lot_source = 'auction' and l.vehicle in ('car', 'bike') and l.auction_day = ${day}::date
      and b.status <> ${BID.cancel}
    order by min(l.auction_at) over (partition by h.id), h.name, l.auction_at, l.lot_no, l.id, b.amount_yen desc, b.id
    limit ${MAX_DAY_BIDS + 1}`.execute(db);
  return rows;
}

/** Days from today on with bids without a result, nearest first. */
export async function findBidDays(db: Db): Promise<{ today: string; days: { value: string; bids: number }[] }> {
  const { rows } = await sql<{ today: string; days: { value: string; bids: number }[] }>`
    select ${today}::text as today, coalesce((
      select json_agg(json_build_object('value', day, 'bids', bids) order by day) from (
        select l.auction_day as day, count(*)::integer as bids from bids b join lots l on l.id = b.lot_id
        where b.status in (${BID.new}, ${BID.bid}) and l.lot_source = 'auction' and l.auction_day >= ${today}
        group by l.auction_day order by l.auction_day limit 14) open), '[]') as days`.execute(db);
  const [row] = rows;
  return row ?? { today: '', days: [] };
}
