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
  await database.pool.query('delete from lots; delete from lot_results');
  await imported(database, [demoHouse()]);
});

/** Like `aLot()` except for the overrides. */
const sale = (soldPrice: number, more: Row = {}): Row => {
  const number = nextNumber++;
  return aLot({ sourceId: `sale-${number}`, lotNo: number, status: 4533, soldPrice, ...more });
};
const sales = (count: number, soldPrice: number, more: Row = {}) =>
  Array.from({ length: count }, () => sale(soldPrice, more));

async function averageOf(sourceId = 'lot-1') {
  const lot = await database.db
    .selectFrom('lots')
    .select(['average_price_yen as yen', 'average_sales as sales', 'average_level as level'])
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow();
  return lot;
}
const NONE = { yen: null, sales: null, level: null };

describe('the average of similar sales', () => {
  // @covers STAT-03
  test("requires five sales, regardless of the source's own average", async () => {
    await imported(database, [aLot({ averagePrice: 1 }), ...sales(4, 500_000)]);
    expect(await averageOf()).toEqual(NONE);
    await imported(database, sales(1, 1_000_000));
    expect(await averageOf()).toEqual({ yen: 600_000, sales: 5, level: 0 });
  });

  test.each([
    ['another mileage band', { mileage: 70_000 }, { mileage: 85_000 }, 1],
    ['a neighbouring condition', {}, { condition: '5' }, 2],
    ['two years apart', {}, { year: 2020 }, 3],
    ['any mileage', {}, { mileage: null }, 3],
    ['the first word of the trim', { grade: 'S Touring' }, { grade: 'S Safety Plus' }, 4],
    ['another trim', {}, { grade: 'A Premium' }, 5],
  ])('with too few similar sales it includes %s too', async (_, lot: Row, farther: Row, level: number) => {
    await imported(database, [aLot(lot), ...sales(2, 500_000, lot), ...sales(3, 1_000_000, farther)]);
    expect(await averageOf()).toEqual({ yen: 800_000, sales: 5, level });
    // Enough sales at the first level, so wider levels are not used.
    await imported(database, sales(3, 500_000, lot));
    expect(await averageOf()).toEqual({ yen: 500_000, sales: 5, level: 0 });
  });

  test.each([
    ['another model', { model: 'AQUA' }],
    ['another maker', { maker: 'LEXUS' }],
    ['three years apart', { year: 2021 }],
    ['an unknown year', { year: null }],
    ['a repaired one', { condition: 'R' }],
    ['a condition nobody knows', { condition: '?' }],
    ['a motorcycle', { vehicle: 'bike' }],
    ['a private lot', { viewers: [] }],
    ['a fixed price', { lotSource: 'stock' }],
    ['one that was not sold', { status: 4535, soldPrice: null }],
  ])('%s never counts', async (_, other: Row) => {
    await imported(database, [aLot(), ...sales(9, 1_000_000, other)]);
    expect(await averageOf()).toEqual(NONE);
  });

  test('compares words of the trim without punctuation and case, and a car of an unknown year has no average', async () => {
    const lots = [aLot({ grade: 'S  touring-selection' }), aLot({ sourceId: 'lot-2', lotNo: 2, year: null })];
    await imported(database, [...lots, ...sales(5, 500_000, { grade: 'S Touring Selection' })]);
    expect(await averageOf()).toMatchObject({ sales: 5, level: 0 });
    expect(await averageOf('lot-2')).toEqual(NONE);
  });
});

describe('updates with results', () => {
  test('a new sale changes only similar running lots', async () => {
    const other = aLot({ sourceId: 'lot-2', lotNo: 2, model: 'AQUA' });
    await imported(database, [aLot(), other, ...sales(5, 500_000), ...sales(5, 300_000, { model: 'AQUA' })]);
    await imported(database, [sale(1_100_000)]);
    expect(await averageOf()).toEqual({ yen: 600_000, sales: 6, level: 0 });
    expect(await averageOf('lot-2')).toEqual({ yen: 300_000, sales: 5, level: 0 });
  });

  test('a corrected result removes its sale', async () => {
    const rows = sales(5, 500_000);
    await imported(database, [aLot(), ...rows]);
    await imported(database, [aResult({ sourceId: String(rows[0]?.sourceId), status: 4539, soldPrice: null })]);
    expect(await averageOf()).toEqual(NONE);
  });

  test('a corrected price, model or mileage counts in its new form', async () => {
    const rows = sales(6, 500_000);
    await imported(database, [aLot(), ...rows]);
    const newer = { updatedAt: '2026-11-25T00:00:00Z' };
    await imported(database, [{ ...rows[0], ...newer, soldPrice: 1_100_000 }]);
    expect(await averageOf()).toEqual({ yen: 600_000, sales: 6, level: 0 });
    await imported(database, [{ ...rows[0], ...newer, soldPrice: 1_100_000, model: 'AQUA' }]);
    expect(await averageOf()).toEqual({ yen: 500_000, sales: 5, level: 0 });
  });

  test('a corrected lot is compared in its new form', async () => {
    await imported(database, [aLot(), ...sales(5, 500_000), ...sales(5, 900_000, { grade: 'A' })]);
    await imported(database, [aLot({ grade: 'A', updatedAt: '2026-11-21T00:00:00Z' })]);
    expect(await averageOf()).toEqual({ yen: 900_000, sales: 5, level: 0 });
  });

  test('a past lot keeps the average its bidders saw; one that arrives as a sale excludes its own price', async () => {
    await imported(database, [aLot(), ...sales(5, 500_000)]);
    await imported(database, [aResult({ soldPrice: 2_000_000 }), ...sales(1, 800_000)]);
    expect(await averageOf()).toEqual({ yen: 500_000, sales: 5, level: 0 });
    await imported(database, [aLot({ sourceId: 'lot-2', lotNo: 2, status: 4533, soldPrice: 5_000_000 })]);
    // Five of 500,000, one of 800,000 and one of 2,000,000.
    expect(await averageOf('lot-2')).toEqual({ yen: 757_143, sales: 7, level: 0 });
  });

  test('does not wait for a lot locked by a bid: writes the others, and that one afterwards', async () => {
    const others = [2, 3, 4].map((number) => aLot({ sourceId: `lot-${number}`, lotNo: number }));
    await imported(database, [aLot(), ...others, ...sales(5, 500_000)]);
    const bidder = await database.pool.connect();
    await bidder.query(`begin; select from lots where source_id = 'lot-1' for share`);
    const importing = imported(database, [sale(1_100_000)]);
    for (const number of [2, 3, 4])
      await vi.waitFor(async () => expect(await averageOf(`lot-${number}`)).toMatchObject({ yen: 600_000 }), 15_000);
    expect(await averageOf()).toMatchObject({ yen: 500_000 });
    // None of them is locked while the import waits.
    await bidder.query(`select from lots where source_id in ('lot-2', 'lot-3', 'lot-4') for update nowait`);
    await bidder.query('commit');
    bidder.release();
    await importing;
    expect(await averageOf()).toEqual({ yen: 600_000, sales: 6, level: 0 });
    const { rows } = await database.pool.query('select from models_to_average');
    expect(rows).toEqual([]);
  });

  test('pending sums of an interrupted import count with the next one', async () => {
    await imported(database, [aLot(), ...sales(5, 500_000)]);
    const afterMerge = async () => {
      throw new Error('the power went');
    };
    await expect(imported(database, [sale(1_100_000)], { afterMerge })).rejects.toThrow('the power went');
    await imported(database, [demoHouse({ haulageYen: 1, updatedAt: '2026-11-02T00:00:00Z' })]);
    expect(await averageOf()).toEqual({ yen: 600_000, sales: 6, level: 0 });
  });
});

describe('after any correction', () => {
  test('averages equal those computed from all sales', async () => {
    const rows = [...sales(3, 500_000), sale(700_000, { condition: '5' }), sale(100_000), sale(900_000)];
    await imported(database, [aLot(), aLot({ sourceId: 'lot-2', lotNo: 2, grade: 'A' }), ...rows]);
    const newer = { updatedAt: '2026-11-25T00:00:00Z' };
    await imported(database, [
      { ...rows[0], ...newer, auctionDate: '2026-12-03T10:00:00+09:00' },
      { ...rows[3], ...newer, grade: 'A' },
      { ...rows[4], ...newer, soldPrice: 200_000 },
      aResult({ sourceId: String(rows[5]?.sourceId), updatedAt: newer.updatedAt, status: 4539, soldPrice: null }),
    ]);
    expect(await findStaleAverages(database.db)).toEqual([]);
    expect(await averageOf()).toEqual({ yen: 480_000, sales: 5, level: 5 });
  });
});
