import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';

let fixture: BidFixture;
beforeAll(async () => {
  fixture = await bidFixture();
});
afterAll(() => fixture.close());

const check = (person: Person | null, body: object) => fixture.ask(person, 'POST', '/v1/bid/check', body);
const codesOf = (body: { reasons: { messageCode: string }[] }) => body.reasons.map(({ messageCode }) => messageCode);

test('refuses signed-out users and managers', async () => {
  const body = fixture.payload(await createLot(fixture.db), 500_000);
  expect((await check(null, body)).status).toBe(401);
  const staff = await createPerson(fixture.db, { roleId: 991, permissions: { managerBidForClient: false } });
  expect((await check(staff, body)).status).toBe(403);
  expect((await check(fixture.maria, body)).status).toBe(404);
});

test('a missing lot is not found, a wrong body is refused', async () => {
  expect((await check(fixture.anna, fixture.payload(999_999, 500_000))).status).toBe(404);
  expect((await check(fixture.anna, { ...fixture.payload(1, 500_000), amount: '5' })).status).toBe(422);
  expect((await check(fixture.anna, { ...fixture.payload(1, 500_000), extra: 1 })).status).toBe(422);
});

// @covers BID-23
test('returns all reasons against a bid at once', async () => {
  const lotId = await createLot(fixture.db, { auctionInMinutes: 80 });
  const boris = await createPerson(fixture.db, { roleId: ROLE.restricted, creditLimitYen: 200_000 });
  const { status, body } = await check(boris, { ...fixture.payload(lotId, 295_001), bidType: undefined });
  expect(status).toBe(200);
  expect(codesOf(body)).toEqual([
    'Bid.Restricted',
    'Bid.Closed',
    'Bid.Credit',
    'Bid.BelowStart',
    'Bid.Step',
    'Bid.TypeRequired',
  ]);
});

// @covers BID-23
test('returns the amounts that the bid itself will be checked against', async () => {
  const boris = await createPerson(fixture.db, { creditLimitYen: 1_000_000, balanceYen: 300_000 });
  await fixture.placed(boris, await createLot(fixture.db), 650_000);
  const lotId = await createLot(fixture.db);
  const { body } = await check(boris, { carId: String(lotId), lotType: 'auction', bidType: 1 });
  expect(body).toEqual({
    reasons: [],
    warnings: [],
    minAmount: 300_000,
    allowedAmount: 630_000,
    exposure: 660_000,
    bidAllow: 630_000,
    rule: 'highest',
  });
  expect((await fixture.place(boris, lotId, 635_000)).body.messageCode).toBe('Bid.Credit');
  expect((await fixture.place(boris, lotId, 630_000)).status).toBe(200);
});

test('does not count a raised bid twice', async () => {
  const boris = await createPerson(fixture.db, { creditLimitYen: 700_000 });
  const lotId = await createLot(fixture.db);
  await fixture.placed(boris, lotId, 600_000);
  const { body } = await check(boris, fixture.payload(lotId, 690_000));
  expect([body.reasons, body.allowedAmount, body.bidAllow]).toEqual([[], 690_000, 80_000]);
});

test('has no highest amount without a limit; a likely typing error only causes a warning', async () => {
  const boris = await createPerson(fixture.db, { creditLimitYen: -1 });
  const { body } = await check(boris, fixture.payload(await createLot(fixture.db), 5_100_000));
  expect([body.reasons, body.allowedAmount, body.bidAllow]).toEqual([[], null, null]);
  expect(body.warnings).toEqual([{ messageCode: 'Bid.ExtraZero', field: 'amount', details: { average: 720_000 } }]);
});

test('writes nothing and waits for no lock', async () => {
  const lotId = await createLot(fixture.db);
  await fixture.database.bidDb.transaction().execute(async (tx) => {
    await tx.selectFrom('bid_clients').select('user_id').where('user_id', '=', fixture.anna.id).forUpdate().execute();
    expect((await check(fixture.anna, fixture.payload(lotId, 500_000))).status).toBe(200);
  });
  expect(await fixture.db.selectFrom('bids').select('id').where('lot_id', '=', lotId).execute()).toEqual([]);
});
