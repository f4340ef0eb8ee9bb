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
  filtered,
  isOpen,
  isPastDeadline,
  keyedConditions,
  type List,
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

export interface PageSlice {
  /** The page follows the lot with this key; otherwise it begins `skip` lots after the first. */
  after: After | null;
  skip: number;
  most: number;
}

/** Lots of a list in their order, each with its key. */
export type PlacedLot = After & { id: number };

export function lotsOfPage(source: Source, list: List, { after, skip, most }: PageSlice): RawBuilder<PlacedLot> {
  const { main, tie } = orderKey(source, list);
  const behind = after
    ? sql`where main > ${after.main}::bigint or (main = ${after.main}::bigint and tie > ${after.tie}::bigint)`
    : sql``;
  return sql`
    select id, main, tie from (
      select id, ${main} as main, ${tie} as tie from ${source.lotsOf(list.pageType)} where ${whereOf(source, list)}
    ) placed ${behind}
    order by main, tie limit ${most}::integer offset ${skip}::integer`;
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
  all([onPage(source, pageType, audience), ...filtered(source, filter)]);

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

const CHOICE_COLUMN: Record<Exclude<Facet, 'auction'> | Range, RawBuilder<unknown>> = {
  condition: sql`condition`,
  gearbox: sql`gearbox`,
  status: sql`status`,
  color: sql`color`,
  chassis: sql`chassis_code`,
  year: sql`year`,
  mileage: sql`mileage_km`,
  engine: sql`engine_cc`,
};

/** Where the choices of one key are counted: under all other conditions than its own. */
interface Counted {
  /** Stands before the statement. */
  first: RawBuilder<unknown>;
  lots: RawBuilder<unknown>;
  without(own: Facet | Range): RawBuilder<unknown>;
}

/**
 * Lots of a maker or a search are few: they are read once, and those that fail two conditions, which count nowhere, are left
 * out. Of a whole page, reading them for each key costs less than putting them aside.
 */
function countedLots(source: Source, { pageType, filter, audience }: List): Counted {
  const keys = Object.entries(keyedConditions(filter));
  const always = [onPage(source, pageType, audience), ...coreConditions(source, filter)];
  const others = <T>(own: Facet | Range, of: (key: string, condition: RawBuilder<unknown>) => T): T[] =>
    keys.filter(([key]) => key !== own).map(([key, condition]) => of(key, condition));
  const lots = source.lotsOf(pageType);
  if (filter.maker.length === 0 && !filter.search)
    return { first: sql``, lots, without: (own) => all([...always, ...others(own, (_, condition) => condition)]) };
  const fails = (key: string) => sql.ref(`fails_${key}`);
  const columns = [
    ...[...Object.values(CHOICE_COLUMN), sql`house_id`],
    ...keys.map(([key, condition]) => sql`case when ${condition} then 0 else 1 end as ${fails(key)}`),
  ];
  const failed = sql.join([sql`0`, ...keys.map(([key]) => fails(key))], sql` + `);
  return {
    first: sql`with nearly as materialized (
      select * from (select ${sql.join(columns)} from ${lots} where ${all(always)}) judged where ${failed} <= 1)`,
    lots: sql`nearly`,
    without: (own) => all(others(own, (key) => sql`${fails(key)} = 0`)),
  };
}

export interface FacetCount {
  facet: Facet;
  value: string;
  lots: number;
}

/** Every value a filter can take with the lots it would find. */
export function countChoices(source: Source, list: List): RawBuilder<FacetCount> {
  const { first, lots, without } = countedLots(source, list);
  const counts = FACETS.map((facet) => {
    if (facet === 'auction')
      return sql`select 'auction' as facet, house.name as value, counted.lots from (
          select house_id, count(*) as lots from ${lots} where ${without(facet)} group by house_id
        ) counted join auction_houses house on house.id = house_id`;
    const column = CHOICE_COLUMN[facet];
    return sql`select ${sql.lit(facet)} as facet, ${column}::text as value, count(*) as lots
        from ${lots} where ${without(facet)} and ${column}::text <> '' group by ${column}`;
  });
  return sql`${first} ${sql.join(counts, sql` union all `)}`;
}

export interface RangeEnds {
  range: Range;
  least: number | null;
  most: number | null;
}

/** The ends of each range. */
export function findRangeEnds(source: Source, list: List): RawBuilder<RangeEnds> {
  const { first, lots, without } = countedLots(source, list);
  const ends = RANGES.map((range) => {
    const column = CHOICE_COLUMN[range];
    return sql`select ${sql.lit(range)} as range, min(${column}) as least, max(${column}) as most
      from ${lots} where ${without(range)}`;
  });
  return sql`${first} ${sql.join(ends, sql` union all `)}`;
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
