import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../platform/db/db.ts';
import { testDatabase } from '../../platform/embedded-postgres/test-database.ts';
import { createLog } from '../../platform/process/log.ts';
import { findReading, hurryReading, storeReading } from '../../sheets/queries.ts';
import { flatSheets } from '../../testing/fixtures/flat-pictures.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson } from '../../testing/http/people.ts';
import { readSheetsAhead, sheetArrived, sheetHash } from './read-sheet.ts';

const READER = { sheets: flatSheets, readerName: 'own' };
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
beforeEach(async () => {
  await database.db.deleteFrom('lot_sheets').execute();
  await database.db.deleteFrom('sheet_readings').execute();
  await database.db.deleteFrom('favorites').execute();
  await database.db.deleteFrom('lots').execute();
  await database.pool.query('delete from graphile_worker._private_jobs');
});

let seed = 1;
const scanOf = (image: string) => JSON.stringify({ damages: [], remarksJa: [], seed: seed++, image });
const upcoming = (more: Parameters<typeof createLot>[1] = {}) =>
  createLot(database.db, { sheet: scanOf(`files/${seed}.jpg`), mileage_km: 61_000, ...more });
const queued = async () =>
  (
    await database.pool.query<{ lot: number; priority: number }>(
      `select r.lot_id::integer as lot, j.priority from graphile_worker.jobs j
         join sheet_readings r on j.key = 'sheet:' || r.id order by j.priority, j.id`,
    )
  ).rows;

// @covers FACT-05
test('sheets of upcoming lots are queued before anybody opens them: wanted ones first, a few at a time, each once', async () => {
  const [first, wanted] = [await upcoming(), await upcoming()];
  const more: number[] = [];
  for (let nth = 0; nth < 22; nth++) more.push(await upcoming());
  await createLot(database.db);
  await createLot(database.db, {
    sheet: scanOf('files/past.jpg'),
    auctionInMinutes: -3 * 24 * 60,
  });
  const { id } = await createPerson(database.db);
  await database.db.insertInto('favorites').values({ user_id: id, lot_id: wanted, group_letter: 'A' }).execute();
  expect(await readSheetsAhead(database.db, READER)).toBe(20);
  expect(await readSheetsAhead(database.db, READER)).toBe(0);
  const waiting = (await queued()).map(({ lot }) => lot);
  expect(waiting.slice(0, 2)).toEqual([wanted, first]);
  await database.db.updateTable('sheet_readings').set({ state: 'failed' }).execute();
  expect(await readSheetsAhead(database.db, READER)).toBe(4);
  await database.db.updateTable('sheet_readings').set({ state: 'failed' }).execute();
  expect(await readSheetsAhead(database.db, READER)).toBe(0);
  expect(new Set((await queued()).map(({ lot }) => lot))).toEqual(new Set([first, wanted, ...more]));
});

// @covers FACT-05
test('a sheet that a reader opens is read before those nobody waits for', async () => {
  const [first, second] = [await upcoming(), await upcoming()];
  await sheetArrived(database.db, first, READER);
  await sheetArrived(database.db, second, READER);
  const { id } = await database.db
    .selectFrom('sheet_readings')
    .select('id')
    .where('lot_id', '=', second)
    .executeTakeFirstOrThrow();
  await hurryReading(database.db, id);
  await hurryReading(database.db, id);
  const [opened, other] = await queued();
  expect([opened?.lot, other?.lot]).toEqual([second, first]);
  expect(opened?.priority).toBeLessThan(other?.priority ?? 0);
});

// @covers FACT-07
test('a sheet that was read ahead contradicts its lot; another picture of it is read again', async () => {
  const lot = await upcoming();
  await sheetArrived(database.db, lot, READER);
  const reading = await database.db.selectFrom('sheet_readings').select('id').executeTakeFirstOrThrow();
  const item = { field: 'mileage', ja: '81,000 km', guess: null, value: '81000', confidence: 0.9 };
  await database.db.transaction().execute((tx) =>
    storeReading(tx, reading.id, {
      ...{ form: 'labels', corners: null, reader: 'own' as const, places: [] },
      items: [{ ...item, box: [1, 1, 10, 10] }],
    }),
  );
  const contradictions = () =>
    database.db.selectFrom('sheet_contradictions').select(['sheet_value', 'list_value']).execute();
  expect(await contradictions()).toEqual([{ sheet_value: '81000', list_value: '61000' }]);
  await database.db
    .updateTable('lots')
    .set({ sheet: scanOf('files/other.jpg') })
    .where('id', '=', lot)
    .execute();
  expect(await contradictions()).toEqual([]);
  expect(await readSheetsAhead(database.db, READER)).toBe(1);
  expect(await findReading(database.db, sheetHash('own', 'nothing'))).toBeUndefined();
  expect((await queued()).map((job) => job.lot)).toEqual([lot, lot]);
});
