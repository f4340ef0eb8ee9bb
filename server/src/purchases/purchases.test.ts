import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { createLot } from '../testing/fixtures/lots.ts';
import { buyCar } from '../testing/fixtures/purchases.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { recordPurchase } from './record-purchase.ts';
import { purchaseRoutes } from './routes.ts';

const LIST = '/v1/purchased-cars/';
const DETAILS = '/v1/purchased-cars/view-car';
let portal: TestPortal;
let anna: Person;
let boris: Person;
let maria: Person;
let prius: number;

beforeAll(async () => {
  portal = await testPortal(purchaseRoutes);
  const { db } = portal.database;
  anna = await createPerson(db);
  boris = await createPerson(db, { language: 693 });
  maria = await createPerson(db, { roleId: 991 });
  prius = await bought(anna, { lot_no: 4021, month: 5 }, '2026-11-20');
  await bought(anna, { maker: 'NISSAN', model: 'NOTE', chassis_number: 'E12-55', lot_no: 77 }, '2026-11-24', 1);
  await bought(boris, { maker: 'HONDA', model: 'FIT', month: null, year: null }, '2026-11-21');
});
afterAll(() => portal.close());

const bought = (person: Person, lot: Parameters<typeof createLot>[1], day: string, status = 0) =>
  buyCar(portal.database.db, person, { lot, day, status, haulageYen: person === boris ? 0 : 12_000 });

const list = (person: Person | null, query = '') => portal.ask(person, 'GET', `${LIST}${query}`);
const details = (person: Person | null, id: string) => portal.ask(person, 'GET', `${DETAILS}?id=${id}`);
const models = (body: { carsList: { model: string }[] }) => body.carsList.map((car) => car.model);

describe('the list of purchases', () => {
  test('refuses anonymous clients and managers', async () => {
    expect((await list(null)).status).toBe(401);
    expect((await list(maria)).status).toBe(403);
  });

  test.each(['?status=9', '?status=x', '?page=-1', '?pageSize=1000', '?dateTo=yesterday', '?user=1'])(
    'refuses the query %s',
    async (query) => expect((await list(anna, query)).status).toBe(400),
  );

  // @covers PURCH-01
  test('a client sees their own, newest first, with their costs', async () => {
    const { body } = await list(anna);
    expect(models(body)).toEqual(['NOTE', 'PRIUS']);
    expect(body.carsList[1]).toMatchObject({
      id: `P${prius}`,
      auction: 'USS Tokyo',
      lotNo: 4021,
      purchaseDate: '2026-11-20',
      status: 0,
      totalPrice: 692_000,
      exportPort: 'Yokohama',
      images: ['/p/sedan-white-1-front34'],
    });
    expect(body.pageInfo).toMatchObject({ totalSearchResults: 2, totalResults: 2 });
  });

  // @covers PURCH-01
  test.each([
    ['?qSearch=zvw50', ['PRIUS']],
    ['?qSearch=nissan note', ['NOTE']],
    ['?qSearch=4021', ['PRIUS']],
    ['?qSearch=402', []],
    ['?qSearch=%25', []],
    ['?status=1', ['NOTE']],
    ['?dateFrom=2026-11-21', ['NOTE']],
    ['?dateTo=2026-11-20', ['PRIUS']],
    ['?dateFrom=2026-11-20&dateTo=2026-11-24', ['NOTE', 'PRIUS']],
    ['?page=2', []],
  ])('the filter %s finds %j', async (query, expected) => {
    const { body } = await list(anna, query);
    expect(models(body)).toEqual(expected);
    expect(body.pageInfo.totalResults).toBe(2);
  });

  // @covers PURCH-04
  test('the statuses are in the language of the reader', async () => {
    const labels = async (person: Person) => (await list(person)).body.statusList;
    expect((await labels(anna))[2]).toEqual({ value: 2, label: 'Waiting ship assignment' });
    expect((await labels(boris))[2]).toEqual({ value: 2, label: 'Ожидает назначения судна' });
    expect(await labels(anna)).toHaveLength(9);
  });
});

describe('one purchase', () => {
  test('refuses anonymous clients and managers', async () => {
    expect((await details(null, `P${prius}`)).status).toBe(401);
    expect((await details(maria, `P${prius}`)).status).toBe(403);
  });

  test('another client’s purchase looks like a missing one', async () => {
    const foreign = await details(boris, `P${prius}`);
    const missing = await details(boris, 'P999999');
    expect([foreign.status, foreign.body.messageCode]).toEqual([404, 'NotFound']);
    expect([missing.status, missing.body.messageCode]).toEqual([404, 'NotFound']);
  });

  test.each(['', '1', 'P0', 'Pone', "P1'--", 'P99999999999999999'])(
    'the id "%s" is refused or not found',
    async (id) => {
      expect([400, 404]).toContain((await details(anna, encodeURIComponent(id))).status);
    },
  );

  // @covers PURCH-02, PURCH-11, SHELL-07
  test('its owner sees the vehicle, every cost by name and their total', async () => {
    const { status, body } = await details(anna, `P${prius}`);
    expect(status).toBe(200);
    expect(body.carDetail).toMatchObject({
      title: 'TOYOTA PRIUS',
      pageType: 'car-auction',
      yearMonth: '2018/05',
      chassis: 'ZVW50-1234567',
    });
    expect(body.finances).toEqual({
      carPrice: { value: 650_000, label: 'Car price' },
      agentFee: { value: 30_000, label: 'Agent fee' },
      haulage: { value: 12_000, label: 'Transport in Japan' },
      total: 692_000,
    });
    expect(body.logistics).toEqual({
      ...{ status: 0, purchaseDate: '2026-11-20', exportPort: 'Yokohama', typeOfExport: 1 },
      ...{ stockYard: null, yardArrivalEta: null, shippingLine: null, vessel: null, voyage: null },
      ...{ destination: null, dischargePort: null, etd: null, eta: null },
    });
    expect(body.steps).toEqual([{ status: 0, reachedOn: '2026-11-20' }]);
    expect(body).toMatchObject({ documents: [], note: '', estimate: null, partiesEditable: true });
    expect(body).toMatchObject({ invoiceAvailable: true, invoiceUrl: `/v1/payments/invoice?id=P${prius}` });
    expect(Object.keys(body.carDetail)).toHaveLength(13);
    expect(body.lotImages.thumbnails).toEqual(['/p/sedan-white-1-front34?w=160']);
  });

  test('leaves out costs of zero, and does not invent an unknown month', async () => {
    const [car] = (await list(boris)).body.carsList;
    const { body } = await details(boris, car.id);
    expect(body.finances).not.toHaveProperty('haulage');
    expect(body.finances.total).toBe(680_000);
    expect(body.carDetail.yearMonth).toBe('');
  });

  test('a lot is bought once', async () => {
    const row = await portal.database.db
      .selectFrom('purchases')
      .selectAll()
      .where('id', '=', prius)
      .executeTakeFirstOrThrow();
    const again = portal.database.db.transaction().execute((tx) =>
      recordPurchase(tx, {
        bidId: row.bid_id,
        lotId: row.lot_id,
        userId: boris.id,
        purchasedOn: '2026-11-24',
        carPriceYen: 1,
        agentFeeYen: 0,
        haulageYen: 0,
        exportType: null,
        exportPort: null,
      }),
    );
    await expect(again).rejects.toThrow('has been bought already');
  });
});
