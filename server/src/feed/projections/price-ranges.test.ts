import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../platform/db/db.ts';
import { testDatabase } from '../../platform/embedded-postgres/test-database.ts';
import { createLog } from '../../platform/process/log.ts';
import { aLot, aResult, demoHouse, imported, type Row } from '../../testing/fixtures/feed.ts';
import { findStaleAverages } from '../../testing/fixtures/stale-averages.ts';

const log = createLog('test', 'silent');
let database: Database;
let drop: () => Promise<void>;
let nextNumber = 100;

beforeAll(async () => {
  const created = await testDatabase();
  drop = created.drop;
  database = openDatabase(created.url, log);
});
afterAll(async () => {
  await database.close();
  await drop();
});
beforeEach(async () => {
  await database.pool.query(
    'delete from lots; delete from lot_results; delete from price_commons; delete from price_models; delete from price_alarms',
  );
  await imported(database, [demoHouse()]);
});

/** Like `aLot()` except for the overrides, each with a mileage of its own: equal sales would count as copies of one. */
const sale = (soldPrice: number, more: Row = {}): Row => {
  const number = nextNumber++;
  return aLot({
    sourceId: `sale-${number}`,
    lotNo: number,
    status: 4533,
    soldPrice,
    mileage: 61_000 + (number % 97) * 10,
    auctionDate: `2026-11-${String(1 + (number % 20)).padStart(2, '0')}T10:00:00+09:00`,
    ...more,
  });
};
const sales = (count: number, soldPrice: number, more: Row = {}) =>
  Array.from({ length: count }, (_, i) => sale(soldPrice + (i % 5) * 1_000, more));

async function rangeOf(sourceId = 'lot-1') {
  return await database.db
    .selectFrom('lots')
    .select([
      'average_price_yen as shown',
      'average_sales as sales',
      'price_low_yen as low',
      'price_middle_yen as middle',
      'price_high_yen as high',
    ])
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow();
}
const NONE = { shown: null, low: null, middle: null, high: null };
const near = (yen: number, share = 0.1) => ({
  asymmetricMatch: (value: unknown) => typeof value === 'number' && Math.abs(value / yen - 1) < share,
  toString: () => `near ${yen}`,
});

describe('the range of a running lot', () => {
  // @covers PRICE-01
  test('is there with the import of the sales, in whole thousands, around their price', async () => {
    await imported(database, [aLot({ averagePrice: 1 }), ...sales(12, 500_000)]);
    const { shown, low, middle, high, sales: count } = await rangeOf();
    expect({ shown, middle, count }).toEqual({ shown: middle, middle: near(500_000), count: 12 });
    expect(low).toBeLessThan(middle ?? 0);
    expect(high).toBeGreaterThan(middle ?? 0);
    for (const yen of [low, middle, high]) expect((yen ?? 1) % 1_000).toBe(0);
  });

  test('below 100,000 yen, the ends are whole hundreds', async () => {
    await imported(database, [aLot(), ...sales(40, 40_000)]);
    const { low, middle, high } = await rangeOf();
    expect(middle).toEqual(near(42_000));
    for (const yen of [low, middle, high]) expect((yen ?? 1) % 100).toBe(0);
    expect([low, middle, high].some((yen) => (yen ?? 0) % 1_000 > 0)).toBe(true);
  });

  // @covers STAT-06
  test('an empty portal says nothing, and neither does a model without sales', async () => {
    await imported(database, [aLot()]);
    expect(await rangeOf()).toMatchObject(NONE);
    await imported(database, sales(5, 500_000, { model: 'AQUA' }));
    expect(await rangeOf()).toMatchObject({ ...NONE, sales: 0 });
  });

  // @covers STAT-06
  test('is refused with too few sales of the trim and a wide range, which is kept for the record', async () => {
    const others = [300_000, 2_900_000, 450_000, 1_500_000].flatMap((yen) => sales(4, yen, { grade: 'A' }));
    await imported(database, [aLot({ grade: 'Z' }), ...others, ...sales(2, 600_000, { grade: 'Z' })]);
    const { shown, sales: count, middle } = await rangeOf();
    expect({ shown, count }).toEqual({ shown: null, count: 2 });
    expect(middle).toBeGreaterThan(0);
  });

  test('without a year that of its generation counts', async () => {
    await imported(database, [
      aLot({ year: null, chassis: 'ZVW50-1234567' }),
      ...sales(15, 500_000, { year: 2016, chassis: 'ZVW50' }),
      ...sales(15, 1_500_000, { year: 2023, chassis: 'ZVW60' }),
    ]);
    expect((await rangeOf()).middle).toEqual(near(500_000, 0.25));
  });

  test.each([
    ['a private lot', { viewers: [] }],
    ['a fixed price', { lotSource: 'stock' }],
    ['one that was not sold', { status: 4535, soldPrice: null }],
    ['a motorcycle', { vehicle: 'bike' }],
  ])('%s never counts', async (_, other: Row) => {
    await imported(database, [aLot(), ...sales(9, 1_000_000, other)]);
    expect(await rangeOf()).toMatchObject(NONE);
  });
});

describe('updates with results', () => {
  test('new sales move the running lots of their model', async () => {
    const other = aLot({ sourceId: 'lot-2', lotNo: 2, model: 'AQUA' });
    await imported(database, [aLot(), other, ...sales(8, 500_000), ...sales(8, 300_000, { model: 'AQUA' })]);
    const before = (await rangeOf()).middle ?? 0;
    await imported(database, sales(8, 700_000));
    expect((await rangeOf()).middle).toBeGreaterThan(before * 1.05);
    expect((await rangeOf('lot-2')).middle).toEqual(near(300_000));
  });

  test('corrected results remove their sales', async () => {
    const rows = sales(5, 500_000);
    await imported(database, [aLot(), ...rows]);
    await imported(
      database,
      rows.map((row) => aResult({ sourceId: String(row.sourceId), status: 4539, soldPrice: null })),
    );
    expect(await rangeOf()).toMatchObject(NONE);
  });

  test('a corrected lot is estimated in its new form', async () => {
    await imported(database, [aLot(), ...sales(10, 500_000), ...sales(10, 900_000, { grade: 'A' })]);
    await imported(database, [aLot({ grade: 'A', updatedAt: '2026-11-21T00:00:00Z' })]);
    expect((await rangeOf()).middle).toEqual(near(900_000, 0.15));
  });

  test('an import whose ranges meet a deadlock writes them at the next attempt', async () => {
    await imported(database, [aLot(), ...sales(10, 500_000)]);
    const before = await rangeOf();
    // A sequence counts on through a rollback.
    await database.pool.query(`
      create sequence attempts;
      create function meet_a_deadlock() returns trigger language plpgsql as $$ begin
        if nextval('attempts') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
        return new;
      end $$;
      create trigger meet_a_deadlock before update of price_middle_yen on lots
        for each row execute function meet_a_deadlock()`);
    await imported(database, sales(10, 700_000));
    await database.pool.query('drop trigger meet_a_deadlock on lots; drop function meet_a_deadlock');
    const { rows } = await database.pool.query<{ attempts: number }>(
      'select last_value::integer as attempts from attempts',
    );
    expect(rows[0]?.attempts).toBeGreaterThan(1);
    expect((await rangeOf()).middle).toBeGreaterThan(before.middle ?? 0);
  });

  test('a past lot keeps the range its bidders saw', async () => {
    await imported(database, [aLot(), ...sales(10, 500_000)]);
    const before = await rangeOf();
    await imported(database, [aResult({ soldPrice: 2_000_000 }), ...sales(5, 800_000)]);
    expect(await rangeOf()).toEqual(before);
  });

  test('does not wait for a lot locked by a bid: writes the others, and that one afterwards', async () => {
    const others = [2, 3, 4].map((number) => aLot({ sourceId: `lot-${number}`, lotNo: number }));
    await imported(database, [aLot(), ...others, ...sales(10, 500_000)]);
    const { middle } = await rangeOf();
    const bidder = await database.pool.connect();
    await bidder.query(`begin; select from lots where source_id = 'lot-1' for share`);
    const importing = imported(database, sales(10, 900_000));
    for (const number of [2, 3, 4])
      await vi.waitFor(async () => expect((await rangeOf(`lot-${number}`)).middle).not.toBe(middle), 15_000);
    expect((await rangeOf()).middle).toBe(middle);
    // None of them is locked while the import waits.
    await bidder.query(`select from lots where source_id in ('lot-2', 'lot-3', 'lot-4') for update nowait`);
    await bidder.query('commit');
    bidder.release();
    await importing;
    expect(await rangeOf()).toEqual(await rangeOf('lot-2'));
    const { rows } = await database.pool.query('select from models_to_average');
    expect(rows).toEqual([]);
  });

  test('pending sums of an interrupted import count with the next one', async () => {
    await imported(database, [aLot(), ...sales(10, 500_000)]);
    const { middle } = await rangeOf();
    const afterMerge = async () => {
      throw new Error('the power went');
    };
    await expect(imported(database, sales(10, 900_000), { afterMerge })).rejects.toThrow('the power went');
    expect((await rangeOf()).middle).toBe(middle);
    await imported(database, [demoHouse({ haulageYen: 1, updatedAt: '2026-11-02T00:00:00Z' })]);
    expect((await rangeOf()).middle).toBeGreaterThan(middle ?? 0);
    expect(await findStaleAverages(database.db)).toEqual([]);
  });
});

describe('absurd prices', () => {
  test.each([1, 999_999_999])('one sale at %d yen hardly moves the middle', async (absurd) => {
    await imported(database, [aLot(), ...sales(20, 500_000), sale(absurd)]);
    expect((await rangeOf()).middle).toEqual(near(500_000, 0.12));
  });

  test('a thousand copies of one sale count once', async () => {
    const copies = Array.from({ length: 1_000 }, (_, i) => sale(1_200_000, { mileage: 61_000, sourceId: `copy-${i}` }));
    await imported(database, [aLot(), ...sales(20, 500_000), ...copies]);
    expect((await rangeOf()).middle).toEqual(near(500_000, 0.12));
  });

  test('sales of a source whose prices double overnight do not count, and raise an alarm', async () => {
    const known = ['S', 'A', 'G'].flatMap((grade) => sales(20, 500_000, { grade }));
    await imported(database, [aLot(), ...known]);
    const doubled = ['S', 'A', 'G'].flatMap((grade) =>
      sales(15, 1_000_000, { grade, source: 'doubled', auctionDate: '2026-11-22T10:00:00+09:00' }),
    );
    await imported(database, doubled);
    expect((await rangeOf()).middle).toEqual(near(500_000, 0.1));
    const { rows } = await database.pool.query('select source, ratio from price_alarms');
    expect(rows).toEqual([{ source: 'doubled', ratio: near(2, 0.2) }]);
  });
});
