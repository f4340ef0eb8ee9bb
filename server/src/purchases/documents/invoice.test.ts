import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSetting } from '../../flows/accounts/change-setting.ts';
import { chargeFee } from '../../flows/auctions/charge-fee.ts';
import { saveSettings } from '../../platform/db/installation.ts';
import { buyCar } from '../../testing/fixtures/purchases.ts';
import { dataAddress, drawnLogo } from '../../testing/http/logos.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { readPdf } from '../../testing/http/read-pdf.ts';
import { setShipping } from '../manage/manage-purchase.ts';
import { purchaseRoutes } from '../routes.ts';
import { invoiceRoutes } from './invoice-routes.ts';

const INVOICE = '/v1/payments/invoice';
let portal: TestPortal;
let anna: Person;
let boris: Person;
let maria: Person;
let car: number;

beforeAll(async () => {
  portal = await testPortal((app, database) => {
    purchaseRoutes(app, database);
    invoiceRoutes(app, database);
  });
  const { db } = portal.database;
  anna = await createPerson(db, { fullName: 'Anna Petrova' });
  boris = await createPerson(db);
  maria = await createPerson(db, { roleId: 991 });
  // The auction list says 1,800 cc and May 2018.
  const facts = JSON.stringify({ manager: { engineCc: 1_797, builtYear: 2017, builtMonth: 12 } });
  car = await buyCar(db, anna, { lot: { lot_no: 4021, month: 5, color: 'PEARL', facts } });
  await chargeFee(db, { purchaseId: car, by: maria.id, kind: 'freight', amountYen: 45_000 });
  await setShipping(db, {
    ...{ purchaseId: car, by: maria.id },
    change: { destination: 'Vladivostok', vessel: 'Asahi Maru', voyage: '117W', etd: '2026-11-28' },
  });
  await saveSettings(db, {
    companyName: 'Fuji Motors',
    companyAddress: '1-2-3 Honcho, Naka-ku\n横浜市',
    bankDetails: 'Example Bank\nAccount 1234567',
  });
});
afterAll(() => portal.close());

const open = (person: Person | null, id: string) =>
  portal.app.inject({ url: `${INVOICE}?id=${id}`, headers: person ? { cookie: person.cookie } : {} });
const linesOf = async (person: Person) => (await readPdf((await open(person, `P${car}`)).rawPayload)).pages.flat();

// @covers PURCH-06, SEC-03
test('an invoice is open to its buyer and the managers; for other clients it does not exist', async () => {
  expect((await open(null, `P${car}`)).statusCode).toBe(401);
  const [foreign, missing] = [await open(boris, `P${car}`), await open(boris, 'P999999')];
  expect([foreign.statusCode, missing.statusCode]).toEqual([404, 404]);
  expect(foreign.json().messageCode).toBe(missing.json().messageCode);
  const { db } = portal.database;
  const bare = await createPerson(db, { roleId: 991, permissions: { bidManagementEnabled: false } });
  expect((await open(bare, `P${car}`)).statusCode).toBe(404);
  const without = await createPerson(db, { permissions: { downloadInvoice: false } });
  expect((await open(without, `P${await buyCar(db, without)}`)).statusCode).toBe(403);
  for (const id of [String(car), 'P0', `P${car}'--`, 'x']) expect((await open(anna, id)).statusCode, id).toBe(404);
  expect((await open(anna, '')).statusCode).toBe(400);
});

// @covers ASVS-5.4.1, ASVS-5.4.2, PAY-08, PURCH-06
test('is a PDF to download, the same file each time', async () => {
  const [first, second] = [await open(anna, `P${car}`), await open(anna, `P${car}`)];
  expect(first.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^attachment; filename="invoice-S-\d+\.pdf"$/),
    'cache-control': 'no-store',
  });
  expect(first.rawPayload.equals(second.rawPayload)).toBe(true);
  expect((await open(maria, `P${car}`)).statusCode).toBe(200);
});

test('has the figures of the screen in English, with the company’s data', async () => {
  const lines = await linesOf(anna);
  const { finances, carDetail } = (await portal.ask(anna, 'GET', `/v1/purchased-cars/view-car?id=P${car}`)).body;
  expect(carDetail).toMatchObject({ engine: 1_797, yearMonth: '2017/12' });
  expect(finances.total).toBe(737_000);
  expect(lines.join('\n')).toContain('Fuji Motors\tInvoice');
  expect(lines).toEqual(
    expect.arrayContaining([
      'Anna Petrova',
      expect.stringContaining('1-2-3 Honcho, Naka-ku'),
      expect.stringContaining('横浜市'),
      expect.stringMatching(/^Maker and model\s+TOYOTA PRIUS$/),
      expect.stringMatching(/^Year\s+2017\/12$/),
      expect.stringMatching(/^Engine\s+1\s797\scc$/),
      expect.stringMatching(/^Bought\s+USS Tokyo, lot 4021, 20 Nov 2026$/),
      expect.stringMatching(/^Port\s+Yokohama to Vladivostok$/),
      'Car price\t650 000 ¥',
      'Agent fee\t30 000 ¥',
      'Transport in Japan\t12 000 ¥',
      'Freight\t45 000 ¥',
      'Total\t737 000 ¥',
      expect.stringMatching(/^Please pay to\s+Example Bank$/),
    ]),
  );
});

test('has the same figures in Russian', async () => {
  const { db } = portal.database;
  await db.updateTable('users').set({ language: 693 }).where('id', '=', anna.id).execute();
  expect(await linesOf(anna)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Fuji Motors\s+Счёт$/),
      expect.stringMatching(/^Куплен\s+USS Tokyo, лот 4021, 20\.11\.2026$/),
      'Цена автомобиля\t650 000 ¥',
      'Фрахт\t45 000 ¥',
      'Итого\t737 000 ¥',
    ]),
  );
});

// @covers OPS-09
test('has the company’s logo above its name', async () => {
  const { db } = portal.database;
  const image = '/Subtype /Image';
  expect((await open(anna, `P${car}`)).rawPayload.includes(image)).toBe(false);
  const logo = dataAddress(await drawnLogo().png().toBuffer());
  await db.transaction().execute((tx) => changeSetting(tx, 'logo', logo));
  const { rawPayload } = await open(anna, `P${car}`);
  expect(rawPayload.includes(image)).toBe(true);
  expect((await readPdf(rawPayload)).pages.flat().join('\n')).toContain('Fuji Motors');
  expect((await open(anna, `P${car}`)).rawPayload.equals(rawPayload)).toBe(true);
});
