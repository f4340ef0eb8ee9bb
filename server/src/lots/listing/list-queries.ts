import type { LotListing, LotSort } from '@seri/contract/lots/filter.ts';
import { isSalesPage, type PageType } from '@seri/contract/lots/page-types.ts';
import { type RawBuilder, sql } from 'kysely';
import {
  type Audience,
  all,
  endsAtMidnight,
  filtered,
  isOpen,
  isPastDeadline,
  keyedConditions,
  type List,
  matching,
  type OwnLots,
  onPage,
  onSide,
  ownConditions,
  POSTGRES,
  type Source,
} from '../core/condition-queries.ts';
import { UNKNOWN_TOTAL_YEN } from '../list-index/columns.ts';

/**
 * Every order is expressed as two ascending integers, so that one comparison finds the lots after a given one. Both are
 * made of the id and of one value of a lot, named `sorted_by`.
 */
interface OrderKey {
  sortedBy: RawBuilder<unknown>;
  main: RawBuilder<number>;
  tie: RawBuilder<number>;
  /** The same order without a calculation for each lot. */
  order: RawBuilder<unknown>;
}

/** Greater than every yen, kilometre and microsecond, so that unknown values are last in either direction. */
const UNKNOWN = sql`9007199254740991`;
/** Greater than the time of any lot in microseconds since 1970; separates open, closed and ended lots in one key. */
const STRETCH = sql`2000000000000000`;

/**
 * The total at the reader's door, null while it is unknown, for a vehicle that may not be imported, and without a slot, as
 * in lists of past sales.
 */
export const doorTotalOf = (source: Source, slot: number | null): RawBuilder<number> =>
  slot === null ? sql`null::integer` : sql`nullif(${source.door(slot).leastYen}, ${sql.lit(UNKNOWN_TOTAL_YEN)})`;

/** Sort expressions other than time of the auction. The age ascends while the month of birth descends. */
export const SORT_COLUMN: Record<Exclude<LotSort, 'auctionDate' | 'door'>, RawBuilder<number>> = {
  year: sql`year`,
  condition: sql`condition_rank`,
  mileage: sql`mileage_km`,
  startPrice: sql`start_price_yen`,
  soldPrice: sql`sold_price_yen`,
  averagePrice: sql`average_price_yen`,
  power: sql`horse_power`,
  engine: sql`displacement_cc`,
  age: sql`-born_month`,
  added: sql`created_at`,
};

/** The order of a list: the requested one, otherwise lots open for bidding first (docs/decisions/015), or the newest first. */
function orderKey(
  source: Source,
  { pageType, filter, sort, order }: Pick<List, 'pageType' | 'filter' | 'sort' | 'order'>,
): OrderKey {
  const isDown = order === 'DESC';
  const sortedBy = sql<number>`sorted_by`;
  const ordered = (
    value: RawBuilder<unknown>,
    toNumber: RawBuilder<number>,
    isDown: boolean,
    isValueDown = isDown,
  ): OrderKey => ({
    sortedBy: value,
    main: sql`coalesce(${isValueDown ? sql`-${toNumber}` : toNumber}, ${UNKNOWN})`,
    tie: isDown ? sql`-id` : sql`id`,
    order: sql`sorted_by ${isValueDown ? sql`desc` : sql`asc`} nulls last, id ${isDown ? sql`desc` : sql`asc`}`,
  });
  const byNumber = (value: RawBuilder<number>, isValueDown = isDown) =>
    ordered(value, sql`${sortedBy}::bigint`, isDown, isValueDown);
  const byTime = (value: RawBuilder<unknown>, isDown: boolean) => ordered(value, source.micros(sortedBy), isDown);
  if (sort === 'door') return byNumber(doorTotalOf(source, filter.doorSlot ?? null));
  // By the column itself, because the engine skips lots only by columns.
  if (sort === 'age') return byNumber(sql`born_month`, !isDown);
  if (sort === 'added') return byTime(SORT_COLUMN.added, isDown);
  if (sort && sort !== 'auctionDate') return byNumber(SORT_COLUMN[sort]);
  // Both hours put a lot without a known one last in its day (business-rules.md#auction-times).
  if (sort && !isDown) return byTime(sql`time_up`, false);
  if (sort || !endsAtMidnight(pageType)) return byTime(sql`time_down`, true);
  const closesAt = source.micros(sql`bids_close_at`);
  const tie = sql<number>`case when ${sortedBy} between ${STRETCH} and 2 * ${STRETCH} then -id else id end`;
  return {
    sortedBy: sql`case when ${isOpen(source)} then ${closesAt}
                       when ${isPastDeadline(source)} then 2 * ${STRETCH} - ${closesAt}
                       else 2 * ${STRETCH} + ${closesAt} end`,
    main: sortedBy,
    tie,
    order: sql`sorted_by, ${tie}`,
  };
}

/** The sort key of the last lot seen; the next page begins after it, even if earlier lots were added or removed. */
export interface After {
  main: number;
  tie: number;
}

export const toCursor = ({ main, tie }: After): string => `${main}.${tie}`;

/** Parses a cursor that the contract has validated. */
export function fromCursor(after: LotListing['after']): After | null {
  if (after === undefined) return null;
  const [main = 0, tie = 0] = after.split('.').map(Number);
  return { main, tie };
}

/** A list whose order one index of PostgreSQL provides: open lots soonest closing first, all others newest first. */
export interface PlainOrder {
  column: RawBuilder<unknown>;
  isDown: boolean;
  /** Returns the time in a key of {@link orderKey}. */
  timeOf(main: number): RawBuilder<unknown>;
}

/** Returns the order of a page type or one of its models in its default order; null for any other list. */
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

/** Numbers of all lots of a list, and of the same list without the filter on open and closed lots. */
export interface Totals {
  found: number;
  eitherSide: number;
}

/** A lot of a page with the totals of its list; a page without lots is one row without a lot. */
export type FoundRow = { [key in keyof PlacedLot]: number | null } & Totals;

/** The lots of a page in order, and the totals of its list. */
export type FoundPage = Totals & { placed: PlacedLot[] };

export const toFoundPage = (rows: readonly FoundRow[]): FoundPage => ({
  placed: rows.filter((row): row is PlacedLot & FoundRow => row.id !== null),
  found: rows[0]?.found ?? 0,
  eitherSide: rows[0]?.eitherSide ?? 0,
});

/** With more filters set than this, judging them again takes longer than keeping the lots that match. */
const FEW_FILTERS = 2;
/** Orders whose first value almost every group of rows has, so that the engine skips none. */
const SKIPPING_NOTHING: readonly (LotSort | undefined)[] = ['condition', 'door', 'added'];

/**
 * Whether a page of past sales is read by a pass of its own beside that of the total. The engine then skips all lots that
 * come after the best so far, and need not keep millions that match. Searches in texts take too long to be judged twice;
 * upcoming lots and the lots of one maker are too few for a second pass to be worth its planning.
 */
const isReadTwice = (source: Source, { pageType, filter, sort }: List): boolean =>
  isSalesPage(pageType) &&
  !SKIPPING_NOTHING.includes(sort) &&
  !filter.search &&
  filter.maker.length + filter.model.length + filter.words.length === 0 &&
  Object.keys(keyedConditions(source, filter)).length <= FEW_FILTERS;

/** A page and the totals of its list. */
export function pageAndTotal(source: Source, list: List, { after, skip, most }: PageSlice): RawBuilder<FoundRow> {
  const { sortedBy, main, tie, order } = orderKey(source, list);
  const behind = after
    ? [sql`(${main} > ${after.main}::bigint or (${main} = ${after.main}::bigint and ${tie} > ${after.tie}::bigint))`]
    : [];
  const { open } = list.filter;
  const found = open ? sql`count(*) filter (where is_on_side)` : sql`count(*)`;
  const shown = all([...(open ? [sql`is_on_side`] : []), ...behind]);
  return sql`
    with matching_lots as ${isReadTwice(source, list) ? sql`not materialized` : sql`materialized`} (
      select id, ${sortedBy} as sorted_by ${open ? sql`, ${onSide(source, list.filter)} as is_on_side` : sql``}
        from ${source.lotsOf(list.pageType)} where ${whereOf(source, { ...list, filter: { ...list.filter, open: undefined } })})
    select id, ${main} as main, ${tie} as tie, found, "eitherSide"
      from (select ${found} as found, count(*) as "eitherSide" from matching_lots) total
      left join (select id, sorted_by from matching_lots where ${shown}
                  order by ${order} limit ${most}::integer offset ${skip}::integer) page on true
     order by main, tie`;
}

/** The same for a plain list, read from the index of PostgreSQL with its order. */
export function lotsOfPlainPage(list: List, order: PlainOrder, { after, most }: PageSlice): RawBuilder<PlacedLot> {
  const { sortedBy, main, tie } = orderKey(POSTGRES, list);
  const { column, isDown, timeOf } = order;
  const behind = after
    ? [
        sql`(${column}, id) ${isDown ? sql`<` : sql`>`} (${timeOf(after.main)}, ${isDown ? -after.tie : after.tie}::bigint)`,
      ]
    : [];
  const direction = isDown ? sql`desc` : sql`asc`;
  return sql`
    select id, ${main} as main, ${tie} as tie
      from (select id, ${sortedBy} as sorted_by from lots where ${all([whereOf(POSTGRES, list), ...behind])}
             order by ${column} ${direction}, id ${direction} limit ${most}::integer) page`;
}

const whereOf = (source: Source, list: Pick<List, 'pageType' | 'filter' | 'audience' | 'own'>) =>
  matching(source, list);

/** Number of matching lots. */
export const countLots = (source: Source, list: List): RawBuilder<{ lots: number }> =>
  sql`select count(*) as lots from ${source.lotsOf(list.pageType)} where ${whereOf(source, list)}`;

/** Numbers of lots with marks of the reader, regardless of the filters on hidden, opened and new lots. */
export interface OwnCounts {
  hidden: number;
  unseen: number;
  new: number;
}

export function countOwn(source: Source, { pageType, filter, audience }: List, own: OwnLots): RawBuilder<OwnCounts> {
  const plain = { ...filter, hidden: undefined, seen: undefined, new: undefined };
  const marked = (more: Partial<typeof filter>) => all(ownConditions(source, { ...plain, ...more }, own));
  return sql`
    select count(*) filter (where ${marked({ hidden: '1' })}) as hidden,
           count(*) filter (where ${marked({ seen: '0' })}) as unseen,
           count(*) filter (where ${marked({ new: '1' })}) as new
      from ${source.lotsOf(pageType)} where ${all([onPage(source, pageType, audience), ...filtered(source, plain)])}`;
}

/** A tag by its place among the reader's tags, with a lot that has it. */
export interface TaggedLots {
  lotIds: readonly number[];
  tagNumbers: readonly number[];
}

/** Number of matching lots with each tag, regardless of the filter on tags. */
export const countTags = (
  source: Source,
  list: List,
  { lotIds, tagNumbers }: TaggedLots,
): RawBuilder<{ tag: number; lots: number }> => sql`
  select number as tag, count(*) as lots
    from (select id from ${source.lotsOf(list.pageType)}
           where ${whereOf(source, { ...list, filter: { ...list.filter, tag: [] } })}) matching_lots
    join (${source.pairs(lotIds, tagNumbers)}) marked on marked.id = matching_lots.id group by number`;

export interface ModelCount {
  maker: string;
  model: string;
  lots: number;
}

/** Makers and models that have lots on the page, by name. */
export const countModels = (source: Source, pageType: PageType, audience: Audience): RawBuilder<ModelCount> => sql`
  select maker, model, count(*) as lots from ${source.lotsOf(pageType)} where ${onPage(source, pageType, audience)}
  group by maker, model order by maker, model`;

/** Which of these numbers a lot of the page has. */
export const existingLotNumbers = (
  source: Source,
  pageType: PageType,
  audience: Audience,
  numbers: readonly number[],
): RawBuilder<{ lot_no: number }> => sql`
  select distinct lot_no from ${source.lotsOf(pageType)}
   where ${onPage(source, pageType, audience)} and lot_no in (${sql.join(numbers.map((number) => sql`${number}::integer`))})`;
