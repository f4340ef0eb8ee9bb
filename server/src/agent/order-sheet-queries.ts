import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import { orderSheetKey } from '../platform/mail-outbox.ts';
import type { OrderVersion } from './order-queries.ts';

export interface SheetKey {
  houseId: number;
  day: string;
  version: number;
}

export interface SheetOrder extends OrderVersion {
  kind: 'order' | 'withdraw';
  lotNo: number;
  auctionAt: Date;
  timeKnown: boolean;
  maker: string;
  model: string;
  chassis: string;
  maxYen: number;
  overbidYen: number;
  afterSale: boolean;
}

/** Only one worker at a time writes sheets, so no other worker is about to send what this one reads as unsent. */
export const lockSheets = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('order_sheets', 0))`.execute(tx);

// A withdrawal goes on a sheet only if a sheet had the order.
const wasOnSheet = sql`exists (select from order_sheets t where t.house_id = l.house_id and t.day = l.auction_day
  and t.orders @> jsonb_build_array(jsonb_build_object('lotId', o.lot_id, 'kind', 'order')))`;
const onThisSheet = sql`exists (select from order_sheets s where s.house_id = l.house_id and s.day = l.auction_day
  and s.version = (select max(version) from order_sheets n where n.house_id = s.house_id and n.day = s.day)
  and s.orders @> jsonb_build_array(jsonb_build_object('lotId', o.lot_id, 'version', o.version)))`;

/** Auction houses and days with the first cut-off at most a minute away and without an up-to-date sheet. */
export async function findDueSheets(tx: Tx): Promise<SheetKey[]> {
  const { rows } = await sql<SheetKey>`
    select l.house_id as "houseId", l.auction_day as day,
      coalesce((select max(s.version) from order_sheets s
        where s.house_id = l.house_id and s.day = l.auction_day), 0) + 1 as version
    from agent_orders o join lots l on l.id = o.lot_id
    where (o.after_sale or l.auction_day >= (clock_timestamp() at time zone 'Asia/Tokyo')::date - 1)
      and (o.kind = 'order' or ${wasOnSheet})
    group by l.house_id, l.auction_day
    having min(l.agent_cutoff_at) <= clock_timestamp() + interval '1 minute'
      and bool_or((o.after_sale or l.auction_at > clock_timestamp()) and not ${onThisSheet})
    order by l.auction_day, l.house_id`.execute(tx);
  return rows;
}

/** The newest order version of each lot of an auction house and day, in running order. */
export async function findSheetOrders(tx: Tx, { houseId, day }: SheetKey): Promise<SheetOrder[]> {
  const { rows } = await sql<SheetOrder>`
    select l.id as "lotId", o.version, o.kind, l.lot_no as "lotNo", l.auction_at as "auctionAt",
      l.time_known as "timeKnown", l.maker, l.model, coalesce(nullif(l.chassis_number, ''), l.chassis_code) as chassis,
      o.max_yen as "maxYen", o.overbid_yen as "overbidYen", o.after_sale as "afterSale"
    from agent_orders o join lots l on l.id = o.lot_id
    where l.house_id = ${houseId} and l.auction_day = ${day} and (o.kind = 'order' or ${wasOnSheet})
    order by l.auction_at, l.lot_no, l.id`.execute(tx);
  return rows;
}

export const insertSheet = (
  tx: Tx,
  { houseId, day, version }: SheetKey,
  content: { csv: string; hash: string; orders: readonly SheetOrder[] },
) =>
  tx
    .insertInto('order_sheets')
    .values({
      house_id: houseId,
      day,
      version,
      csv: content.csv,
      content_hash: content.hash,
      orders: JSON.stringify(
        content.orders.map((order) => ({
          lotId: order.lotId,
          version: order.version,
          kind: order.kind,
        })),
      ),
    })
    .execute();

/** Withdrawals of orders that were on no sheet, so that the agent never received the orders. */
export async function findUnsentWithdrawals(tx: Tx): Promise<OrderVersion[]> {
  const { rows } = await sql<OrderVersion>`
    select o.lot_id as "lotId", o.version from agent_orders o join lots l on l.id = o.lot_id
    where o.kind = 'withdraw' and o.state = 'waiting' and not ${wasOnSheet}
    order by o.lot_id`.execute(tx);
  return rows;
}

/** Orders on the newest sheet of their auction house and day that are not yet marked as sent. */
export async function findUnmarkedOrders(db: Db): Promise<OrderVersion[]> {
  const { rows } = await sql<OrderVersion>`
    select o.lot_id as "lotId", o.version from agent_orders o join lots l on l.id = o.lot_id
    where o.state = 'waiting' and ${onThisSheet}
    order by o.lot_id`.execute(db);
  return rows;
}

export const markOnSheet = (db: Db, { lotId, version }: OrderVersion) =>
  sql`update agent_orders set state = 'sent', attempts = attempts + 1, updated_at = clock_timestamp()
       where lot_id = ${lotId} and version = ${version} and state = 'waiting'`.execute(db);

/** Fails orders that were on no sheet when their auction started, so that managers see them. Returns their number. */
export async function failUnsentOrders(db: Db): Promise<number> {
  const result = await sql`
    update agent_orders o
       set state = 'failed', last_error = 'on no sheet before the auction', updated_at = clock_timestamp()
      from lots l
     where l.id = o.lot_id and o.state = 'waiting' and not o.after_sale and l.auction_at <= clock_timestamp()`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0);
}

export interface StoredSheet {
  orders: OrderVersion[];
  isConfirmed: boolean;
  /** A later sheet was confirmed and replaces this one. */
  isReplaced: boolean;
}

export async function findSheet(db: Db, { houseId, day, version }: SheetKey): Promise<StoredSheet | undefined> {
  const { rows } = await sql<StoredSheet>`
    select s.orders, s.confirmed_at is not null as "isConfirmed", exists (
      select from order_sheets n where n.house_id = s.house_id and n.day = s.day and n.version > s.version
        and n.confirmed_at is not null) as "isReplaced"
    from order_sheets s
    where s.house_id = ${houseId} and s.day = ${day} and s.version = ${version}`.execute(db);
  return rows[0];
}

export const markConfirmed = (db: Db, { houseId, day, version }: SheetKey, userId: number) =>
  sql`update order_sheets set confirmed_at = clock_timestamp(), confirmed_by = ${userId}
       where house_id = ${houseId} and day = ${day} and version = ${version} and confirmed_at is null`.execute(db);

export interface ListedSheet extends SheetKey {
  house: string;
  orders: number;
  writtenAt: Date;
  mailedAt: Date | null;
  confirmedAt: Date | null;
}

/** The newest sheet of each house and day since last week. */
export async function findNewestSheets(db: Db): Promise<ListedSheet[]> {
  const { rows } = await sql<Omit<ListedSheet, 'mailedAt'>>`
    select distinct on (s.day, h.name, s.house_id) s.house_id as "houseId", h.name as house, s.day, s.version,
      (select count(*) from jsonb_array_elements(s.orders) o where o ->> 'kind' = 'order') as orders,
      s.written_at as "writtenAt", s.confirmed_at as "confirmedAt"
    from order_sheets s join auction_houses h on h.id = s.house_id
    where s.day >= (clock_timestamp() at time zone 'Asia/Tokyo')::date - 7
    order by s.day desc, h.name, s.house_id, s.version desc`.execute(db);
  const sent = await db
    .selectFrom('mails')
    .select(['dedupe_key', 'sent_at'])
    .where('dedupe_key', 'in', ['', ...rows.map(orderSheetKey)])
    .execute();
  const sentAt = new Map(sent.map((mail) => [mail.dedupe_key, mail.sent_at]));
  return rows.map((row) => ({ ...row, mailedAt: sentAt.get(orderSheetKey(row)) ?? null }));
}
