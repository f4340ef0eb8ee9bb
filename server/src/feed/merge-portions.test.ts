import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { testDatabase } from '../platform/test-database.ts';
import { aLot, aResult, demoHouse, imported, type Row } from '../testing/feed.ts';
import { createPerson } from '../testing/people.ts';
import { ROWS_IN_DEMAND } from './merge-portions.ts';

const HOUR_MS = 60 * 60_000;
const FAR = 100;
const SOON = 2 * ROWS_IN_DEMAND + 20;
let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const created = await testDatabase();
  drop = created.drop;
  database = openDatabase(created.url, createLog('test', 'silent'));
});
afterAll(async () => {
  await database.close();
  await drop();
});

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const [soon, far] = [inHours(3), inHours(72)];
const lots = (more: Row): Row[] => [
  ...Array.from({ length: SOON }, (_, at) =>
    aLot({ sourceId: `soon-${at}`, lotNo: 1_000 + at, auctionDate: soon, ...more }),
  ),
  ...Array.from({ length: FAR }, (_, at) => aLot({ sourceId: `far-${at}`, lotNo: at + 1, auctionDate: far, ...more })),
];
/** How many lots each transaction wrote last, the most first. */
const written = async (like: string) => {
  const { rows } = await database.pool.query<{ lots: number }>(
    'select count(*)::integer as lots from lots where source_id like $1 group by xmin order by 1 desc',
    [like],
  );
  return rows.map((row) => row.lots);
};

test('lots that somebody may bid on at this moment are held some at a time, the others all at once', async () => {
  await imported(database, [demoHouse(), ...lots({})]);
  const report = await imported(database, lots({ startPrice: 310_000, updatedAt: '2026-11-21T00:00:00Z' }));
  expect(report).toMatchObject({ read: SOON + FAR, written: SOON + FAR, refused: 0 });
  expect(await written('soon-%')).toEqual([ROWS_IN_DEMAND, ROWS_IN_DEMAND, 20]);
  expect(await written('far-%')).toEqual([FAR]);
});

test('a lot with an open bid is one of them, however far its auction is, and its result comes after its row', async () => {
  const { id: userId } = await createPerson(database.db);
  await database.pool.query(
    `insert into bids (lot_id, user_id, placed_by, lot_source, amount_yen, status)
     select id, $1, $1, 'auction', 400000, 1 from lots where source_id = 'far-7'`,
    [userId],
  );
  const changed = { startPrice: 320_000, updatedAt: '2026-11-22T00:00:00Z' };
  const sold = aResult({ sourceId: 'far-7', status: 4533, updatedAt: '2026-11-23T00:00:00Z' });
  expect((await imported(database, [sold, ...lots(changed)])).refused).toBe(0);
  expect(await written('far-%')).toEqual([FAR - 1, 1]);
  const { rows } = await database.pool.query(`select status, start_price_yen from lots where source_id = 'far-7'`);
  expect(rows).toEqual([{ status: 4533, start_price_yen: 320_000 }]);
});
