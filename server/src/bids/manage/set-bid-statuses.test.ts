import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';

let fixture: BidFixture;
beforeAll(async () => {
  fixture = await bidFixture();
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.close());

const setAll = (person: Person | null, bidIds: unknown, status: unknown, headers: object = {}) =>
  fixture.ask(person, 'POST', '/v1/bid/update-bid-statuses', { bidIds, status }, headers);

/** Three bids on three lots, by two clients; the client of the last bid can no longer pay. */
async function three() {
  const [boris, clara] = [await createPerson(fixture.db), await createPerson(fixture.db)];
  const lotIds = [await createLot(fixture.db), await createLot(fixture.db), await createLot(fixture.db)];
  const bidIds: number[] = [];
  for (const [index, lotId] of lotIds.entries())
    bidIds.push(await fixture.placed(index === 2 ? clara : boris, lotId, 400_000));
  await fixture.db.updateTable('bid_clients').set({ credit_limit_yen: 0 }).where('user_id', '=', clara.id).execute();
  const statuses = async () => Promise.all(bidIds.map(async (bidId) => (await fixture.bid(bidId)).status));
  return { boris, clara, lotIds, bidIds, statuses };
}

test('requires a manager with both flags', async () => {
  const { boris, bidIds, statuses } = await three();
  expect((await setAll(null, bidIds, 3)).status).toBe(401);
  expect((await setAll(boris, bidIds, 4)).status).toBe(403);
  for (const flag of ['bidManagementEnabled', 'bidManageStatus']) {
    const trainee = await createPerson(fixture.db, { roleId: ROLE.manager, permissions: { [flag]: false } });
    expect((await setAll(trainee, bidIds, 3)).status).toBe(403);
  }
  expect(await statuses()).toEqual([1, 1, 1]);
});

test.each<[string, unknown, unknown]>([
  ['no bids', [], 2],
  ['a bid twice', [1, 1], 2],
  ['more than a hundred', Array.from({ length: 101 }, (_, index) => index + 1), 2],
  ['a number as text', ['1'], 2],
  ['status 7', [1], 7],
])('%s is refused', async (_, bidIds, status) => {
  expect((await setAll(fixture.maria, bidIds, status)).status).toBe(422);
});

// @covers MGMT-27
test('a bid that changed since the manager saw it stays as it is and is named', async () => {
  const { bidIds, statuses } = await three();
  const [first = 0, second = 0] = bidIds;
  const version = (await fixture.bid(first)).version;
  const body = { bidIds: [first, second], status: 3, versions: [version + 1, (await fixture.bid(second)).version] };
  const answer = await fixture.ask(fixture.maria, 'POST', '/v1/bid/update-bid-statuses', body);
  expect(answer.body.results).toEqual([
    { bidId: first, success: false, error: 'Bid.Version' },
    { bidId: second, success: true, version: 2 },
  ]);
  expect(await statuses()).toEqual([1, 3, 1]);
  expect(
    (await fixture.ask(fixture.maria, 'POST', '/v1/bid/update-bid-statuses', { ...body, versions: [0] })).status,
  ).toBe(422);
});

// @covers MGMT-27
test('each bid is checked on its own: accepted ones go to the agent, refused ones return their reason', async () => {
  const { bidIds, lotIds, statuses } = await three();
  const [first = 0, second = 0, poor = 0] = bidIds;
  const { status, body } = await setAll(fixture.maria, [poor, 999_999, first, second], 2);
  expect(status).toBe(200);
  expect(body.results).toEqual([
    { bidId: poor, success: false, error: 'Bid.Credit', details: { bidAllow: 0 } },
    { bidId: 999_999, success: false, error: 'NotFound' },
    { bidId: first, success: true, version: 2 },
    { bidId: second, success: true, version: 2 },
  ]);
  expect(await statuses()).toEqual([2, 2, 1]);
  const orders = await Promise.all(lotIds.map((lotId) => fixture.order(lotId)));
  expect(orders.map((order) => order?.kind)).toEqual(['order', 'order', undefined]);
});

// @covers MGMT-27
test('the same key executes once and retries only refused bids; with other bids it is an error', async () => {
  const { clara, bidIds, statuses } = await three();
  const key = { 'idempotency-key': `many-${bidIds[0]}` };
  await setAll(fixture.maria, bidIds, 2, key);
  await fixture.db.updateTable('bid_clients').set({ credit_limit_yen: -1 }).where('user_id', '=', clara.id).execute();
  const again = await setAll(fixture.maria, bidIds, 2, key);
  expect(again.body.results.map(({ success }: { success: boolean }) => success)).toEqual([true, true, true]);
  expect(await statuses()).toEqual([2, 2, 2]);
  expect(await Promise.all(bidIds.map(async (bidId) => (await fixture.bid(bidId)).version))).toEqual([2, 2, 2]);
  expect((await setAll(fixture.maria, bidIds.slice(1), 2, key)).body).toMatchObject({
    messageCode: 'Idempotency.Mismatch',
  });
});

test('two concurrent managers change each bid once, without waiting for each other', async () => {
  const { bidIds, statuses } = await three();
  const kenji = await createPerson(fixture.db, { roleId: ROLE.manager });
  const answers = await Promise.all([setAll(fixture.maria, bidIds, 3), setAll(kenji, [...bidIds].reverse(), 3)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const done = answers.flatMap(({ body }) => body.results).filter(({ success }: { success: boolean }) => success);
  expect(done).toHaveLength(3);
  expect(await statuses()).toEqual([3, 3, 3]);
});
