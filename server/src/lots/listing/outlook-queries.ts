import type { FavoriteGroup } from '@seri/contract/favorites/routes.ts';
import { priceOfAlike } from '@seri/contract/lots/likeness.ts';
import { chanceOf, expectedPaidYen } from '@seri/contract/prices/price-chance.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { BID, LOT } from '../../platform/db/numbers.ts';
import { priceOf } from '../sales/estimate-lot.ts';
import { findPricedLot } from '../sales/estimate-queries.ts';
import type { ModelLot, SaleQuestions } from '../sales/market-queries.ts';
import { favoritesIn, isShown, type Reader } from './favorite-listing-queries.ts';

const MAX_LOTS = 50;

export interface LikelyFavorite {
  /** Sales behind the chance; 0 without a price or with too few. */
  sales: number;
  /** Chance to win at the price, 0 to 1: that of the price model, else the share of similar sales at or below the price. */
  chance: number;
  /** Mean price to pay after a win, in yen. */
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
  return Promise.all(rows.map((lot) => likelyOf(db, questions, lot)));
}

async function likelyOf(db: Db, questions: SaleQuestions, lot: Winnable): Promise<LikelyFavorite> {
  const is_own = lot.ownYen !== null;
  const offeredYen = lot.ownYen ?? lot.averageYen;
  if (offeredYen === null) return { sales: 0, chance: 0, paid_yen: null, is_own };
  const priced = await findPricedLot(db, lot.id);
  const modelled = priced ? priceOf(priced) : null;
  if (modelled?.chance) {
    const { chance, trimSales } = modelled;
    const paid_yen = expectedPaidYen(offeredYen, chance);
    return { sales: Math.max(1, trimSales), chance: chanceOf(offeredYen, chance), paid_yen, is_own };
  }
  // A lot without a year is similar to no other.
  const cells = lot.year === null ? [] : await questions.cells(lot);
  const price = priceOfAlike(lot, cells, null);
  if (!price) return { sales: 0, chance: 0, paid_yen: null, is_own };
  const newest = await questions.newest(lot, cells, price.level);
  const paid = newest.map(({ priceYen }) => priceYen).filter((yen) => yen <= offeredYen);
  const paid_yen = paid.length === 0 ? null : Math.round(paid.reduce((sum, yen) => sum + yen, 0) / paid.length);
  return { sales: newest.length, chance: newest.length === 0 ? 0 : paid.length / newest.length, paid_yen, is_own };
}
