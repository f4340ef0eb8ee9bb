import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';

let fixture: BidFixture;
let anna: Person;
let lotId: number;
beforeAll(async () => {
  fixture = await bidFixture();
});
beforeEach(async () => {
  anna = await createPerson(fixture.db, { dailyBidLimit: 2 });
  lotId = await createLot(fixture.db);
});
afterAll(() => fixture.close());

const bidFor = (
  manager: Person | null,
  client: Person | string,
  amount: number,
  more: object = {},
  headers: object = {},
) =>
  fixture.ask(
    manager,
    'POST',
    '/v1/bid/bid-from-manager',
    { ...fixture.payload(lotId, amount, more), userId: typeof client === 'string' ? client : String(client.id) },
    headers,
  );

test('refuses signed-out users, clients, and managers without the flag', async () => {
  const without = await createPerson(fixture.db, { roleId: 991, permissions: { managerBidForClient: false } });
  expect((await bidFor(null, anna, 400_000)).status).toBe(401);
  expect((await bidFor(anna, anna, 400_000)).status).toBe(403);
  expect((await bidFor(without, anna, 400_000)).status).toBe(403);
});

test('refuses a missing account, a manager, a disabled account and an invalid number', async () => {
  const gone = await createPerson(fixture.db, { roleId: ROLE.disabled });
  expect((await bidFor(fixture.maria, '999999', 400_000)).status).toBe(404);
  expect((await bidFor(fixture.maria, fixture.maria, 400_000)).status).toBe(404);
  expect((await bidFor(fixture.maria, gone, 400_000)).status).toBe(404);
  expect((await bidFor(fixture.maria, 'seventeen', 400_000)).status).toBe(422);
  expect((await fixture.ask(fixture.maria, 'POST', '/v1/bid/check', fixture.payload(lotId, 400_000))).status).toBe(404);
  const foreign = { ...fixture.payload(lotId, 400_000), userId: String(fixture.boris.id) };
  expect((await fixture.ask(anna, 'POST', '/v1/bid/check', foreign)).status).toBe(403);
});

test("applies the client's own rules: credit, flag, daily limit", async () => {
  const restricted = await createPerson(fixture.db, { permissions: { biddingAllowed: false } });
  expect((await bidFor(fixture.maria, restricted, 400_000)).body).toMatchObject({ messageCode: 'Bid.Restricted' });
  expect((await bidFor(fixture.maria, anna, 1_000_000)).body).toMatchObject({
    messageCode: 'Bid.Credit',
    details: { bidAllow: 990_000 },
  });
  const asked = { ...fixture.payload(lotId, 1_000_000), userId: String(anna.id) };
  expect((await fixture.ask(fixture.maria, 'POST', '/v1/bid/check', asked)).body).toMatchObject({
    reasons: [{ messageCode: 'Bid.Credit' }],
    allowedAmount: 990_000,
  });
  await fixture.db.updateTable('bid_clients').set({ daily_bid_limit: 0 }).where('user_id', '=', anna.id).execute();
  expect((await bidFor(fixture.maria, anna, 400_000)).body).toMatchObject({ messageCode: 'Bid.DailyLimit' });
});

// @covers BID-13
test("counts and holds the bid as the client's, records who placed it, and places it once per key", async () => {
  const key = { 'idempotency-key': 'for-anna-1' };
  const first = await bidFor(fixture.maria, anna, 400_000, { bidGroup: 2 }, key);
  const again = await bidFor(fixture.maria, anna, 400_000, { bidGroup: 2 }, key);
  expect(first).toMatchObject({ status: 200, body: { bidAmount: 400_000, bidStatus: 1 } });
  expect(again.body).toEqual(first.body);
  const bid = await fixture.bid(first.body.bidId);
  expect(bid).toMatchObject({ user_id: anna.id, placed_by: fixture.maria.id, group_value: 2, group_round: 1 });
  expect(await fixture.exposure(anna)).toBe(410_000);
  expect((await fixture.events(bid.id)).map(({ actor, actor_id, event }) => [actor, actor_id, event])).toEqual([
    ['manager', fixture.maria.id, 'placed'],
  ]);
  const raised = await bidFor(fixture.maria, anna, 450_000, { bidGroup: 2 });
  expect(raised.body.bidId).toBe(bid.id);
  await fixture.expectSound();
});
