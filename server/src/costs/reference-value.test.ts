import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLotId } from '../flows/lots/lot-costs.ts';
import { readCostTable } from '../testing/fixtures/cost-table.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { insertCostTable } from './queries.ts';
import { costRoutes } from './routes.ts';
import { updateDoorTotals } from './totals/update-door-totals.ts';

let portal: TestPortal;
let anna: Person;
let maria: Person;
let lotId: number;
beforeAll(async () => {
  portal = await testPortal((app, database) =>
    costRoutes(app, database, {
      findOpenLot: (page, id, currentUser) => openLotId(database.db, page, id, currentUser),
    }),
  );
  const { db } = portal.database;
  anna = await createPerson(db);
  maria = await createPerson(db, { roleId: 991 });
  lotId = await createLot(db, { year: 2021, month: 6, engine_cc: 1_496, start_price_yen: 500_000 });
});
afterAll(() => portal.close());

const put = (person: Person | null, body: object) => portal.ask(person, 'PUT', '/v1/costs/reference-value', body);
const valid = (value: number | null = 1_500_000) => ({ id: String(lotId), destination: 'KEMBA', value });

// @covers DOOR-01, DOOR-05
test('a customs value that a manager stores counts in the estimate and in totals of lists', async () => {
  const { db, pool } = portal.database;
  const table = readCostTable();
  expect((await put(null, valid())).status).toBe(401);
  expect((await put(anna, valid())).status).toBe(403);
  expect(await put(maria, valid())).toMatchObject({ status: 422, body: { messageCode: 'Door.NoDestination' } });
  await insertCostTable(db, table);
  for (const wrong of [{ value: 0 }, { value: 1.5 }, { value: 10_000_000_000 }, { destination: 'no place' }])
    expect((await put(maria, { ...valid(), ...wrong })).status).toBe(422);
  expect((await put(maria, { ...valid(), destination: 'NOPLACE' })).body.messageCode).toBe('Door.NoDestination');
  for (const id of ['0', '999999', '99999999999999999999', 'x'])
    expect((await put(maria, { ...valid(), id })).body.messageCode ?? id).toMatch(/NotFound|Request/);

  await portal.ask(anna, 'PUT', '/v1/costs/door', { destination: 'KEMBA', buyer: 'person', currency: 'KES' });
  const known = async () =>
    (await portal.ask(anna, 'GET', `/v1/costs/lot-costs?id=${lotId}&pageType=car-auction`)).body.vehicle.referenceValue;
  const totals = async () => {
    await updateDoorTotals(portal.database, AbortSignal.timeout(60_000));
    const { rows } = await pool.query(
      `select most_yen[slot] as most from lot_doors, door_slots
        where lot_id = $1 and destination = 'KEMBA' and buyer = 'person'`,
      [lotId],
    );
    return rows[0].most as number;
  };
  expect(await known()).toBeNull();
  const before = await totals();
  expect((await put(maria, valid())).body).toEqual({ success: true });
  expect(await known()).toBe(1_500_000);
  const low = await totals();
  expect(low).not.toBe(before);
  await put(maria, valid(3_000_000));
  expect(await totals()).toBeGreaterThan(low);
  await put(maria, valid(null));
  expect(await known()).toBeNull();
  expect(await totals()).toBe(before);
});
