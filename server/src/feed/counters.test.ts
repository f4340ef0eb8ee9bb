import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../platform/db.ts';
import { japanDay, shiftDay } from '../platform/japan-time.ts';
import { createLog } from '../platform/log.ts';
import { testDatabase } from '../platform/test-database.ts';
import { aLot, aResult, comingDate, demoHouse, imported, type Row } from '../testing/feed.ts';
import { createPerson } from '../testing/people.ts';
import { checkComingPrices } from './check-coming-prices.ts';
import { checkCounters } from './check-counters.ts';
import { countersDrift, followOrders, turnDay } from './counter-queries.ts';

const log = createLog('test', 'silent');
let database: Database;
let drop: () => Promise<void>;
let clientId: number;

beforeAll(async () => {
  const created = await testDatabase();
  drop = created.drop;
  database = openDatabase(created.url, log);
  clientId = (await createPerson(database.db)).id;
});
afterAll(async () => {
  await database.close();
  await drop();
});
beforeEach(() =>
  database.pool.query(
    'delete from notifications; delete from bids; delete from lots; delete from lot_results; delete from auction_houses',
  ),
);

const today = () => japanDay(new Date());
const lotsCounted = async (): Promise<Record<string, number>> => {
  const { rows } = await database.pool.query<{ page: string; lots: number }>(
    `select page, lots from lot_counters where facet = 'total' and maker = '' and lots > 0`,
  );
  return Object.fromEntries(rows.map(({ page, lots }) => [page, lots]));
};

/** What stands on each page as decisions D3.14 says it, counted over the rows themselves. */
async function lotsByHand(): Promise<Record<string, number>> {
  const lots = await database.db.selectFrom('lots').selectAll().where('is_private', '=', false).execute();
  const accepted = await database.db.selectFrom('bids').select('lot_id').where('status', 'in', [2, 6, 7]).execute();
  const pagesOf = (lot: (typeof lots)[number]): string[] => {
    const isGone = [4533, 4534, 4536, 4537].includes(lot.status);
    if (lot.lot_source === 'stock') return isGone || accepted.some((bid) => bid.lot_id === lot.id) ? [] : ['stock'];
    const [coming, sales] = lot.vehicle === 'car' ? ['car-auction', 'stats'] : ['bikes', 'bike-stats'];
    return [
      ...(lot.auction_day >= today() ? [coming] : []),
      ...([4533, 4534, 4535, 4539].includes(lot.status) ? [sales] : []),
    ];
  };
  const counts: Record<string, number> = {};
  for (const page of lots.flatMap(pagesOf)) counts[page] = (counts[page] ?? 0) + 1;
  return counts;
}

/** The clock of the lots goes on without anybody writing to their pages, as it does over night. */
const sleep = (days: number) =>
  database.pool.query(
    `alter table lots disable trigger lots_place;
     update lots set auction_day = auction_day - ${days}, auction_at = auction_at - interval '${days} days';
     alter table lots enable trigger lots_place`,
  );

async function order(sourceId: string, status: number): Promise<void> {
  const { pool } = database;
  await pool.query('update bids set status = 4 where lot_id = (select id from lots where source_id = $1)', [sourceId]);
  await pool.query(
    `insert into bids (lot_id, user_id, placed_by, lot_source, amount_yen, status)
     select id, $2, $2, 'stock', 700000, $3 from lots where source_id = $1 and lot_source = 'stock'`,
    [sourceId, clientId, status],
  );
}

const LOTS = 6;
const lotFacts = fc.record({
  vehicle: fc.constantFrom('car', 'bike'),
  lotSource: fc.constantFrom('auction', 'auction', 'stock'),
  inDays: fc.integer({ min: -2, max: 2 }),
  maker: fc.constantFrom('TOYOTA', 'HONDA'),
  model: fc.constantFrom('PRIUS', 'CB400'),
  condition: fc.constantFrom('4.5', 'R', ''),
  color: fc.constantFrom('PEARL', 'Синий', ''),
  year: fc.option(fc.constantFrom(2018, 2019, 2100)),
  mileage: fc.option(fc.constantFrom(0, 999, 1_000, 60_001)),
  engine: fc.option(fc.constantFrom(400, 1_800)),
  isPrivate: fc.constantFrom(false, false, true),
});
const happening = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('listed' as const), lot: fc.nat(LOTS - 1), facts: lotFacts }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('result' as const),
      lot: fc.nat(LOTS - 1),
      status: fc.constantFrom(4533, 4534, 4535, 4536, 4539, 4531),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('order' as const),
      lot: fc.nat(LOTS - 1),
      status: fc.constantFrom(1, 2, 3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('night' as const), days: fc.constantFrom(1, 2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deleted' as const), lot: fc.nat(LOTS - 1) }) },
);

function listed(
  lot: number,
  { inDays, isPrivate, ...facts }: typeof lotFacts extends fc.Arbitrary<infer T> ? T : never,
): Row {
  const auctionDate = `${shiftDay(today(), inDays)}T10:30:00+09:00`;
  return aLot({ sourceId: `lot-${lot}`, lotNo: lot + 1, auctionDate, viewers: isPrivate ? [] : null, ...facts });
}

describe('counters of listings', () => {
  test('say what the lots say, whatever is listed, moved, sold, ordered or left over night', async () => {
    await fc.assert(
      fc
        .asyncProperty(fc.array(happening, { minLength: 1, maxLength: 12 }), async (story) => {
          let minute = 0;
          const stamp = () => new Date(Date.UTC(2026, 10, 1, 0, minute++)).toISOString();
          await imported(database, [demoHouse()]);
          for (const event of story) {
            if (event.kind === 'listed')
              await imported(database, [{ ...listed(event.lot, event.facts), updatedAt: stamp() }]);
            if (event.kind === 'result')
              await imported(database, [
                aResult({ sourceId: `lot-${event.lot}`, status: event.status, soldPrice: 640_000, updatedAt: stamp() }),
              ]);
            if (event.kind === 'order') await order(`lot-${event.lot}`, event.status);
            if (event.kind === 'night') await sleep(event.days);
            if (event.kind === 'deleted')
              await database.pool.query(
                `delete from lots where source_id = $1 and not exists (select from bids where lot_id = lots.id)`,
                [`lot-${event.lot}`],
              );
            expect(await countersDrift(database)).toEqual([]);
          }
          await turnDay(database);
          await followOrders(database);
          expect(await countersDrift(database)).toEqual([]);
          expect(await lotsCounted()).toEqual(await lotsByHand());
        })
        .beforeEach(async () => {
          await database.pool.query(
            'delete from notifications; delete from bids; delete from lots; delete from lot_results',
          );
        }),
      { numRuns: 15 },
    );
  }, 120_000);

  test('a first load counts all at once and finds the same', async () => {
    const rows = Array.from({ length: LOTS }, (_, lot) =>
      aLot({ sourceId: `lot-${lot}`, lotNo: lot + 1, auctionDate: `${shiftDay(today(), lot - 2)}T10:30:00+09:00` }),
    );
    await imported(database, [demoHouse(), ...rows, aResult({ sourceId: 'lot-0' })], { firstLoad: true });
    expect(await countersDrift(database)).toEqual([]);
    expect(await lotsCounted()).toEqual({ 'car-auction': LOTS - 2, stats: 1 });
    await imported(database, [aResult({ sourceId: 'lot-1' })]);
    expect(await lotsCounted()).toEqual({ 'car-auction': LOTS - 2, stats: 2 });
  });

  test('each lot counts in its page, its maker and its model, by every choice and in half steps of a thousand km', async () => {
    await imported(database, [demoHouse(), aLot({ mileage: 61_500, auctionDate: `${today()}T23:59:00+09:00` })]);
    const { rows } = await database.pool.query(
      `select facet, value from lot_counters
        where page = 'car-auction' and maker = 'TOYOTA' and model = 'PRIUS' and lots > 0 order by facet`,
    );
    const house = await database.db.selectFrom('auction_houses').select('id').executeTakeFirstOrThrow();
    expect(Object.fromEntries(rows.map(({ facet, value }) => [facet, value]))).toEqual({
      auction: String(house.id),
      chassis: 'ZVW50',
      color: 'PEARL',
      condition: '4.5',
      engine: '1800',
      gearbox: 'AT',
      mileage: '123',
      status: '4532',
      total: '',
      year: '2018',
    });
  });

  test('the nightly check finds what is wrong, puts it right and says so', async () => {
    await imported(database, [demoHouse(), aLot({ auctionDate: `${today()}T23:59:00+09:00` })]);
    const error = vi.spyOn(log, 'error');
    expect(await checkCounters(database, log)).toEqual([]);
    expect(error).not.toHaveBeenCalled();
    await database.pool.query(`
      update lot_counters set lots = 7 where page = 'car-auction' and facet = 'color' and model = 'PRIUS' and lots > 0;
      delete from lot_counters where facet = 'total' and maker = '';
      update lot_counters set by_year = by_year * 2 where page = 'car-auction' and facet = 'gearbox' and model = 'PRIUS' and lots > 0;
      insert into lot_counters values ('stock', 'total', '', '', '', 3)`);
    const wrong = await checkCounters(database, log);
    expect(wrong.map(({ page, facet, counted, lots }) => [page, facet, counted, lots])).toEqual([
      ['car-auction', 'color', 7, 1],
      ['car-auction', 'gearbox', 1, 1],
      ['car-auction', 'total', 0, 1],
      ['stock', 'total', 3, 0],
    ]);
    expect(error).toHaveBeenCalledOnce();
    expect(await countersDrift(database)).toEqual([]);
    expect(await lotsCounted()).toEqual({ 'car-auction': 1 });
  });
});

test('what a trigger writes to other lots is told apart from what it was fired by', async () => {
  await imported(database, [
    demoHouse(),
    aLot({ sourceId: 'changed', lotNo: 1, auctionDate: comingDate() }),
    aLot({ sourceId: 'noted', lotNo: 2, auctionDate: comingDate() }),
  ]);
  const { pool } = database;
  // Fires after the lots were compared and before they are counted.
  await pool.query(
    `create function note_lots() returns trigger language plpgsql as $$
     begin
       if pg_trigger_depth() = 1 then update lots set remarks = 'noted' where source_id = 'noted'; end if;
       return null;
     end $$;
     create trigger lots_compared_then_noted after update on lots execute function note_lots()`,
  );
  try {
    await pool.query(`update lots set color = 'pink', start_price_yen = 123000 where source_id = 'changed'`);
  } finally {
    await pool.query('drop trigger lots_compared_then_noted on lots; drop function note_lots()');
  }
  const { rows } = await pool.query(
    `select lots from lot_counters where facet = 'color' and value = 'pink' and maker = ''`,
  );
  expect(rows).toEqual([{ lots: 1 }]);
  expect(await checkComingPrices(database, log)).toBe(0);
  expect(await checkCounters(database, log)).toEqual([]);
});

test('lots are counted where nobody has compared them', async () => {
  await imported(database, [demoHouse(), aLot({ sourceId: 'one', lotNo: 1 })]);
  const { pool } = database;
  await pool.query('alter table lots disable trigger lots_compared');
  try {
    await pool.query(`update lots set color = 'pink', start_price_yen = 123000`);
  } finally {
    await pool.query('alter table lots enable trigger lots_compared');
  }
  expect(await checkComingPrices(database, log)).toBe(0);
  expect(await checkCounters(database, log)).toEqual([]);
});
