import type { BidSort } from '@seri/contract/bids/list-routes.ts';
import type { Negotiation } from '@seri/contract/bids/negotiation.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { PREPARED } from '../../platform/db/named-queries.ts';
import { BID } from '../../platform/db/numbers.ts';
import { type BidListFilter, inFilteredList, listed, lotStatus } from './list-conditions-queries.ts';

export interface BidOrder {
  sort?: BidSort | undefined;
  order?: 'ASC' | 'DESC' | undefined;
}

const SORTS: Record<Exclude<BidSort, 'auctionDate'>, RawBuilder<unknown>> = {
  year: sql`l.year`,
  condition: sql`l.condition_rank`,
  mileage: sql`l.mileage_km`,
  startPrice: sql`l.start_price_yen`,
  lotNo: sql`b.lot_no`,
  auctionName: sql`h.name`,
  chassis: sql`coalesce(nullif(l.chassis_number, ''), l.chassis_code)`,
  status: lotStatus,
  soldPrice: sql`coalesce(b.sold_price_yen, l.sold_price_yen)`,
  bidAmount: sql`b.amount_yen`,
  bidGroup: sql`b.group_value`,
};

/** Sort key and direction of a list. `isNullable`: bids without the key come last. */
function orderOf({ list }: BidListFilter, { sort, order = 'ASC' }: BidOrder) {
  // Default: the next auction first, in the archive the latest one.
  const isUp = sort === undefined ? list === 'active' : order === 'ASC';
  // Both keys put a lot without a known time last in its day (business-rules.md#auction-times).
  if (sort === undefined || sort === 'auctionDate')
    return { key: isUp ? sql`b.time_up` : sql`b.time_down`, isUp, isNullable: false };
  return { key: SORTS[sort], isUp, isNullable: true };
}

const orderBy = (f: BidListFilter, order: BidOrder) => {
  const { key, isUp, isNullable } = orderOf(f, order);
  const direction = isUp ? sql`asc` : sql`desc`;
  return sql`${key} ${direction} ${isNullable ? sql`nulls last` : sql``}, b.id ${direction}`;
};

/** The chosen statuses of a list. */
export const ofStatus = ({ statuses }: BidListFilter) =>
  statuses.length === 0 ? sql`true` : sql`b.status = any(${[...statuses]}::smallint[])`;

/** A page of ids in the order of the list. Uses only indexes on bids unless a filter or the order needs the lots. */
export async function findBidIds(
  db: Db,
  f: BidListFilter,
  order: BidOrder,
  range: { limit: number; offset: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select b.id from ${listed} where ${inFilteredList(f)} and ${ofStatus(f)}
    order by ${orderBy(f, order)} limit ${range.limit} offset ${range.offset}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Cursor of a bid in an ordered list: the sort key as text, and the id. */
export interface BidKey {
  id: number;
  key: string | null;
}

/** The next cursors of a list in its order, after `after`. */
export async function findBidKeys(
  db: Db,
  f: BidListFilter,
  order: BidOrder,
  { limit, after }: { limit: number; after?: BidKey | undefined },
): Promise<BidKey[]> {
  const { rows } = await sql<BidKey>`
    select b.id, (${orderOf(f, order).key})::text as key from ${listed}
    where ${inFilteredList(f)} and ${ofStatus(f)} and ${after ? comesAfter(orderOf(f, order), after) : sql`true`}
    order by ${orderBy(f, order)} limit ${limit}`.execute(db);
  return rows;
}

function comesAfter({ key, isUp, isNullable }: ReturnType<typeof orderOf>, after: BidKey) {
  const beyond = isUp ? sql`>` : sql`<`;
  if (after.key === null) return sql`${key} is null and b.id ${beyond} ${after.id}::bigint`;
  const isBeyond = sql`(${key}, b.id) ${beyond} (${after.key}, ${after.id}::bigint)`;
  return isNullable ? sql`(${isBeyond} or ${key} is null)` : isBeyond;
}

/** A row as read by the lists. `toBidRow` decides which names of clients and managers a reader gets. */
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
  displacement_cc: number | null;
  chassis: string;
  grade: string;
  color: string;
  condition: string;
  gearbox: string;
  mileage_km: number | null;
  mileage_mark: string | null;
  equip: string;
  start_price_yen: number | null;
  average_price_yen: number | null;
  price_low_yen: number | null;
  price_high_yen: number | null;
  average_sales: number | null;
  win_chance: number | null;
  sold_price_yen: number | null;
  images: string[];
  lot_status: number;
  amount_yen: number;
  adjustment_yen: number;
  status: number;
  group_value: number | null;
  group_waits: boolean;
  negotiation: Negotiation | null;
  export_type: number | null;
  auto_bid: boolean;
  not_forwarded: boolean;
  version: number;
  bid_at: Date;
  archived: boolean;
  now: Date;
  order_state: string | null;
  /** Live bids on the lot, this one included, and its place among them; null unless this bid is live. */
  rivals: { bids: number; place: number } | null;
  /** The purchase that came of the bid. */
  purchase_id: number | null;
  manager_name: string | null;
  /** The destination at which the client accepted that the vehicle may not be imported. */
  import_accepted: string | null;
  /** Fields in which sheet and list differ and both values are shown; null without any. */
  sheet_differs: { field: string; sheetValue: string; listValue: string }[] | null;
  /** Null without messages. */
  chat: { message: string; unreadByClient: number; unreadByStaff: number } | null;
  client: {
    id: number;
    name: string;
    company: string | null;
    roleId: number;
    createdOn: string;
    lastLoginAt: string | null;
    creditLimitYen: number;
    balanceYen: number;
    exposureYen: number;
    creditLimitCheck: boolean;
    countryId: number | null;
    note: string | null;
    dealer: string | null;
  };
}

/** The rows of these bids, in the order of the ids. */
export async function findBidRows(db: Db, ids: readonly number[], list: BidListFilter['list']): Promise<BidListRow[]> {
  const { rows } = await sql<BidListRow>`${PREPARED}
    select b.id as bid_id, l.id as lot_id, l.lot_no, l.vehicle, l.lot_source, l.auction_day, l.auction_at, l.time_known,
      l.bids_close_at, l.agent_cutoff_at, l.cancel_until, h.name as house_name, l.maker, l.model, l.year, l.displacement_cc,
      coalesce(nullif(l.chassis_number, ''), l.chassis_code) as chassis, l.grade, l.color, l.condition, l.gearbox,
      l.mileage_km, l.mileage_mark, l.equip, l.start_price_yen, l.average_price_yen,
      l.price_low_yen, l.price_high_yen, l.average_sales, b.win_chance, coalesce(b.sold_price_yen, l.sold_price_yen) as sold_price_yen, l.images,
      ${lotStatus} as lot_status, b.amount_yen, b.adjustment_yen, b.status, b.group_value,
      b.group_round is not null and b.status = ${BID.bid} and not b.group_cleared as group_waits,
      bid_negotiation(b) as negotiation, b.export_type, b.auto_bid,
      b.not_forwarded, b.version, b.bid_at, ${list === 'archive'}::boolean as archived,
      (select destination from bid_imports i where i.bid_id = b.id and i.accepted_at is not null) as import_accepted,
      (select jsonb_agg(jsonb_build_object('field', s.field, 'sheetValue', s.sheet_value, 'listValue', s.list_value) order by s.field)
        from sheet_contradictions s where s.lot_id = l.id and (s.decision is null or s.decision = 'both')) as sheet_differs,
      clock_timestamp() as now, case when o.kind = 'withdraw' then 'withdrawn' else o.state end as order_state,
      case when b.status in (${BID.new}, ${BID.bid}, ${BID.win}) then (
        select jsonb_build_object('bids', count(*), 'place',
          count(*) filter (where (r.amount_yen, -r.id) > (b.amount_yen, -b.id)) + 1)
        from bids r where r.lot_id = b.lot_id and r.status in (${BID.new}, ${BID.bid}, ${BID.win})) end as rivals,
      (select p.id from purchases p where p.bid_id = b.id) as purchase_id, m.full_name as manager_name, chat_state(b.id) as chat,
      jsonb_build_object('id', u.id, 'name', u.full_name, 'company', u.company, 'roleId', u.role_id,
        'createdOn', (u.created_at at time zone 'Asia/Tokyo')::date, 'lastLoginAt', u.last_login_at,
        'creditLimitYen', c.credit_limit_yen, 'balanceYen', c.balance_yen, 'exposureYen', c.exposure_yen,
        'creditLimitCheck', (u.permissions ->> 'creditLimitCheck') is distinct from 'false', 'countryId', u.country_id,
        'note', u.client_note, 'dealer', d.full_name) as client
    from unnest(${[...ids]}::bigint[]) with ordinality requested (id, place) join bids b on b.id = requested.id
      join lots l on l.id = b.lot_id join auction_houses h on h.id = l.house_id
      join users u on u.id = b.user_id join bid_clients c on c.user_id = u.id
      left join users m on m.id = u.manager_id left join users d on d.id = u.dealer_id
      left join agent_orders o on o.lot_id = l.id and o.bid_id = b.id
    order by requested.place`.execute(db);
  return rows;
}

export const findBidLog = (db: Db, bidId: number) =>
  db
    .selectFrom('bid_events')
    .leftJoin('users', 'users.id', 'bid_events.actor_id')
    .select(['at', 'actor', 'full_name', 'event', 'before', 'after'])
    .where('bid_id', '=', bidId)
    .orderBy('bid_events.id')
    .execute();
