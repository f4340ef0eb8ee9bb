import type { BidSort } from '@seri/contract/bids/routes.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/db.ts';

/** One filter for rows and counters. `own` narrows to one client's bids. */
export interface BidListFilter {
  list: 'active' | 'archive';
  own: number | null;
  user: readonly number[];
  status: number | undefined;
  lotNo: string | undefined;
  auctionDate: readonly string[];
  auction: readonly string[];
}

export interface BidListPage {
  sort: BidSort | undefined;
  order: 'ASC' | 'DESC' | undefined;
  page: number;
  pageSize: number;
}

const dayOver = sql<SqlBool>`l.auction_day < (clock_timestamp() at time zone 'Asia/Tokyo')::date`;
const archived = sql<SqlBool>`(b.status = 7 or (b.status in (4, 5) and ${dayOver}))`;
/** Decisions D2.3: a win of a past day stands in both lists. */
const inArchive = sql<SqlBool>`(b.status = 7 or (b.status in (4, 5, 6) and ${dayOver}))`;
const inList = { active: sql<SqlBool>`not ${archived}`, archive: inArchive };

const own = ({ own: userId }: BidListFilter) => (userId === null ? sql`true` : sql`b.user_id = ${userId}`);

/** Every filter but list and status. */
const narrowed = (f: BidListFilter) =>
  sql.join(
    [
      own(f),
      ...(f.user.length > 0 ? [sql`b.user_id = any(${[...f.user]}::integer[])`] : []),
      ...(f.lotNo ? [sql`l.lot_no = ${f.lotNo}::bigint`] : []),
      ...(f.auctionDate.length > 0 ? [sql`l.auction_day = any(${[...f.auctionDate]}::date[])`] : []),
      ...(f.auction.length > 0 ? [sql`h.name = any(${[...f.auction]}::text[])`] : []),
    ],
    sql` and `,
  );

const SORTS: Record<BidSort, RawBuilder<unknown>> = {
  auctionDate: sql`l.auction_at`,
  year: sql`l.year`,
  condition: sql`l.condition_rank`,
  mileage: sql`l.mileage_km`,
  startPrice: sql`l.start_price_yen`,
  lotNo: sql`l.lot_no`,
  auctionName: sql`h.name`,
  chassis: sql`coalesce(nullif(l.chassis_number, ''), l.chassis_code)`,
  status: sql`l.status`,
  soldPrice: sql`coalesce(b.sold_price_yen, l.sold_price_yen)`,
  bidAmount: sql`b.amount_yen`,
  bidGroup: sql`b.group_value`,
};

const direction = { ASC: sql`asc nulls last, b.id asc`, DESC: sql`desc nulls last, b.id desc` };

/** What the lists read; the names of client and responsible manager travel only as far as the mapper lets them. */
export interface BidListRow {
  bid_id: number;
  lot_id: number;
  lot_no: number;
  vehicle: 'car' | 'bike';
  lot_source: 'auction' | 'stock';
  auction_day: string;
  auction_at: Date;
  time_known: boolean;
  bids_close_at: Date;
  agent_cutoff_at: Date;
  cancel_until: Date;
  house_name: string;
  maker: string;
  model: string;
  year: number | null;
  engine_cc: number | null;
  chassis: string;
  grade: string;
  color: string;
  condition: string;
  gearbox: string;
  mileage_km: number | null;
  equip: string;
  start_price_yen: number | null;
  sold_price_yen: number | null;
  images: string[];
  lot_status: number;
  amount_yen: number;
  adjustment_yen: number;
  status: number;
  group_value: number | null;
  group_waits: boolean;
  export_type: number | null;
  auto_bid: boolean;
  not_forwarded: boolean;
  version: number;
  bid_at: Date;
  archived: boolean;
  now: Date;
  order_state: string | null;
  manager_name: string | null;
  client: {
    id: number;
    name: string;
    company: string | null;
    roleId: number;
    createdOn: string;
    lastLoginAt: string | null;
    creditLimitYen: number;
    balanceYen: number;
    countryId: number | null;
    note: string | null;
    dealer: string | null;
  };
}

export async function findBids(db: Db, f: BidListFilter, p: BidListPage): Promise<BidListRow[]> {
  const sorted = p.sort
    ? sql`${SORTS[p.sort]} ${direction[p.order ?? 'ASC']}`
    : f.list === 'active'
      ? sql`l.auction_at asc, b.id asc`
      : sql`l.auction_at desc, b.id desc`;
  const { rows } = await sql<BidListRow>`
    select b.id as bid_id, l.id as lot_id, l.lot_no, l.vehicle, l.lot_source, l.auction_day, l.auction_at, l.time_known,
      l.bids_close_at, l.agent_cutoff_at, l.cancel_until, h.name as house_name, l.maker, l.model, l.year, l.engine_cc,
      coalesce(nullif(l.chassis_number, ''), l.chassis_code) as chassis, l.grade, l.color, l.condition, l.gearbox,
      l.mileage_km, l.equip, l.start_price_yen, coalesce(b.sold_price_yen, l.sold_price_yen) as sold_price_yen, l.images,
      l.status as lot_status, b.amount_yen, b.adjustment_yen, b.status, b.group_value,
      b.group_round is not null and b.status = 2 and not b.group_cleared as group_waits, b.export_type, b.auto_bid,
      b.not_forwarded, b.version, b.bid_at, ${f.list === 'archive' ? sql`true` : archived} as archived,
      clock_timestamp() as now, case when o.kind = 'withdraw' then 'withdrawn' else o.state end as order_state,
      m.full_name as manager_name,
      jsonb_build_object('id', u.id, 'name', u.full_name, 'company', u.company, 'roleId', u.role_id,
        'createdOn', (u.created_at at time zone 'Asia/Tokyo')::date, 'lastLoginAt', u.last_login_at,
        'creditLimitYen', c.credit_limit_yen, 'balanceYen', c.balance_yen, 'countryId', u.country_id,
        'note', u.client_note, 'dealer', d.full_name) as client
    from bids b join lots l on l.id = b.lot_id join auction_houses h on h.id = l.house_id
      join users u on u.id = b.user_id join bid_clients c on c.user_id = u.id
      left join users m on m.id = u.manager_id left join users d on d.id = u.dealer_id
      left join agent_orders o on o.lot_id = l.id and o.bid_id = b.id
    where ${narrowed(f)} and ${inList[f.list]} and ${f.status === undefined ? sql`true` : sql`b.status = ${f.status}`}
    order by ${sorted} limit ${p.pageSize} offset ${(p.page - 1) * p.pageSize}`.execute(db);
  return rows;
}

export interface BidCounts {
  byStatus: Map<number, number>;
  archive: number;
  /** Of the whole list, without any filter. */
  total: number;
}

export async function countBids(db: Db, f: BidListFilter): Promise<BidCounts> {
  const { rows } = await sql<{ status: number; listed: number; archived: number; unfiltered: number }>`
    select b.status, count(*) filter (where ${inList[f.list]} and ${narrowed(f)}) as listed,
      count(*) filter (where ${inArchive} and ${narrowed(f)}) as archived,
      count(*) filter (where ${inList[f.list]}) as unfiltered
    from bids b join lots l on l.id = b.lot_id join auction_houses h on h.id = l.house_id
    where ${own(f)} group by b.status`.execute(db);
  const sum = (key: 'archived' | 'unfiltered') => rows.reduce((total, row) => total + row[key], 0);
  return {
    byStatus: new Map(rows.map(({ status, listed }) => [status, listed])),
    archive: sum('archived'),
    total: sum('unfiltered'),
  };
}

export const findBidLog = (db: Db, bidId: number) =>
  db
    .selectFrom('bid_events')
    .leftJoin('users', 'users.id', 'bid_events.actor_id')
    .select(['at', 'actor', 'full_name', 'event', 'before', 'after'])
    .where('bid_id', '=', bidId)
    .orderBy('bid_events.id')
    .execute();
