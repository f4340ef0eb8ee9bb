import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { createProgram } from '../testing/http/programs.ts';
import { compareLedger } from './check-ledger-queries.ts';
import { paymentRoutes } from './routes.ts';

let portal: TestPortal;
let maria: Person;
let anna: Person;

beforeAll(async () => {
  portal = await testPortal(paymentRoutes);
  maria = await createPerson(portal.database.db, { roleId: 991 });
  anna = await createPerson(portal.database.db);
});
afterAll(async () => {
  expect((await compareLedger(portal.database.db)).faults).toEqual([]);
  await portal.close();
});

const post = (what: string, body: object, person: Person | null = maria) =>
  portal.ask(person, 'POST', `/v1/deposits/${what}`, body);
const get = (what: string, person: Person | null = maria) => portal.ask(person, 'GET', `/v1/deposits/${what}`);
const deposit = () => ({ userId: anna.id, kind: 'deposit', amountYen: 150_000, description: 'Deposit', key: 'slip 1' });

test('a client and an anonymous client cannot book', async () => {
  expect((await post('book', deposit(), null)).status).toBe(401);
  expect((await post('book', deposit(), anna)).status).toBe(403);
  expect((await get(`postings?userId=${anna.id}`, anna)).status).toBe(403);
  expect((await get('transfers', anna)).status).toBe(403);
});

test('a manager gets errors for invalid, missing and uncovered bookings', async () => {
  expect((await post('book', { ...deposit(), amountYen: 0 })).status).toBe(422);
  for (const userId of [999_999, maria.id]) expect((await post('book', { ...deposit(), userId })).status).toBe(404);
  expect((await get('postings?userId=999999')).status).toBe(404);
  expect((await post('reverse', { postingId: 999_999, description: 'x' })).status).toBe(404);
  expect((await post('assign-transfer', { transferId: 999_999, userId: anna.id })).status).toBe(404);
  expect(await post('book', { ...deposit(), kind: 'refund', key: 'too much' })).toMatchObject({
    body: { messageCode: 'Payment.NotCovered' },
  });
});

// @covers PAY-09
test('a deposit is booked once per key, names the manager and is reversed by its mirror', async () => {
  const { body } = await post('book', deposit());
  expect((await post('book', deposit())).body).toEqual(body);
  expect(await post('book', { ...deposit(), amountYen: 1 })).toMatchObject({
    body: { messageCode: 'Idempotency.Mismatch' },
  });
  const { postingId } = body;
  expect((await get(`postings?userId=${anna.id}`)).body).toMatchObject({
    balanceYen: 150_000,
    items: [{ postingId, kind: 'deposit', amountYen: 150_000, bookedThrough: 'manager' }],
  });
  const { rows } = await portal.database.pool.query('select booked_by from ledger_postings where id = $1', [postingId]);
  expect(rows).toEqual([{ booked_by: maria.id }]);
  expect((await post('reverse', { postingId, description: 'Another client' })).status).toBe(200);
  expect((await get(`postings?userId=${anna.id}`)).body).toMatchObject({ balanceYen: 0, items: [{}, { postingId }] });
});

// @covers NOTIF-04
test('a client gets one email about a deposit and a transfer, and none about a fee', async () => {
  const vera = await createPerson(portal.database.db);
  const mails = async () => {
    const { rows } = await portal.database.pool.query('select kind, data from mails where user_id = $1 order by id', [
      vera.id,
    ]);
    return rows;
  };
  const booking = { ...deposit(), userId: vera.id, key: 'slip of Vera' };
  for (const _ of [1, 2]) await post('book', booking);
  await post('book', { ...booking, kind: 'fee', amountYen: 5_000, key: 'fee of Vera' });
  const emailData = {
    kind: 'deposit_booked',
    data: { amountYen: 150_000, balanceYen: 150_000, description: 'Deposit' },
  };
  expect(await mails()).toEqual([emailData]);
  const program = await createProgram(portal.database.db);
  const transfer = { bankId: 'bank-vera', amountYen: 20_000, sender: 'V', receivedOn: '2026-11-20' };
  const reference = `C-${String(vera.id).padStart(4, '0')}`;
  for (const _ of [1, 2])
    await portal.ask(program, 'POST', '/v1/back-office/payments/receive-transfer', { ...transfer, reference });
  expect(await mails()).toEqual([
    emailData,
    { kind: 'deposit_booked', data: { amountYen: 20_000, balanceYen: 165_000, description: reference } },
  ]);
});

// @covers PAY-10
test('a transfer without a client waits until a manager assigns it', async () => {
  const program = await createProgram(portal.database.db);
  const emailData = await portal.ask(program, 'POST', '/v1/back-office/payments/receive-transfer', {
    ...{ bankId: 'bank-1', amountYen: 200_000, sender: 'PETROVA A', reference: 'car', receivedOn: '2026-11-20' },
  });
  const { transferId } = emailData.body.transfer;
  expect((await get('transfers')).body).toMatchObject({ items: [{ transferId, userId: null }] });
  const assigned = await post('assign-transfer', { transferId, userId: anna.id });
  expect(assigned.body.transfer).toMatchObject({ transferId, userId: anna.id });
  expect((await get('transfers')).body.items).toEqual([]);
  expect((await get(`postings?userId=${anna.id}`)).body).toMatchObject({ balanceYen: 200_000 });
});
