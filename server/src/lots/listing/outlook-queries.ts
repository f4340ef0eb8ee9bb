import type { FavoriteGroup } from '@seri/contract/favorites/routes.ts';
import { priceOfAlike } from '@seri/contract/lots/likeness.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { BID, LOT } from '../../platform/db/numbers.ts';
import type { ModelLot, SaleQuestions } from '../sales/market-queries.ts';
import { favoritesIn, isShown, type Reader } from './favorite-listing-queries.ts';

const MAX_LOTS = 50;

export interface LikelyFavorite {
  /** Of vehicles like this one, at most the newest fifty; 0 without a price or with fewer than five. */
  sales: number;
  /** Of them at or below the price. */
  won: number;
  /** Average price of those, in yen. */
  paid_yen: number | null;
  /** The price is that of an own bid. */
  is_own: boolean;
}

interface Winnable extends ModelLot {
  /** The reader's own bid. */
  ownYen: number | null;
  averageYen: number | null;
}

/** Lots of a group that the reader can win, because they have bid or still may: soonest first, with sales of similar vehicles. */
export async function findLikely(
  db: Db,
  questions: SaleQuestions,
  group: FavoriteGroup,
  reader: Reader,
): Promise<LikelyFavorite[]> {
  const { rows } = await sql<Winnable>`
    select lots.id, vehicle, maker, model, year, trim_words as "trimWords", condition_band as "conditionBand",
           mileage_band as "mileageBand", own.amount_yen as "ownYen", average_price_yen as "averageYen"
      from ${favoritesIn({ group })}
      left join bids own on own.lot_id = lots.id and own.user_id = ${reader.userId} and own.status in (${BID.new}, ${BID.bid})
     where ${isShown({ type: undefined }, reader)} and lots.lot_source = 'auction'
       and lots.status in (${LOT.ongoing}, ${LOT.upcoming}) and lots.auction_at > clock_timestamp()
       and (lots.bids_close_at > clock_timestamp() or own.id is not null)
     order by lots.auction_at, lots.id limit ${MAX_LOTS}`.execute(db);
  return Promise.all(rows.map((lot) => likelyOf(questions, lot)));
}

async function likelyOf(questions: SaleQuestions, lot: Winnable): Promise<LikelyFavorite> {
  const is_own = lot.ownYen !== null;
  const offeredYen = lot.ownYen ?? lot.averageYen;
  // A lot without a year is similar to no other.
  const cells = lot.year === null || offeredYen === null ? [] : await questions.cells(lot);
  const price = priceOfAlike(lot, cells, null);
  if (!price || offeredYen === null) return { sales: 0, won: 0, paid_yen: null, is_own };
  const newest = await questions.newest(lot, cells, price.level);
  const paid = newest.map(({ priceYen }) => priceYen).filter((yen) => yen <= offeredYen);
  const paid_yen = paid.length === 0 ? null : Math.round(paid.reduce((sum, yen) => sum + yen, 0) / paid.length);
  return { sales: newest.length, won: paid.length, paid_yen, is_own };
}
