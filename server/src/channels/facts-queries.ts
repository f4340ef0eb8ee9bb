import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { USER } from '../platform/db/numbers.ts';

/** Content of a notice, looked up when it is sent, by the permissions of that time. */
export interface NoticeFacts {
  id: number;
  kind: string;
  isStaff: boolean;
  clientId: number | null;
  data: {
    status?: number;
    amountYen?: number;
    purchaseId?: number;
    purchaseStatus?: number;
    etd?: string | null;
    eta?: string | null;
    oldPriceYen?: number;
    newPriceYen?: number;
    sheetField?: string;
    sheetValue?: string;
    lowYen?: number;
    highYen?: number;
  };
  lot: {
    id: number;
    vehicle: 'car' | 'bike';
    lotSource: 'auction' | 'stock';
    year: number | null;
    name: string;
    lotNo: number;
    house: string;
    auctionAt: string;
    timeKnown: boolean;
    bidsCloseAt: string;
    soldPriceYen: number | null;
  } | null;
  search: { title: string; pageType: string; params: string; lots: number } | null;
}

/** Facts of notifications by id. A lot that became private is left out for readers who may not open it. */
export async function findFacts(db: Db, ids: number[]): Promise<Map<number, NoticeFacts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<NoticeFacts>`
    select n.id, n.kind, n.data, u.user_type = ${USER.manager} as "isStaff", b.user_id as "clientId",
      case when l.id is not null then jsonb_build_object(
        'id', l.id, 'vehicle', l.vehicle, 'lotSource', l.lot_source, 'year', l.year,
        'name', concat_ws(' ', l.maker, l.model, nullif(l.grade, '')), 'lotNo', l.lot_no, 'house', h.name,
        'auctionAt', l.auction_at, 'timeKnown', l.time_known, 'bidsCloseAt', l.bids_close_at,
        'soldPriceYen', coalesce(b.sold_price_yen, l.sold_price_yen)) end as lot,
      (select jsonb_build_object('title', s.title, 'pageType', s.page_type, 'params', s.params, 'lots', count(*) over ())
         from search_matches m join saved_searches s on s.id = m.search_id
        where m.alert_id = (n.data ->> 'alertId')::bigint order by s.id limit 1) as search
    from notifications n
    join users u on u.id = n.user_id
    left join bids b on b.id = n.bid_id
    left join lots l on l.id = coalesce(n.lot_id, b.lot_id)
      and (not l.is_private or b.id is not null or u.user_type = ${USER.manager} or u.id = any(l.viewers))
    left join auction_houses h on h.id = l.house_id
    where n.id = any(${ids}::bigint[]) order by n.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
