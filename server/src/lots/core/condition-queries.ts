import { IMPORTABLE, strictness } from '@seri/contract/costs/verdicts.ts';
import {
  exclusionsOf,
  LOT_FACETS,
  LOT_RANGES,
  type LotFacet,
  type LotFilter,
  type LotListing,
  type LotRange,
} from '@seri/contract/lots/filter.ts';
import { equipmentSpellings } from '@seri/contract/lots/finder/word-match.ts';
import { isSalesPage, PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { BID, LOT } from '../../platform/db/numbers.ts';
import {
  BITS_COLUMN,
  COMBINATION_TABLES,
  type CombinationTable,
  columnsOf,
  doorExpressions,
  FACET_COLUMNS,
  isNumbered,
  makerNumber,
  modelNumber,
  NUMBER_COLUMN,
  PROHIBITED,
  pageNumber,
  UNKNOWN_TOTAL_YEN,
  wordNumber,
  wordNumberColumn,
} from '../list-index/columns.ts';
import { type FacetBits, tableOf } from '../list-index/facet-bits.ts';
import type { Moment } from '../list-index/list-index.ts';

export type Condition = RawBuilder<SqlBool>;

/** Keys of a filters call: a key's own condition is left out when its choices are counted. */
export type FilterKey = LotFacet | LotRange;

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
  /** Texts of free searches, for {@link contains}. */
  texts: Record<'model' | 'equip' | 'remarks', RawBuilder<unknown>>;
  /** True if one of these texts contains these letters, in any case. */
  contains(text: RawBuilder<unknown>, part: string): Condition;
  /** Lots with one of these ids. */
  hasId(ids: readonly number[]): Condition;
  /** Rows `id`, `number`: each id with the number at the same place. */
  pairs(ids: readonly number[], numbers: readonly number[]): RawBuilder<unknown>;
  /** Totals and verdict at the door of a slot; a vehicle that may not be imported has no total, as in its row. */
  door(slot: number): Record<'leastYen' | 'mostYen' | 'verdict', RawBuilder<number>>;
  /** The ids of the auction houses with these names, in parentheses. */
  housesNamed(names: readonly string[]): RawBuilder<unknown>;
  /** The lot number padded with zeros to seven digits, so that numbers with the same first digits form one range. */
  lotNoPadded: RawBuilder<number>;
  /** True for the list index, which skips groups of rows and has numbers of models and words. */
  isIndex: boolean;
  /** The combinations of a table, each with its `number`, and the number of a lot's own. */
  combinations(table: CombinationTable): Record<'rows' | 'numberOfLot', RawBuilder<unknown>>;
  /** Those of the list index; null for PostgreSQL, and where a query of the index compares the values themselves. */
  facetBits: FacetBits | null;
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
  texts: { model: sql`model_text`, equip: sql`equip`, remarks: sql`remarks` },
  contains: (text, part) => sql`${text} ilike ${`%${escaped(part)}%`} escape '\\'`,
  door: (slot) => ({
    leastYen: sql`(select ${namedTotal(sql`least_yen[${slot}::integer]`, sql`verdicts[${slot}::integer]`)} from lot_doors where lot_id = lots.id)`,
    mostYen: sql`(select ${namedTotal(sql`most_yen[${slot}::integer]`, sql`verdicts[${slot}::integer]`)} from lot_doors where lot_id = lots.id)`,
    verdict: sql`(select verdicts[${slot}::integer] from lot_doors where lot_id = lots.id)`,
  }),
  hasId: (ids) => sql`id = any(${`{${ids.join(',')}}`}::bigint[])`,
  pairs: (ids, numbers) => sql`
    select unnest(${`{${ids.join(',')}}`}::bigint[]) as id, unnest(${`{${numbers.join(',')}}`}::integer[]) as number`,
  housesNamed: (names) => sql`(select id from auction_houses where name in (${sql.join(names)}))`,
  lotNoPadded: sql`rpad(lot_no::text, 7, '0')::integer`,
  isIndex: false,
  combinations: (table) => {
    const columns = sql.raw(columnsOf(table).join(', '));
    const number = sql`jsonb_build_array(${columns})`;
    return { rows: sql`(select distinct ${number} as number, ${columns} from lots)`, numberOfLot: number };
  },
  facetBits: null,
};

/** The list index at a moment. */
export const indexAt = (
  { now, today, houses }: Pick<Moment, 'now' | 'today' | 'houses'>,
  facetBits: FacetBits | null = null,
): Source => ({
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
  // Equipment and remarks are stored in lower case (list-index/columns.ts).
  texts: { model: sql`lower(model_text)`, equip: sql`equip`, remarks: sql`remarks` },
  contains: (text, part) => sql`contains(${text}, lower(${part}))`,
  door: (slot) => {
    const { leastYen, mostYen, verdict } = doorExpressions(slot);
    return { leastYen: sql.raw(leastYen), mostYen: sql.raw(mostYen), verdict: sql.raw(verdict) };
  },
  // A hash join, where a list would be searched once per row.
  hasId: (ids) =>
    ids.length === 0 ? sql`false` : sql`id in (select unnest(string_split(${ids.join(',')}, ','))::bigint)`,
  pairs: (ids, numbers) => sql`
    select unnest(string_split(${ids.join(',')}, ','))::bigint as id,
           unnest(string_split(${numbers.join(',')}, ','))::integer as number`,
  // Numbers, because a subquery is joined to every lot.
  housesNamed: (names) => {
    const ids = houses.flatMap(({ id, name }) => (names.includes(name) ? [sql.lit(id)] : []));
    return sql`(${ids.length > 0 ? sql.join(ids) : sql`null`})`;
  },
  lotNoPadded: sql`lot_no_padded`,
  isIndex: true,
  combinations: (table) => ({ rows: sql.raw(table), numberOfLot: sql.raw(NUMBER_COLUMN[table]) }),
  facetBits,
});

const BEFORE_RESULT = sql`(${LOT.ongoing}, ${LOT.upcoming})`;
/** State "open" of the contract (lot-state.ts). */
export const isOpen = ({ now }: Source): Condition => sql`(status in ${BEFORE_RESULT} and bids_close_at > ${now})`;
/** The bidding deadline has passed, regardless of the status that the auction house reports. */
export const isPastDeadline = ({ now }: Source): Condition => sql`(bids_close_at <= ${now})`;
const isClosed = (source: Source): Condition => sql`(${isPastDeadline(source)} or status not in ${BEFORE_RESULT})`;
/** Open or closed lots, all without the filter. */
export const onSide = (source: Source, { open }: Pick<LotFilter, 'open'>): Condition =>
  open ? (open === '1' ? isOpen(source) : isClosed(source)) : all([]);

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

/** Marks of one reader on lots, as far as a list depends on them (lots/core/own-queries.ts). */
export interface OwnLots {
  hidden: readonly number[];
  seen: readonly number[];
  /** Lots with one of the filter's tags. */
  tagged: readonly number[];
  /** End of the previous visit to the page, in PostgreSQL's format; null on the first visit, when every lot is new. */
  newSince: string | null;
}

/** Conditions that no choice list leaves out: maker, model, day, quick search, open or closed. */
export function coreConditions(source: Source, { open, ...filter }: ListFilter): Condition[] {
  const { maker, model } = exclusionsOf(filter.not);
  const found = [
    ...ofModels(source, filter),
    without(ofMakers(source, maker ?? [])),
    without(oneWord(source, sql`model`, model ?? [])),
    atOnce(source, oneOf(sql`auction_day`, filter.date, sql`date`), filter.date.length),
    filter.dateFrom ? sql<SqlBool>`auction_day >= ${filter.dateFrom}::date` : null,
    filter.dateTo ? sql<SqlBool>`auction_day <= ${filter.dateTo}::date` : null,
    filter.search ? searched(source, filter.search) : null,
    ...filter.words.map((word) => hasWord(source, word)),
    open ? onSide(source, { open }) : null,
    ...doorConditions(source, filter),
  ];
  return found.filter((condition) => condition !== null);
}

/**
 * Conditions on the reader's own marks. Without the marks, as in an alert about lots that nobody has opened yet, a list of
 * marked lots is empty and a list without them has all lots.
 */
export function ownConditions(source: Source, filter: LotFilter, own?: OwnLots): Condition[] {
  const isHidden = own && own.hidden.length > 0 ? source.hasId(own.hidden) : NOTHING;
  const isSeen = own && own.seen.length > 0 ? source.hasId(own.seen) : NOTHING;
  const found = [
    filter.hidden ? isHidden : without(isHidden === NOTHING ? null : isHidden),
    filter.seen === '1' ? isSeen : null,
    filter.seen === '0' ? without(isSeen === NOTHING ? null : isSeen) : null,
    filter.tag.length > 0 ? (own && own.tagged.length > 0 ? source.hasId(own.tagged) : NOTHING) : null,
    filter.new && own?.newSince ? sql<SqlBool>`created_at > ${own.newSince}::timestamptz` : null,
  ];
  return found.filter((condition) => condition !== null);
}

/** A filter with the reader's door, if it or the order depends on it: null without a destination. */
export type ListFilter = LotFilter & { doorSlot?: number | null };

/** Whether a list depends on the reader's door. */
export const needsDoor = (filter: LotFilter, sort?: LotListing['sort']): boolean =>
  Boolean(filter.doorFrom || filter.doorTo || filter.importable) || sort === 'door';

const namedTotal = (total: RawBuilder<number>, verdict: RawBuilder<number>): RawBuilder<number> =>
  sql`case when ${verdict} in (${sql.raw(PROHIBITED)}) then ${sql.lit(UNKNOWN_TOTAL_YEN)} else ${total} end`;

/**
 * Conditions on total and verdict. Without a destination no lot matches; a total without a known limit is in no budget, nor
 * is a vehicle that may not be imported.
 */
function doorConditions(source: Source, filter: Omit<ListFilter, 'open'>): Condition[] {
  const { doorFrom, doorTo, importable, doorSlot } = filter;
  if (!needsDoor(filter as LotFilter)) return [];
  if (doorSlot === undefined || doorSlot === null) return [NOTHING];
  const { leastYen, mostYen, verdict } = source.door(doorSlot);
  const allowed = importable ? IMPORTABLE[importable].map((one) => sql.lit(strictness(one))) : [];
  return [
    ...(doorFrom
      ? [sql<SqlBool>`${leastYen} >= ${doorFrom}::integer and ${leastYen} < ${sql.lit(UNKNOWN_TOTAL_YEN)}`]
      : []),
    ...(doorTo ? [sql<SqlBool>`${mostYen} <= ${doorTo}::integer`] : []),
    ...(importable ? [sql<SqlBool>`${verdict} in (${sql.join(allowed)})`] : []),
  ];
}

/** The column behind each key. */
export function columnOf({ today }: Source, key: FilterKey): RawBuilder<unknown> {
  if (key === 'age')
    return sql`(extract(year from ${today}) * 12 + extract(month from ${today}) - 1)::integer - born_month`;
  return sql.raw(COLUMNS[key]);
}
const RANGE_COLUMNS: Record<Exclude<LotRange, 'age'>, string> = {
  year: 'year',
  mileage: 'mileage_km',
  engine: 'displacement_cc',
  startPrice: 'start_price_yen',
  averagePrice: 'average_price_yen',
  soldPrice: 'sold_price_yen',
  power: 'horse_power',
};
const COLUMNS: Record<Exclude<FilterKey, 'age'>, string> = { ...FACET_COLUMNS, ...RANGE_COLUMNS };

/** Lots with one of these values of a filter. */
function isValue(source: Source, facet: LotFacet, values: readonly string[]): Condition | null {
  if (facet === 'auction') return ofHouses(source, values);
  if (!isNumeric(facet)) return oneWord(source, columnOf(source, facet), values);
  const numbers = values.map(Number).filter((value) => Number.isSafeInteger(value) && Math.abs(value) <= MAX_INTEGER);
  return values.length > 0 && numbers.length === 0 ? NOTHING : oneOf(columnOf(source, facet), numbers, sql`integer`);
}
const MAX_INTEGER = 2_147_483_647;
const isNumeric = (facet: LotFacet): boolean => facet === 'status' || facet === 'seats';

const hasNone = (table: CombinationTable, bits: bigint): Condition =>
  sql<SqlBool>`(${sql.raw(BITS_COLUMN[table])} & ${sql.lit(bits)}) = 0`;

/** Facets that a filter names values of, and the bits that its lots must not have; undefined without bits. */
function namedFacets({ facetBits }: Source, filter: LotFilter) {
  const excluded: Partial<Record<LotFacet, string[]>> = exclusionsOf(filter.not);
  return LOT_FACETS.flatMap((facet) => {
    const texts = (values: readonly (string | number)[] = []) =>
      values.map((value) => String(isNumeric(facet) ? Number(value) : value));
    const [wanted, unwanted] = [texts(filter[facet]), texts(excluded[facet])];
    if (wanted.length + unwanted.length === 0) return [];
    return { facet, table: tableOf(facet), wanted, unwanted, bits: facetBits?.unwantedBits(facet, wanted, unwanted) };
  });
}

/** The other conditions by key, only those that are set. A value that is excluded is part of its filter's condition. */
export function keyedConditions(source: Source, filter: LotFilter): Partial<Record<FilterKey, Condition>> {
  const keyed: Partial<Record<FilterKey, Condition>> = {};
  for (const { facet, table, wanted, unwanted, bits } of namedFacets(source, filter)) {
    const [word] = wanted;
    const isOneWord = wanted.length === 1 && unwanted.length === 0;
    if (source.isIndex && isNumbered(facet) && isOneWord && word !== undefined)
      keyed[facet] = sql<SqlBool>`${sql.raw(wordNumberColumn(facet))} = ${sql.lit(wordNumber(word))}`;
    else if (table && bits !== undefined) keyed[facet] = hasNone(table, bits);
    else {
      const both = [isValue(source, facet, wanted), without(isValue(source, facet, unwanted))];
      keyed[facet] = all(both.filter((condition) => condition !== null));
    }
  }
  for (const range of LOT_RANGES) {
    const condition = between(columnOf(source, range), filter[`${range}From`], filter[`${range}To`]);
    if (condition) keyed[range] = condition;
  }
  return keyed;
}

/** The same without some keys; conditions on several facets of a combination are one. */
export function conditionsExcept(
  source: Source,
  filter: LotFilter,
  isLeftOut: (key: FilterKey) => boolean,
): Condition[] {
  const keyed = new Map(Object.entries(keyedConditions(source, filter)) as [FilterKey, Condition][]);
  const named = namedFacets(source, filter).filter(({ facet }) => !isLeftOut(facet));
  for (const key of keyed.keys()) if (isLeftOut(key)) keyed.delete(key);
  const together = COMBINATION_TABLES.flatMap((table) => {
    const facets = named.filter((one) => one.table === table && one.bits !== undefined);
    if (facets.length < 2) return [];
    for (const { facet } of facets) keyed.delete(facet);
    return hasNone(
      table,
      facets.reduce((bits, one) => bits | (one.bits ?? 0n), 0n),
    );
  });
  return [...keyed.values(), ...together];
}

/** All conditions of a filter. */
export const filtered = (source: Source, filter: LotFilter): Condition[] => [
  ...coreConditions(source, filter),
  ...conditionsExcept(source, filter, () => false),
];

/** All conditions of a listing: its page, its filter, the reader's rights and their own marks. */
export const matching = (
  source: Source,
  { pageType, filter, audience, own }: Pick<List, 'pageType' | 'filter' | 'audience' | 'own'>,
): Condition =>
  all([onPage(source, pageType, audience), ...filtered(source, filter), ...ownConditions(source, filter, own)]);

/** A list as one reader sees it. */
export interface List {
  pageType: PageType;
  filter: ListFilter;
  audience: Audience;
  /** Absent for a reader without marks that matter here. */
  own?: OwnLots | undefined;
  sort: LotListing['sort'];
  order: LotListing['order'];
}

export const NO_FILTER: LotFilter = {
  ...{ maker: [], model: [], condition: [], gearbox: [], auction: [], status: [], color: [], chassis: [], date: [] },
  ...{ fuel: [], hybrid: [], drive: [], steering: [], body: [], seats: [], trim: [], interior: [], repaired: [] },
  ...{ not: [], tag: [], words: [] },
};

export const all = (conditions: RawBuilder<unknown>[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;

const NOTHING = sql<SqlBool>`false`;

/** The opposite of a condition; lots with an unknown value stay. */
const without = (condition: Condition | null): Condition | null =>
  condition && sql<SqlBool>`(${condition}) is not true`;

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

/** A list of more models than this is judged by their names. */
const MAX_MODEL_NUMBERS = 100;

/** Lots of these makers and models. Both lists apply, so a model of one maker is also looked for under the others. */
function ofModels(source: Source, { maker, model }: Pick<LotFilter, 'maker' | 'model'>): (Condition | null)[] {
  const count = maker.length * model.length;
  if (source.isIndex && count > 0 && count <= MAX_MODEL_NUMBERS) return [hasModelNumber(maker, model)];
  return [ofMakers(source, maker), oneWord(source, sql`model`, model)];
}

const ofMakers = ({ isIndex }: Source, makers: readonly string[]): Condition | null => {
  if (!isIndex || makers.length === 0) return oneOf(sql`maker`, makers, sql`text`);
  const numbers = new Set(makers.map(makerNumber));
  return sql<SqlBool>`maker_number in (${sql.join([...numbers].map((number) => sql.lit(number)))})`;
};

/** Lots of the index with one of these models of one of these makers. */
export const hasModelNumber = (makers: readonly string[], models: readonly string[]): Condition => {
  const numbers = new Set(makers.flatMap((maker) => models.map((model) => modelNumber(maker, model))));
  return sql<SqlBool>`model_number in (${sql.join([...numbers].map((number) => sql.lit(number)))})`;
};

const ofHouses = (source: Source, names: readonly string[]): Condition | null =>
  atOnce(source, names.length === 0 ? null : sql<SqlBool>`house_id in ${source.housesNamed(names)}`, names.length);

/**
 * A condition on a list of values. The engine takes `in` apart and compares each value with the rows that none before it met;
 * with `is true` it compares all at once, which takes a fifth of the time. One value is better compared as it is, because the
 * engine then skips groups of rows.
 */
const atOnce = ({ isIndex }: Source, condition: Condition | null, values: number): Condition | null =>
  condition && isIndex && values > 1 ? sql<SqlBool>`(${condition}) is true` : condition;

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
const everyWord = ({ contains }: Source, text: RawBuilder<unknown>, words: string): Condition =>
  all(words.split(/\s+/).map((word) => contains(text, word)));

/**
 * A word in trim, equipment or remarks. A piece of equipment is found by every code and name that lists use for it; a
 * code of letters counts only as a part of its own.
 */
function hasWord({ contains, texts }: Source, word: string): Condition {
  const { codes, phrases } = equipmentSpellings(word);
  const inText = (text: string) =>
    sql`(${sql.join(
      Object.values(texts).map((column) => contains(column, text)),
      sql` or `,
    )})`;
  const parts = sql`(' ' || translate(${texts.equip}, ',、/', '   ') || ' ')`;
  const asCode = (code: string) => contains(parts, ` ${code} `);
  const found = [...codes.map(asCode), ...phrases.map(inText)];
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`;
}

function searched(source: Source, search: string): Condition {
  const dash = search.indexOf('-');
  const field = search.slice(0, dash);
  const text = search.slice(dash + 1).trim();
  if (text === '') return sql<SqlBool>`false`;
  if (field === 'lotNo') return startsWithNumber(source, text);
  if (field === 'chassisId') return sql<SqlBool>`chassis_code like ${`${escaped(text.toUpperCase())}%`} escape '\\'`;
  return everyWord(source, source.texts[field === 'model' ? 'model' : 'equip'], text);
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
