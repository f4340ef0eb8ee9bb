import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLot } from '../../../testing/fixtures/lots.ts';
import { createPerson } from '../../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../../testing/http/portal.ts';
import { openDatabase } from '../../db/db.ts';
import { createLog } from '../../process/log.ts';
import { healthRoutes } from './health.ts';

const TOKEN = 'a token of the test';
let portal: TestPortal;
let without: TestPortal;
let away: TestPortal;

beforeAll(async () => {
  portal = await testPortal((app, database) => healthRoutes(app, database, { metricsToken: TOKEN }));
  without = await testPortal((app, database) => healthRoutes(app, database));
  const nowhere = openDatabase('postgres://nobody:x@127.0.0.1:9/none', createLog('test', 'silent'), 1);
  away = await testPortal((app) => healthRoutes(app, nowhere, { metricsToken: TOKEN }));
});
afterAll(() => Promise.all([portal.close(), without.close(), away.close()]));

const get = ({ app }: TestPortal, url: string, token?: string) =>
  app.inject({ url, headers: token ? { authorization: `Bearer ${token}` } : {} });
const figures = async (of = portal): Promise<Record<string, number>> => {
  const { body } = await get(of, '/metrics', TOKEN);
  return Object.fromEntries(
    body
      .split('\n')
      .filter((line) => line.startsWith('seri_'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
};

describe('metrics', () => {
  // @covers OPS-08
  test('are served to clients with the token, and to nobody when none is set', async () => {
    expect((await get(portal, '/metrics')).statusCode).toBe(404);
    expect((await get(portal, '/metrics', 'another token')).statusCode).toBe(404);
    expect((await get(without, '/metrics', TOKEN)).statusCode).toBe(404);
    expect((await get(portal, '/metrics', TOKEN)).statusCode).toBe(200);
  });

  // @covers OPS-08
  test('count waiting bids, orders, emails and the feed, and the durations of calls', async () => {
    const { db, pool } = portal.database;
    const anna = await createPerson(db);
    await pool.query(
      `insert into bids (lot_id, user_id, placed_by, lot_source, amount_yen, status) values ($1, $2, $2, 'auction', 5000, 1)`,
      [await createLot(db), anna.id],
    );
    await pool.query(
      `insert into mails (kind, user_id, data, dropped_at, drop_reason) values ('password_changed', $1, '{}', now(), 'given up: no route')`,
      [anna.id],
    );
    await pool.query(`insert into mails (kind, user_id, data) values ('password_changed', $1, '{}')`, [anna.id]);
    expect(await figures()).toMatchObject({
      seri_database_up: 1,
      seri_bids_new: 1,
      seri_orders_waiting: 0,
      seri_orders_oldest_seconds: 0,
      seri_mails_waiting: 1,
      seri_mails_failed: 1,
      seri_webhooks_dead: 0,
      seri_feed_age_seconds: -1,
      seri_feed_sources_ahead: 0,
      seri_ledger_sum_yen: 0,
      seri_jobs_failing: 0,
    });
    await pool.query(
      `insert into feed_imports (source_name, finished_at, rows_refused) values ('x', now() - interval '1 minute', 3)`,
    );
    await pool.query(`insert into feed_clock_faults (source, rows, ahead_seconds) values ('fast', 2, 7200)`);
    await get(portal, '/healthz');
    const current = await figures();
    expect(current.seri_feed_age_seconds).toBeGreaterThanOrEqual(60);
    expect(current.seri_feed_rows_refused).toBe(3);
    expect(current.seri_feed_sources_ahead).toBe(1);
    expect(current['seri_request_seconds_count{method="GET",path="/healthz",status="200"}']).toBe(1);
  });

  // @covers OPS-08
  test('report that the database is down, and still answer', async () => {
    expect((await figures(away)).seri_database_up).toBe(0);
  });
});

// @covers OPS-08
test('healthz needs only the process, readyz the database; readyz reports undeliverable emails', async () => {
  expect((await get(portal, '/readyz')).json()).toMatchObject({ ready: true, oldestOrderSeconds: 0, failedMails: 1 });
  expect((await get(away, '/healthz')).json()).toEqual({ alive: true });
  const answer = await get(away, '/readyz');
  expect([answer.statusCode, answer.json()]).toEqual([503, { ready: false, database: 'away' }]);
});

// @covers OPS-08
test('a stopping process reports it at /readyz, still answers, and closes idle connections', async () => {
  let isLeaving = false;
  const leaving = await testPortal((app, database) => healthRoutes(app, database, { isLeaving: () => isLeaving }));
  const keptAlive = await get(leaving, '/readyz');
  expect([keptAlive.statusCode, keptAlive.headers.connection]).toEqual([200, 'keep-alive']);
  isLeaving = true;
  const answer = await get(leaving, '/readyz');
  expect([answer.statusCode, answer.json()]).toEqual([503, { ready: false, leaving: true }]);
  const alive = await get(leaving, '/healthz');
  expect([alive.statusCode, alive.headers.connection]).toEqual([200, 'close']);
  await leaving.close();
});
