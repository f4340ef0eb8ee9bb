import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { priceRecordRoutes } from './record-routes.ts';

let portal: TestPortal;
let anna: Person;
let maria: Person;
beforeAll(async () => {
  portal = await testPortal(priceRecordRoutes);
  anna = await createPerson(portal.database.db);
  maria = await createPerson(portal.database.db, { roleId: 991 });
  await portal.database.db
    .insertInto('price_alarms')
    .values([
      { source: 'acme', vehicle: 'car', first_day: '2026-11-20', sales: 41, ratio: 2 },
      { source: 'acme', vehicle: 'bike', first_day: '2026-11-21', sales: 33, ratio: 1.5 },
    ])
    .execute();
});
afterAll(() => portal.close());

const list = (person: Person | null) => portal.ask(person, 'GET', '/v1/price-alarms');
const release = (person: Person | null, body: object) => portal.ask(person, 'POST', '/v1/price-alarms/release', body);

// @covers PRICE-04
test('only managers see which sources are set aside, and count them again', async () => {
  for (const [person, status] of [
    [null, 401],
    [anna, 403],
  ] as const) {
    expect((await list(person)).status).toBe(status);
    expect((await release(person, { source: 'acme' })).status).toBe(status);
  }
  expect((await release(maria, { source: '' })).status).toBe(422);
  expect(await release(maria, { source: 'nobody' })).toMatchObject({ status: 404, body: { messageCode: 'NotFound' } });
  expect((await list(maria)).body.alarms).toEqual([
    { source: 'acme', vehicle: 'bike', firstDay: '2026-11-21', sales: 33, ratio: 1.5 },
    { source: 'acme', vehicle: 'car', firstDay: '2026-11-20', sales: 41, ratio: 2 },
  ]);
  expect((await portal.ask(null, 'GET', '/v1/price-record')).body.alarms).toHaveLength(2);

  expect((await release(maria, { source: 'acme' })).body).toEqual({ success: true });
  expect((await list(maria)).body.alarms).toEqual([]);
  const { rows } = await portal.database.pool.query(
    `select count(*)::integer as jobs from graphile_worker.jobs where task_identifier = 'refit_prices'`,
  );
  expect(rows).toEqual([{ jobs: 1 }]);
});
