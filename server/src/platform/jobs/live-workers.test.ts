import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../db/db.ts';
import { testDatabase } from '../embedded-postgres/test-database.ts';
import { createLog } from '../process/log.ts';
import { addJob } from './jobs.ts';
import { holdWorkerLocks, type LiveWorkers, recoverJobs } from './live-workers.ts';

const LOG = createLog('test', 'silent');
const PATIENCE = { timeout: 15_000, interval: 50 };
let database: Database;
let drop: () => Promise<void>;
let live: LiveWorkers;

beforeAll(async () => {
  const created = await testDatabase();
  drop = created.drop;
  database = openDatabase(created.url, LOG);
  live = holdWorkerLocks(database.pool, LOG);
  live.events.emit('worker:create', { worker: { workerId: 'the living' } });
  await vi.waitFor(async () => expect(await holders()).toHaveLength(1), PATIENCE);
});
afterAll(async () => {
  await live.stop();
  await database.close();
  await drop();
});
beforeEach(() => database.pool.query('delete from graphile_worker._private_jobs'));

const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const holders = async (): Promise<number[]> =>
  (
    await query(
      `select pid from pg_locks where locktype = 'advisory' and mode = 'ShareLock'
          and database = (select oid from pg_database where datname = current_database())`,
    )
  ).map(({ pid }) => pid);
const lockedBy = () => query('select locked_by from graphile_worker._private_jobs order by locked_by');

async function jobOf(worker: string, secondsAgo = 10): Promise<void> {
  await addJob(database.db, 'count_words', {}, { key: worker });
  await query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - make_interval(secs => $2)
      where key = $1`,
    [worker, secondsAgo],
  );
}

test('frees the jobs of a dead worker, not those of a live one', async () => {
  await jobOf('the dead');
  await jobOf('the living');
  expect(await recoverJobs(database.db)).toEqual(['the dead']);
  expect(await lockedBy()).toEqual([{ locked_by: 'the living' }, { locked_by: null }]);
});

test('a worker that has just taken its first job counts as live', async () => {
  await jobOf('the newborn', 0);
  expect(await recoverJobs(database.db)).toEqual([]);
});

test('frees a queue that a dead worker has locked', async () => {
  await addJob(database.db, 'count_words');
  await query(
    `update graphile_worker._private_job_queues set locked_by = 'the dead', locked_at = now() - interval '1 minute'`,
  );
  expect(await recoverJobs(database.db)).toEqual(['the dead']);
  expect(await query('select locked_by from graphile_worker._private_job_queues')).toEqual([{ locked_by: null }]);
});

test('a lost connection releases the locks, and a new one takes them again', async () => {
  const [before] = await holders();
  await query('select pg_terminate_backend($1)', [before]);
  await vi.waitFor(async () => {
    const [after] = await holders();
    expect(after).toBeDefined();
    expect(after).not.toBe(before);
  }, PATIENCE);
  await jobOf('the living');
  expect(await recoverJobs(database.db)).toEqual([]);
}, 30_000);
