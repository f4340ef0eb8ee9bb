import type { ReplyOf } from '@seri/contract/http.ts';
import type { carAuction } from '@seri/contract/lots/routes.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bidRoutes } from './bids/routes.ts';
import { favoriteRoutes } from './favorites/routes.ts';
import { settleWin } from './flows/settle-win.ts';
import { lotRoutes } from './lots/routes.ts';
import { type Database, type Db, openDatabase } from './platform/db.ts';
import { healthRoutes } from './platform/http/health.ts';
import { createLog } from './platform/log.ts';
import { positionsOf } from './platform/replica-position.ts';
import type { ReplicaLimits } from './platform/replica-standing.ts';
import { testDatabase } from './platform/test-database.ts';
import { createLot } from './testing/lots.ts';
import { createPerson, type Person } from './testing/people.ts';
import { type TestPortal, testPortalOn } from './testing/portal.ts';
import { type ReplicatedDatabase, replicatedDatabase } from './testing/replicated-database.ts';
import { letWatch } from './testing/watched-marks.ts';

/** How often the replica is in trouble and from which seed: npm run torture -- replica (docs/torture.md). */
const TIMES = Number(process.env.REPLICA_TROUBLES ?? 3);
const SEED = Number(process.env.REPLICA_SEED ?? 1);
const TIMEOUT_MS = 120_000 + TIMES * 30_000;
const PATIENCE = { timeout: 60_000, interval: 20 };
const TOKEN = 'a token of the test';

/** Never left for what it is behind, so that a test can look at what it does not know yet. */
const PATIENT: ReplicaLimits = { mostBehindMs: 3_600_000, steadyMs: 0, longestSteadyMs: 0, checkEveryMs: 20 };
const STRICT: ReplicaLimits = { mostBehindMs: 400, steadyMs: 100, longestSteadyMs: 400, checkEveryMs: 20 };

let base: ReplicatedDatabase;
let patient: TestPortal;
let strict: TestPortal;
let anna: Person;

const register = (app: TestPortal['app'], database: Database) => {
  lotRoutes(app, database, { rememberMs: 0 });
  bidRoutes(app, database, { settleWin });
  favoriteRoutes(app, database);
  healthRoutes(app, database, { metricsToken: TOKEN });
};
const portalOn = (replicaUrl: string, replicaLimits: ReplicaLimits) =>
  testPortalOn(base.primaryUrl, register, { replicaUrl, replicaLimits });

beforeAll(async () => {
  base = await replicatedDatabase();
  [patient, strict] = await Promise.all([portalOn(base.replicaUrl, PATIENT), portalOn(base.replicaUrl, STRICT)]);
  anna = await createPerson(patient.database.db, { creditLimitYen: -1 });
  await untilUsed(patient);
}, TIMEOUT_MS);
afterAll(async () => {
  await Promise.all([patient.close(), strict.close()]);
  await base.close();
}, TIMEOUT_MS);

const stateOf = async ({ ask }: TestPortal) => (await ask(null, 'GET', '/readyz')).body.replica;
const untilUsed = (portal: TestPortal) =>
  vi.waitFor(async () => expect(await stateOf(portal)).toMatchObject({ inUse: true }), PATIENCE);
const untilLeft = (portal: TestPortal) =>
  vi.waitFor(async () => expect(await stateOf(portal)).toMatchObject({ inUse: false }), PATIENCE);
async function rowOf({ ask }: TestPortal, model: string, person = anna) {
  const { status, body } = await ask(person, 'GET', `/v1/car-auction/listing?maker=TOYOTA&model=${model}`);
  expect(status).toBe(200);
  return (body as ReplyOf<typeof carAuction.listing>).carsList[0];
}
/** Told on the primary alone while the replica pauses. */
const paint = (id: number, color: string) =>
  patient.database.db.updateTable('lots').set({ color }).where('id', '=', id).execute();
const isKnown = (portal: TestPortal, model: string) =>
  vi.waitFor(async () => expect(await rowOf(portal, model)).toBeDefined(), PATIENCE);

test('a listing comes from the replica, and what its reader has just done from the primary', async () => {
  const lotId = await createLot(patient.database.db, { model: 'OWN' });
  await isKnown(patient, 'OWN');
  await base.pause();
  await paint(lotId, 'GREEN');
  const bid = { amount: 500_000, carId: String(lotId), bidType: 1, confirm: 1, lotType: 'auction' };
  const placed = await strict.ask(anna, 'POST', '/v1/bid/create', bid);
  expect(placed.status).toBe(200);
  const star = { group: 'B', carId: String(lotId), type: 'car-auction' };
  expect((await strict.ask(anna, 'POST', '/v1/favorite/add', star)).status).toBe(200);
  const row = await rowOf(patient, 'OWN');
  expect(row).toMatchObject({ color: 'PEARL', myBid: true, myBidAmount: 500_000 });
  expect(row?.wishList.filter(({ value }) => value)).toEqual([{ group: 'B', value: true }]);
  await base.resume();
  await vi.waitFor(async () => expect(await rowOf(patient, 'OWN')).toMatchObject({ color: 'GREEN' }), PATIENCE);

  await base.pause();
  const cancelled = { bidId: placed.body.bidId, status: 4 };
  expect((await strict.ask(anna, 'PUT', '/v1/bid/update-bid-status', cancelled)).status).toBe(200);
  expect((await strict.ask(anna, 'DELETE', `/v1/favorite/delete?group=B&carId=${lotId}`)).status).toBe(200);
  const after = await rowOf(patient, 'OWN');
  expect(after).toMatchObject({ myBid: false, myBidAmount: null });
  expect(after?.wishList.filter(({ value }) => value)).toEqual([]);
  await base.resume();
});

test('who is named on a private lot has it in his lists before the replica knows it, and nobody else', async () => {
  const { db } = patient.database;
  const named = await createPerson(db);
  await isKnown(patient, 'OWN');
  await base.pause();
  const reads = patient.database.replica?.counted.reads ?? 0;
  await createLot(db, { model: 'NAMED', is_private: true, viewers: [named.id] });
  const counted = async (person: Person) => {
    const { body } = await patient.ask(person, 'GET', '/v1/car-auction/model?id=TOYOTA');
    return (body as { value: string; counter: number }[]).find(({ value }) => value === 'NAMED')?.counter;
  };
  expect(await rowOf(patient, 'NAMED', named)).toMatchObject({ priv: true });
  expect(await counted(named)).toBe(1);
  expect(patient.database.replica?.counted.reads).toBe(reads);
  expect([await rowOf(patient, 'NAMED'), await counted(anna)]).toEqual([undefined, undefined]);
  expect(patient.database.replica?.counted.reads).toBeGreaterThan(reads);
  await base.resume();
});

test('a replica that is too far behind is left, which /readyz and /metrics say, and taken again', async () => {
  const lotId = await createLot(patient.database.db, { model: 'BEHIND' });
  await isKnown(patient, 'BEHIND');
  await untilUsed(strict);
  await base.pause();
  await paint(lotId, 'GREEN');
  await untilLeft(strict);
  expect(await rowOf(strict, 'BEHIND')).toMatchObject({ color: 'GREEN' });
  expect(await rowOf(patient, 'BEHIND')).toMatchObject({ color: 'PEARL' });
  const { raw } = await strict.ask(null, 'GET', '/metrics', undefined, { authorization: `Bearer ${TOKEN}` });
  expect(raw.body).toContain('\nseri_replica_in_use 0\n');
  expect(raw.body).toMatch(/\nseri_replica_left [1-9]/);
  await base.resume();
  await untilUsed(strict);
  await vi.waitFor(async () => expect(await rowOf(strict, 'BEHIND')).toMatchObject({ color: 'GREEN' }), PATIENCE);
});

test('one that is killed or falls silent costs no answer, and is taken again when it is back', async () => {
  await createLot(patient.database.db, { model: 'GONE' });
  await isKnown(patient, 'GONE');
  await untilUsed(strict);
  const askMany = () => Promise.all(Array.from({ length: 20 }, () => rowOf(strict, 'GONE')));
  await base.kill();
  expect((await askMany()).filter((row) => row === undefined)).toEqual([]);
  await untilLeft(strict);
  expect((await stateOf(strict)).behindSeconds).toBeNull();
  await base.start();
  await untilUsed(strict);

  base.readers.isSilent = true;
  expect((await askMany()).filter((row) => row === undefined)).toEqual([]);
  await untilLeft(strict);
  base.readers.isSilent = false;
  await untilUsed(strict);
});

test('a database that does not follow this one is never read from', async () => {
  const stranger = await testDatabase();
  const elsewhere = openDatabase(stranger.url, createLog('test', 'silent'));
  const replica = openDatabase(base.replicaUrl, createLog('test', 'silent'));
  try {
    const behind = async (primary: Db, asked: Db) => {
      const positions = positionsOf(primary);
      await positions.note();
      return positions.findBehindMs(asked);
    };
    const { db } = patient.database;
    await vi.waitFor(async () => expect(await behind(db, replica.db)).toBeGreaterThanOrEqual(0), PATIENCE);
    await expect(behind(db, db)).rejects.toThrow('no replica of this database');
    await expect(behind(elsewhere.db, replica.db)).rejects.toThrow('no replica of this database');
  } finally {
    await Promise.all([elsewhere.close(), replica.close()]);
    await stranger.drop();
  }
});

test(`whatever happens to the replica, no owner sees a bid or favourite of before (seed ${SEED})`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const other = await portalOn(base.replicaUrl, STRICT);
  try {
    const untilBothUsed = () => Promise.all([untilUsed(strict), untilUsed(other)]);
    await untilBothUsed();
    const counted = await letWatch({ base, portals: [strict, other], seed: SEED, troubles: TIMES, untilBothUsed });
    expect(counted).toMatchObject({ stale: 0, unanswered: 0, troubles: TIMES });
    expect(counted.fromReplica).toBeGreaterThan(0);
    process.stdout.write(`COUNTED ${JSON.stringify(counted)}\n`);
  } finally {
    await other.close();
  }
});
