import type { LotFilter } from '@seri/contract/lots/filter.ts';
import { isSalesPage } from '@seri/contract/lots/page-types.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Condition } from './matching-queries.ts';
import { type Ordered, STARTS_AT } from './part-queries.ts';

/** What of a filter stands beside the price itself. */
const STANDS_THERE = new Set([
  ...['maker', 'model', 'condition', 'date', 'dateFrom', 'dateTo'],
  ...['yearFrom', 'yearTo', 'mileageFrom', 'mileageTo'],
]);

const LOTS = sql`lots`;
/** Coming lots as far as they stand in the order of what they start at, named as lots are. */
const PRICES = sql`(
  select lot_id as id, coming_page, maker, model, auction_day, is_private, year, mileage_km, condition,
         start_price_yen as ${STARTS_AT} from coming_prices) lots`;
const LOTS_WITH_PRICES = sql`(
  select lots.*, price.start_price_yen as ${STARTS_AT} from lots join coming_prices price on price.lot_id = lots.id) lots`;

/** What coming lots start at stands in a table of its own, in its order (docs/decisions/045). */
export const isByStartPrice = ({ pageType, sort }: Ordered): boolean => sort === 'startPrice' && !isSalesPage(pageType);

const standsThere = (filter: LotFilter): boolean =>
  Object.entries(filter).every(
    ([key, value]) => STANDS_THERE.has(key) || !value || (Array.isArray(value) && value.length === 0),
  );

/** Where the order of a list is walked. */
export const walkedRows = (list: Ordered): RawBuilder<unknown> => (isByStartPrice(list) ? PRICES : LOTS);

/** Whether a walked row fits; what is not known of it where it is walked is looked up. */
export const fitsWhereWalked = (list: Ordered, fits: Condition): RawBuilder<unknown> =>
  !isByStartPrice(list) || standsThere(list.filter)
    ? fits
    : sql`(select ${fits} from lots found where found.id = lots.id)`;

/** Prices of models are put in order where they stand: their days are told by the day itself, not by the hour. */
export const isGatheredThere = (list: Ordered): boolean =>
  isByStartPrice(list) && list.filter.model.length > 0 && standsThere(list.filter);

/** Out of which all that fit are gathered. */
export const gatheredRows = (list: Ordered): RawBuilder<unknown> => {
  if (!isByStartPrice(list)) return LOTS;
  return isGatheredThere(list) ? PRICES : LOTS_WITH_PRICES;
};
