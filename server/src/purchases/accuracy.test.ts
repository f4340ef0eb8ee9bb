import type { StoredEstimate } from '@seri/contract/purchases/finances.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerCalls } from '../compose/app.ts';
import { buyCar } from '../testing/fixtures/purchases.ts';
import { CALL_OPTIONS } from '../testing/http/call-options.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';

let portal: TestPortal;
let anna: Person;
let maria: Person;
beforeAll(async () => {
  portal = await testPortal((app, database) => registerCalls(app, database, CALL_OPTIONS));
  anna = await createPerson(portal.database.db);
  maria = await createPerson(portal.database.db, { roleId: 991 });
});
afterAll(() => portal.close());

const ask = (person: Person | null, query = '') => portal.ask(person, 'GET', `/v1/purchases/estimate-accuracy${query}`);
const today = () => new Date().toISOString().slice(0, 10);
const PLACES = { vvo: { en: 'Vladivostok', ru: 'Владивосток' }, mba: { en: 'Mombasa', ru: 'Момбаса' } };

/** A purchase with fees of 30,000 and 12,000 yen whose estimate was this. */
async function bought(place: keyof typeof PLACES, costs: Record<string, number>, day = today()): Promise<number> {
  const estimate: StoredEstimate = {
    ...{ table: 'T', ratesAt: '2026-11-01T00:00:00Z', at: '2026-11-20T00:00:00Z', destination: PLACES[place] },
    ...{ hammerYen: 700_000, totalYen: 0 },
    costs: Object.entries(costs).map(([kind, amountYen]) => ({ kind, amountYen })),
  };
  const { db } = portal.database;
  const id = await buyCar(db, anna, { day });
  await db
    .updateTable('purchases')
    .set({ estimate: JSON.stringify(estimate) })
    .where('id', '=', id)
    .execute();
  return id;
}
const charge = (purchaseId: number, kind: string, amountYen: number) =>
  portal.ask(maria, 'PUT', '/v1/purchases/fee', { purchaseId, kind, amountYen });

// @covers DOOR-08
test('estimates are compared with charges by destination and line', async () => {
  expect((await ask(null)).status).toBe(401);
  expect((await ask(anna)).status).toBe(403);
  expect((await ask(maria, '?since=2020')).status).toBe(400);
  expect((await ask(maria, '?dateFrom=2026-02-30')).status).toBe(400);
  expect(await ask(maria, '?dateFrom=2026-02-02&dateTo=2026-02-01')).toMatchObject({
    status: 422,
    body: { messageCode: 'Purchase.Period' },
  });
  expect((await ask(maria)).body).toEqual({ destinations: [] });

  const first = await bought('vvo', { agentFee: 30_000, haulage: 10_000, freight: 60_000, duty: 200_000 });
  const second = await bought('vvo', { agentFee: 30_000, haulage: 20_000, freight: 50_000 });
  await bought('mba', { agentFee: 20_000 });
  await bought('vvo', { agentFee: 1 }, '2020-01-01');
  expect((await charge(first, 'freight', 90_000)).status).toBe(200);
  expect((await charge(second, 'freight', 40_000)).status).toBe(200);
  await buyCar(portal.database.db, anna);

  const line = (kind: string, purchases: number, [estimated, charged, difference, error]: number[]) => ({
    ...{ kind, purchases, meanEstimatedYen: estimated, meanChargedYen: charged },
    ...{ meanDifferenceYen: difference, meanErrorYen: error },
  });
  expect((await ask(maria)).body.destinations).toEqual([
    {
      destination: PLACES.vvo,
      purchases: 2,
      lines: [
        line('freight', 2, [55_000, 65_000, 10_000, 20_000]),
        line('haulage', 2, [15_000, 12_000, -3_000, 5_000]),
        line('agentFee', 2, [30_000, 30_000, 0, 0]),
      ],
    },
    { destination: PLACES.mba, purchases: 1, lines: [line('agentFee', 1, [20_000, 30_000, 10_000, 10_000])] },
  ]);
});

// @covers DOOR-08
test('the comparison of a period is a file in the manager’s language, for managers only', async () => {
  const CALL = '/v1/purchases/export-estimate-accuracy';
  const FILE = '/v1/files/estimates.csv';
  const address = (person: Person | null, query = '') => portal.ask(person, 'GET', `${CALL}${query}`);
  const file = (person: Person | null, path = FILE) => portal.ask(person, 'GET', path);
  expect([(await address(null)).status, (await file(null)).status]).toEqual([401, 401]);
  expect([(await address(anna)).status, (await file(anna)).status]).toEqual([403, 403]);
  expect([(await address(maria, '?dateTo=x')).status, (await file(maria, `${FILE}?dateTo=x`)).status]).toEqual([
    400, 400,
  ]);
  const reversed = '?dateFrom=2026-02-02&dateTo=2026-02-01';
  expect((await address(maria, reversed)).body.messageCode).toBe('Purchase.Period');
  expect((await file(maria, `${FILE}${reversed}`)).body.messageCode).toBe('Purchase.Period');

  expect((await address(maria)).body).toBe(FILE);
  const lines = (await file(maria)).raw.body.trim().split('\r\n');
  expect(lines).toEqual([
    expect.stringMatching(/^.?Destination,Cost,Purchases,/),
    'Vladivostok,Freight,2,55000,65000,10000,20000',
    'Vladivostok,Transport in Japan,2,15000,12000,-3000,5000',
    'Vladivostok,Agent fee,2,30000,30000,0,0',
    'Mombasa,Agent fee,1,20000,30000,10000,10000',
  ]);
  // One purchase was in 2020.
  const past = (await address(maria, '?dateFrom=2019-06-01&dateTo=2020-06-01')).body;
  expect((await file(maria, past)).raw.body.trim().split('\r\n').slice(1)).toEqual([
    'Vladivostok,Agent fee,1,1,30000,29999,29999',
  ]);
  expect((await ask(maria, '?dateTo=2020-06-01')).body.destinations).toHaveLength(1);
  await portal.database.db.updateTable('users').set({ language: 693 }).where('id', '=', maria.id).execute();
  expect((await file(maria)).raw.body).toContain('Владивосток,');
  expect((await file(maria, `${FILE}?dateFrom=2030-01-01`)).raw.body.trim().split('\r\n')).toHaveLength(1);
});
