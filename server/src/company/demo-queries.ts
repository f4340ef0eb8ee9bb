import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { BID, LOT } from '../platform/db/numbers.ts';

const VEHICLE = sql<string>`l.maker || ' ' || l.model`;

export interface DemoPersonRow {
  email: string;
  role_id: number;
  user_type: number;
  name: string;
  city: string;
  clients: number;
  open_bids: number;
  outbid: { vehicle: string; by_yen: number } | null;
  closing: { vehicle: string; closes_at: string } | null;
  bought: { vehicle: string; purchase_id: number } | null;
}

/**
 * Returns the accounts of the demonstration with what waits for each. Clients of a dealer and visitors who signed up are
 * excluded: the log-in page offers one account of each kind.
 */
export async function findDemoPeople(db: Db): Promise<DemoPersonRow[]> {
  const { rows } = await sql<DemoPersonRow>`
    select u.email, u.role_id, u.user_type, coalesce(nullif(u.company, ''), u.full_name) as name, coalesce(u.city, '') as city,
      (select count(*)::integer from users c where c.dealer_id = u.id) as clients,
      (select count(*)::integer from bids b where b.status in (${BID.new}, ${BID.bid})
         and b.user_id in (select c.id from users c where c.id = u.id or c.dealer_id = u.id)) as open_bids,
      (select jsonb_build_object('vehicle', ${VEHICLE}, 'by_yen', l.sold_price_yen - b.amount_yen)
         from bids b join lots l on l.id = b.lot_id
         where b.user_id = u.id and b.status = ${BID.finished} and l.sold_price_yen > b.amount_yen
         order by b.status_at desc limit 1) as outbid,
      (select jsonb_build_object('vehicle', ${VEHICLE}, 'closes_at', l.bids_close_at)
         from bids b join lots l on l.id = b.lot_id
         where b.user_id = u.id and b.status in (${BID.new}, ${BID.bid}) and l.bids_close_at > clock_timestamp()
         order by l.bids_close_at limit 1) as closing,
      (select jsonb_build_object('vehicle', ${VEHICLE}, 'purchase_id', p.id)
         from purchases p join bids b on b.id = p.bid_id join lots l on l.id = b.lot_id
         where b.user_id = u.id order by p.id desc limit 1) as bought
    from users u
    where u.is_demo and u.dealer_id is null and u.terms_accepted_at is null and u.password_hash is not null
    order by u.user_type, u.id`.execute(db);
  return rows;
}

/** Counts bids without a decision whose agent cut-off has passed. */
export async function countLateBids(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from bids b join lots l on l.id = b.lot_id
    where b.status = ${BID.new} and l.lot_source = 'auction' and l.agent_cutoff_at <= clock_timestamp()`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface SampleLotRow {
  id: number;
  maker: string;
  model: string;
  year: number | null;
  house: string;
  lot_no: number;
  condition: string;
  mileage_km: number | null;
  start_price_yen: number | null;
  average_price_yen: number | null;
  price_low_yen: number | null;
  price_high_yen: number | null;
  average_sales: number | null;
  photo: string;
}

/** Returns an open car in good condition with many similar sales: the sample of the log-in page. */
export async function findSampleLot(db: Db): Promise<SampleLotRow | undefined> {
  const { rows } = await sql<SampleLotRow>`
    select l.id, l.maker, l.model, l.year, h.name as house, l.lot_no, l.condition, l.mileage_km, l.start_price_yen,
      l.average_price_yen, l.price_low_yen, l.price_high_yen, l.average_sales, l.images[1] as photo
    from lots l join auction_houses h on h.id = l.house_id
    where l.upcoming_page = 'car-auction' and l.is_demo and not l.is_private and l.status = ${LOT.upcoming}
      and l.bids_close_at > clock_timestamp() + interval '1 hour' and l.condition in ('4', '4.5', '5')
      and l.average_sales is not null and cardinality(l.images) > 0 and l.start_price_yen < l.average_price_yen
    order by l.average_sales desc, l.id limit 1`.execute(db);
  return rows[0];
}
