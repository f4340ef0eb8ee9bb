import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargeFee } from '../../flows/auctions/charge-fee.ts';
import { notificationRoutes } from '../../notifications/routes.ts';
import { paymentRoutes } from '../../payments/routes.ts';
import { buyCar } from '../../testing/fixtures/purchases.ts';
import { SECRET_KEY } from '../../testing/http/auth-cookies.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { purchaseRoutes } from '../routes.ts';
import { setNote, setPurchaseStatus, setShipping } from './manage-purchase.ts';

let portal: TestPortal;
let anna: Person;
let maria: Person;
const db = () => portal.database.db;

beforeAll(async () => {
  portal = await testPortal((app, database) => {
    purchaseRoutes(app, database);
    paymentRoutes(app, database);
    notificationRoutes(app, database, { secretKey: SECRET_KEY });
  });
  maria = await createPerson(db(), { roleId: 991 });
});
afterAll(() => portal.close());

async function newCar() {
  anna = await createPerson(db());
  const purchaseId = await buyCar(db(), anna);
  return { purchaseId, by: maria.id };
}
const view = async (id: number) => (await portal.ask(anna, 'GET', `/v1/purchased-cars/view-car?id=P${id}`)).body;
const notices = async () => (await portal.ask(anna, 'GET', '/v1/notifications/list')).body.notifications;
const mails = () =>
  db().selectFrom('mails').select(['kind', 'data']).where('user_id', '=', anna.id).orderBy('id').execute();

test('a purchase that does not exist cannot be changed', async () => {
  const none = { purchaseId: 999_999, by: null };
  for (const change of [
    () => setPurchaseStatus(db(), { ...none, status: 1 }),
    () => setShipping(db(), { ...none, change: { voyage: '1' } }),
    () => setNote(db(), { ...none, note: 'x' }),
    () => chargeFee(db(), { ...none, kind: 'freight', amountYen: 1 }),
  ])
    await expect(change()).rejects.toMatchObject({ code: 'NotFound' });
});

// @covers NOTIF-04, PURCH-08
test('a status is sent once by email and listed, with the day it was reached', async () => {
  const car = await newCar();
  await setPurchaseStatus(db(), { ...car, status: 1 });
  await setPurchaseStatus(db(), { ...car, status: 1 });
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' }).format(new Date());
  const { logistics, steps } = await view(car.purchaseId);
  expect(logistics.status).toBe(1);
  expect(steps).toEqual([
    { status: 0, reachedOn: '2026-11-20' },
    { status: 1, reachedOn: today },
  ]);
  expect(await notices()).toMatchObject([
    { kind: 'purchase_status', purchase: { id: `P${car.purchaseId}`, status: 1 }, lot: { title: 'TOYOTA PRIUS' } },
  ]);
  expect(await mails()).toMatchObject([{ kind: 'purchase_status', data: { status: 1 } }]);
});

// @covers NOTIF-04, REACH-04
test('the arrival at the yard is an event of its own, which users can choose', async () => {
  const car = await newCar();
  await setPurchaseStatus(db(), { ...car, status: 2 });
  await setPurchaseStatus(db(), { ...car, status: 3 });
  expect((await notices()).map(({ kind }: { kind: string }) => kind)).toEqual(['purchase_status', 'car_at_yard']);
});

// @covers NOTIF-04, PURCH-08
test('changed days of the ship are sent by email; changes of the yard and the voyage alone are not', async () => {
  const car = await newCar();
  await setShipping(db(), { ...car, change: { stockYard: 'Yokohama 2', voyage: '117W', vessel: 'Asahi Maru' } });
  expect(await notices()).toEqual([]);
  await setShipping(db(), { ...car, change: { etd: '2026-11-28', eta: '2026-12-03' } });
  await setShipping(db(), { ...car, change: { etd: '2026-11-28' } });
  await setShipping(db(), { ...car, change: { eta: '2026-12-05' } });
  expect((await view(car.purchaseId)).logistics).toMatchObject({
    ...{ stockYard: 'Yokohama 2', voyage: '117W', vessel: 'Asahi Maru', etd: '2026-11-28', eta: '2026-12-05' },
  });
  expect((await notices()).map((notice: { purchase: object }) => notice.purchase)).toMatchObject([
    { etd: '2026-11-28', eta: '2026-12-05' },
    { etd: '2026-11-28', eta: '2026-12-03' },
  ]);
  expect((await mails()).map(({ data }) => data)).toMatchObject([
    { before: { etd: null, eta: null }, etd: '2026-11-28', eta: '2026-12-03' },
    { before: { etd: '2026-11-28', eta: '2026-12-03' }, etd: '2026-11-28', eta: '2026-12-05' },
  ]);
});

test('a ship cannot arrive before it departs, and nothing of such a change is stored', async () => {
  const car = await newCar();
  await setShipping(db(), { ...car, change: { etd: '2026-11-28' } });
  await expect(setShipping(db(), { ...car, change: { eta: '2026-11-27', voyage: '9' } })).rejects.toMatchObject({
    code: 'Purchase.DateOrder',
  });
  expect((await view(car.purchaseId)).logistics).toMatchObject({ eta: null, voyage: null });
});

// @covers PURCH-03
test('fees are booked as the difference, so that details, list and payments agree', async () => {
  const car = await newCar();
  await chargeFee(db(), { ...car, kind: 'freight', amountYen: 30_000 });
  await chargeFee(db(), { ...car, kind: 'freight', amountYen: 30_000 });
  await chargeFee(db(), { ...car, kind: 'freight', amountYen: 25_000 });
  await chargeFee(db(), { ...car, kind: 'otherFees', amountYen: 6_000 });
  const total = 692_000 + 25_000 + 6_000;
  const { finances } = await view(car.purchaseId);
  expect(finances).toMatchObject({ freight: { value: 25_000, label: 'Freight' }, otherFees: { value: 6_000 }, total });
  const { carsList } = (await portal.ask(anna, 'GET', '/v1/purchased-cars/')).body;
  expect(carsList[0].totalPrice).toBe(total);
  const payments = (await portal.ask(anna, 'GET', '/v1/payments/')).body;
  expect(payments.totalBalance).toBe(String(-total));
  expect(payments.records.map(({ amount }: { amount: number }) => amount)).toEqual([-6_000, 5_000, -30_000, -692_000]);
  await chargeFee(db(), { ...car, kind: 'freight', amountYen: 0 });
  expect((await view(car.purchaseId)).finances).not.toHaveProperty('freight');
});

test('two concurrent charges book once', async () => {
  const car = await newCar();
  await Promise.all(
    Array.from({ length: 5 }, () => chargeFee(db(), { ...car, kind: 'auctionFee', amountYen: 15_000 })),
  );
  expect((await view(car.purchaseId)).finances).toMatchObject({ auctionFee: { value: 15_000 }, total: 707_000 });
});

// @covers PURCH-03
test('the client sees the note, and the log has each change with its author', async () => {
  const car = await newCar();
  await setNote(db(), { ...car, note: 'Spare key sent with the papers.' });
  expect((await view(car.purchaseId)).note).toBe('Spare key sent with the papers.');
  const events = await db()
    .selectFrom('purchase_events')
    .select(['kind', 'user_id'])
    .where('purchase_id', '=', car.purchaseId)
    .execute();
  expect(events).toEqual([{ kind: 'note', user_id: maria.id }]);
});
