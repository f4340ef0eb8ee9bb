import type { FavoriteGroup } from '@seri/contract/favorites/routes.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import { BID, LOT } from '../platform/numbers.ts';
import { favoritesIn, isShown, type Reader } from './favorite-listing-queries.ts';
import { isSale, MOST_ITEMS } from './sale-queries.ts';

const MOST_LOTS = 50;

export interface LikelyFavorite {
  /** Of vehicles like this one, at most the newest fifty; 0 without a price or with fewer than five. */
  sales: number;
  /** Of them at or below the price. */
  won: number;
  /** What those cost on average. */
  paid_yen: number | null;
  /** The price is that of an own bid. */
  is_own: boolean;
}

/** Lots of a group the reader can win: he has bid on them, or still may; the soonest first, each with what like vehicles were sold for. */
export async function findLikely(db: Db, group: FavoriteGroup, reader: Reader): Promise<LikelyFavorite[]> {
  const { rows } = await sql<LikelyFavorite>`
    select alike.sales, alike.won, alike.paid_yen, lot.own_yen is not null as is_own
      from (
        select lots.*, own.amount_yen as own_yen from ${favoritesIn({ group })}
          left join bids own on own.lot_id = lots.id and own.user_id = ${reader.userId}
                 and own.status in (${BID.new}, ${BID.bid})
         where ${isShown({ type: undefined }, reader)} and lots.lot_source = 'auction'
           and lots.status in (${LOT.ongoing}, ${LOT.upcoming}) and lots.auction_at > clock_timestamp()
           and (lots.bids_close_at > clock_timestamp() or own.id is not null)
         order by lots.auction_at, lots.id limit ${MOST_LOTS}
      ) lot
      left join lateral price_of_alike(lot.vehicle, lot.maker, lot.model, lot.year, lot.trim_words, lot.condition_band,
        lot.mileage_band, 0) price on true
      cross join lateral (
        select count(*)::integer as sales, (count(*) filter (where is_won))::integer as won,
               (avg(sold_price_yen) filter (where is_won))::integer as paid_yen
          from (
            select sold_price_yen, sold_price_yen <= coalesce(lot.own_yen, lot.average_price_yen) as is_won from lots
             where lots.vehicle = lot.vehicle and lots.maker = lot.maker and lots.model = lot.model and ${isSale}
               and coalesce(lot.own_yen, lot.average_price_yen) is not null
               and lots.year between lot.year - 2 and lot.year + 2
               and likeness_level(lot.year, lot.trim_words, lot.condition_band, lot.mileage_band,
                     lots.year, lots.trim_words, lots.condition_band, lots.mileage_band) <= price.level
             order by lots.auction_day desc, lots.id desc limit ${MOST_ITEMS}
          ) newest
      ) alike
     order by lot.auction_at, lot.id`.execute(db);
  return rows;
}
