import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { healthRoutes } from '../../platform/http/health/health.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import type { ListIndex } from '../list-index/list-index.ts';
import { lotRoutes } from '../routes.ts';

let portal: TestPortal;
let client: Person;

beforeAll(async () => {
  portal = await testPortal((app, database) => {
    let lists: ListIndex | null = null;
    healthRoutes(app, database, { findLists: () => lists?.state() ?? null });
    lists = lotRoutes(app, database);
  });
  client = await createPerson(portal.database.db);
  await createLot(portal.database.db, { color: 'RED' });
});
afterAll(() => portal.close());

const listState = async () => (await portal.ask(null, 'GET', '/readyz')).body.lists;
const ask = (query: string) => portal.ask(client, 'GET', `/v1/car-auction/${query}`);
const blocked = async (table: string, work: () => Promise<void>) => {
  const blocking = await portal.database.pool.connect();
  await blocking.query(`begin; lock table ${table}`);
  try {
    await work();
  } finally {
    await blocking.query('rollback');
    blocking.release();
  }
};

test('while the index is filled, the list a page opens with is there with its numbers, others ask to come back', async () => {
  expect(await listState()).toEqual({ standing: 'filling' });
  await blocked('lot_changes', async () => {
    const { status, body } = await ask('listing?open=1');
    expect(status).toBe(200);
    expect(body).toMatchObject({ carsList: [{ color: 'RED' }], pageInfo: { totalSearchResults: 1, openResults: 1 } });
    for (const query of ['listing?open=1&color=RED', 'filters', 'maker']) {
      const refused = await ask(query);
      expect([refused.status, refused.body.messageCode]).toEqual([503, 'Lists.Filling']);
      expect(Number(refused.raw.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(await listState()).toEqual({ standing: 'filling' });
  });
  await vi.waitFor(async () => expect((await ask('filters')).status).toBe(200), 10_000);
  expect(await listState()).toEqual({ standing: 'current' });
}, 60_000);

// @covers OPS-08
test('an index more than five seconds behind is reported by /readyz and shown to readers', async () => {
  expect((await ask('listing?color=RED')).body.pageInfo).not.toHaveProperty('currentAt');
  await blocked('lot_changes', async () => {
    await vi.waitFor(async () => expect(await listState()).toMatchObject({ standing: 'behind' }), 20_000);
    const { status, body } = await ask('listing?color=RED');
    expect(status).toBe(200);
    expect(body.carsList).toHaveLength(1);
    expect(Date.now() - Date.parse(body.pageInfo.currentAt)).toBeGreaterThan(5_000);
  });
  await vi.waitFor(async () => expect(await listState()).toEqual({ standing: 'current' }), 10_000);
}, 60_000);
