import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

const RETENTION_DAYS = 90;

export interface NotificationRow {
  id: number;
  kind: string;
  created_at: Date;
  is_read: boolean;
  data: {
    status?: number;
    amountYen?: number;
    newPriceYen?: number;
    alertId?: number;
    purchaseId?: number;
    purchaseStatus?: number;
    etd?: string | null;
    eta?: string | null;
    paper?: string;
    sheetField?: string;
    sheetValue?: string;
    facts?: string[];
    clientId?: number;
  };
  bid: { id: number; amountYen: number; userId: number } | null;
  lot: {
    id: number;
    vehicle: 'car' | 'bike';
    lotSource: 'auction' | 'stock';
    lotNo: number;
    title: string;
    house: string;
    day: string;
    auctionAt: string;
    timeKnown: boolean;
    bidsCloseAt: string;
    status: number;
    soldPriceYen: number | null;
  } | null;
  search: { title: string; pageType: string; params: string; lots: number } | null;
}

interface Reader {
  userId: number;
  isStaff: boolean;
}

/** The user's notifications before an id, newest first. A lot that became private is shown only to users who may open it. */
export async function findNotifications(
  db: Db,
  { userId, isStaff }: Reader,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select n.id, n.kind, n.created_at, n.read_at is not null as is_read, n.data,
      case when b.id is not null
        then jsonb_build_object('id', b.id, 'amountYen', b.amount_yen, 'userId', b.user_id) end as bid,
      case when l.id is not null then jsonb_build_object(
        'id', l.id, 'vehicle', l.vehicle, 'lotSource', l.lot_source, 'lotNo', l.lot_no,
        'title', concat_ws(' ', l.maker, l.model), 'house', h.name, 'day', l.auction_day, 'auctionAt', l.auction_at,
        'timeKnown', l.time_known, 'bidsCloseAt', l.bids_close_at, 'status', l.status,
        'soldPriceYen', coalesce(b.sold_price_yen, l.sold_price_yen)) end as lot,
      (select jsonb_build_object('title', s.title, 'pageType', s.page_type, 'params', s.params, 'lots', count(*) over ())
         from search_matches m join saved_searches s on s.id = m.search_id
        where m.alert_id = (n.data ->> 'alertId')::bigint order by s.id limit 1) as search
    from notifications n
    left join bids b on b.id = n.bid_id
    left join lots l on l.id = coalesce(n.lot_id, b.lot_id)
      and (not l.is_private or b.id is not null or ${isStaff} or ${userId}::integer = any(l.viewers))
    left join auction_houses h on h.id = l.house_id
    where n.user_id = ${userId} and (${before ?? null}::bigint is null or n.id < ${before ?? null}::bigint)
    order by n.id desc limit ${limit}`.execute(db);
  return rows;
}

const unread = (db: Db, userId: number) =>
  db
    .updateTable('notifications')
    .set({ read_at: sql`clock_timestamp()` })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null);

export const markOneRead = (db: Db, userId: number, id: number) => unread(db, userId).where('id', '=', id).execute();

export const markReadUpTo = (db: Db, userId: number, upTo: number) =>
  unread(db, userId).where('id', '<=', upTo).execute();

/** Deletes old notifications. */
export const deleteOldNotifications = (db: Db) =>
  db
    .deleteFrom('notifications')
    .where(sql<boolean>`created_at < clock_timestamp() - make_interval(days => ${RETENTION_DAYS})`)
    .execute();
