import type { LotFilter, LotListing } from '@seri/contract/lots/filter.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import { BID } from '../platform/numbers.ts';
import { PLANNED_ONCE } from '../platform/prepared-client.ts';
import type { Start } from './deep-pages.ts';
import { findNarrowedAnchors, findRows, firstByPrice, type Way } from './gather-queries.ts';
import { type Audience, all, matchingAnyDay, visibleTo } from './matching-queries.ts';
import { findAnchors, idsOfPage } from './order-queries.ts';
import { type Anchor, partsOf } from './part-queries.ts';

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
  engine_cc: number | null;
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
  images: string[];
  link: string | null;
  has_inspection: boolean;
  is_private: boolean;
  /** The database's clock when the lot was read. */
  now: Date;
}

/** What a reader has done with a lot. */
export interface Marks {
  own_amount_yen: number | null;
  own_status: number | null;
  /** Letter of the reader's favourites the lot stands in. */
  favorite_group: string | null;
}

/** A list as one reader sees it. */
export interface List {
  pageType: PageType;
  filter: LotFilter;
  audience: Audience;
  sort: LotListing['sort'];
  order: LotListing['order'];
}

const whereOfList = ({ pageType, filter, audience }: List) => matchingAnyDay(pageType, filter, audience);

/** One page of a list: ids are cut out of it first, then only those rows are read. */
export async function findListing(
  db: Db,
  list: List,
  { start: { anchor, skip }, size, way = {} }: { start: Start; size: number; way?: Way },
): Promise<ListedLot[]> {
  if (isCommon(list)) return findCommon(db, list, { anchor, skip, size });
  const first = firstByPrice(list, { anchor, skip, size, way });
  const lots = first ? await readPage(db, list, first) : [];
  if (first && lots.length === size) return lots;
  way.isLonger = true;
  const ids = (await findRows(db, list, { anchor, most: skip + size, way })).slice(skip).map(({ id }) => id);
  if (ids.length === 0) return [];
  return readPage(db, list, { page: sql`unnest(${ids}::bigint[]) with ordinality`, by: sql`page.place` });
}

/** The lots of a page in their places. */
async function readPage(
  db: Db,
  { audience }: List,
  { page, by }: { page: RawBuilder<unknown>; by: RawBuilder<unknown> },
): Promise<ListedLot[]> {
  const { rows } = await sql<ListedLot>`
    select ${PLANNED_ONCE} ${LISTED_COLUMNS} from ${page} page(lot_id, place)
    join (select * from lots where ${all(visibleTo(audience))}) lots on lots.id = page.lot_id
    join auction_houses house on house.id = house_id order by ${by}`.execute(db);
  return rows;
}

async function findCommon(db: Db, list: List, start: Start & { size: number }): Promise<ListedLot[]> {
  const { rows } = await sql<ListedLot>`
    select ${PLANNED_ONCE} ${LISTED_COLUMNS} from (${idsOfPage(partsOf(list), whereOfList(list), start)}) page
    join lots on lots.id = page.id
    join auction_houses house on house.id = house_id
    order by page.part, page.place`.execute(db);
  return rows;
}

/**
 * A page of everything or of one model in the usual order, which is what most visitors open: one index has it in that
 * order whichever model it is, and finding that plan again takes thrice as long as the page itself.
 */
function isCommon({ filter, audience, sort }: List): boolean {
  const { maker, model, open: _, ...others } = filter;
  const isOneModelOrAll = maker.length === model.length && model.length <= 1;
  const isNothingElse = Object.values(others).every((value) => !value || (Array.isArray(value) && value.length === 0));
  return isOneModelOrAll && isNothingElse && audience === 'everybody' && !sort;
}

/** What a person has done with those of these lots he has done anything with: his bid, and the letter of his favourites. */
export async function findMarks(db: Db, lotIds: number[], userId: number): Promise<Map<number, Marks>> {
  if (lotIds.length === 0) return new Map();
  const { rows } = await sql<Marks & { id: number }>`
    select ${PLANNED_ONCE} lots.id, own.amount_yen as own_amount_yen, own.status as own_status, favorite.group_letter as favorite_group
      from unnest(${lotIds}::bigint[]) lots(id)
      left join lateral (${ownBid(userId)}) own on true
      left join favorites favorite on favorite.lot_id = lots.id and favorite.user_id = ${userId}
     where own.id is not null or favorite.lot_id is not null`.execute(db);
  return new Map(rows.map(({ id, ...marks }) => [id, marks]));
}

export const LISTED_COLUMNS = sql`
  lots.id, lot_no, house_id, house.name as house_name, house.is_uss, auction_day, auction_at, time_known, bids_close_at,
  maker, model, year, grade, mileage_km, mileage_mark, engine_cc, color, equip, gearbox, chassis_code, chassis_number, condition,
  lots.status, start_price_yen, sold_price_yen, average_price_yen, array_to_json(images) as images, link,
  is_private, inspection is not null as has_inspection, clock_timestamp() as now`;

/** The reader's own bid on a lot, live or finished; a cancelled or refused one is not shown as his bid. */
export const ownBid = (userId: number): RawBuilder<unknown> =>
  sql`select id, amount_yen, bid_at, status,
        case when status <> ${BID.finished} then group_value end as group_value,
        group_round is not null and status = ${BID.bid} and not group_cleared as waits,
        bid_negotiation(bids) as negotiation
      from bids
      where lot_id = lots.id and user_id = ${userId}
        and status in (${BID.new}, ${BID.bid}, ${BID.finished}, ${BID.win}, ${BID.won}) order by id desc limit 1`;

/** Every `step`th row of the next `most` behind an anchor; of some lists of more than that. */
export const findAnchorsOf = (
  db: Db,
  list: List,
  behind: { anchor: Anchor | null; step: number; most: number },
): Promise<Anchor[]> =>
  isCommon(list) ? findAnchors(db, partsOf(list), whereOfList(list), behind) : findNarrowedAnchors(db, list, behind);
