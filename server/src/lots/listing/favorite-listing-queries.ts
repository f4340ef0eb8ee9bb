import type { favoriteListing } from '@seri/contract/favorites/routes.ts';
import type { QueryOf } from '@seri/contract/http.ts';
import { isSalesPage, PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { POSTGRES } from '../core/condition-queries.ts';
import { type AtDoor, doorColumns, doorOfLot } from '../core/door-queries.ts';
import { LISTED_COLUMNS, type ListedLot, MARK_COLUMNS, type Marks, ownBid } from '../core/listing-queries.ts';
import { doorTotalOf, SORT_COLUMN } from './list-queries.ts';

type Asked = QueryOf<typeof favoriteListing>;
type Group = Pick<Asked, 'group'>;
type Page = Pick<Asked, 'type'>;

export interface FavoriteLot extends ListedLot, Marks, AtDoor {
  vehicle: 'car' | 'bike';
  lot_source: 'auction' | 'stock';
}

export interface Reader {
  userId: number;
  isStaff: boolean;
  /** The reader's door among the totals of lots. */
  doorSlot?: number | null;
}

/** One page of a group, newest first unless sorted. Unknown values are last in either direction. */
export async function findFavorites(db: Db, asked: Asked, reader: Reader): Promise<FavoriteLot[]> {
  const { page, pageSize } = asked;
  const { doorSlot = null } = reader;
  const { rows } = await sql<FavoriteLot>`
    select ${LISTED_COLUMNS}, ${MARK_COLUMNS}, ${doorColumns(doorSlot)}, lots.vehicle, lots.lot_source
      from ${favoritesIn(asked)}
    join auction_houses house on house.id = house_id
    left join lateral (${ownBid(reader.userId)}) own on true
    ${doorOfLot(doorSlot)}
    where ${isShown(asked, reader)}
    order by ${orderOf(asked, doorSlot)} limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  return rows;
}

/** Number of lots of the group, on the requested page type and on all. */
export async function countFavorites(db: Db, asked: Asked, reader: Reader): Promise<{ found: number; all: number }> {
  const { rows } = await sql<{ found: number; all: number }>`
    select (count(*) filter (where ${standsOn(asked.type)}))::integer as found, count(*)::integer as all
      from ${favoritesIn(asked)} where ${isShown({ ...asked, type: undefined }, reader)}`.execute(db);
  return rows[0] ?? { found: 0, all: 0 };
}

export const favoritesIn = ({ group }: Group): RawBuilder<unknown> => sql`
  favorites favorite join lots on lots.id = favorite.lot_id and favorite.group_letter = ${group}`;

/** A favorite opens without the view flag, unless the lot became private to others (business-rules.md#own-lots). */
export const isShown = ({ type }: Page, { userId, isStaff }: Reader): RawBuilder<unknown> => sql`
  favorite.user_id = ${userId} and ${standsOn(type)} and (${isStaff} or not is_private or ${userId}::integer = any(viewers)
    or exists (select from bids where lot_id = lots.id and user_id = ${userId})
    or exists (select from purchases where lot_id = lots.id and user_id = ${userId}))`;

function standsOn(pageType: PageType | undefined): RawBuilder<unknown> {
  if (!pageType) return sql`true`;
  if (isSalesPage(pageType)) return sql`sales_page = ${pageType}`;
  const { vehicle, source } = PAGE_RULES[pageType];
  return sql`(vehicle = ${vehicle} and lots.lot_source = ${source} and sales_page is null)`;
}

function orderOf({ sort, order }: Asked, doorSlot: number | null): RawBuilder<unknown> {
  const direction = order === 'DESC' ? sql`desc` : sql`asc`;
  if (!sort) return sql`favorite.created_at desc, lots.id desc`;
  const time = order === 'DESC' ? sql`time_down` : sql`time_up`;
  const columns = {
    ...{ ...SORT_COLUMN, auctionDate: time, door: doorTotalOf(POSTGRES, doorSlot) },
    // The favorite has a time of its own.
    added: sql`lots.created_at`,
  };
  const column = columns[sort];
  return sql`${column} ${direction} nulls last, lots.id ${direction}`;
}
