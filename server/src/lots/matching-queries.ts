import type { LotFilter } from '@seri/contract/lots/filter.ts';
import { PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

export type Condition = RawBuilder<SqlBool>;

/** What a filters call can leave out when it counts the choices of that very key. */
export const FACETS = ['condition', 'gearbox', 'auction', 'status', 'color', 'chassis'] as const;
export const RANGES = ['year', 'mileage', 'engine'] as const;
export type Facet = (typeof FACETS)[number];
export type Range = (typeof RANGES)[number];

/**
 * Asked in a query of its own, so that the planner does not look the day up in the table's statistics: coming lots
 * are few among the sales, and it would multiply that with the flag of the page and expect next to none.
 */
export const todayInJapan = sql`(select (now() at time zone 'Asia/Tokyo')::date)`;

/** The same for the instant. */
const instantNow = sql`(select now())`;

const BEFORE_RESULT = sql`(${sql.lit(LOT_STATUS.ongoing)}, ${sql.lit(LOT_STATUS.upcoming)})`;
/** State "open" of the contract (lot-state.ts), by the database's clock. */
export const isOpenForBidding: Condition = sql`status in ${BEFORE_RESULT} and bids_close_at > ${instantNow}`;
/** Its deadline has passed, whatever the house reports of it. */
export const isPastDeadline: Condition = sql`bids_close_at <= ${instantNow}`;
/** Its house took it off, or told its end, before the deadline. */
export const isEndedEarly: Condition = sql`status not in ${BEFORE_RESULT} and bids_close_at > ${instantNow}`;
const isClosed: Condition = sql`(${isPastDeadline} or status not in ${BEFORE_RESULT})`;

/** Private lots to include: none, those of one client, or all (business-rules.md#private-lots). */
export type Audience = 'everybody' | 'staff' | { userId: number };

/** Coming lots of auctions leave their page at midnight, a moment before their flag does. */
export const endsAtMidnight = (pageType: PageType): boolean =>
  PAGE_RULES[pageType].time === 'coming' && PAGE_RULES[pageType].source === 'auction';

/** The lots of a page, for this reader (business-rules.md#lot-pages). */
export const onPage = (pageType: PageType, audience: Audience): Condition =>
  all([flaggedFor(pageType, audience), ...(endsAtMidnight(pageType) ? [sql`auction_day >= ${todayInJapan}`] : [])]);

/** The same without the day, for who asks for it in the terms of an order by time. */
function flaggedFor(pageType: PageType, audience: Audience): Condition {
  const { source, time } = PAGE_RULES[pageType];
  const flag = time === 'past' ? sql`sales_page` : sql`coming_page`;
  return all([
    sql`${flag} = ${sql.lit(pageType)}`,
    ...(source === 'stock' ? [notOrdered] : []),
    ...visibleTo(audience),
  ]);
}

/** The first accepted order wins (business-rules.md#fixed-price), so one that still waits leaves the lot on the page. */
const notOrdered = sql`not exists (
  select from bids where bids.lot_id = lots.id and bids.lot_source = 'stock' and bids.status in (2, 6, 7))`;

export function visibleTo(audience: Audience): Condition[] {
  if (audience === 'staff') return [];
  if (audience === 'everybody') return [sql`not is_private`];
  // Asked once for the statement, so that an index still answers without the table.
  const own = sql`select p.id from lots p where p.is_private and p.viewers @> array[${audience.userId}::integer]`;
  return [sql`(not is_private or id = any(array(${own})))`];
}

/** Conditions that no choice list leaves out: maker, model, day, quick search, open or closed. */
export function coreConditions(filter: LotFilter): Condition[] {
  const found = [
    oneOf(sql`maker`, filter.maker),
    oneOf(sql`model`, filter.model),
    oneOf(sql`auction_day`, filter.date, sql`date`),
    filter.dateFrom ? sql<SqlBool>`auction_day >= ${filter.dateFrom}::date` : null,
    filter.dateTo ? sql<SqlBool>`auction_day <= ${filter.dateTo}::date` : null,
    filter.search ? searched(filter.search) : null,
    filter.open ? (filter.open === '1' ? isOpenForBidding : isClosed) : null,
  ];
  return found.filter((condition) => condition !== null);
}

/** The other conditions by key, only those that are set. */
export function keyedConditions(filter: LotFilter): Partial<Record<Facet | Range, Condition>> {
  const keyed: Record<Facet | Range, Condition | null> = {
    condition: oneOf(sql`condition`, filter.condition),
    gearbox: oneOf(sql`gearbox`, filter.gearbox),
    auction: ofHouses(filter.auction),
    status: oneOf(sql`status`, filter.status, sql`smallint`),
    color: oneOf(sql`color`, filter.color),
    chassis: oneOf(sql`chassis_code`, filter.chassis),
    year: between(sql`year`, filter.yearFrom, filter.yearTo),
    mileage: between(sql`mileage_km`, filter.mileageFrom, filter.mileageTo),
    engine: between(sql`engine_cc`, filter.engineFrom, filter.engineTo),
  };
  return Object.fromEntries(Object.entries(keyed).filter(([, condition]) => condition !== null));
}

/** Everything a listing asks for. */
export const matching = (pageType: PageType, filter: LotFilter, audience: Audience): Condition =>
  all([onPage(pageType, audience), ...filtered(filter)]);

/** Everything but that the day is not over: the order by time says so. */
export const matchingAnyDay = (pageType: PageType, filter: LotFilter, audience: Audience): Condition =>
  all([flaggedFor(pageType, audience), ...filtered(filter)]);

export const filtered = (filter: LotFilter): Condition[] => [
  ...coreConditions(filter),
  ...Object.values(keyedConditions(filter)),
];

export const NO_FILTER: LotFilter = {
  ...{ maker: [], model: [], condition: [], gearbox: [], auction: [], status: [], color: [], chassis: [], date: [] },
};

export const all = (conditions: RawBuilder<unknown>[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;

/** One value is written as an equality, so that an index ordered behind that column keeps its order. */
function oneOf(column: RawBuilder<unknown>, values: readonly (string | number)[], type = sql`text`): Condition | null {
  if (values.length === 0) return null;
  return values.length === 1
    ? sql<SqlBool>`${column} = ${values[0]}::${type}`
    : sql<SqlBool>`${column} = any(${values}::${type}[])`;
}

/** Asked once for the statement, and one house as an equality, so that an index ordered behind it keeps its order. */
function ofHouses(names: readonly string[]): Condition | null {
  if (names.length === 0) return null;
  return names.length === 1
    ? sql<SqlBool>`house_id = (select id from auction_houses where name = ${names[0]})`
    : sql<SqlBool>`house_id = any(array(select id from auction_houses where name = any(${names}::text[])))`;
}

/** 0 means unset (business-rules.md#filter-names); a lot without the figure is not inside any range. */
function between(column: RawBuilder<unknown>, from: number | undefined, to: number | undefined): Condition | null {
  if (!(from || to)) return null;
  return all([
    ...(from ? [sql`${column} >= ${from}::integer`] : []),
    ...(to ? [sql`${column} <= ${to}::integer`] : []),
  ]);
}

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** Each word somewhere in the text, in any order. */
const everyWord = (text: RawBuilder<unknown>, words: string): Condition =>
  all(words.split(/\s+/).map((word) => sql`${text} ilike ${`%${escaped(word)}%`}`));

function searched(search: string): Condition {
  const dash = search.indexOf('-');
  const field = search.slice(0, dash);
  const text = search.slice(dash + 1).trim();
  if (text === '') return sql<SqlBool>`false`;
  if (field === 'lotNo') return startsWithNumber(text);
  if (field === 'chassisId') return sql<SqlBool>`chassis_code like ${`${escaped(text.toUpperCase())}%`}`;
  return everyWord(field === 'model' ? sql`model_text` : sql`equip`, text);
}

const LONGEST_LOT_NO = 7;

/** Lot numbers that begin with these digits, as ranges of the number's own index: 402 is 402, 4020 to 4029, and so on. */
function startsWithNumber(text: string): Condition {
  const digits = text.replace(/^0+/, '');
  if (!/^\d+$/.test(digits) || digits.length > LONGEST_LOT_NO) return sql<SqlBool>`false`;
  const ranges = Array.from({ length: LONGEST_LOT_NO - digits.length + 1 }, (_, zeros) => {
    const first = Number(digits) * 10 ** zeros;
    return sql`lot_no between ${first}::integer and ${first + 10 ** zeros - 1}::integer`;
  });
  return sql<SqlBool>`(${sql.join(ranges, sql` or `)})`;
}
