import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runImport } from '../feed/run-import.ts';
import { isPhoto } from '../photos/render-photo.ts';
import { folderStore } from '../photos/store/folder-store.ts';
import { type Database, openDatabase } from '../platform/db/db.ts';
import { testDatabase } from '../platform/embedded-postgres/test-database.ts';
import { createLog } from '../platform/process/log.ts';
import { exampleLists, movedDays } from './example-feed.ts';

let database: Database;
let drop: () => Promise<void>;
const folder = mkdtempSync(join(tmpdir(), 'seri-example-'));

beforeAll(async () => {
  const created = await testDatabase();
  drop = created.drop;
  database = openDatabase(created.url, createLog('test', 'silent'));
});
afterAll(async () => {
  await database.close();
  await drop();
  rmSync(folder, { recursive: true });
});

async function importExample() {
  const refused: string[] = [];
  const store = folderStore(folder);
  const reports = [];
  for (const { file, ...list } of await exampleLists()) {
    const pictures = { folder: dirname(file), store, onRefused: (name: string) => void refused.push(name) };
    reports.push(await runImport({ database, ...list, pictures, sourceName: file, onOutcome: async () => {} }));
  }
  return { reports, refused };
}

// @covers FACT-10
test('the example imports into an empty portal, with photos and sheets, on days to come; again it changes nothing', async () => {
  const { reports, refused } = await importExample();
  expect(refused).toEqual([]);
  expect(reports.map(({ written, refused: rows }) => [written, rows])).toEqual([
    [2, 0],
    [20, 0],
  ]);
  const lots = await database.db
    .selectFrom('lots')
    .select(['lot_no', 'images', 'sheet', 'odometer_image', 'auction_at', 'is_demo'])
    .execute();
  for (const { lot_no, images, sheet, odometer_image, auction_at, is_demo } of lots) {
    const { image } = sheet as { image: string };
    expect(images.length).toBeGreaterThanOrEqual(2);
    expect([is_demo, auction_at > new Date()]).toEqual([false, true]);
    // The one whose sheet and list differ in the mileage.
    expect(odometer_image).toBe(lot_no === 4_047 ? images.at(-1) : null);
    for (const name of [...images.map((one) => one.slice('/p/'.length)), `sheets/${image}`])
      expect(isPhoto((await folderStore(folder).get(name)) ?? Buffer.alloc(0)), name).toBe(true);
  }
  expect((await importExample()).reports.map(({ written }) => written)).toEqual([0, 0]);
});

test('moves all days of a list together', () => {
  expect(movedDays('a,2026/12/01,2\nb,2026/12/02,2026/11/30', '2027-03-01')).toBe(
    'a,2027/03/02,2\nb,2027/03/03,2027/03/01',
  );
  expect(movedDays('no day', '2027-03-01')).toBe('no day');
});
