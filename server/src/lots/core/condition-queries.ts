import type { LotFilter, LotListing } from '@seri/contract/lots/filter.ts';
import { isSalesPage, PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { BID, LOT } from '../../platform/db/numbers.ts';
import { pageNumber } from '../list-index/columns.ts';

export type Condition = RawBuilder<SqlBool>;

/** Keys of a filters call: a key's own condition is left out when its choices are counted. */
export const FACETS = ['condition', 'gearbox', 'auction', 'status', 'color', 'chassis'] as const;
export const RANGES = ['year', 'mileage', 'engine'] as const;
export type Facet = (typeof FACETS)[number];
export type Range = (typeof RANGES)[number];

/**
 * The database that a list is read from. Every condition and query is written once, for the tables of PostgreSQL and for
 * those of the list index; only these parts differ.
 */
export interface Source {
  now: RawBuilder<unknown>;
  /** The day in Japan. */
  today: RawBuilder<unknown>;
  /** True for a fixed-price lot with an accepted order. */
  hasOrder: Condition;
  isOnPage(pageType: PageType): Condition;
  isPublic: Condition;
  /** A table that contains the lots of a page, named `lots`. */
  lotsOf(pageType: PageType): RawBuilder<unknown>;
  micros(time: RawBuilder<unknown>): RawBuilder<number>;
  isIn(value: RawBuilder<unknown>, list: RawBuilder<unknown>): Condition;
  /** The lot number padded with zeros to seven digits, so that numbers with the same first digits form one range. */
  lotNoPadded: RawBuilder<number>;
}

const pageColumn = (pageType: PageType) => (isSalesPage(pageType) ? sql`sales_page` : sql`upcoming_page`);

export const POSTGRES: Source = {
  // Subqueries, so that the planner does not estimate them from its statistics.
  now: sql`(select now())`,
  today: sql`(select (now() at time zone 'Asia/Tokyo')::date)`,
  hasOrder: sql`exists (
    select from bids where bids.lot_id = lots.id and bids.lot_source = 'stock' and bids.status in (${BID.bid}, ${BID.win}, ${BID.won}))`,
  isOnPage: (pageType) => sql`${pageColumn(pageType)} = ${sql.lit(pageType)}`,
  isPublic: sql`not is_private`,
  lotsOf: () => sql`lots`,
  micros: (time) => sql`(extract(epoch from ${time}) * 1000000)::bigint`,
  isIn: (value, list) => sql`${value} = any(${list})`,
  lotNoPadded: sql`rpad(lot_no::text, 7, '0')::integer`,
};

export const indexAt = ({ now, today }: { now: string; today: string }): Source => ({
  now: sql`${now}::timestamptz`,
  today: sql`${today}::date`,
  hasOrder: sql`has_order`,
  // Numbers, because the engine skips blocks of rows by their least and greatest number.
  isOnPage: (pageType) => sql`${pageColumn(pageType)} = ${sql.lit(pageNumber(pageType))}`,
  isPublic: sql`is_private = 0`,
  lotsOf: (pageType) => (isSalesPage(pageType) ? sql`sales lots` : sql`coming lots`),
  micros: (time) => sql`epoch_us(${time})`,
  // The engine calls a function once per word of a dictionary, but evaluates `in` and `any` once per row.
  isIn: (value, list) => sql`list_contains(${list}, ${value})`,
  lotNoPadded: sql`lot_no_padded`,
});

const BEFORE_RESULT = sql`(${LOT.ongoing}, ${LOT.upcoming})`;
/** State "open" of the contract (lot-state.ts). */
export const isOpen = ({ now }: Source): Condition => sql`(status in ${BEFORE_RESULT} and bids_close_at > ${now})`;
/** The bidding deadline has passed, regardless of the status that the auction house reports. */
export const isPastDeadline = ({ now }: Source): Condition => sql`(bids_close_at <= ${now})`;
const isClosed = (source: Source): Condition => sql`(${isPastDeadline(source)} or status not in ${BEFORE_RESULT})`;

/** Private lots to include: none, those of one client, or all (business-rules.md#private-lots). */
export type Audience = 'everybody' | 'staff' | { userId: number };

/** Upcoming auction lots leave their page at midnight, shortly before `upcoming_page` is cleared. */
export const endsAtMidnight = (pageType: PageType): boolean =>
  PAGE_RULES[pageType].time === 'coming' && PAGE_RULES[pageType].source === 'auction';

/** The lots of a page that this reader may see (business-rules.md#lot-pages). */
export function onPage(source: Source, pageType: PageType, audience: Audience): Condition {
  const rule = PAGE_RULES[pageType];
  return all([
    source.isOnPage(pageType),
    // The first accepted order wins (business-rules.md#fixed-price), so a pending order leaves the lot on the page.
    ...(rule.source === 'stock' ? [sql`not (${source.hasOrder})`] : []),
    ...(endsAtMidnight(pageType) ? [sql`auction_day >= ${source.today}`] : []),
    ...visibleTo(source, audience),
  ]);
}

export function visibleTo(source: Source, audience: Audience): Condition[] {
  if (audience === 'staff') return [];
  if (audience === 'everybody') return [source.isPublic];
  const isViewer = source.isIn(sql`${audience.userId}::integer`, sql`viewers`);
  // A case, because the engine evaluates both sides of `or` for every lot.
  return [sql`case when ${source.isPublic} then true else ${isViewer} end`];
}

/** Conditions that no choice list leaves out: maker, model, day, quick search, open or closed. */
export function coreConditions(source: Source, { open, ...filter }: LotFilter): Condition[] {
  const found = [
    oneWord(source, sql`maker`, filter.maker),
    oneWord(source, sql`model`, filter.model),
    oneOf(sql`auction_day`, filter.date, sql`date`),
    filter.dateFrom ? sql<SqlBool>`auction_day >= ${filter.dateFrom}::date` : null,
    filter.dateTo ? sql<SqlBool>`auction_day <= ${filter.dateTo}::date` : null,
    filter.search ? searched(source, filter.search) : null,
    open ? (open === '1' ? isOpen(source) : isClosed(source)) : null,
  ];
  return found.filter((condition) => condition !== null);
}

/** The other conditions by key, only those that are set. */
export function keyedConditions(source: Source, filter: LotFilter): Partial<Record<Facet | Range, Condition>> {
  const keyed: Record<Facet | Range, Condition | null> = {
    condition: oneWord(source, sql`condition`, filter.condition),
    gearbox: oneWord(source, sql`gearbox`, filter.gearbox),
    auction: ofHouses(filter.auction),
    status: oneOf(sql`status`, filter.status, sql`integer`),
    color: oneWord(source, sql`color`, filter.color),
    chassis: oneWord(source, sql`chassis_code`, filter.chassis),
    year: between(sql`year`, filter.yearFrom, filter.yearTo),
    mileage: between(sql`mileage_km`, filter.mileageFrom, filter.mileageTo),
    engine: between(sql`engine_cc`, filter.engineFrom, filter.engineTo),
  };
  return Object.fromEntries(Object.entries(keyed).filter(([, condition]) => condition !== null));
}

/** All conditions of a filter. */
export const filtered = (source: Source, filter: LotFilter): Condition[] => [
  ...coreConditions(source, filter),
  ...Object.values(keyedConditions(source, filter)),
];

/** All conditions of a listing: its page, its filter and the reader's rights. */
export const matching = (source: Source, pageType: PageType, filter: LotFilter, audience: Audience): Condition =>
  all([onPage(source, pageType, audience), ...filtered(source, filter)]);

/** A list as one reader sees it. */
export interface List {
  pageType: PageType;
  filter: LotFilter;
  audience: Audience;
  sort: LotListing['sort'];
  order: LotListing['order'];
}

export const NO_FILTER: LotFilter = {
  ...{ maker: [], model: [], condition: [], gearbox: [], auction: [], status: [], color: [], chassis: [], date: [] },
};

export const all = (conditions: RawBuilder<unknown>[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;

function oneOf(
  column: RawBuilder<unknown>,
  values: readonly (string | number)[],
  type: RawBuilder<unknown>,
): Condition | null {
  if (values.length === 0) return null;
  return sql<SqlBool>`${column} in (${sql.join(values.map((value) => sql`${value}::${type}`))})`;
}

function oneWord(source: Source, column: RawBuilder<unknown>, words: readonly string[]): Condition | null {
  if (words.length <= 1) return oneOf(column, words, sql`text`);
  return source.isIn(column, sql`array[${sql.join(words.map((word) => sql`${word}::text`))}]`);
}

const ofHouses = (names: readonly string[]): Condition | null =>
  names.length === 0
    ? null
    : sql<SqlBool>`house_id in (select id from auction_houses where name in (${sql.join(names)}))`;

/** 0 means unset (business-rules.md#filter-names); a lot without the figure is not inside any range. */
function between(column: RawBuilder<unknown>, from: number | undefined, to: number | undefined): Condition | null {
  if (!(from || to)) return null;
  return all([
    ...(from ? [sql`${column} >= ${from}::integer`] : []),
    ...(to ? [sql`${column} <= ${to}::integer`] : []),
  ]);
}

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** True if the text contains every word, in any order. */
const everyWord = (text: RawBuilder<unknown>, words: string): Condition =>
  all(words.split(/\s+/).map((word) => sql`${text} ilike ${`%${escaped(word)}%`} escape '\\'`));

function searched(source: Source, search: string): Condition {
  const dash = search.indexOf('-');
  const field = search.slice(0, dash);
  const text = search.slice(dash + 1).trim();
  if (text === '') return sql<SqlBool>`false`;
  if (field === 'lotNo') return startsWithNumber(source, text);
  if (field === 'chassisId') return sql<SqlBool>`chassis_code like ${`${escaped(text.toUpperCase())}%`} escape '\\'`;
  return everyWord(field === 'model' ? sql`model_text` : sql`equip`, text);
}

const MAX_LOT_NO_LENGTH = 7;

/** Lot numbers that begin with these digits: 402 is 402, 4020 to 4029, and so on. */
function startsWithNumber({ lotNoPadded }: Source, text: string): Condition {
  const digits = text.replace(/^0+/, '');
  if (!/^\d+$/.test(digits) || digits.length > MAX_LOT_NO_LENGTH) return sql<SqlBool>`false`;
  const first = digits.padEnd(MAX_LOT_NO_LENGTH, '0');
  const last = digits.padEnd(MAX_LOT_NO_LENGTH, '9');
  // 402 and 4020 are padded to the same number, but 402 does not begin with 4020.
  return sql<SqlBool>`(${lotNoPadded} between ${first}::integer and ${last}::integer and lot_no >= ${digits}::integer)`;
}
