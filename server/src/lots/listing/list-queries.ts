import type { LotListing, LotSort } from '@seri/contract/lots/filter.ts';
import { isSalesPage, type PageType } from '@seri/contract/lots/page-types.ts';
import { type RawBuilder, sql } from 'kysely';
import {
  type Audience,
  all,
  coreConditions,
  endsAtMidnight,
  FACETS,
  type Facet,
  isOpen,
  isPastDeadline,
  keyedConditions,
  type List,
  matching,
  onPage,
  POSTGRES,
  RANGES,
  type Range,
  type Source,
} from '../core/condition-queries.ts';

/** Every order is one of two whole numbers, both upwards: so one comparison finds what comes after a lot. */
interface OrderKey {
  main: RawBuilder<number>;
  tie: RawBuilder<number>;
  /** The same order by a column where there is one: the engine skips blocks of rows that cannot reach the page. */
  by: RawBuilder<unknown>;
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

/** The order of a list: a chosen one, or lots open for bidding first (docs/decisions/015), or the newest first. */
function orderKey(source: Source, { pageType, sort, order }: Pick<List, 'pageType' | 'sort' | 'order'>): OrderKey {
  const isDown = order === 'DESC';
  const byColumn = (column: RawBuilder<unknown>, toNumber: RawBuilder<number>, isDown: boolean): OrderKey => ({
    main: sql`coalesce(${isDown ? sql`-${toNumber}` : toNumber}, ${UNKNOWN})`,
    tie: isDown ? sql`-id` : sql`id`,
    by: isDown ? sql`${column} desc nulls last, id desc` : sql`${column} nulls last, id`,
  });
  if (sort && sort !== 'auctionDate') return byColumn(SORT_COLUMN[sort], sql`${SORT_COLUMN[sort]}::bigint`, isDown);
  // Both hours put a lot without a known one last in its day (business-rules.md#auction-times).
  if (sort && !isDown) return byColumn(sql`time_up`, source.micros(sql`time_up`), false);
  if (sort || !endsAtMidnight(pageType)) return byColumn(sql`time_down`, source.micros(sql`time_down`), true);
  const closesAt = source.micros(sql`bids_close_at`);
  return {
    main: sql`case when ${isOpen(source)} then ${closesAt}
                   when ${isPastDeadline(source)} then 2 * ${STRETCH} - ${closesAt}
                   else 2 * ${STRETCH} + ${closesAt} end`,
    tie: sql`case when ${isPastDeadline(source)} then -id else id end`,
    by: sql`main, tie`,
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

export interface PageSlice {
  /** The page follows the lot with this key; otherwise it begins `skip` lots after the first. */
  after: After | null;
  skip: number;
  most: number;
}

/** Lots of a list in their order, each with its key. */
export type PlacedLot = After & { id: number };

export function lotsOfPage(source: Source, list: List, { after, skip, most }: PageSlice): RawBuilder<PlacedLot> {
  const { main, tie, by } = orderKey(source, list);
  const behind = after
    ? [sql`(${main} > ${after.main}::bigint or (${main} = ${after.main}::bigint and ${tie} > ${after.tie}::bigint))`]
    : [];
  return sql`
    select id, ${main} as main, ${tie} as tie from ${source.lotsOf(list.pageType)}
     where ${all([whereOf(source, list), ...behind])} order by ${by} limit ${most}::integer offset ${skip}::integer`;
}

/** The same of a plain list, by the index of PostgreSQL that has its order. */
export function lotsOfPlainPage(list: List, order: PlainOrder, { after, most }: PageSlice): RawBuilder<PlacedLot> {
  const { main, tie } = orderKey(POSTGRES, list);
  const { column, isDown, timeOf } = order;
  const behind = after
    ? [
        sql`(${column}, id) ${isDown ? sql`<` : sql`>`} (${timeOf(after.main)}, ${isDown ? -after.tie : after.tie}::bigint)`,
      ]
    : [];
  const direction = isDown ? sql`desc` : sql`asc`;
  return sql`
    select id, ${main} as main, ${tie} as tie from lots where ${all([whereOf(POSTGRES, list), ...behind])}
    order by ${column} ${direction}, id ${direction} limit ${most}::integer`;
}

const whereOf = (source: Source, { pageType, filter, audience }: Pick<List, 'pageType' | 'filter' | 'audience'>) =>
  matching(source, pageType, filter, audience);

/** How many lots fit; an engine that keeps a model's lots together reads only those. */
export const countLots = (source: Source, list: List): RawBuilder<{ lots: number }> =>
  sql`select count(*) as lots from ${source.lotsOf(list.pageType)} where ${whereOf(source, list)}`;

/** How many lots are open for bidding and how many are not, whatever the filter says of that. */
export const countByDeadline = (
  source: Source,
  { pageType, filter, audience }: List,
): RawBuilder<{ open: number; closed: number }> => sql`
  select count(*) filter (where ${isOpen(source)}) as open, count(*) filter (where not ${isOpen(source)}) as closed
    from ${source.lotsOf(pageType)} where ${whereOf(source, { pageType, filter: { ...filter, open: undefined }, audience })}`;

const CHOICE_COLUMN: Record<Facet | Range, RawBuilder<unknown>> = {
  condition: sql`condition`,
  gearbox: sql`gearbox`,
  auction: sql`house_id`,
  status: sql`status`,
  color: sql`color`,
  chassis: sql`chassis_code`,
  year: sql`year`,
  mileage: sql`mileage_km`,
  engine: sql`engine_cc`,
};

interface Counted<Key> {
  keys: Key[];
  from: RawBuilder<unknown>;
}

/** Counts each key under all conditions except its own. Keys without a condition share one pass over the lots. */
function countedTogether<Key extends Facet | Range>(
  source: Source,
  { pageType, filter, audience }: List,
  keys: readonly Key[],
): Counted<Key>[] {
  const conditions = keyedConditions(source, filter);
  const always = [onPage(source, pageType, audience), ...coreConditions(source, filter)];
  const without = (own?: Key) => Object.entries(conditions).flatMap(([key, found]) => (key === own ? [] : [found]));
  const from = (own?: Key) => sql`${source.lotsOf(pageType)} where ${all([...always, ...without(own)])}`;
  const free = keys.filter((key) => !conditions[key]);
  return [
    ...(free.length > 0 ? [{ keys: free, from: from() }] : []),
    ...keys.filter((key) => conditions[key]).map((key) => ({ keys: [key], from: from(key) })),
  ];
}

export interface FacetCount {
  facet: Facet;
  value: string;
  lots: number;
}

/** Every value a filter can take with the lots it would find. */
export function countChoices(source: Source, list: List): RawBuilder<FacetCount> {
  const counts = countedTogether(source, list, FACETS).map(({ keys, from }) => {
    const columns = keys.map((facet) => CHOICE_COLUMN[facet]);
    const facet = keys.map((facet) => sql`when grouping(${CHOICE_COLUMN[facet]}) = 0 then ${sql.lit(facet)}`);
    const values = keys.map((facet) =>
      facet === 'auction'
        ? sql`(select name from auction_houses where id = house_id)`
        : sql`${CHOICE_COLUMN[facet]}::text`,
    );
    return sql`select facet, value, lots from (
        select facet, coalesce(${sql.join(values)}) as value, lots from (
          select ${sql.join(columns)}, case ${sql.join(facet, sql` `)} end as facet, count(*) as lots
            from ${from} group by grouping sets (${sql.join(columns.map((column) => sql`(${column})`))})
        ) grouped) named where value <> ''`;
  });
  return sql`${sql.join(counts, sql` union all `)}`;
}

export interface RangeEnds {
  range: Range;
  least: number | null;
  most: number | null;
}

/** The ends of each range. */
export function findRangeEnds(source: Source, list: List): RawBuilder<RangeEnds> {
  const ends = countedTogether(source, list, RANGES).map(({ keys, from }) => {
    const found = keys.map((range) => {
      const column = CHOICE_COLUMN[range];
      return sql`min(${column}) as ${sql.ref(`least_${range}`)}, max(${column}) as ${sql.ref(`most_${range}`)}`;
    });
    const rows = keys.map(
      (range) => sql`(${sql.lit(range)}, ${sql.ref(`least_${range}`)}, ${sql.ref(`most_${range}`)})`,
    );
    return sql`select told.range, least, most from (select ${sql.join(found)} from ${from}) ends,
      lateral (values ${sql.join(rows)}) told(range, least, most)`;
  });
  return sql`${sql.join(ends, sql` union all `)}`;
}

export interface ModelCount {
  maker: string;
  model: string;
  lots: number;
}

/** Makers and models that have lots on the page, by name. */
export const countModels = (source: Source, pageType: PageType, audience: Audience): RawBuilder<ModelCount> => sql`
  select maker, model, count(*) as lots from ${source.lotsOf(pageType)} where ${onPage(source, pageType, audience)}
  group by maker, model order by maker, model`;
