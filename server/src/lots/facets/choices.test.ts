import type { ReplyOf } from '@seri/contract/http.ts';
import type { carAuction } from '@seri/contract/lots/routes.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createLot } from '../../testing/fixtures/lots.ts';
import { ownLotPortal } from '../../testing/fixtures/own-lot-portal.ts';
import type { Person } from '../../testing/http/people.ts';

type Filters = ReplyOf<typeof carAuction.filters>;

const YEARS = [1900, 1949, 1999, 2009, 2010, 2011, 2018, 2039, 2040, 2041, 2100];
const lotFacts = fc.record({
  maker: fc.constantFrom('TOYOTA', 'HONDA'),
  model: fc.constantFrom('PRIUS', 'FIT'),
  year: fc.option(fc.constantFrom(...YEARS)),
  condition: fc.constantFrom('4.5', 'R', ''),
  color: fc.constantFrom('PEARL', 'Синий', ''),
  status: fc.constantFrom(4531, 4532, 4533),
  mileage_km: fc.option(fc.constantFrom(0, 999, 1_000, 60_001)),
  engine_cc: fc.option(fc.constantFrom(660, 1_800)),
  house: fc.constantFrom('USS Tokyo', 'JU Kobe'),
});
const EVERY = fc.integer({ min: 2, max: 9 });
/** Each is one statement over many lots, of which some stay as they are. */
const change = fc.oneof(
  fc.record({ set: fc.constant('year'), to: fc.constantFrom('null', ...YEARS.map(String)), every: EVERY }),
  fc.record({ set: fc.constant('model'), to: fc.constantFrom(`'PRIUS'`, `'FIT'`), every: EVERY }),
  fc.record({ set: fc.constant('color'), to: fc.constantFrom(`'BLACK'`, `''`), every: EVERY }),
  fc.record({ set: fc.constant('mileage_km'), to: fc.constantFrom('null', '35000', '35001'), every: EVERY }),
  fc.record({ set: fc.constant('status'), to: fc.constantFrom('4533', '4536', '4532'), every: EVERY }),
  fc.record({ set: fc.constant('is_private'), to: fc.constantFrom('true', 'false'), every: EVERY }),
  fc.record({ set: fc.constant('start_price_yen'), to: fc.constant('start_price_yen + 1000'), every: EVERY }),
);
const bound = fc.oneof(fc.constant(0), fc.constantFrom(...YEARS), fc.integer({ min: 1900, max: 2100 }));
const seldom = <T>(arbitrary: fc.Arbitrary<T>, otherwise: T) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary });
/** Half of them name nothing besides makers, models and years. */
const asked = fc.record({
  maker: fc.subarray(['TOYOTA', 'HONDA']),
  model: fc.subarray(['PRIUS', 'FIT']),
  yearFrom: bound,
  yearTo: bound,
  condition: seldom(fc.subarray(['4.5', 'R']), []),
  auction: seldom(fc.subarray(['USS Tokyo', 'JU Kobe']), []),
  status: seldom(fc.subarray(['4532', '4533']), []),
  mileageTo: seldom(fc.constantFrom(500, 40_000), 0),
});

const { portal, client, manager } = ownLotPortal();

interface Lot {
  year: number | null;
  condition: string;
  gearbox: string;
  auction: string;
  status: number;
  color: string;
  chassis: string;
  mileage: number | null;
  engine: number | null;
}
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never;

async function lotsOf({ maker, model }: Asked, seesPrivate: boolean): Promise<Lot[]> {
  const { rows } = await sql<Lot & { maker: string; model: string }>`
    select maker, model, year, condition, gearbox, name as auction, status, color, chassis_code as chassis,
           mileage_km as mileage, engine_cc as engine
      from lots join auction_houses house on house.id = house_id
     where upcoming_page = 'car-auction' and (${seesPrivate} or not is_private)`.execute(portal.database.db);
  const isOneOf = (chosen: string[], value: string) => chosen.length === 0 || chosen.includes(value);
  return rows.filter((lot) => isOneOf(maker, lot.maker) && isOneOf(model, lot.model));
}

function byHand(lots: Lot[], { yearFrom, yearTo, mileageTo, ...lists }: Asked) {
  const isWithin = (value: number | null, from: number, to: number) =>
    (from === 0 && to === 0) || (value !== null && value >= from && (to === 0 || value <= to));
  const isOneOf = (chosen: string[], value: unknown) => chosen.length === 0 || chosen.includes(String(value));
  const fitting = (without?: keyof Lot) =>
    lots.filter(
      (lot) =>
        (without === 'year' || isWithin(lot.year, yearFrom, yearTo)) &&
        (without === 'mileage' || isWithin(lot.mileage, 0, mileageTo)) &&
        (['condition', 'auction', 'status'] as const).every((key) => key === without || isOneOf(lists[key], lot[key])),
    );
  const counted = (key: keyof Lot) => {
    const counts: Record<string, number> = {};
    for (const lot of fitting(key)) if (lot[key] !== '') counts[String(lot[key])] = (counts[String(lot[key])] ?? 0) + 1;
    return counts;
  };
  const ends = (key: 'year' | 'mileage' | 'engine') => {
    const values = fitting(key).flatMap((lot) => lot[key] ?? []);
    return values.length === 0 ? { min: 0, max: 0 } : { min: Math.min(...values), max: Math.max(...values) };
  };
  const km = ends('mileage');
  return {
    total: fitting().length,
    choices: (['condition', 'gearbox', 'auction', 'status', 'color', 'chassis'] as const).map(counted),
    year: ends('year'),
    engine: ends('engine'),
    mileage: { min: Math.floor(km.min / 1_000) * 1_000, max: Math.ceil(km.max / 1_000) * 1_000 },
  };
}

async function answered(who: Person, asked: Asked) {
  const query = new URLSearchParams(
    Object.entries(asked).flatMap(([key, values]) =>
      [values].flat().map((value): [string, string] => [key, String(value)]),
    ),
  );
  const { status, body } = await portal.ask(who, 'GET', `/v1/car-auction/filters?${query}`);
  expect(status).toBe(200);
  const { select, range, totalSearchResults } = body as Filters;
  const ends = ({ min, max }: { min: number; max: number }) => ({ min, max });
  return {
    total: totalSearchResults,
    choices: [select.condition, select.gearbox, select.auction, select.status, select.color, select.chassis].map(
      (choices) => Object.fromEntries(choices.map(({ value, counter }) => [String(value), counter])),
    ),
    year: ends(range.year),
    engine: ends(range.engine),
    mileage: ends(range.mileage),
  };
}

test('choices say what the lots say, under whichever filter and whatever changed', async () => {
  await fc.assert(
    fc
      .asyncProperty(
        fc.array(lotFacts, { minLength: 10, maxLength: 40 }),
        fc.array(change, { maxLength: 6 }),
        fc.array(asked, { minLength: 8, maxLength: 8 }),
        async (lots, changes, questions) => {
          const { db } = portal.database;
          for (const facts of lots) await createLot(db, facts);
          for (const { set, to, every } of changes)
            await sql`update lots set ${sql.ref(set)} = case when id % ${every} = 0 then ${sql.raw(to)} else ${sql.ref(set)} end`.execute(
              db,
            );
          await sql`delete from lots where id % 7 = 0`.execute(db);
          for (const question of questions) {
            expect(await answered(client, question)).toEqual(byHand(await lotsOf(question, false), question));
            expect(await answered(manager, question)).toEqual(byHand(await lotsOf(question, true), question));
          }
        },
      )
      .beforeEach(async () => {
        await sql`delete from lots`.execute(portal.database.db);
      }),
    { numRuns: 12 },
  );
}, 120_000);
