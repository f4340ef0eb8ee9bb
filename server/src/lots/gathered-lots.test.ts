import { gradePlace, isKnownGrade } from '@seri/contract/lots/choice-words.ts';
import { LOT_SORTS, type LotFilter } from '@seri/contract/lots/filter.ts';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../platform/db.ts';
import type { DB } from '../platform/tables.ts';
import { createLot } from '../testing/lots.ts';
import { type TestPortal, testPortal } from '../testing/portal.ts';
import { findRows, type Way } from './gather-queries.ts';
import { findAnchorsOf, findListing, type List } from './listing-queries.ts';
import { NO_FILTER } from './matching-queries.ts';

const LOTS = 4_000;
const LISTS = 600;
const DAY_MS = 24 * 60 * 60_000;
const VIEWER = 7;

/** Rows of the lists as the test itself finds them. */
interface Row {
  id: number;
  page: string | null;
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
  is_private: boolean;
  viewers: number[];
}

let portal: TestPortal;
let db: Db;
let lots: Row[];

beforeAll(async () => {
  portal = await testPortal(() => {});
  db = portal.database.db;
  const like = await createLot(db, { house: 'JU Kobe', isUss: false });
  await createLot(db, { house: 'USS Tokyo', is_private: true });
  for (let from = 1; from <= LOTS; from += 1_000)
    await sql`insert into lots (vehicle, lot_source, source, source_id, source_updated_at, house_id, lot_no, auction_day,
        auction_at, time_known, bids_close_at, agent_cutoff_at, cancel_until, status, maker, model, year, mileage_km,
        engine_cc, condition, start_price_yen, sold_price_yen, images, chassis_code, gearbox, color, grade, equip,
        is_private, viewers)
      select vehicle, lot_source, source, source_id || '.' || n, source_updated_at,
        (select id from auction_houses order by (id + n) % 2 limit 1), 1000 + n, day, hour, n % 9 > 0, hour, hour, hour,
        case when days < 0 then 4533 + n % 3 when days = 0 and n % 7 = 0 then 4533 else 4532 end,
        'MAKER ' || n % 3, 'MODEL ' || n % 6, nullif(1999 + n * 7 % 20, 1999), nullif(n * 13 % 30, 0) * 1000,
        600 + n * 5 % 11 * 300, (array['S', '4.5', '3.0', 'R', '?'])[1 + floor(5 * power(random(), 3))::integer],
        nullif(n * 17 % 25, 0) * 10000, case when days < 0 and n % 4 > 0 or n % 50 = 0 then n * 19 % 10 * 5000 end, images,
        'CODE' || n % 37, (array['AT', 'MT', ''])[1 + floor(3 * power(random(), 4))::integer],
        (array['WHITE', 'RED', 'PINK'])[1 + floor(3 * power(random(), 5))::integer], 'GRADE ' || n % 5,
        case when n % 200 = 0 then 'SUNROOF' else 'AC PS' end, n % 40 = 0, case when n % 80 = 0 then array[${VIEWER}::integer] else array[]::integer[] end
      from lots, generate_series(${from}::integer, ${from + 999}::integer) n,
        lateral (select case n % 4 when 0 then n % 3 when 1 then 0 else -1 - n % 30 end as days) shifted,
        lateral (select (now() at time zone 'Asia/Tokyo')::date + days as day) dated,
        lateral (select (day + case when n % 9 > 0 then n * 31 % 240 * interval '6 minutes' else interval '9 hours' end)
                        at time zone 'Asia/Tokyo' as hour) houred
      where lots.id = ${like}`.execute(db);
  await sql`vacuum analyze lots`.execute(db);
  const { rows } = await sql<Row>`
    select lots.id, coalesce(sales_page, coming_page) as page, maker, model, grade, condition, gearbox, house.name as house,
           status, color, chassis_code as chassis, equip, lot_no, auction_day as day, time_known, year,
           mileage_km as mileage, engine_cc as engine, start_price_yen as start_price, sold_price_yen as sold_price,
           is_private, viewers, extract(epoch from auction_at)::float8 * 1000 as at_ms,
           extract(epoch from bids_close_at)::float8 * 1000 as closes_ms,
           extract(epoch from auction_day::timestamp at time zone 'Asia/Tokyo')::float8 * 1000 as day_ms
      from lots join auction_houses house on house.id = house_id`.execute(db);
  const both = await sql<{ id: number }>`
    select id from lots where coming_page is not null and sales_page is not null`.execute(db);
  const alsoComing = new Set(both.rows.map(({ id }) => id));
  lots = rows.flatMap((row) => [row, ...(alsoComing.has(row.id) ? [{ ...row, page: 'car-auction' }] : [])]);
}, 120_000);
afterAll(() => portal.close());

const isOneOf = (chosen: readonly unknown[], value: unknown) => chosen.length === 0 || chosen.includes(value);
const isBetween = (value: number | null, from = 0, to = 0) =>
  !(from || to) || (value !== null && (!from || value >= from) && (!to || value <= to));

function isSearched(lot: Row, search: string | undefined): boolean {
  const [field = '', text = ''] = search?.split(/-(.*)/s) ?? [];
  if (field === 'lotNo') return String(lot.lot_no).startsWith(text);
  if (field === 'chassisId') return lot.chassis.startsWith(text.toUpperCase());
  const words = (field === 'equip' ? lot.equip : `${lot.maker} ${lot.model} ${lot.grade}`).toLowerCase();
  return text.split(' ').every((word) => words.includes(word));
}

const fits = (lot: Row, { pageType, filter, audience }: List): boolean =>
  lot.page === pageType &&
  (!lot.is_private || audience === 'staff' || (audience !== 'everybody' && lot.viewers.includes(audience.userId))) &&
  isOneOf(filter.maker, lot.maker) &&
  isOneOf(filter.model, lot.model) &&
  isOneOf(filter.condition, lot.condition) &&
  isOneOf(filter.gearbox, lot.gearbox) &&
  isOneOf(filter.auction, lot.house) &&
  isOneOf(filter.status, lot.status) &&
  isOneOf(filter.color, lot.color) &&
  isOneOf(filter.chassis, lot.chassis) &&
  isOneOf(filter.date, lot.day) &&
  lot.day >= (filter.dateFrom ?? '') &&
  lot.day <= (filter.dateTo ?? '9') &&
  isBetween(lot.year, filter.yearFrom, filter.yearTo) &&
  isBetween(lot.mileage, filter.mileageFrom, filter.mileageTo) &&
  isBetween(lot.engine, filter.engineFrom, filter.engineTo) &&
  (filter.open === undefined || (placeByClosing(lot)[0] === 0) === (filter.open === '1')) &&
  isSearched(lot, filter.search);

/** What a lot is put in order by: the part it stands in, and its place there. */
function placeOf(lot: Row, { pageType, sort, order }: List): [part: number, key: number, id: number] {
  const up = lot.time_known ? lot.at_ms : lot.day_ms + DAY_MS - 0.5;
  const down = lot.time_known ? lot.at_ms : lot.day_ms - 0.5;
  if (sort && sort !== 'auctionDate') {
    const rank = isKnownGrade(lot.condition) ? -gradePlace(lot.condition) : null;
    const value = {
      year: lot.year,
      condition: rank,
      mileage: lot.mileage,
      startPrice: lot.start_price,
      soldPrice: lot.sold_price,
    }[sort];
    const sign = order === 'DESC' ? -1 : 1;
    return [value === null ? 1 : 0, sign * (value ?? 0), sign * lot.id];
  }
  if (!sort && pageType === 'car-auction') return placeByClosing(lot);
  return sort && order !== 'DESC' ? [0, up, lot.id] : [0, -down, -lot.id];
}

/** Open ones first, then what has closed, then what ended before. */
function placeByClosing({ id, status, closes_ms: closesMs }: Row): [part: number, key: number, id: number] {
  if (closesMs <= Date.now()) return [1, -closesMs, -id];
  return [status === 4531 || status === 4532 ? 0 : 2, closesMs, id];
}

function idsOf(list: List): number[] {
  const places = lots.filter((lot) => fits(lot, list)).map((lot) => placeOf(lot, list));
  return places.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]).map(([, , id]) => Math.abs(id));
}

let seed = 1;
const drawn = (below: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};
const oneOf = <T>(values: readonly T[]): T => values[drawn(values.length)] as T;
const daysAhead = (days: number) => new Date(Date.now() + 9 * 3_600_000 + days * DAY_MS).toISOString().slice(0, 10);

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
    () => ({ color: oneOf([['PINK'], ['RED', 'PINK'], ['WHITE']]) }),
    () => ({ chassis: [like().chassis] }),
    () => ({ date: oneOf([[daysAhead(0)], [daysAhead(1), daysAhead(-3)], [daysAhead(-2)]]) }),
    () => ({ dateFrom: daysAhead(oneOf([-5, 0, 1])), dateTo: daysAhead(oneOf([-1, 0, 2])) }),
    () => ({ yearFrom: oneOf([2000, 2010, 2018]), yearTo: oneOf([0, 2012, 2018]) }),
    () => ({ mileageTo: oneOf([1_000, 5_000, 25_000]) }),
    () => ({ engineFrom: oneOf([1_200, 3_300, 3_600]) }),
    () => ({ search: oneOf([`lotNo-${like().lot_no}`, 'lotNo-12', `chassisId-${like().chassis}`, 'chassisId-code1']) }),
    () => ({ search: oneOf(['equip-sunroof', 'equip-ac', 'model-model 3', 'model-maker grade 2']) }),
  ];
  const filter = { ...NO_FILTER };
  for (let left = 1 + drawn(3); left > 0; left--) Object.assign(filter, oneOf(choices)());
  return filter;
}

const drawList = (): List => ({
  pageType: oneOf(['car-auction', 'stats'] as const),
  filter: { ...drawFilter(), open: oneOf([undefined, undefined, undefined, '1', '0'] as const) },
  audience: oneOf(['everybody', 'everybody', 'staff', { userId: VIEWER }] as const),
  sort: oneOf([undefined, ...LOT_SORTS]),
  order: oneOf(['ASC', 'DESC'] as const),
});

/** What a page asks for. */
async function statementsOf(list: List, way: Way = {}): Promise<string[]> {
  const asked: string[] = [];
  const listening = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: portal.database.pool }),
    log: ({ query }) => {
      asked.push(query.sql);
    },
  });
  await findListing(listening, list, { start: { anchor: null, skip: 0 }, size: 20, way });
  return asked;
}

describe('a narrowed list', () => {
  test('holds the same lots in the same order, walked or gathered, whole or behind a row', async () => {
    let gathered = 0;
    for (let left = LISTS; left > 0; left--) {
      const list = drawList();
      const ids = idsOf(list);
      const found = await findRows(db, list, { anchor: null, most: 5_000 });
      expect([list, found.map(({ id }) => id)]).toEqual([list, ids]);
      const at = drawn(found.length + 1);
      const firstLook = oneOf([1, 20, 300]);
      const behind = { anchor: found[at - 1] ?? null, most: 1 + drawn(60), firstLook, way: {} };
      for (const time of ['first', 'known way']) {
        const page = await findRows(db, list, behind);
        expect([list, time, behind, page]).toEqual([list, time, behind, found.slice(at, at + behind.most)]);
      }
      if (ids.length > 0 && ids.length < LOTS / 100) gathered++;
    }
    expect(gathered).toBeGreaterThan(LISTS / 10);
  });

  test('begins its pages at rows it remembers, and tells no private lot', async () => {
    const list: List = {
      pageType: 'stats',
      filter: { ...NO_FILTER, color: ['WHITE'] },
      audience: 'everybody',
      sort: 'mileage',
      order: 'DESC',
    };
    const ids = idsOf(list);
    const [anchor = null] = await findAnchorsOf(db, list, { anchor: null, step: 100, most: 500 });
    expect(anchor?.id).toBe(ids[99]);
    const page = await findListing(db, list, { start: { anchor, skip: 7 }, size: 20 });
    expect(page.map(({ id }) => id)).toEqual(ids.slice(107, 127));
    expect(page.every((lot) => !lot.is_private)).toBe(true);
  });

  test('of one model by its price is read with its lots, and behind those by the longer way', async () => {
    let atOnce = 0;
    for (let left = LISTS / 3; left > 0; left--) {
      const { maker, model } = oneOf(lots);
      const pageType = oneOf(['car-auction', 'stats'] as const);
      const filter = { ...drawFilter(), maker: [maker], model: [model] };
      const list: List = { ...drawList(), pageType, filter, sort: pageType === 'stats' ? 'soldPrice' : 'startPrice' };
      const ids = idsOf(list);
      const found = await findRows(db, list, { anchor: null, most: 5_000 });
      const [at, skip, size] = [drawn(found.length + 1), drawn(4), 1 + drawn(40)];
      const way: Way = {};
      for (const time of ['first', 'known way']) {
        const page = await findListing(db, list, { start: { anchor: found[at - 1] ?? null, skip }, size, way });
        const place = [list, time, at, skip, size];
        expect([place, page.map(({ id }) => id)]).toEqual([place, ids.slice(at + skip, at + skip + size)]);
      }
      if (!way.isLonger) atOnce++;
    }
    expect(atOnce).toBeGreaterThan(LISTS / 20);
    const whole = { ...NO_FILTER, maker: ['MAKER 0'], model: ['MODEL 0'], yearFrom: 2005 };
    const list: List = {
      pageType: 'car-auction',
      filter: whole,
      audience: 'everybody',
      sort: 'startPrice',
      order: 'ASC',
    };
    expect(await statementsOf(list)).toHaveLength(1);
  });

  const AMONG_SALES: [string, Partial<LotFilter>, List['sort'], number][] = [
    ['walked', { status: [4533] }, 'year', 0],
    ['gathered', { chassis: ['CODE3'], yearFrom: 2005, yearTo: 2006 }, 'soldPrice', 1],
    ['gathered', { search: 'equip-sunroof' }, undefined, 1],
  ];
  test.each(AMONG_SALES)('is %s under %j by %s', async (_, filter, sort, gatherings) => {
    const list = { pageType: 'stats', filter: { ...NO_FILTER, ...filter }, audience: 'everybody' } as const;
    const way: Way = {};
    const asked = await statementsOf({ ...list, sort, order: 'DESC' }, way);
    expect(asked.filter((text) => text.includes(') gathered'))).toHaveLength(gatherings);
    // Whoever comes next goes it at once, and reads the lots if there are any.
    expect((await statementsOf({ ...list, sort, order: 'DESC' }, way)).length).toBeLessThan(3);
    expect(asked.length).toBeGreaterThan(gatherings);
  });
});
