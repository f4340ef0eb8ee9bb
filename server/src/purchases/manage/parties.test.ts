import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buyCar } from '../../testing/fixtures/purchases.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { purchaseRoutes } from '../routes.ts';

const CONSIGNEE = '/v1/purchased-cars/update-consignee';
const NOTIFY = '/v1/purchased-cars/update-notify-party';
const CLEAR = '/v1/purchased-cars/clear-notify-party';
const form = {
  fullName: 'Pavel Smirnov',
  address: 'Portovaya 3, Vladivostok',
  countryId: 183,
  port: 'Vladivostok',
  telephone: '+7 (914) 000-11-22',
  email: 'pavel@example.com',
  document: '45 07 123456',
  paymentMethod: 'bank',
};

let portal: TestPortal;
let anna: Person;
let boris: Person;
let maria: Person;
let car: string;

beforeAll(async () => {
  portal = await testPortal(purchaseRoutes);
  const { db } = portal.database;
  [anna, boris] = [await createPerson(db, { fullName: 'Anna Petrova' }), await createPerson(db)];
  maria = await createPerson(db, { roleId: 991 });
  car = `P${await buyCar(db, anna)}`;
});
afterAll(() => portal.close());

const put = (person: Person | null, call: string, more: object = {}) =>
  portal.ask(person, 'PUT', call, { id: car, ...(call === CLEAR ? {} : form), ...more });
const view = async (language?: 693) => {
  if (language) await portal.database.db.updateTable('users').set({ language }).where('id', '=', anna.id).execute();
  return (await portal.ask(anna, 'GET', `/v1/purchased-cars/view-car?id=${car}`)).body;
};

describe.each([CONSIGNEE, NOTIFY, CLEAR])('%s', (call) => {
  test('is for the buyer: refused signed out and for managers; for other clients the purchase does not exist', async () => {
    expect((await put(null, call)).status).toBe(401);
    expect((await put(maria, call)).status).toBe(403);
    expect((await put(boris, call)).status).toBe(404);
    expect((await put(boris, call, { id: 'P999999' })).status).toBe(404);
  });
});

test.each([
  ['fullName', '', 'Field.Required'],
  ['address', 'x'.repeat(201), 'Field.Invalid'],
  ['port', 'a\nb', 'Field.Invalid'],
  ['countryId', 1, 'Field.Invalid'],
  ['telephone', '12', 'Phone.Incomplete'],
  ['email', 'pavel', 'Email.Invalid'],
  ['paymentMethod', 'gold', 'Field.Invalid'],
])('%s "%s" is refused', async (field, value, code) => {
  const { status, body } = await put(anna, CONSIGNEE, { [field]: value });
  expect(status).toBe(422);
  expect(body.errors[field]).toEqual([code]);
});

// @covers PURCH-11
test('a car goes to its buyer until they name a consignee, who is also the notify party', async () => {
  const body = await view();
  expect(body.consignee).toMatchObject({ value: null, fullName: 'Anna Petrova', paymentMethod: 'bank' });
  expect(body.notifyParty).toEqual({ sameAsConsignee: true });
});

// @covers PURCH-02, PURCH-07
test('consignee and notify party are stored with all ten fields, and the same text is the same entry', async () => {
  expect((await put(anna, CONSIGNEE)).status).toBe(200);
  expect((await put(anna, CONSIGNEE)).status).toBe(200);
  expect((await put(anna, NOTIFY, { fullName: 'Broker', document: '' })).status).toBe(200);
  const { consignee, notifyParty } = await view();
  expect(consignee).toEqual({
    ...form,
    telephone: '79140001122',
    value: expect.any(Number),
    country: expect.any(String),
  });
  expect(Object.keys(consignee)).toHaveLength(10);
  expect(notifyParty).toMatchObject({ sameAsConsignee: false, fullName: 'Broker', document: '' });
  const book = await portal.ask(anna, 'GET', '/v1/purchased-cars/list-addresses');
  expect(book.body.items.map((item: { fullName: string }) => item.fullName)).toEqual(['Broker', 'Pavel Smirnov']);
  expect((await portal.ask(boris, 'GET', '/v1/purchased-cars/list-addresses')).body.items).toEqual([]);
  expect((await view(693)).consignee.country).toBe('Российская Федерация');
  expect((await put(anna, CLEAR)).status).toBe(200);
  expect((await view()).notifyParty).toEqual({ sameAsConsignee: true });
});

// @covers PURCH-07
test('consignee and notify party cannot change once the ship is loaded', async () => {
  const setStatus = (status: number) =>
    portal.database.db
      .updateTable('purchases')
      .set({ status })
      .where('id', '=', Number(car.slice(1)))
      .execute();
  await setStatus(3);
  expect((await put(anna, CLEAR)).status).toBe(200);
  for (const status of [4, 5, 6, 7, 8]) {
    await setStatus(status);
    expect(await put(anna, CONSIGNEE)).toMatchObject({ status: 409, body: { messageCode: 'Purchase.Shipped' } });
  }
  expect((await view()).partiesEditable).toBe(false);
  await setStatus(0);
});
