import type { PaymentsFilter } from '@seri/contract/payments/statement-routes.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeSetting } from '../flows/accounts/change-setting.ts';
import { japanDay, shiftDay } from '../platform/i18n/japan-time.ts';
import { dataAddress, drawnLogo } from '../testing/http/logos.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { readPdf } from '../testing/http/read-pdf.ts';
import { bookPosting } from './book-posting.ts';
import { findPayments, type PaymentRow } from './queries.ts';
import { paymentRoutes } from './routes.ts';
import { readPayments } from './statement-routes.ts';

let portal: TestPortal;
let anna: Person;
let boris: Person;
let maria: Person;
let dealer: Person;

beforeAll(async () => {
  portal = await testPortal(paymentRoutes);
  const { db } = portal.database;
  anna = await createPerson(db, { fullName: 'Anna Petrova' });
  boris = await createPerson(db, { fullName: 'Борис Орлов', language: 693 });
  maria = await createPerson(db, { roleId: 991 });
  dealer = await createPerson(db, { roleId: 1092 });
  await db
    .insertInto('company_settings')
    .values(
      Object.entries({
        companyName: 'Fuji Motors 富士',
        companyAddress: '1-2-3 Honcho\nYokohama',
        bankDetails: 'Example Bank',
      }).map(([key, value]) => ({ key, value: JSON.stringify(value) })),
    )
    .execute();
  await book(anna, '2026-09-30', 300_000, 'Deposit');
  await book(anna, '2026-10-01', 500_000, 'Second transfer');
  await book(anna, '2026-10-15', -650_000, 'TOYOTA PRIUS ZVW50-1');
  await book(anna, '2026-11-01', 70_000, '=HYPERLINK("http://x")');
  await book(boris, '2026-10-02', 200_000, 'Перевод Бориса');
});
afterAll(() => portal.close());

let keys = 0;
const book = (person: Person, bookedOn: string, amountYen: number, description: string) =>
  portal.database.db.transaction().execute((tx) =>
    bookPosting(tx, {
      ...{ kind: amountYen > 0 ? ('remittance' as const) : ('car_purchase' as const), bookedOn, description },
      idempotencyKey: `statement-${keys++}`,
      entries: [
        { account: { clientId: person.id }, amountYen },
        { account: 'bank', amountYen: -amountYen },
      ],
    }),
  );
const today = () => japanDay(new Date());
const addressOf = (person: Person | null, query: string) =>
  portal.ask(person, 'GET', `/v1/payments/statement?${query}`);
const open = (person: Person | null, url: string) =>
  portal.app.inject({ method: 'GET', url, headers: person ? { cookie: person.cookie } : {} });
const OCTOBER = 'dateFrom=2026-10-01&dateTo=2026-10-31';
const read = async (person: Person, query: string) => {
  const { status, body } = await addressOf(person, query);
  expect(status, JSON.stringify(body)).toBe(200);
  const file = await open(person, body);
  expect(file.headers['content-type']).toBe('application/pdf');
  return { file: file.rawPayload, lines: (await readPdf(file.rawPayload)).pages.flat() };
};
const amountAt = (lines: string[], label: string) =>
  Number(
    lines
      .find((line) => line.startsWith(`${label}\t`))
      ?.split('\t')[1]
      ?.replace('−', '-')
      .replaceAll(/[ ¥]/g, ''),
  );

describe('a statement', () => {
  test('is for signed-in clients, both its address and its file', async () => {
    expect((await addressOf(null, OCTOBER)).status).toBe(401);
    expect((await addressOf(maria, OCTOBER)).status).toBe(403);
    for (const [person, status] of [
      [null, 401],
      [maria, 403],
    ] as const)
      for (const file of [`statement.pdf?${OCTOBER}`, 'payments.csv'])
        expect((await open(person, `/v1/files/${file}`)).statusCode, file).toBe(status);
  });

  test.each([
    ['', 400],
    ['dateFrom=2026-10-01', 400],
    [`${OCTOBER}&userId=1`, 400],
    ['dateFrom=2026-02-30&dateTo=2026-03-01', 400],
    ['dateFrom=2026-10-31&dateTo=2026-10-01', 409],
    ['dateFrom=2025-10-01&dateTo=2026-10-31', 409],
    [`dateFrom=2026-10-01&dateTo=${shiftDay(today(), 1)}`, 409],
  ])('the query %s is refused with %s, by both', async (query, status) => {
    expect((await addressOf(anna, query)).status).toBe(status);
    expect((await open(anna, `/v1/files/statement.pdf?${query}`)).statusCode).toBe(status);
  });

  // @covers PAY-08
  test('has the numbers of the screen, the company and the client, and opening and closing balance', async () => {
    const { lines } = await read(anna, OCTOBER);
    expect(lines).toContain('Fuji Motors 富士\tStatement of account');
    expect(lines).toContain('Opening balance\t300 000 ¥');
    expect(lines).toContain('01 Oct 2026\tSecond transfer\t500 000 ¥\t800 000 ¥');
    expect(lines).toContain('15 Oct 2026\tTOYOTA PRIUS ZVW50-1\t−650 000 ¥\t150 000 ¥');
    expect(lines).toContain('Closing balance\t150 000 ¥');
    expect(lines).toContain('Anna Petrova');
    expect(lines).toContain('Example Bank');
    expect(lines.join('\n')).not.toContain('HYPERLINK');
    const screen = (await portal.ask(anna, 'GET', '/v1/payments/?dateFrom=2026-10-01&dateTo=2026-10-31')).body;
    expect([amountAt(lines, 'Received'), amountAt(lines, 'Spent')]).toEqual([
      Number(screen.totalReceived),
      Number(screen.totalSpent),
    ]);
  });

  test('is in the language of its reader, or in the requested one', async () => {
    const russian = (await read(boris, OCTOBER)).lines;
    expect(russian).toContain('Входящий остаток\t0 ¥');
    expect(russian).toContain('02.10.2026\tПеревод Бориса\t200 000 ¥\t200 000 ¥');
    expect((await read(boris, `${OCTOBER}&language=692`)).lines).toContain('Opening balance\t0 ¥');
  });

  test('with unprintable characters in a name is refused with these characters until the client agrees', async () => {
    const odd = await createPerson(portal.database.db, { fullName: 'Анна 🚗 Petrova' });
    const where = '/v1/payments/statement?dateFrom=2026-11-01&dateTo=2026-11-02';
    const { status, body } = await portal.ask(odd, 'GET', where);
    expect([status, body.messageCode, body.details]).toEqual([409, 'Payment.Unprintable', { letters: '🚗' }]);
    const agreed = await portal.ask(odd, 'GET', `${where}&unprintable=1`);
    expect(agreed.status).toBe(200);
    const { statusCode } = await portal.app.inject({ url: agreed.body, headers: { cookie: odd.cookie } });
    expect(statusCode).toBe(200);
  });

  // @covers PAY-08
  test('of the same days is the same file, and says when its last day has not ended', async () => {
    const [first, second] = [await read(anna, OCTOBER), await read(anna, OCTOBER)];
    expect(first.file.equals(second.file)).toBe(true);
    expect(first.lines.join()).not.toContain('is not over');
    const { lines } = await read(anna, `dateFrom=2026-10-01&dateTo=${today()}`);
    expect(lines.join()).toContain('is not over');
  });

  // @covers OPS-09
  test('has the company’s logo at its head', async () => {
    expect((await read(anna, OCTOBER)).file.includes('/Subtype /Image')).toBe(false);
    const logo = dataAddress(await drawnLogo({ ink: '#ffffff' }).png().toBuffer());
    await portal.database.db.transaction().execute((tx) => changeSetting(tx, 'logo', logo));
    const { file, lines } = await read(anna, OCTOBER);
    expect(file.includes('/Subtype /Image')).toBe(true);
    expect(lines).toEqual(expect.arrayContaining(['Fuji Motors 富士', 'Statement of account']));
  });

  // @covers PAY-08
  test('of another client is not accessible: an address opens the reader’s own payments', async () => {
    const { body: own } = await addressOf(anna, OCTOBER);
    const { pages } = await readPdf((await open(boris, own)).rawPayload);
    const text = pages.flat().join('\n');
    expect(text).not.toContain('Anna');
    expect(text).not.toContain('PRIUS');
    expect(text).toContain('Перевод Бориса');
    for (const more of [`userId=${anna.id}`, `client=${anna.id}`, `id=${anna.id}`])
      expect((await open(boris, `${own}&${more}`)).statusCode).toBe(400);
  });

  // @covers PAY-08
  test('closes with the opening balance of the next one, for any bookings', async () => {
    const carol = await createPerson(portal.database.db);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: -900_000, max: 900_000 })), {
          maxLength: 4,
        }),
        fc.integer({ min: 0, max: 59 }),
        async (booked, cut) => {
          for (const [day, amountYen] of booked)
            if (amountYen !== 0) await book(carol, shiftDay('2026-08-01', day), amountYen, 'Random');
          const last = shiftDay('2026-08-01', cut);
          const before = (await read(carol, `dateFrom=2026-08-01&dateTo=${last}`)).lines;
          const after = (await read(carol, `dateFrom=${shiftDay(last, 1)}&dateTo=2026-10-31`)).lines;
          expect(amountAt(before, 'Closing balance')).toBe(amountAt(after, 'Opening balance'));
          expect(amountAt(after, 'Closing balance')).toBe(
            (await portal.ask(carol, 'GET', '/v1/payments/balance')).body.balanceInfo.balance,
          );
        },
      ),
      { numRuns: 6 },
    );
  }, 120_000);
});

describe('payments as a file', () => {
  // @covers ASVS-1.2.10
  test('have the rows of the filter, amounts as numbers, and run no formula', async () => {
    const { body } = await portal.ask(anna, 'GET', '/v1/payments/export-list?dateFrom=2026-10-15');
    const file = await open(anna, body);
    expect(file.headers['content-disposition']).toBe(`attachment; filename="payments-${today()}.csv"`);
    expect(file.payload.split('\r\n')).toEqual([
      '\ufeffDate,Type,Description,ETD,ETA,Amount (yen),Balance (yen)',
      `2026-11-01,Remittances,"'=HYPERLINK(""http://x"")",,,70000,220000`,
      '2026-10-15,Car Purchase,TOYOTA PRIUS ZVW50-1,,,-650000,150000',
      '',
    ]);
    expect((await open(boris, body)).payload).not.toContain('PRIUS');
  });

  test('have each record once over all portions, as on the screen, and no concurrent booking', async () => {
    const { db } = portal.database;
    const olga = await createPerson(db);
    for (let no = 0; no < 20; no++)
      await book(olga, shiftDay('2026-10-01', (no * 7) % 5), (no % 3 ? -1 : 2) * (1000 + no), no % 4 ? 'Car' : 'Money');
    const fields = ({ id, bookedOn, balanceYen }: PaymentRow) => [id, bookedOn, balanceYen];
    const shown = async (filter: PaymentsFilter) =>
      (await findPayments(db, olga.id, { ...filter, limit: 100, offset: 0 }, 'en')).records.map(fields);
    for (const filter of [{}, { qSearch: 'money' }, { dateFrom: '2026-10-02' }, { type: 'carPurchase' as const }])
      for (const most of [1, 3, 20]) {
        const rows: PaymentRow[] = [];
        for await (const row of readPayments(db, olga.id, filter, 'en', most)) rows.push(row);
        expect(rows.map(fields)).toEqual(await shown(filter));
      }
    const before = await shown({});
    const read: PaymentRow[] = [];
    for await (const row of readPayments(db, olga.id, {}, 'en', 4)) {
      if (read.length === 5) await book(olga, '2026-10-01', 500_000, 'In the middle');
      read.push(row);
    }
    expect(read.map(fields)).toEqual(before);
    expect((await shown({})).length).toBe(before.length + 1);
  });
});

describe('balances of a dealer’s clients', () => {
  const BALANCES = '/v1/payments/client-balances';

  // @covers ACCT-18
  test('are for dealers with the right to them', async () => {
    expect((await portal.ask(null, 'GET', BALANCES)).status).toBe(401);
    for (const person of [anna, maria]) expect((await portal.ask(person, 'GET', BALANCES)).status).toBe(403);
    const without = await createPerson(portal.database.db, { roleId: 1092, permissions: { dealerBidAccess: false } });
    expect((await portal.ask(without, 'GET', BALANCES)).status).toBe(403);
    expect((await portal.ask(dealer, 'GET', `${BALANCES}?userId=${anna.id}`)).status).toBe(400);
  });

  // @covers ACCT-18
  test('are separate for each client, and exclude other dealers’ clients', async () => {
    const { db } = portal.database;
    const other = await createPerson(db, { roleId: 1092 });
    await createPerson(db, { dealerId: other.id, fullName: 'Hidden' });
    const [ivan, olga] = [
      await createPerson(db, { dealerId: dealer.id, fullName: 'Ivan', balanceYen: 400_000, creditLimitYen: 0 }),
      await createPerson(db, { dealerId: dealer.id, fullName: 'Olga', creditLimitYen: -1 }),
    ];
    const { body } = await portal.ask(dealer, 'GET', BALANCES);
    expect(body.items).toMatchObject([
      { userId: ivan.id, name: 'Ivan', balance: 400_000, creditLimit: 0, bidAllow: 390_000, activeBids: 0 },
      { userId: olga.id, name: 'Olga', balance: 0, creditLimit: -1 },
    ]);
    const own = await portal.ask(dealer, 'GET', '/v1/payments/balance');
    expect(own.body.balanceInfo.balance).toBe(0);
  });
});
