import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { createProgram } from '../testing/http/programs.ts';
import { compareLedger } from './check-ledger-queries.ts';
import { paymentRoutes } from './routes.ts';

const BASE = '/v1/back-office/payments';
let portal: TestPortal;
let bearer: string;
let reader: string;
let anna: Person;
let boris: Person;

beforeAll(async () => {
  portal = await testPortal(paymentRoutes);
  const { db } = portal.database;
  bearer = (await createProgram(db, ['payments:read', 'payments:write'])).bearer;
  reader = (await createProgram(db, ['payments:read'])).bearer;
  anna = await createPerson(db, { creditLimitYen: 0 });
  boris = await createPerson(db, { creditLimitYen: 0 });
});
afterAll(async () => {
  expect((await compareLedger(portal.database.db)).faults).toEqual([]);
  await portal.close();
});

const post = (path: string, body: object, token = bearer, headers = {}) =>
  portal.ask(null, 'POST', `${BASE}/${path}`, body, { authorization: `Bearer ${token}`, ...headers });
const get = (path: string, token = bearer) =>
  portal.ask(null, 'GET', `${BASE}/${path}`, undefined, { authorization: `Bearer ${token}` });
const codeOf = ({ id }: Person) => `C-${String(id).padStart(4, '0')}`;
let bankNumber = 0;
const transferOf = (reference: string, more: object = {}) => ({
  bankId: `bank-${bankNumber++}`,
  amountYen: 150_000,
  sender: 'PETROVA A',
  reference,
  receivedOn: '2026-11-20',
  ...more,
});
const balanceOf = async ({ id }: Person) => (await get(`postings?userId=${id}`)).body.balanceYen;
const waiting = async () => (await get('transfers')).body.items.map(({ bankId }: { bankId: string }) => bankId);

describe('a program', () => {
  const fee = () => ({ userId: anna.id, kind: 'fee', amountYen: 1_000, description: 'Storage', key: 'storage-1' });

  test('without the scope cannot book, and a user cannot call it', async () => {
    expect((await post('book', fee(), reader)).status).toBe(403);
    expect((await portal.ask(anna, 'POST', `${BASE}/book`, fee())).status).toBe(401);
    expect(await balanceOf(anna)).toBe(0);
  });

  test('gets errors for invalid, missing and uncovered bookings', async () => {
    expect((await post('book', { ...fee(), amountYen: -1 })).status).toBe(422);
    expect((await post('book', { ...fee(), balance: 5 })).status).toBe(422);
    expect((await post('book', { ...fee(), userId: 999_999 })).status).toBe(404);
    expect((await post('reverse', { postingId: 999_999, description: 'x' })).status).toBe(404);
    expect((await post('book', { ...fee(), kind: 'refund', key: 'refund-1' })).body.messageCode).toBe(
      'Payment.NotCovered',
    );
    expect((await get('postings?userId=999999')).status).toBe(404);
    expect(await balanceOf(anna)).toBe(0);
  });

  test('books a fee once per key, for any number of repeats, and reverses it', async () => {
    const first = await post('book', fee());
    expect(first.status).toBe(200);
    const { postingId } = first.body;
    expect((await post('book', fee())).body.postingId).toBe(postingId);
    expect((await post('book', fee(), bearer, { 'idempotency-key': 'a' })).body.postingId).toBe(postingId);
    expect((await post('book', { ...fee(), amountYen: 2_000 })).body.messageCode).toBe('Idempotency.Mismatch');
    expect(await balanceOf(anna)).toBe(-1_000);
    const back = await post('reverse', { postingId, description: 'Not stored' });
    expect((await post('reverse', { postingId, description: 'Again' })).body.postingId).toBe(back.body.postingId);
    const { body } = await get(`postings?userId=${anna.id}`);
    expect(body).toMatchObject({
      balanceYen: 0,
      items: [
        { kind: 'correction', amountYen: 1_000, correctsId: postingId, correctedById: null },
        { kind: 'fee', amountYen: -1_000, correctedById: back.body.postingId, bookedThrough: 'program' },
      ],
    });
  });
});

describe('a transfer of the bank', () => {
  // @covers PAY-10
  test('whose reference names one client is assigned at once, once per bank number, and the client is notified', async () => {
    const transfer = transferOf(`car payment ${codeOf(anna)}`);
    const answers = await Promise.all([1, 2, 3, 4].map(() => post('receive-transfer', transfer)));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.transfer).toMatchObject({ userId: anna.id, candidates: [anna.id] });
    }
    expect(await balanceOf(anna)).toBe(150_000);
    expect(await waiting()).not.toContain(transfer.bankId);
    expect((await post('receive-transfer', { ...transfer, amountYen: 1 })).body.messageCode).toBe(
      'Idempotency.Mismatch',
    );
    const { rows } = await portal.database.pool.query(
      "select count(*) as n from notifications where user_id = $1 and kind = 'deposit_booked'",
      [anna.id],
    );
    expect(rows[0].n).toBe(1);
  });

  // @covers PAY-10
  test.each([
    ['nobody', () => 'thank you', () => []],
    ['a number nobody has', () => 'C-999999', () => []],
    ['two clients', () => `${codeOf(anna)} and ${codeOf(boris)}`, () => [anna.id, boris.id]],
  ])(
    'whose reference names %s waits with its money in the books, until a person says whose it is',
    async (_who, reference, candidates) => {
      const before = await balanceOf(boris);
      const transfer = transferOf(reference());
      const { body } = await post('receive-transfer', transfer);
      expect(body.transfer).toMatchObject({ userId: null, postingId: null, candidates: candidates() });
      expect(await waiting()).toContain(transfer.bankId);
      expect((await compareLedger(portal.database.db)).faults).toEqual([]);

      const { transferId } = body.transfer;
      expect((await post('assign-transfer', { transferId, userId: 999_999 })).status).toBe(404);
      expect((await post('assign-transfer', { transferId: 999_999, userId: boris.id })).status).toBe(404);
      const both = await Promise.all([1, 2].map(() => post('assign-transfer', { transferId, userId: boris.id })));
      for (const { body: given } of both) expect(given.transfer.userId).toBe(boris.id);
      expect(await balanceOf(boris)).toBe(before + 150_000);
      expect(await waiting()).not.toContain(transfer.bankId);
      expect((await post('assign-transfer', { transferId, userId: anna.id })).body.messageCode).toBe(
        'Payment.Assigned',
      );
    },
  );

  // @covers PAY-10
  test('assigned to the wrong client is reversed, waits again and is assigned to the right one', async () => {
    const [from, to] = [await balanceOf(anna), await balanceOf(boris)];
    const { body } = await post('receive-transfer', transferOf(codeOf(anna)));
    const { transferId, postingId } = body.transfer;
    await post('reverse', { postingId, description: 'Of another client' });
    const [item] = (await get('transfers')).body.items;
    expect(item).toMatchObject({ transferId, userId: null });
    expect((await post('assign-transfer', { transferId, userId: boris.id })).status).toBe(200);
    expect([await balanceOf(anna), await balanceOf(boris)]).toEqual([from, to + 150_000]);
  });

  test.each([
    { amountYen: 0 },
    { amountYen: 1.5 },
    { bankId: '' },
    { receivedOn: '2026-02-30' },
    { reference: 'a\nb' },
  ])('with %j is refused', async (wrong) => {
    expect((await post('receive-transfer', { ...transferOf('x'), ...wrong })).status).toBe(422);
  });
});
