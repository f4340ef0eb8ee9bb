import { expect, test } from 'vitest';
import { aLot, aResult, demoHouse, imported, lotsTable, type Row } from '../../testing/fixtures/feed.ts';
import { findStaleAverages } from '../../testing/fixtures/stale-averages.ts';
import { ownDatabase } from '../../testing/processes/own-database.ts';
import { mergeName } from '../names/decide-name.ts';

const database = ownDatabase();

const DAY_MS = 86_400_000;
const ROWS = 6_000;
const LOTS = 1_700;
/** A short file: one batch. */
const SHORT_ROWS = 900;

/** Lots that are listed, change their similarity properties, move and are sold, each row with its own timestamp. */
function rowAt(at: number): Row {
  const lotNo = (at * 7_919) % LOTS;
  const head = {
    sourceId: `lot-${lotNo}`,
    updatedAt: new Date(Date.UTC(2026, 8, 1) + ((at * 31) % ROWS) * 1_000).toISOString(),
  };
  if (at % 6 === 0) return aResult({ ...head, status: 4533, soldPrice: 500_000 + (at % 40) * 10_000 });
  const day = lotNo % 3 === 0 ? '2026-09-20' : '2090-09-20';
  return aLot({
    ...head,
    lotNo: lotNo + 1 + (at % 11 === 0 ? LOTS : 0),
    auctionDate: `${day}T10:00:00+09:00`,
    year: 2015 + (at % 4),
    startPrice: 100_000 + (at % 50) * 5_000,
  });
}

async function found() {
  expect(await findStaleAverages(database.db)).toEqual([]);
  const { rows: noted } = await database.pool.query(
    'select count(distinct lot_id)::integer as lots from lots_to_match, unnest(lot_ids) lot_id',
  );
  return { lots: await lotsTable(database), noted };
}

test('a long file, merged in many batches, yields the same as its rows in short files', async () => {
  const rows = Array.from({ length: ROWS }, (_, at) => rowAt(at));
  await imported(database, [demoHouse()]);
  for (let from = 0; from < ROWS; from += SHORT_ROWS) {
    const report = await imported(database, rows.slice(from, from + SHORT_ROWS));
    expect(report.refused).toBe(0);
  }
  const expected = await found();
  const { rows: priced } = await database.pool.query('select from lots where average_price_yen is not null');
  expect(priced.length).toBeGreaterThan(100);

  await database.pool.query(
    `delete from lots_to_match; delete from lot_stamps; delete from lots; delete from lot_results; delete from auction_houses`,
  );
  const report = await imported(database, [demoHouse(), ...rows]);
  expect(report).toMatchObject({ read: ROWS + 1, refused: 0 });
  expect(await found()).toEqual(expected);

  const again = await imported(database, [demoHouse(), ...rows]);
  expect(again).toMatchObject({ read: ROWS + 1, written: 0, refused: 0 });
  expect(await found()).toEqual(expected);
}, 60_000);

test('an abort between two batches keeps the earlier ones, and returns a usable connection', async () => {
  const rows = Array.from({ length: ROWS }, (_, at) => aLot({ sourceId: `new-${at}`, lotNo: 10_000 + at }));
  let batches = 0;
  const broken = imported(database, rows, {
    afterMerge: async () => {
      batches += 1;
      if (batches === 2) throw new Error('nobody is told any more');
    },
  });
  await expect(broken).rejects.toThrow('nobody is told any more');
  const report = await imported(database, rows);
  expect(report).toMatchObject({ read: ROWS, refused: 0 });
  expect(report.added).toBeLessThan(ROWS);
  expect(report.added + report.unchanged).toBe(ROWS);
});

test('a decision about a name between two batches applies to the second one', async () => {
  const { db, pool } = database;
  const updatedAt = '2026-11-25T00:00:00Z';
  const rows = Array.from({ length: ROWS }, (_, at) =>
    aLot({ sourceId: `blue-${at}`, lotNo: 30_000 + at, updatedAt, color: 'SORAIRO' }),
  );
  let batches = 0;
  const decide = async () => {
    if (++batches !== 1) return;
    const { rows: found } = await pool.query<{ id: number; name: string }>(
      `select id, name from feed_names where kind = 'color' and name in ('SORAIRO', 'PEARL')`,
    );
    const idOf = (name: string) => found.find((row) => row.name === name)?.id ?? 0;
    await db.transaction().execute((tx) => mergeName(tx, { nameId: idOf('SORAIRO'), targetId: idOf('PEARL') }, null));
  };
  const report = await imported(database, rows, { afterMerge: decide });
  expect(report).toMatchObject({ read: ROWS, written: ROWS, refused: 0 });
  const { rows: colors } = await pool.query<{ color: string; sourceNames: unknown; lots: number }>(
    `select color, source_names as "sourceNames", count(*)::integer as lots from lots where source_id like 'blue-%'
      group by 1, 2 order by 1 desc`,
  );
  const [first, others] = colors;
  expect(first).toMatchObject({ color: 'SORAIRO', sourceNames: null });
  expect(others).toEqual({ color: 'PEARL', sourceNames: { color: 'SORAIRO' }, lots: ROWS - (first?.lots ?? 0) });
  expect(first?.lots).toBeLessThan(ROWS);
});

test('every lot of a long file has the price range of the sales before it', async () => {
  const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const alike = { model: 'AQUA', year: new Date().getFullYear() - 7 };
  const sold = Array.from({ length: 5 }, (_, at) => {
    const head = { sourceId: `sold-${at}`, updatedAt: '2026-11-23T00:00:00Z' };
    return [
      aLot({ ...head, ...alike, auctionDate: dayIn(-3), lotNo: 50_000 + at }),
      aResult({ ...head, status: 4533, soldPrice: 700_000 }),
    ];
  }).flat();
  await imported(database, sold);
  const rows = Array.from({ length: ROWS }, (_, at) =>
    aLot({ sourceId: `coming-${at}`, lotNo: 60_000 + at, auctionDate: dayIn(3), ...alike }),
  );
  await imported(database, rows);
  const { rows: averages } = await database.pool.query(
    `select average_price_yen as yen, count(*)::integer as lots from lots where source_id like 'coming-%' group by 1`,
  );
  expect(averages).toEqual([{ yen: expect.any(Number), lots: ROWS }]);
  expect(Math.abs(averages[0].yen / 700_000 - 1)).toBeLessThan(0.15);
});
