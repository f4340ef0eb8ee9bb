import { FAVORITE_GROUPS, type FavoriteGroup } from '@seri/contract/favorites/routes.ts';
import { PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import type { ViewedLot } from '@seri/contract/lots/view-flags.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import { LOT } from '../platform/db/numbers.ts';

export interface Reader {
  userId: number;
  isStaff: boolean;
}

/** A lot opens even without the view flag for a bidder, a buyer, and a viewer of a private lot (business-rules.md#own-lots). */
const isOwn = (userId: number) => sql<boolean>`(
  ${userId}::integer = any(lots.viewers)
  or exists (select from bids where lot_id = lots.id and user_id = ${userId})
  or exists (select from purchases where lot_id = lots.id and user_id = ${userId}))`;

const isVisibleTo = ({ userId, isStaff }: Reader): RawBuilder<unknown> =>
  isStaff ? sql`true` : sql`(not lots.is_private or ${isOwn(userId)})`;

/** The lot, if it belongs to the page and is not private to others; `isOwn` opens it regardless of flags. */
export async function findLot(
  db: Db,
  { lotId, pageType }: { lotId: number; pageType: PageType },
  reader: Reader,
): Promise<(ViewedLot & { isOwn: boolean }) | undefined> {
  const { vehicle, source } = PAGE_RULES[pageType];
  const { rows } = await sql<ViewedLot & { isOwn: boolean }>`
    select vehicle, lot_source as source, status, ${isOwn(reader.userId)} as "isOwn",
           auction_day < (clock_timestamp() at time zone 'Asia/Tokyo')::date as "isDayOver"
      from lots
     where id = ${lotId} and vehicle = ${vehicle} and lot_source = ${source} and ${isVisibleTo(reader)}`.execute(db);
  return rows[0];
}

/** Serializes additions of one person, so that the limit holds. */
export const lockFavorites = (tx: Tx, userId: number) =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow();

export async function countOtherFavorites(tx: Tx, userId: number, lotId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('favorites')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('lot_id', '!=', lotId)
    .executeTakeFirstOrThrow();
  return count;
}

interface Favorite {
  userId: number;
  lotId: number;
  group: FavoriteGroup;
}

/** Puts a lot into the group and out of its previous one; within the same group it keeps its position. */
export async function putFavorite(tx: Tx, { userId, lotId, group }: Favorite): Promise<void> {
  await tx
    .insertInto('favorites')
    .values({ user_id: userId, lot_id: lotId, group_letter: group })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'lot_id'])
        .doUpdateSet({ group_letter: group, created_at: sql`clock_timestamp()` })
        .where('favorites.group_letter', '!=', group),
    )
    .execute();
}

export const deleteFavorite = (db: Db, { userId, lotId, group }: Favorite) =>
  db
    .deleteFrom('favorites')
    .where('user_id', '=', userId)
    .where('lot_id', '=', lotId)
    .where('group_letter', '=', group)
    .execute();

interface GroupSum {
  group: FavoriteGroup;
  lots: number;
  running: number;
  averageSum: number | null;
}

/** Every group, including empty ones, without lots that became private to others. Sums are in yen. */
export async function findGroups(db: Db, reader: Reader): Promise<GroupSum[]> {
  const { rows } = await sql<GroupSum>`
    select letter as "group", count(lots.id)::integer as lots,
      (count(*) filter (where lots.status in (${LOT.ongoing}, ${LOT.upcoming})
        and (lots.lot_source = 'stock' and not has_accepted_order(lots.id)
          or lots.lot_source = 'auction' and lots.auction_at > clock_timestamp())))::integer as running,
      sum(lots.average_price_yen)::bigint as "averageSum"
    from unnest(${[...FAVORITE_GROUPS]}::text[]) letter
    left join favorites on favorites.user_id = ${reader.userId} and favorites.group_letter = letter
    left join lots on lots.id = favorites.lot_id and ${isVisibleTo(reader)}
    group by letter order by letter`.execute(db);
  return rows;
}
