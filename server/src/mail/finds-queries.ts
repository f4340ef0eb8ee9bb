import { PAGE_RULES, PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import { sql } from 'kysely';
import { isOffered } from '../platform/company-settings.ts';
import type { Db } from '../platform/db/db.ts';
import { LOT, USER } from '../platform/db/numbers.ts';
import type { FoundLot, SearchFinds } from './compose-mail.ts';

/** Lots per search, those that run first; the search's link leads to the rest. */
const MAX_LOTS = 10;
/** An unknown total in `lot_doors`. */
const UNKNOWN_YEN = 2_147_483_647;

const PAGE_FLAGS = PAGE_TYPES.map((page) => sql`(${page}, ${PAGE_RULES[page].flag})`);

type FoundRow = FoundLot & { searchId: number; title: string; pageType: PageType; params: string; total: number };

/**
 * The current results of an alert: searches that still want mails, and lots that the reader may see and, on the pages
 * of upcoming lots, may still bid on. Totals are those at the door that the reader chose.
 */
export async function findFinds(db: Db, alertId: number): Promise<SearchFinds[]> {
  const { rows } = await sql<FoundRow>`
    select * from (
      select s.id as "searchId", s.title, s.page_type as "pageType", s.params, lots.id, lots.year, lots.maker, lots.model,
        lots.grade, lots.mileage_km as "mileageKm", lots.mileage_mark as "mileageMark", lots.condition, lots.start_price_yen as "startPriceYen",
        lots.sold_price_yen as "soldPriceYen", lots.lot_no as "lotNo", house.name as house,
        lots.auction_at as "auctionAt", lots.time_known as "timeKnown",
        lots.average_price_yen is not null and lots.start_price_yen < lots.price_low_yen as "startsBelowRange",
        nullif(totals.least_yen[slot.slot], ${UNKNOWN_YEN}) as "doorLeastYen",
        nullif(totals.most_yen[slot.slot], ${UNKNOWN_YEN}) as "doorMostYen", totals.verdicts[slot.slot] as "doorVerdict",
        (count(*) over (partition by s.id))::integer as total,
        row_number() over (partition by s.id order by lots.auction_at, lots.id) as place
      from search_matches m
      join saved_searches s on s.id = m.search_id and s.alert <> 'off'
      join users u on u.id = s.user_id
      join (values ${sql.join(PAGE_FLAGS)}) page(name, flag) on page.name = s.page_type
      join lots on lots.id = m.lot_id
      join auction_houses house on house.id = lots.house_id
      left join client_doors door on door.user_id = u.id
      left join door_slots slot on slot.is_offered and (slot.destination, slot.buyer) = (door.destination, door.buyer)
      left join lot_doors totals on totals.lot_id = lots.id and s.page_type not in ('stats', 'bike-stats')
      where m.alert_id = ${alertId} and (u.permissions ->> page.flag)::boolean and ${isOffered(sql`page.flag`)}
        and (not lots.is_private or u.user_type = ${USER.manager} or u.id = any(lots.viewers))
        and case when s.page_type in ('stats', 'bike-stats') then true
                 when lots.lot_source = 'stock'
                   then lots.status in (${LOT.ongoing}, ${LOT.upcoming}) and not has_accepted_order(lots.id)
                 else lots.status in (${LOT.ongoing}, ${LOT.upcoming}) and lots.auction_at > clock_timestamp() end
    ) found where place <= ${MAX_LOTS} order by "searchId" desc, place`.execute(db);
  const bySearch = Map.groupBy(rows, (row) => row.searchId);
  return [...bySearch.values()].flatMap((lots) => {
    const [first] = lots;
    return first
      ? [{ title: first.title, pageType: first.pageType, params: first.params, total: first.total, lots }]
      : [];
  });
}
