import { afterAll, beforeAll, expect, test } from 'vitest';
import { openListIndex } from '../lots/list-index/list-index.ts';
import { type Database, openDatabase } from '../platform/db/db.ts';
import { poolForCopying } from '../platform/db/replica.ts';
import { testDatabase } from '../platform/embedded-postgres/test-database.ts';
import { createLog } from '../platform/process/log.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { LIST_PATIENCE_MS } from '../testing/http/call-options.ts';
import { type ReplicatedDatabase, replicatedDatabase } from '../testing/processes/replicated-database.ts';

const log = createLog('test', 'silent');
const TIMEOUT_MS = 120_000;

let base: ReplicatedDatabase;
let database: Database;

beforeAll(async () => {
  base = await replicatedDatabase();
  database = openDatabase(base.primaryUrl, log, undefined, { replicaUrl: base.replicaUrl });
}, TIMEOUT_MS);
afterAll(async () => {
  await database.close();
  await base.close();
}, TIMEOUT_MS);

test('lists are filled from the replica, once it has everything committed on the primary', {
  timeout: TIMEOUT_MS,
}, async () => {
  const lotId = await createLot(database.db, { model: 'FOLLOWED' });
  expect(await poolForCopying(database, log)).toBe(database.replicaPool);
  const primary = { ...database, pool: refusing(database.pool) };
  const index = openListIndex({ database: primary as unknown as Database, log, patienceMs: LIST_PATIENCE_MS });
  try {
    await index.current();
    expect(await index.ask('select id from coming')).toEqual([{ id: lotId }]);
  } finally {
    await index.close();
  }
});

test('lists are filled from the primary while the replica is paused, down, or follows another database', {
  timeout: TIMEOUT_MS,
}, async () => {
  const patience = { patienceMs: 300 };
  await base.pause();
  await createLot(database.db, { model: 'AHEAD' });
  expect(await poolForCopying(database, log, patience)).toBe(database.pool);
  await base.resume();
  expect(await poolForCopying(database, log)).toBe(database.replicaPool);

  const stranger = await testDatabase();
  const elsewhere = openDatabase(stranger.url, log);
  try {
    const others = { ...database, replicaPool: elsewhere.pool };
    expect(await poolForCopying(others, log, patience)).toBe(database.pool);
  } finally {
    await elsewhere.close();
    await stranger.drop();
  }

  await base.kill();
  expect(await poolForCopying(database, log, patience)).toBe(database.pool);
});

/** A pool that refuses to copy. */
function refusing(pool: Database['pool']): Database['pool'] {
  return new Proxy(pool, {
    get: (target, key) =>
      key === 'connect' ? () => Promise.reject(new Error('the primary is not copied from')) : Reflect.get(target, key),
  });
}
