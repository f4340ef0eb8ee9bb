import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { folderStore } from '../../photos/store/folder-store.ts';
import { type Database, openDatabase } from '../../platform/db/db.ts';
import { testDatabase } from '../../platform/embedded-postgres/test-database.ts';
import { japanDay, shiftDay } from '../../platform/i18n/japan-time.ts';
import { createLog } from '../../platform/process/log.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { runCommand } from '../../testing/http/run-command.ts';
import { DEPENDENT_TABLES, REFERENCING_TABLES } from './old-sales-queries.ts';
import { removeOldSales, surveyOldSales } from './remove-old-sales.ts';

vi.setConfig({ testTimeout: 60_000 });
const folder = mkdtempSync(join(tmpdir(), 'seri-old-sales-'));
const store = folderStore(join(folder, 'photos'));
const YEAR_MINUTES = 365 * 24 * 60;
const BEFORE = shiftDay(japanDay(new Date()), -2 * 365);
let database: Database;
let url: string;
let drop: () => Promise<void>;
let anna: Person;

beforeAll(async () => {
  ({ url, drop } = await testDatabase());
  database = openDatabase(url, createLog('test', 'silent'));
  anna = await createPerson(database.db);
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('DATA_DIR', folder);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.close();
  await drop();
  rmSync(folder, { recursive: true });
});
beforeEach(() =>
  database.pool.query(`
    alter table bid_events disable trigger user; alter table lot_note_events disable trigger user;
    delete from bid_events; delete from bids; delete from favorites; delete from shares; delete from sheet_readings;
    delete from extra_photo_runs; delete from lot_extra_images; delete from notifications; delete from lot_results;
    delete from photos_to_remove; delete from lots`),
);

let sales = 0;
const sale = async ({ yearsAgo = 3, ...more }: Parameters<typeof createLot>[1] & { yearsAgo?: number } = {}) => {
  const photo = `old/${++sales}.jpg`;
  await store.put(photo, Buffer.from('photo'));
  const auctionInMinutes = -yearsAgo * YEAR_MINUTES - sales;
  const id = await createLot(database.db, {
    ...{ auctionInMinutes, status: 4533, sold_price_yen: 500_000 + sales, images: [`/p/${photo}`] },
    ...more,
  });
  return { id, photo };
};
const left = async () =>
  (await database.db.selectFrom('lots').select('id').orderBy('id').execute()).map(({ id }) => id);
const remove = (more: Partial<Parameters<typeof removeOldSales>[1]> = {}) =>
  removeOldSales(database.db, { before: BEFORE, store, batchSize: 3, ...more });
const query = (text: string, values: unknown[] = []) => database.pool.query(text, values);

test('every table that references a lot has a rule', async () => {
  const { rows } = await query(
    `select distinct conrelid::regclass::text as name from pg_constraint where confrelid = 'lots'::regclass order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([...REFERENCING_TABLES, ...DEPENDENT_TABLES].toSorted());
});

test('every table queried by lot has an index for it', async () => {
  const { rows } = await query(`
    select c.conrelid::regclass::text as name from pg_constraint c
     where c.confrelid = 'lots'::regclass and not exists (
       select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(lot_id IS NOT NULL)'))`);
  expect(rows).toEqual([]);
});

test('removes old sales with their photos, updates counters and sums, and keeps newer lots and other lots', async () => {
  const gone = [await sale(), await sale({ vehicle: 'bike' }), await sale({ status: 4539, sold_price_yen: null })];
  const young = await sale({ yearsAgo: 1.9 });
  const others = [young.id, (await sale({ status: 4536 })).id, (await sale({ is_private: true })).id];
  const upcomingLot = await createLot(database.db);
  expect(await surveyOldSales(database.db, BEFORE)).toMatchObject({ removable: 3, retained: 1 });
  expect(await left()).toHaveLength(7);
  expect(await remove()).toMatchObject({ sales: 3, photos: 3, retained: 1, isComplete: true });
  expect(await left()).toEqual([...others, upcomingLot]);
  for (const { photo } of gone) expect(await store.get(photo)).toBeNull();
  expect(await store.get(young.photo)).not.toBeNull();
  expect(await remove()).toMatchObject({ sales: 0, photos: 0, isComplete: true });
});

test('removes the dependent rows of a lot', async () => {
  const { id } = await sale({ source: 'uss', source_id: 'one' });
  await query(`insert into sheet_readings (picture_hash, lot_id, state) values ('h', $1, 'read')`, [id]);
  await query(`insert into extra_photo_runs (lot_id, state) values ($1, 'done')`, [id]);
  await store.put('old/extra.jpg', Buffer.from('extra'));
  await query(`insert into lot_extra_images (lot_id, images) values ($1, '{/p/old/extra.jpg}')`, [id]);
  await query(`insert into lot_results (source, source_id, updated_at, status) values ('uss', 'one', now(), 4533)`);
  expect(await remove()).toMatchObject({ sales: 1, readings: 1, photos: 2 });
  expect((await query('select from lot_results')).rowCount).toBe(0);
  expect(await store.get('old/extra.jpg')).toBeNull();
});

test('keeps a referenced sale, and a photo that another lot shows', async () => {
  const remaining = await Promise.all(Array.from({ length: 9 }, () => sale()));
  const [bid, favorite, share, told, noted, corrected, waiting, asked, pending] = remaining.map(({ id }) => id);
  await query(
    `insert into bids (lot_id, user_id, placed_by, lot_source, amount_yen, status) values ($1, $2, $2, 'auction', 500000, 5)`,
    [bid, anna.id],
  );
  await query('insert into favorites (user_id, lot_id, group_letter) values ($1, $2, $3)', [anna.id, favorite, 'A']);
  await query(`insert into shares (id, lot_id, user_id, page_type) values ('aaaaaaaaaaaaaaaa', $1, $2, 'stats')`, [
    share,
    anna.id,
  ]);
  await query(`insert into notifications (user_id, kind, lot_id, dedupe_key) values ($1, 'closing_soon', $2, 'old')`, [
    anna.id,
    told,
  ]);
  await query(`update lots set manager_note = 'Look' where id = $1`, [noted]);
  await query(
    `with reading as (insert into sheet_readings (picture_hash, lot_id, state) values ('c', $1, 'read') returning id)
     insert into sheet_items (reading_id, field, confidence, box, corrected_at) select id, 'color', 1, '{1,1,1,1}', now() from reading`,
    [corrected],
  );
  await query(`insert into sheet_readings (picture_hash, lot_id) values ('w', $1)`, [waiting]);
  await query('insert into extra_photo_runs (lot_id) values ($1)', [asked]);
  await query('update lots set outcome_pending = true where id = $1', [pending]);
  const gone = await sale();
  const shared = await createLot(database.db, { images: [`/p/${gone.photo}`] });
  expect(await surveyOldSales(database.db, BEFORE)).toMatchObject({ removable: 1, retained: 9 });
  expect(await remove()).toMatchObject({ sales: 1, retained: 9, photos: 0 });
  expect(await left()).toEqual([...remaining.map(({ id }) => id), shared].toSorted((a, b) => a - b));
  expect(await store.get(gone.photo)).not.toBeNull();
});

test('keeps a lot that becomes a favorite during the run, and skips a locked one', async () => {
  const lots: { id: number }[] = [];
  for (let at = 0; at < 9; at++) lots.push(await sale());
  const oldest = lots.toReversed().map(({ id }) => id);
  const [favorite, held] = [oldest[5], oldest[7]];
  const holder = await database.pool.connect();
  await holder.query('begin');
  await holder.query(`insert into favorites (user_id, lot_id, group_letter) values ($1, $2, 'B')`, [anna.id, held]);
  const done = await remove({
    onProgress: async (removal) => {
      if (removal.sales === 3)
        await query(`insert into favorites (user_id, lot_id, group_letter) values ($1, $2, 'A')`, [anna.id, favorite]);
    },
  });
  expect(done).toMatchObject({ sales: 7, retained: 2 });
  await holder.query('rollback');
  holder.release();
  expect(await left()).toEqual([held, favorite].toSorted((a, b) => Number(a) - Number(b)));
  expect(await remove()).toMatchObject({ sales: 1, retained: 1 });
});

test('aborted midway, resumes on the next run and forgets no photo', async () => {
  const lots = await Promise.all(Array.from({ length: 8 }, () => sale()));
  const stopping = new AbortController();
  const stopped = await remove({ signal: stopping.signal, onProgress: () => stopping.abort() });
  expect(stopped).toMatchObject({ sales: 3, photos: 0, isComplete: false });
  expect(await left()).toHaveLength(5);
  expect(await remove()).toMatchObject({ sales: 5, photos: 8, isComplete: true });
  for (const { photo } of lots) expect(await store.get(photo)).toBeNull();
});

test('killed midway, removes no lot partially, and the next run continues', async () => {
  const lots = await Promise.all(Array.from({ length: 40 }, () => sale()));
  const args = ['sales', 'remove', '--before', BEFORE, '--yes', '--at-once', '1'];
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', '..', 'cli', 'admin-cli.ts'), ...args], {
    stdio: 'ignore',
  });
  await vi.waitUntil(async () => (await left()).length < 35, { timeout: 50_000, interval: 5 });
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('close', resolve));
  expect((await remove()).isComplete).toBe(true);
  expect(await left()).toEqual([]);
  for (const { photo } of lots) expect(await store.get(photo)).toBeNull();
});

test('the admin command only prints the counts unless it is confirmed', async () => {
  const [{ id }] = [await sale(), await sale({ yearsAgo: 4 })];
  await query('insert into favorites (user_id, lot_id, group_letter) values ($1, $2, $3)', [anna.id, id, 'A']);
  const args = ['sales', 'remove', '--before', BEFORE];
  const said = await runCommand(args);
  expect(said.code).toBe(0);
  expect(said.out).toMatch(
    /year +sales +photos\n\d{4} +1 +1\n1 sales before .* would be removed; 1 stays, as somebody/,
  );
  expect(said.out).toContain('Nothing was removed.');
  expect(await left()).toHaveLength(2);
  expect(await runCommand([...args, '--yes'])).toMatchObject({
    code: 0,
    out: '1 sales, 1 photos and 0 read sheets removed; 1 stays, as somebody has something to do with it.\n',
  });
  expect(await left()).toEqual([id]);
  const young = await runCommand(['sales', 'remove', '--before', shiftDay(japanDay(new Date()), -30), '--yes']);
  expect(young).toMatchObject({ code: 1, err: expect.stringContaining('less than a year ago') });
  expect((await runCommand(['sales', 'remove', '--before', 'soon'])).err).toMatch(/Give a day such as 2020-01-01/);
});
