import { gradePlace, isKnownGrade } from '@seri/contract/lots/choice-words.ts';
import type { LotFilter, LotListing, LotSort } from '@seri/contract/lots/filter.ts';
import { isSalesPage, type PageType } from '@seri/contract/lots/page-types.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  all,
  type Condition,
  endsAtMidnight,
  isEndedEarly,
  isOpenForBidding,
  isPastDeadline,
  todayInJapan,
} from './matching-queries.ts';
import { GATHERED, type TimeOrder, WALKED } from './time-order-queries.ts';

/** A stretch of a list that one index answers in its own order; the next stretch begins where it ends. */
export interface Part {
  where: Condition;
  key: RawBuilder<unknown>;
  type: 'timestamp' | 'timestamptz' | 'integer';
  isDescending: boolean;
  /** All of its lots lack the value; only the id tells them apart. */
  isUnknown: boolean;
  /** What of the filter the index of its order is narrowed by; everything else is looked up lot by lot. */
  narrowedBy: (keyof LotFilter)[];
}

/** A row of the list after which another begins. */
export interface Anchor {
  part: number;
  key: string | null;
  id: number;
}

export interface Ordered {
  pageType: PageType;
  filter: LotFilter;
  sort: LotListing['sort'];
  order: LotListing['order'];
}

/** What a coming lot starts at, as the rows of its order name it. */
export const STARTS_AT = sql`starts_at_yen`;
/** What a lot itself says. */
export const SORT_COLUMN: Record<Exclude<LotSort, 'auctionDate'>, RawBuilder<unknown>> = {
  year: sql`year`,
  condition: sql`condition_rank`,
  mileage: sql`mileage_km`,
  startPrice: sql`start_price_yen`,
  soldPrice: sql`sold_price_yen`,
};
/** No index of lots holds what a lot starts at while it runs (docs/decisions/045). */
const columnOf = (pageType: PageType, sort: Exclude<LotSort, 'auctionDate'>): RawBuilder<unknown> => {
  if (sort !== 'startPrice') return SORT_COLUMN[sort];
  return isSalesPage(pageType) ? sql`final_start_price_yen` : STARTS_AT;
};
const OF_MODEL: (keyof LotFilter)[] = ['maker', 'model'];
const OWN_RANGE: Partial<Record<LotSort, (keyof LotFilter)[]>> = {
  year: ['yearFrom', 'yearTo'],
  mileage: ['mileageFrom', 'mileageTo'],
};

/**
 * Unknown times stand last in their day and unknown values last in the list, whichever way it is sorted. Gathered lots
 * are put in order by keys that no order of the whole page fits.
 */
export function partsOf(list: Ordered, isGathered = false): Part[] {
  const { pageType, filter, sort, order } = list;
  if (sort && sort !== 'auctionDate') return byValue(list, sort, isGathered);
  const { SOONEST, LATEST } = (isGathered ? GATHERED : WALKED)[isSalesPage(pageType) ? 'sales' : 'coming'];
  // Sales and fixed prices begin with the newest; elsewhere lots open for bidding come first (docs/decisions/007).
  if (!endsAtMidnight(pageType)) return [byTime(sort === undefined || order === 'DESC' ? LATEST : SOONEST, filter)];
  if (sort) return [byTime(order === 'DESC' ? LATEST : SOONEST, filter, [], todayInJapan)];
  return byClosing(filter, isGathered);
}

/** Open for bidding, soonest closing first; then closed, the latest first; then what ended before its deadline. */
function byClosing(filter: LotFilter, isGathered: boolean): Part[] {
  const part = {
    key: isGathered ? sql`(bids_close_at + interval '0')` : sql`bids_close_at`,
    type: 'timestamptz' as const,
    isUnknown: false,
    narrowedBy: isOneModel(filter) ? OF_MODEL : [],
  };
  const isOfToday = sql<SqlBool>`auction_day >= ${todayInJapan}`;
  const within = (where: Condition) => all([where, isOfToday]);
  const open: Part = {
    ...part,
    where: within(isOpenForBidding),
    isDescending: false,
    narrowedBy: [...part.narrowedBy, 'open'],
  };
  const closed: Part[] = [
    { ...part, where: within(isPastDeadline), isDescending: true },
    { ...part, where: within(isEndedEarly), isDescending: false },
  ];
  if (filter.open === undefined) return [open, ...closed];
  return filter.open === '1' ? [open] : closed;
}

function byValue(list: Ordered, sort: Exclude<LotSort, 'auctionDate'>, isGathered: boolean): Part[] {
  const notOver = endsAtMidnight(list.pageType) ? [sql`auction_day >= ${todayInJapan}`] : [];
  const column = columnOf(list.pageType, sort);
  const part = {
    key: isGathered ? sql`(${column} + 0)` : column,
    type: 'integer' as const,
    isDescending: list.order === 'DESC',
    narrowedBy: isPriceOfModel(list) ? OF_MODEL : (OWN_RANGE[sort] ?? []),
  };
  const known = [sql`${column} is not null`, ...(sort === 'condition' ? gradesOf(list.filter) : [])];
  return [
    { ...part, where: all([...notOver, ...known]), isUnknown: false },
    { ...part, where: all([...notOver, sql`${column} is null`]), isUnknown: true },
  ];
}

/** Chosen grades stand together in the order of grades: it is walked from the worst to the best of them alone. */
function gradesOf({ condition }: LotFilter): Condition[] {
  const ranks = condition.filter(isKnownGrade).map((grade) => BEST_RANK - gradePlace(grade));
  return ranks.length === 0
    ? []
    : [sql<SqlBool>`condition_rank between ${Math.min(...ranks)}::integer and ${Math.max(...ranks)}::integer`];
}
/** Of the best grade (condition_rank in server/schema/lots). */
const BEST_RANK = 16;

const isOneModel = ({ maker, model }: LotFilter): boolean => maker.length === 1 && model.length === 1;

/** Prices of one model have an order of their own: of coming lots what they start at, of sales what was paid. */
export const isPriceOfModel = ({ pageType, filter, sort }: Ordered): boolean =>
  isOneModel(filter) && sort === (isSalesPage(pageType) ? 'soldPrice' : 'startPrice');

/**
 * Coming lots of chosen models are put in order without trying: the order of the whole page comes to a model of late
 * years, or of years and a grade together, behind hundreds of thousands of others.
 */
export const isPutInOrder = (list: Ordered): boolean =>
  !isSalesPage(list.pageType) &&
  list.filter.maker.length > 0 &&
  list.filter.model.length > 0 &&
  list.sort !== undefined &&
  list.sort !== 'auctionDate' &&
  !isPriceOfModel(list);

/** The days are said once more in the terms of the order, so that the index begins and ends with them. */
function byTime(
  { key, isDescending, column, beginOf, indexed }: TimeOrder,
  filter: LotFilter,
  where: Condition[] = [],
  today?: RawBuilder<unknown>,
): Part {
  const bounds = [...(today ? [sql`${column} >= ${beginOf(today)}`] : []), ...daysOf(filter, { column, beginOf })];
  const days = filter.date.length > 1 ? (['dateFrom', 'dateTo'] as const) : (['date', 'dateFrom', 'dateTo'] as const);
  const narrowedBy = indexed.find((keys) => keys.every((key) => filter[key]?.length === 1)) ?? [];
  return {
    where: all([...where, ...bounds]),
    key,
    type: 'timestamp',
    isDescending,
    isUnknown: false,
    narrowedBy: [...narrowedBy, ...days],
  };
}

/** The chosen days in terms of an hour that an index holds. */
export function daysOf(
  { date, dateFrom, dateTo }: LotFilter,
  { column, beginOf }: Pick<TimeOrder, 'column' | 'beginOf'>,
): Condition[] {
  const [first] = [dateFrom, [...date].sort()[0]]
    .filter((day) => day !== undefined)
    .sort()
    .reverse();
  const [last] = [dateTo, [...date].sort().at(-1)].filter((day) => day !== undefined).sort();
  return [
    ...(first ? [sql<SqlBool>`${column} >= ${beginOf(sql`(select ${first}::date)`)}`] : []),
    ...(last ? [sql<SqlBool>`${column} < ${beginOf(sql`(select ${last}::date + 1)`)}`] : []),
  ];
}

/** What of a part comes after a row. */
export function behind({ key, type, isDescending, isUnknown }: Part, anchor: Anchor): Condition {
  const sign = isDescending ? sql`<` : sql`>`;
  return isUnknown
    ? sql`id ${sign} ${anchor.id}::bigint`
    : sql`(${key}, id) ${sign} (${anchor.key}::${sql.raw(type)}, ${anchor.id}::bigint)`;
}
