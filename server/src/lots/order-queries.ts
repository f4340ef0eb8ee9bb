import type { LotListing, LotSort } from '@seri/contract/lots/filter.ts';
import { isSalesPage } from '@seri/contract/lots/page-types.ts';
import { type RawBuilder, sql } from 'kysely';
import { endsAtMidnight, isOpen, isPastDeadline, type List, type Source } from './condition-queries.ts';

/** Every order is one of two whole numbers, both upwards: so one comparison finds what comes after a lot. */
export interface OrderKey {
  main: RawBuilder<number>;
  tie: RawBuilder<number>;
}

/** After every yen, kilometre and microsecond: unknown values stand last whichever way a list is sorted. */
const UNKNOWN = sql`9007199254740991`;
/** No time of a lot is as many microseconds after 1970; open, closed and ended lots stand in stretches of this length. */
const STRETCH = sql`2000000000000000`;

/** What lots are sorted by, besides their time. */
export const SORT_COLUMN: Record<Exclude<LotSort, 'auctionDate'>, RawBuilder<number>> = {
  year: sql`year`,
  condition: sql`condition_rank`,
  mileage: sql`mileage_km`,
  startPrice: sql`start_price_yen`,
  soldPrice: sql`sold_price_yen`,
};

/** The order of a list: a chosen one, or lots open for bidding first (docs/decisions/007), or the newest first. */
export function orderKey(
  source: Source,
  { pageType, sort, order }: Pick<List, 'pageType' | 'sort' | 'order'>,
): OrderKey {
  const isDown = order === 'DESC';
  const tie = isDown ? sql<number>`-id` : sql<number>`id`;
  if (sort && sort !== 'auctionDate') {
    const value = sql`${SORT_COLUMN[sort]}::bigint`;
    return { main: sql`coalesce(${isDown ? sql`-${value}` : value}, ${UNKNOWN})`, tie };
  }
  // Both hours put a lot without a known one last in its day (business-rules.md#auction-times).
  if (sort && !isDown) return { main: source.micros(sql`time_up`), tie };
  if (sort || !endsAtMidnight(pageType)) return { main: sql`-${source.micros(sql`time_down`)}`, tie: sql`-id` };
  const closesAt = source.micros(sql`bids_close_at`);
  return {
    main: sql`case when ${isOpen(source)} then ${closesAt}
                   when ${isPastDeadline(source)} then 2 * ${STRETCH} - ${closesAt}
                   else 2 * ${STRETCH} + ${closesAt} end`,
    tie: sql`case when ${isPastDeadline(source)} then -id else id end`,
  };
}

/** Where a page begins: after the lot with this key, whatever has come or gone before it. */
export interface After {
  main: number;
  tie: number;
}

export const toCursor = ({ main, tie }: After): string => `${main}.${tie}`;

/** Of a text that the contract has checked. */
export function fromCursor(after: LotListing['after']): After | null {
  if (after === undefined) return null;
  const [main = 0, tie = 0] = after.split('.').map(Number);
  return { main, tie };
}

/** A list that one index of PostgreSQL has in its order: lots to bid on soonest closing first, all others the newest first. */
export interface PlainOrder {
  column: RawBuilder<unknown>;
  isDown: boolean;
  /** The time of a key of {@link orderKey}. */
  timeOf(main: number): RawBuilder<unknown>;
}

/** A page type or one of its models in the order it opens in; null for any other list. */
export function plainOrder({ pageType, filter, audience, sort }: List): PlainOrder | null {
  const { maker, model, open, ...others } = filter;
  const isOneModelOrAll = maker.length === model.length && model.length <= 1;
  const isNothingElse = Object.values(others).every((value) => !value || (Array.isArray(value) && value.length === 0));
  const hasClosing = endsAtMidnight(pageType);
  const isUsual = hasClosing ? open === '1' : open === undefined || isSalesPage(pageType);
  if (!isOneModelOrAll || !isNothingElse || !isUsual || sort || audience !== 'everybody') return null;
  return hasClosing
    ? {
        column: sql`bids_close_at`,
        isDown: false,
        timeOf: (main) => sql`timestamptz 'epoch' + ${main}::bigint * interval '1 microsecond'`,
      }
    : {
        column: sql`time_down`,
        isDown: true,
        timeOf: (main) => sql`timestamp 'epoch' - ${main}::bigint * interval '1 microsecond'`,
      };
}
