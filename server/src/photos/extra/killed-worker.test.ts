import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { registerCalls } from '../../compose/app.ts';
import { startWorker } from '../../compose/worker.ts';
import { createLog } from '../../platform/process/log.ts';
import { builtInSheetReader } from '../../sheets/readers/open-reader.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { SECRET_KEY } from '../../testing/http/auth-cookies.ts';
import { CALL_OPTIONS } from '../../testing/http/call-options.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { startWorkerProcess } from '../../testing/processes/worker-process.ts';
import { NO_SHEETS } from '../sheet-source.ts';
import { folderStore } from '../store/folder-store.ts';
import type { ExtraPhotoSource } from './extra-photo-source.ts';

const PATIENCE = { timeout: 30_000, interval: 50 };
const FOUND = ['/p/sedan-white-2-side', '/p/sedan-white-2-rear'];
const dataDir = mkdtempSync(join(tmpdir(), 'seri-killed-'));
let portal: TestPortal;
let anna: Person;
let lotId: number;

beforeAll(async () => {
  portal = await testPortal((app, database) => registerCalls(app, database, CALL_OPTIONS));
  const { db } = portal.database;
  anna = await createPerson(db, { permissions: { ussLimitCheck: true } });
  await db.updateTable('bid_clients').set({ daily_uss_limit: 2 }).where('user_id', '=', anna.id).execute();
  lotId = await createLot(db);
  mkdirSync(join(dataDir, 'inbox'));
});
afterAll(async () => {
  await portal.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The next worker, whose auction house replies at once. */
const nextWorker = (extraPhotos: ExtraPhotoSource) =>
  startWorker({
    database: portal.database,
    jobPool: portal.database.pool,
    agent: null,
    extraPhotos,
    sheets: { reader: builtInSheetReader(), pictures: NO_SHEETS },
    photos: folderStore(join(dataDir, 'photos')),
    openBidsDir: join(dataDir, 'open-bids'),
    agentMailTo: null,
    webhooksInside: false,
    inboxDir: join(dataDir, 'inbox'),
    mail: {
      smtpUrl: undefined,
      folder: join(dataDir, 'mail'),
      mailFrom: 'Seri <portal@example.test>',
      publicUrl: 'http://localhost:3000',
      secretKey: SECRET_KEY,
    },
    log: createLog('test', 'silent'),
  });

const ask = (path: string) => portal.ask(anna, 'GET', `/v1/car-auction/${path}=${lotId}`);
const progress = async () => (await ask('uss-images-progress?carId')).body;
const left = async () => (await ask('view-lot?id')).body.ussCounter.ussLimit;
const pool = () => portal.database.pool;
/** Jobs that can run, now or after the dead worker's lock is broken. */
const jobsToCome = async () =>
  (
    await pool().query(
      `select id from graphile_worker.jobs where task_identifier = 'find_extra_photos' and attempts < max_attempts`,
    )
  ).rows;

test('a worker killed during a request is replaced by the next one; the photos arrive and count once', async () => {
  const asked = ask('uss-images?carId');
  const first = await startWorkerProcess({
    ...{ databaseUrl: portal.url, dataDir, secretKey: SECRET_KEY },
    program: join(import.meta.dirname, '..', '..', 'testing', 'processes', 'slow-photo-worker.ts'),
  });
  await vi.waitFor(async () => expect((await progress()).percent).toBeGreaterThan(0), PATIENCE);
  await first.kill();
  expect(await progress()).toMatchObject({ state: 'working' });
  expect(await left()).toBe(2);

  // Expires the claim of the dead worker, so that the test need not wait for it.
  await pool().query(`update extra_photo_runs set claimed_until = '2020-01-01', created_at = '2020-01-01'`);
  const find = vi.fn(async () => FOUND);
  const second = await nextWorker({ find });
  const reply = await asked;
  expect(reply).toMatchObject({ status: 200, body: { auctionLotDetail: { carInfo: { images: FOUND } } } });
  expect(await progress()).toEqual({ state: 'done', percent: 100 });
  expect(await left()).toBe(1);

  await vi.waitFor(async () => expect(await jobsToCome()).toEqual([]), PATIENCE);
  await second.stop();
  expect(find).toHaveBeenCalledOnce();
  expect(await left()).toBe(1);
}, 90_000);
