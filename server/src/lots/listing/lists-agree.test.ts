import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gradeRank, isKnownGrade } from '@seri/contract/lots/choice-words.ts';
import {
  driveKindOf,
  type FactName,
  type FactsByOrigin,
  resolveFacts,
  type VehicleFacts,
} from '@seri/contract/lots/facts.ts';
import {
  exclusionsOf,
  LOT_FACETS,
  LOT_RANGES,
  LOT_SORTS,
  type LotFacet,
  type LotFilter,
  type LotRange,
} from '@seri/contract/lots/filter.ts';
import { isSalesPage } from '@seri/contract/lots/page-types.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../../platform/db/db.ts';
import { createLog } from '../../platform/process/log.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { LIST_PATIENCE_MS } from '../../testing/http/call-options.ts';
import { ownDatabase } from '../../testing/processes/own-database.ts';
import { sourceAfterNow } from '../../testing/processes/source-after-now.ts';
import {
  endsAtMidnight,
  type List,
  NO_FILTER,
  type OwnLots,
  POSTGRES,
  type Source,
} from '../core/condition-queries.ts';
import { compileForIndex } from '../list-index/compile-queries.ts';
import { type ListIndex, openListIndex } from '../list-index/list-index.ts';
import { countChoices, facetsOf, findRangeRows, type RangeRow, toRangeEnds } from './choice-queries.ts';
import {
  countLots,
  countModels,
  countOwn,
  countTags,
  lotsOfPlainPage,
  type PageSlice,
  type PlacedLot,
  pageAndTotal,
  plainOrder,
  toFoundPage,
} from './list-queries.ts';

/** How many rounds of changes, how many lists a round, and from which seed: npm run torture -- lists (docs/performance.md). */
const ROUNDS = Number(process.env.LIST_ROUNDS ?? 4);
let seed = Number(process.env.LIST_SEED ?? 1);
const [LISTS, LOTS] = [30, 1_200];
const CHANGED = 60;
const FACTS = 40;
const DAY_MS = 24 * 60 * 60_000;
const VIEWER = 7;
const PAGE_SIZE = 20;
const log = createLog('test', 'silent');
const database = ownDatabase();

/** Rows of the lists as the test itself finds them. */
interface Row {
  id: number;
  coming: string | null;
  sales: string | null;
  maker: string;
  model: string;
  grade: string;
  condition: string;
  gearbox: string;
  house: string;
  status: number;
  color: string;
  chassis: string;
  equip: string;
  remarks: string;
  lot_no: number;
  day: string;
  day_ms: number;
  at_ms: number;
  closes_ms: number;
  time_known: boolean;
  year: number | null;
  mileage: number | null;
  engine: number | null;
  start_price: number | null;
  sold_price: number | null;
  average_price: number | null;
  month: number | null;
  trim: string;
  facts: FactsByOrigin;
  /** The strongest values of its facts. */
  known: VehicleFacts;
  added_us: number;
  is_private: boolean;
  viewers: number[];
  /** Least and greatest total and verdict at the reader's door; null: not computed. */
  door: [least: number, most: number, verdict: number] | null;
}

let folder: string;
let index: ListIndex;
let lots: Row[];
let nowMs: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seri-lists-agree-'));
  // Numbers below those of the other lots, because two lots of one day may not share one.
  await createLot(database.db, { house: 'JU Kobe', isUss: false, lot_no: 1 });
  await createLot(database.db, { house: 'USS Tokyo', is_private: true, lot_no: 2 });
  await insertLots(1, LOTS);
  index = openListIndex({ database, log, folder, patienceMs: LIST_PATIENCE_MS, portionBytes: 50_000 });
}, 60_000);
afterAll(async () => {
  await index.close();
  await rm(folder, { recursive: true });
});

async function insertLots(first: number, count: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`select min(id) as id from lots`.execute(database.db);
  const like = rows[0]?.id;
  const facts = `[${Array.from({ length: FACTS }, drawFacts).join(',')}]`;
  await sql`insert into lots (vehicle, lot_source, source, source_id, source_updated_at, house_id, lot_no, auction_day,
        auction_at, time_known, bids_close_at, agent_cutoff_at, cancel_until, status, maker, model, year, mileage_km,
        engine_cc, condition, start_price_yen, sold_price_yen, images, chassis_code, gearbox, color, grade, equip,
        is_private, viewers, facts, month, average_price_yen, remarks, created_at)
      select case when n % 9 = 1 then 'bike' else 'car' end, case when n % 11 = 2 then 'stock' else 'auction' end, source, source_id || '.' || n, source_updated_at,
        (select id from auction_houses order by (id + n) % 2 limit 1), 1000 + n, day, hour, n % 9 > 0, hour, hour, hour,
        case when days < 0 then 4533 + n % 3 when days = 0 and n % 7 = 0 then 4533 else 4532 end,
        'MAKER ' || n % 3, 'MODEL ' || n % 6, nullif(1999 + n * 7 % 20, 1999), nullif(n * 13 % 30, 0) * 1000,
        600 + n * 5 % 11 * 300, (array['S', '4.5', '3.0', 'R', '?'])[1 + floor(5 * power(random(), 3))::integer],
        nullif(n * 17 % 25, 0) * 10000, case when days < 0 and n % 4 > 0 or n % 50 = 0 then n * 19 % 10 * 5000 end, images,
        'CODE' || n % 37, (array['AT', 'MT', ''])[1 + floor(3 * power(random(), 4))::integer],
        case when n % 4 = 0 then 'COLOR ' || n / 4 % 80 else (array['WHITE', 'RED', 'PINK'])[1 + floor(3 * power(random(), 5))::integer] end, 'GRADE ' || n % 5,
        case when n % 200 = 0 then 'SUNROOF' else 'AC PS' end, n % 40 = 0, case when n % 80 = 0 then array[${VIEWER}::integer] else array[]::integer[] end,
        ((${facts}::jsonb)->(n % ${FACTS})), nullif(n % 13, 0), nullif(n * 7 % 23, 0) * 20000, case when n % 30 = 0 then 'one owner, 禁煙車' else '' end, now() - n % 9 * interval '1 day'
      from lots, generate_series(${first}::integer, ${first + count - 1}::integer) n,
        lateral (select case n % 4 when 0 then n % 3 when 1 then 0 else -1 - n % 30 end as days) shifted,
        lateral (select (now() at time zone 'Asia/Tokyo')::date + days as day) dated,
        lateral (select (day + case when n % 9 > 0 then n * 31 % 240 * interval '6 minutes' else interval '9 hours' end)
                        at time zone 'Asia/Tokyo' as hour) houred
      where lots.id = ${like}`.execute(database.db);
  // Totals of half of the lots, the same at both slots; 2147483647 is unknown.
  const atSlots = (value: string) => sql.raw(`array[1, ${value}] || array_fill(1, array[23]) || array[${value}]`);
  await sql`insert into lot_doors (lot_id, least_yen, most_yen, verdicts)
    select id, ${atSlots('(case when id % 5 = 0 then 2147483647 else id * 37 % 40 * 50000 end)::integer')},
           ${atSlots('(case when id % 3 = 0 then 2147483647 else id * 37 % 40 * 50000 + 30000 end)::integer')},
           ${atSlots('(id * 7 % 6)::integer')}
      from lots where id % 2 = 0 on conflict do nothing`.execute(database.db);
}
/** The second is beyond the slots with columns of their own in the list index. */
const [DOOR_SLOT, FAR_DOOR_SLOT] = [2, 26] as const;

/** The lots as PostgreSQL has them, at one instant of its clock. */
async function readRows(db: Db): Promise<void> {
  const { rows } = await sql<Row & { now_ms: number }>`
    select lots.id, sales_page as sales, upcoming_page as coming, maker, model, grade, condition, gearbox,
           house.name as house, status, color, chassis_code as chassis, equip, remarks, lot_no, auction_day as day, time_known, year,
           mileage_km as mileage, coalesce((facts->'manager'->>'engineCc')::integer, engine_cc) as engine, start_price_yen as start_price, sold_price_yen as sold_price,
           average_price_yen as average_price, month, trim_words as trim, facts,
           (extract(epoch from created_at) * 1000000)::bigint as added_us, is_private, viewers,
           (select array[least_yen[${DOOR_SLOT}::integer], most_yen[${DOOR_SLOT}::integer], verdicts[${DOOR_SLOT}::integer]] from lot_doors where lot_id = lots.id) as door,
           extract(epoch from auction_at)::float8 * 1000 as at_ms,
           extract(epoch from bids_close_at)::float8 * 1000 as closes_ms,
           extract(epoch from auction_day::timestamp at time zone 'Asia/Tokyo')::float8 * 1000 as day_ms,
           extract(epoch from now())::float8 * 1000 as now_ms
      from lots join auction_houses house on house.id = house_id`.execute(db);
  lots = rows.map((row) => ({ ...row, known: resolveFacts(row.facts) }));
  nowMs = rows[0]?.now_ms ?? 0;
}

const isOneOf = (chosen: readonly unknown[], value: unknown) => chosen.length === 0 || chosen.includes(value);
const isBetween = (value: number | null, from = 0, to = 0) =>
  !(from || to) || (value !== null && (!from || value >= from) && (!to || value <= to));

const factOf = (lot: Row, name: keyof VehicleFacts) => lot.known[name]?.value ?? null;
const REPAIRED = ['R', 'RA', 'RB', 'R2', 'R?', '***', 'WR'];
/** Values of choices as texts, and ranges as numbers, from the rows alone. */
const VALUE: Record<LotFacet, (lot: Row) => string> = {
  condition: ({ condition }) => condition,
  gearbox: ({ gearbox }) => gearbox,
  auction: ({ house }) => house,
  status: ({ status }) => String(status),
  color: ({ color }) => color,
  chassis: ({ chassis }) => chassis,
  fuel: (lot) => String(factOf(lot, 'fuel') ?? ''),
  hybrid: (lot) => String(factOf(lot, 'hybrid') ?? ''),
  drive: ({ known }) => (known.drive ? driveKindOf(known.drive.value) : ''),
  steering: (lot) => String(factOf(lot, 'steering') ?? ''),
  body: (lot) => String(factOf(lot, 'body') ?? ''),
  seats: (lot) => String(factOf(lot, 'seats') ?? ''),
  trim: ({ trim }) => trim,
  interior: (lot) => String(factOf(lot, 'interiorGrade') ?? ''),
  repaired: ({ condition }) => (REPAIRED.includes(condition) ? '1' : '0'),
};
const NUMBER: Record<LotRange, (lot: Row) => number | null> = {
  year: ({ year }) => year,
  mileage: ({ mileage }) => mileage,
  engine: ({ engine }) => engine,
  startPrice: ({ start_price: yen }) => yen,
  averagePrice: ({ average_price: yen }) => yen,
  soldPrice: ({ sold_price: yen }) => yen,
  power: (lot) => factOf(lot, 'powerPs') as number | null,
  age: ageOf,
};

/** Whole months in Japan since the first registration or, without one, since production. */
function ageOf(lot: Row): number | null {
  const number = (name: FactName) => factOf(lot, name) as number | null;
  const builtYear = number('builtYear') ?? lot.year;
  const builtMonth = number('builtMonth') ?? (builtYear === lot.year ? lot.month : null);
  const [year, month] = [number('firstRegistrationYear') ?? builtYear, number('firstRegistrationMonth')];
  const [thisYear = 0, thisMonth = 0] = daysAhead(0).split('-').map(Number);
  const since = (fromYear: number, fromMonth: number) => (thisYear - fromYear) * 12 + thisMonth - fromMonth;
  if (year && month) return since(year, month);
  return builtYear !== null && builtMonth !== null ? since(builtYear, builtMonth) : null;
}

const isExcluded = (lot: Row, { not }: LotFilter): boolean => {
  const { maker = [], model = [], ...facets } = exclusionsOf(not);
  return (
    maker.includes(lot.maker) ||
    model.includes(lot.model) ||
    Object.entries(facets).some(([facet, values]) => values.includes(VALUE[facet as LotFacet](lot)))
  );
};

const hasFacets = (lot: Row, filter: LotFilter): boolean =>
  LOT_FACETS.every((facet) => filter[facet].length === 0 || isOneOf(filter[facet].map(String), VALUE[facet](lot))) &&
  (filter.not.length === 0 || !isExcluded(lot, filter));

const isMarked = (lot: Row, { hidden, seen, tag, ...filter }: LotFilter, own: OwnLots | undefined): boolean =>
  (own?.hidden.includes(lot.id) ?? false) === (hidden === '1') &&
  (seen === undefined || (own?.seen.includes(lot.id) ?? false) === (seen === '1')) &&
  (tag.length === 0 || (own?.tagged.includes(lot.id) ?? false)) &&
  (filter.new === undefined || !own?.newSince || lot.added_us > Date.parse(own.newSince) * 1_000);

function isSearched(lot: Row, search: string | undefined): boolean {
  const [field = '', text = ''] = search?.split(/-(.*)/s) ?? [];
  if (field === 'lotNo') return String(lot.lot_no).startsWith(text);
  if (field === 'chassisId') return lot.chassis.startsWith(text.toUpperCase());
  const words = (field === 'equip' ? lot.equip : `${lot.maker} ${lot.model} ${lot.grade}`).toLowerCase();
  return text.split(' ').every((word) => words.includes(word));
}

/** A word that names equipment fits its code as a whole; any other is a part of name, equipment or remarks. */
const hasWords = ({ maker, model, grade, equip, remarks }: Row, words: readonly string[]): boolean =>
  words.every((word) =>
    word === 'AC'
      ? equip.split(' ').includes(word)
      : [`${maker} ${model} ${grade}`, equip, remarks].some((text) => text.toLowerCase().includes(word)),
  );

const UNKNOWN_YEN = 2_147_483_647;
/** Forbidden and sanctioned: rows name no total. */
const isProhibited = (verdict: number) => verdict === 4 || verdict === 5;
function isAtDoor({ door }: Row, { doorFrom, doorTo, importable, doorSlot }: List['filter']): boolean {
  if (!doorFrom && !doorTo && !importable) return true;
  if (!door || !doorSlot) return false;
  const [least, most, verdict] = door;
  const allowed = importable === '1' ? [0, 1] : [0, 1, 2, 3];
  if ((doorFrom || doorTo) && isProhibited(verdict)) return false;
  return (
    (!doorFrom || (least >= doorFrom && least !== UNKNOWN_YEN)) &&
    (!doorTo || most <= doorTo) &&
    (!importable || allowed.includes(verdict))
  );
}

const fits = (lot: Row, { pageType, filter, audience, own }: List): boolean =>
  (isSalesPage(pageType) ? lot.sales : lot.coming) === pageType &&
  (!lot.is_private || audience === 'staff' || (audience !== 'everybody' && lot.viewers.includes(audience.userId))) &&
  isOneOf(filter.maker, lot.maker) &&
  isOneOf(filter.model, lot.model) &&
  hasFacets(lot, filter) &&
  isMarked(lot, filter, own) &&
  isOneOf(filter.date, lot.day) &&
  isAtDoor(lot, filter) &&
  lot.day >= (filter.dateFrom ?? '') &&
  lot.day <= (filter.dateTo ?? '9') &&
  LOT_RANGES.every((range) => isBetween(NUMBER[range](lot), filter[`${range}From`], filter[`${range}To`])) &&
  (filter.open === undefined || (placeByClosing(lot)[0] === 0) === (filter.open === '1')) &&
  hasWords(lot, filter.words) &&
  isSearched(lot, filter.search);

/** The sort key of a lot: its section, and its position there. */
function placeOf(lot: Row, { pageType, filter, sort, order }: List): [part: number, key: number, id: number] {
  const up = lot.time_known ? lot.at_ms : lot.day_ms + DAY_MS - 0.5;
  const down = lot.time_known ? lot.at_ms : lot.day_ms - 0.5;
  if (sort && sort !== 'auctionDate') {
    const rank = isKnownGrade(lot.condition) ? -gradeRank(lot.condition) : null;
    const value =
      sort === 'condition'
        ? rank
        : sort === 'added'
          ? lot.added_us
          : sort === 'door'
            ? lot.door && filter.doorSlot && lot.door[0] !== UNKNOWN_YEN && !isProhibited(lot.door[2])
              ? lot.door[0]
              : null
            : NUMBER[sort](lot);
    const sign = order === 'DESC' ? -1 : 1;
    return [value === null ? 1 : 0, sign * (value ?? 0), sign * lot.id];
  }
  if (!sort && endsAtMidnight(pageType)) return placeByClosing(lot);
  return sort && order !== 'DESC' ? [0, up, lot.id] : [0, -down, -lot.id];
}

/** Open ones first, then what has closed, then what ended before. */
function placeByClosing({ id, status, closes_ms: closesMs }: Row): [part: number, key: number, id: number] {
  if (closesMs <= nowMs) return [1, -closesMs, -id];
  return [status === 4531 || status === 4532 ? 0 : 2, closesMs, id];
}

function idsOf(list: List): number[] {
  const places = lots.filter((lot) => fits(lot, list)).map((lot) => placeOf(lot, list));
  return places.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]).map(([, , id]) => Math.abs(id));
}

const drawn = (below: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};
const oneOf = <T>(values: readonly T[]): T => values[drawn(values.length)] as T;
const daysAhead = (days: number, fromMs = nowMs) =>
  new Date(fromMs + 9 * 3_600_000 + days * DAY_MS).toISOString().slice(0, 10);

/** One to three things a visitor can choose; each of the given lot, so that few or many fit, or of another. */
function drawFilter(): LotFilter {
  const like = () => oneOf(lots);
  const choices: (() => Partial<LotFilter>)[] = [
    () => ({ maker: [like().maker] }),
    () => ({ maker: [like().maker], model: [like().model] }),
    () => oneOf(lots.map(({ maker, model }) => ({ maker: [maker], model: [model] }))),
    () => ({ maker: ['MAKER 0', 'MAKER 1'], model: ['MODEL 0', 'MODEL 4'] }),
    () => ({ condition: oneOf([['R'], ['?'], ['S'], ['R', '3.0']]) }),
    () => ({ gearbox: oneOf([['MT'], ['']]) }),
    () => ({ auction: oneOf([['JU Kobe'], ['USS Tokyo'], ['JU Kobe', 'USS Tokyo'], ['no house']]) }),
    () => ({ status: oneOf([[4533], [4532], [4534, 4535]]) }),
    () => ({ color: oneOf([['PINK'], ['RED', 'PINK'], ['WHITE'], [like().color, oneOf(lots).color, 'COLOR 9']]) }),
    () => ({ chassis: [like().chassis] }),
    () => ({ date: oneOf([[daysAhead(0)], [daysAhead(1), daysAhead(-3)], [daysAhead(-2)]]) }),
    () => ({ dateFrom: daysAhead(oneOf([-5, 0, 1])), dateTo: daysAhead(oneOf([-1, 0, 2])) }),
    () => ({ yearFrom: oneOf([2000, 2010, 2018]), yearTo: oneOf([0, 2012, 2018]) }),
    () => ({ mileageTo: oneOf([1_000, 5_000, 25_000]) }),
    () => ({ engineFrom: oneOf([1_200, 3_300, 3_600]) }),
    () => ({ startPriceTo: oneOf([100_000, 400_000]), averagePriceFrom: oneOf([0, 200_000]) }),
    () => ({ soldPriceFrom: oneOf([1, 300_000]), soldPriceTo: 600_000 }),
    () => ({ powerFrom: oneOf([0, 90, 150]), powerTo: oneOf([0, 160]) }),
    () => ({ ageFrom: oneOf([0, 36, 61]), ageTo: oneOf([0, 60, 120]) }),
    () => ({ fuel: oneOf([['petrol'], ['diesel', 'electric']] as const).slice() }),
    () => ({
      hybrid: oneOf([['none'], ['full', 'unspecified']] as const).slice(),
      drive: oneOf([[], ['4wd' as const]]),
    }),
    () => ({ steering: ['left'], seats: oneOf([[], [5], [7, 8]]) }),
    () => ({ body: oneOf([['suv'], ['sedan', 'van']] as const).slice(), interior: oneOf([[], ['B'], ['A', 'C']]) }),
    () => ({ trim: oneOf([['GRADE 2'], ['GRADE 1', 'GRADE 4'], ['X']]) }),
    () => ({ repaired: oneOf([['0'], ['1']] as const).slice() }),
    () => ({ not: oneOf([[`color:${like().color}`], ['auction:JU Kobe', 'status:4533'], ['fuel:petrol', 'seats:5']]) }),
    () => ({
      not: oneOf([[`maker:${like().maker}`], [`model:${like().model}`, 'repaired:1'], ['seats:many', 'drive:4wd']]),
    }),
    () => ({ seen: oneOf(['0', '1'] as const), new: oneOf([undefined, '1' as const]) }),
    () => ({ doorFrom: oneOf([0, 300_000]), doorTo: oneOf([0, 900_000, 1_500_000]) }),
    () => ({ importable: oneOf(['1', 'check'] as const), doorTo: oneOf([0, 1_200_000]) }),
    () => ({ tag: ['mine'] }),
    () => ({ hidden: '1' }),
    () => ({ search: oneOf([`lotNo-${like().lot_no}`, 'lotNo-12', `chassisId-${like().chassis}`, 'chassisId-code1']) }),
    () => ({
      words: oneOf([['sunroof'], ['AC'], ['owner', '禁煙車'], ['grade 2'], ['model 3', 'AC'], ['no such word']]),
    }),
    () => ({ search: oneOf(['equip-sunroof', 'equip-ac', 'model-model 3', 'model-maker grade 2']) }),
  ];
  const filter = { ...NO_FILTER };
  for (let left = 1 + drawn(3); left > 0; left--) Object.assign(filter, oneOf(choices)());
  return filter;
}

/** Marks of a reader: a few lots of each kind, or none. */
const drawOwn = (): OwnLots => {
  const some = () => Array.from({ length: drawn(40) }, () => oneOf(lots).id);
  return {
    ...{ hidden: some(), seen: some(), tagged: some() },
    newSince: oneOf([null, new Date(nowMs - drawn(9) * DAY_MS).toISOString()]),
  };
};

const PAGES = ['car-auction', 'car-auction', 'stats', 'stats', 'stock', 'bikes', 'bike-stats'] as const;
const drawList = (pageType = oneOf(PAGES)): List => ({
  pageType,
  filter: {
    ...drawFilter(),
    open: oneOf([undefined, undefined, undefined, '1', '0'] as const),
    // Past sales have no totals.
    doorSlot: isSalesPage(pageType) ? null : oneOf([DOOR_SLOT, DOOR_SLOT, FAR_DOOR_SLOT, null]),
  },
  audience: oneOf(['everybody', 'everybody', 'staff', { userId: VIEWER }] as const),
  own: oneOf([undefined, undefined, drawOwn()]),
  sort: oneOf([undefined, ...LOT_SORTS]),
  order: oneOf(['ASC', 'DESC'] as const),
});

/** Changes to lots between two reads of the lists. */
const CHANGES: Record<string, () => Promise<unknown>> = {
  inserted: () => insertLots(10_000 + drawn(1_000_000), CHANGED),
  'renamed and repainted': () => change(sql`model = 'MODEL ' || ${drawn(6)}::integer, color = 'PINK', year = null`),
  'with a new color': () => change(sql`color = 'NEW ' || ${drawn(99)}::integer`),
  'moved to another hour': () =>
    change(sql`bids_close_at = bids_close_at + ${drawn(48) - 24}::integer * interval '1 hour'`),
  'moved to another day': () =>
    change(sql`auction_day = auction_day + 1, auction_at = auction_at + interval '1 day', time_known = not time_known`),
  'with another start price': () => change(sql`start_price_yen = ${drawn(90) * 10_000}::integer`),
  'with other facts': () => change(sql`facts = ${drawFacts()}::jsonb`),
  'with another average': () =>
    change(sql`average_price_yen = ${drawn(90) * 10_000}::integer, month = ${1 + drawn(12)}::integer`),
  withdrawn: () => change(sql`status = 4536`),
  sold: () => change(sql`status = 4533, sold_price_yen = ${drawn(90) * 10_000}::integer`),
  'made private': () => change(sql`is_private = true, viewers = array[${VIEWER}::integer]`),
  'made public': () => change(sql`is_private = false`),
  erased: () => sql`delete from lots where id in ${some()}`.execute(database.db),
  'at a house with another name': () =>
    sql`update auction_houses set name = name || '.' where name like 'JU%'`.execute(database.db),
};
/** Facts of some origins, some of them in contradiction. */
function drawFacts(): string {
  const facts: FactsByOrigin = {};
  if (drawn(3) > 0)
    facts.feed = { powerPs: 60 + drawn(200), seats: oneOf([2, 5, 7, 8]), drive: oneOf(['4wd', 'fwd', '2wd']) };
  if (drawn(2) > 0) facts.typeCode = { fuel: oneOf(['petrol', 'diesel']), hybrid: oneOf(['none', 'unspecified']) };
  if (drawn(2) > 0) facts.table = { body: oneOf(['suv', 'sedan', 'van']), powerPs: 150, fuel: 'lpg', hybrid: 'full' };
  if (drawn(2) > 0) facts.sheet = { interiorGrade: oneOf(['A', 'B', 'C']), steering: oneOf(['left', 'right']) };
  if (drawn(4) === 0) facts.manager = { powerPs: 99, fuel: 'electric', steering: 'left' };
  if (drawn(5) === 0) facts.manager = { ...facts.manager, engineCc: 600 + drawn(11) * 300 };
  if (drawn(4) === 0)
    facts.manager = { ...facts.manager, ...oneOf([{ builtYear: 2012 }, { builtMonth: 1 + drawn(12) }]) };
  if (drawn(2) > 0)
    facts.feed = { ...facts.feed, firstRegistrationYear: 2010 + drawn(16), firstRegistrationMonth: 1 + drawn(12) };
  return JSON.stringify(facts);
}
const some = () => sql`(select id from lots order by md5(id::text || ${seed}) limit ${CHANGED})`;
const change = (to: ReturnType<typeof sql>) => sql`update lots set ${to} where id in ${some()}`.execute(database.db);

const ask = <Row>(question: ReturnType<typeof sql<Row>>) => index.ask<Row>(compileForIndex(question));

/** Page by page after the last lot seen, until there is none. */
async function pageAfterPage(ofPage: (slice: PageSlice) => Promise<PlacedLot[]>) {
  const found: PlacedLot[] = [];
  for (;;) {
    const page = await ofPage({ after: found.at(-1) ?? null, skip: 0, most: PAGE_SIZE });
    found.push(...page);
    if (page.length < PAGE_SIZE) return found.map(({ id }) => id);
  }
}

type InPostgres = <Row>(question: ReturnType<typeof sql<Row>>) => Promise<Row[]>;
const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort();

/** Asserts the same of the numbers of lots by a reader's own marks and tags. */
async function compareMarks(list: List, source: Source, inPostgres: InPostgres): Promise<void> {
  const own = list.own ?? drawOwn();
  const marked = [ownCountsOf(list, own)];
  expect([list, own, await ask(countOwn(source, list, own))]).toEqual([list, own, marked]);
  expect([list, own, await inPostgres(countOwn(POSTGRES, list, own))]).toEqual([list, own, marked]);
  const tagged = {
    lotIds: lots.slice(0, 40).map(({ id }) => id),
    tagNumbers: lots.slice(0, 40).map((_, at) => at % 3),
  };
  const tags = sorted(tagCountsOf(list, tagged));
  expect([list, sorted(await ask(countTags(source, list, tagged)))]).toEqual([list, tags]);
  expect([list, sorted(await inPostgres(countTags(POSTGRES, list, tagged)))]).toEqual([list, tags]);
}

/** Asserts that both engines and the loop over all rows agree on a list: lots in order, totals, choices, ranges, models. */
async function compare(list: List, source: Source, db: Db): Promise<void> {
  const ids = idsOf(list);
  const inPostgres: InPostgres = (question) => question.execute(db).then(({ rows }) => rows);
  const expectIds = async (found: number[] | Promise<number[]>) => expect([list, await found]).toEqual([list, ids]);
  const inIndex = (slice: PageSlice) => ask(pageAndTotal(source, list, slice)).then(toFoundPage);
  await expectIds(pageAfterPage((slice) => inIndex(slice).then(({ placed }) => placed)));
  const whole = toFoundPage(await inPostgres(pageAndTotal(POSTGRES, list, { after: null, skip: 0, most: 100_000 })));
  await expectIds(whole.placed.map(({ id }) => id));
  const eitherSide = idsOf({ ...list, filter: { ...list.filter, open: undefined } }).length;
  expect([list, whole.found, whole.eitherSide]).toEqual([list, ids.length, eitherSide]);
  const order = plainOrder(list);
  if (order) await expectIds(pageAfterPage((slice) => inPostgres(lotsOfPlainPage(list, order, slice))));
  const skip = drawn(ids.length + 1);
  const page = await inIndex({ after: null, skip, most: PAGE_SIZE });
  expect([list, skip, page.placed.map(({ id }) => id)]).toEqual([list, skip, ids.slice(skip, skip + PAGE_SIZE)]);
  expect([list, skip, page.found, page.eitherSide]).toEqual([list, skip, ids.length, eitherSide]);

  const total = [{ lots: ids.length }];
  expect([list, await ask(countLots(source, list))]).toEqual([list, total]);
  expect([list, await inPostgres(countLots(POSTGRES, list))]).toEqual([list, total]);
  if (endsAtMidnight(list.pageType))
    for (const open of [undefined, '0', '1'] as const) {
      const side = { ...list, filter: { ...list.filter, open } };
      const lots = idsOf(side).length;
      expect([side, await ask(countLots(source, side))]).toEqual([side, [{ lots }]]);
      expect([side, await inPostgres(countLots(POSTGRES, side))]).toEqual([side, [{ lots }]]);
    }
  const choices = sorted(choicesOf(list));
  expect([list, sorted(await ask(countChoices(source, list)))]).toEqual([list, choices]);
  expect([list, sorted(await inPostgres(countChoices(POSTGRES, list)))]).toEqual([list, choices]);
  const ranges = sorted(rangesOf(list));
  const endsIn = (rows: RangeRow[]) => sorted(toRangeEnds(rows));
  expect([list, endsIn(await inPostgres(findRangeRows(POSTGRES, list)))]).toEqual([list, ranges]);
  expect([list, endsIn(await ask(findRangeRows(source, list)))]).toEqual([list, ranges]);
  if (drawn(3) === 0) await compareMarks(list, source, inPostgres);
  const models = sorted(await inPostgres(countModels(POSTGRES, list.pageType, list.audience)));
  expect([list, sorted(await ask(countModels(source, list.pageType, list.audience)))]).toEqual([list, models]);
}

function ownCountsOf(list: List, own: OwnLots) {
  const count = (more: Partial<LotFilter>) => {
    const filter = { ...list.filter, hidden: undefined, seen: undefined, new: undefined, ...more };
    return lots.filter((lot) => fits(lot, { ...list, own, filter })).length;
  };
  return { hidden: count({ hidden: '1' }), unseen: count({ seen: '0' }), new: count({ new: '1' }) };
}

function tagCountsOf(list: List, { lotIds, tagNumbers }: { lotIds: number[]; tagNumbers: number[] }) {
  const ids = new Set(idsOf({ ...list, filter: { ...list.filter, tag: [] } }));
  return [0, 1, 2]
    .map((tag) => ({ tag, lots: lotIds.filter((id, at) => tagNumbers[at] === tag && ids.has(id)).length }))
    .filter(({ lots }) => lots > 0);
}

const choicesOf = (list: List) => {
  const noFacets = Object.fromEntries(LOT_FACETS.map((facet) => [facet, []]));
  const others = lots.filter((lot) => fits(lot, { ...list, filter: { ...list.filter, ...noFacets, not: [] } }));
  return facetsOf(list).flatMap((facet) => {
    const counted = new Map<string, number>();
    const not = list.filter.not.filter((text) => !text.startsWith(`${facet}:`));
    const filter = { ...list.filter, [facet]: [], not };
    for (const lot of others.filter((lot) => hasFacets(lot, filter)))
      counted.set(VALUE[facet](lot), (counted.get(VALUE[facet](lot)) ?? 0) + 1);
    counted.delete('');
    return [...counted].map(([value, lots]) => ({ facet, value, lots }));
  });
};

const rangesOf = (list: List) =>
  LOT_RANGES.map((range) => {
    const filter = { ...list.filter, [`${range}From`]: 0, [`${range}To`]: 0 };
    const found = lots.filter((lot) => fits(lot, { ...list, filter })).flatMap((lot) => NUMBER[range](lot) ?? []);
    return {
      range,
      least: found.length > 0 ? Math.min(...found) : null,
      most: found.length > 0 ? Math.max(...found) : null,
    };
  });

/** In one transaction, in which `now()` is one time: a lot that closes while lists are compared would fail one. */
async function compareLists(): Promise<void> {
  const { source, nowMs: indexNowMs } = await sourceAfterNow(index);
  const hasClosed = await database.db.transaction().execute(async (db) => {
    await readRows(db);
    if (daysAhead(0, indexNowMs) !== daysAhead(0)) return true;
    if (lots.some(({ closes_ms: closesMs }) => closesMs > indexNowMs && closesMs <= nowMs)) return true;
    for (let left = LISTS; left > 0; left--) await compare(drawList(), source, db);
  });
  if (hasClosed) await compareLists();
}

/** Another process on the same data, killed while it takes changes in. */
async function killOneWhileItReads(): Promise<void> {
  const script = join(import.meta.dirname, '..', '..', 'testing', 'processes', 'list-index-process.ts');
  const args = [script, String(database.pool.options.connectionString), folder];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.stdout) await once(child.stdout, 'data');
  await Promise.all([change(sql`engine_cc = 1300`), change(sql`mileage_km = 5000`)]);
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('whatever happens to lots', () => {
  // @covers FIND-08, LIST-19
  test('index, plain lists and a loop over all rows agree on every list', async () => {
    process.stdout.write(`seed ${seed}\n`);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let left = 3; left > 0; left--) await oneOf(Object.values(CHANGES))();
      await compareLists();
      if (round % 4 === 1) {
        await index.close();
        await oneOf(Object.values(CHANGES))();
        if (round % 8 === 1) await killOneWhileItReads();
        index = openListIndex({ database, log, folder, patienceMs: LIST_PATIENCE_MS });
      }
    }
    expect(await index.check()).toBe(0);
  }, 600_000);
});
