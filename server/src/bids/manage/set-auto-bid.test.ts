import { ROLE } from '@seri/contract/auth/permissions.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';

let fixture: BidFixture;
beforeAll(async () => {
  fixture = await bidFixture();
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.close());

const refusal = ({ status, body }: { status: number; body: { messageCode?: string } }) => [status, body.messageCode];
const autoBid = (person: Person | null, bidId: number, on: unknown = true, headers: object = {}) =>
  fixture.ask(person, 'PUT', '/v1/bid/update-auto-bid', { bidId, autoBid: on }, headers);
const adjust = (person: Person | null, bidId: number, adjustmentPrice: unknown, headers: object = {}) =>
  fixture.ask(person, 'PUT', '/v1/bid/update-adjustment-price', { bidId, adjustmentPrice }, headers);

async function fresh(more: Parameters<typeof createPerson>[1] = {}, lotMore: Parameters<typeof createLot>[1] = {}) {
  const boris = await createPerson(fixture.db, more);
  const lotId = await createLot(fixture.db, lotMore);
  return { boris, lotId, bidId: await fixture.placed(boris, lotId, 500_000) };
}
const trainee = (flag: string) => createPerson(fixture.db, { roleId: ROLE.manager, permissions: { [flag]: false } });
const state = async (bidId: number) => {
  const { status, auto_bid } = await fixture.bid(bidId);
  return [status, auto_bid];
};

describe('the autobid switch', () => {
  test('requires a manager', async () => {
    const { boris, bidId } = await fresh();
    expect((await autoBid(null, bidId)).status).toBe(401);
    expect((await autoBid(boris, bidId)).status).toBe(403);
    expect((await autoBid(await trainee('bidManagementEnabled'), bidId)).status).toBe(403);
    expect((await autoBid(fixture.maria, 999_999)).status).toBe(404);
    expect((await autoBid(fixture.maria, bidId, 'yes')).status).toBe(422);
    expect(await state(bidId)).toEqual([1, false]);
  });

  // @covers MGMT-17
  test('switched on, sends a new bid to the agent once per key, records it and notifies the client', async () => {
    const { boris, bidId, lotId } = await fresh();
    const key = { 'idempotency-key': `auto-${bidId}` };
    expect((await autoBid(fixture.maria, bidId, true, key)).body).toEqual({ success: true, version: 2 });
    expect((await autoBid(fixture.maria, bidId, true, key)).body).toEqual({ success: true, version: 2 });
    expect(refusal(await autoBid(fixture.maria, bidId, false, key))).toEqual([422, 'Idempotency.Mismatch']);
    expect(await state(bidId)).toEqual([2, true]);
    expect(await fixture.order(lotId)).toMatchObject({ version: 1, kind: 'order', max_yen: 500_000 });
    const log = await fixture.ask(fixture.maria, 'GET', `/v1/bid/logs?bidId=${bidId}`);
    expect(log.body.map(({ event }: { event: string }) => event)[1]).toBe('Autobid New -> Bid, autobid off -> on');
    const mails = await fixture.db.selectFrom('mails').select('kind').where('user_id', '=', boris.id).execute();
    expect(mails).toEqual([{ kind: 'bid_status' }]);
  });

  // @covers MGMT-17
  test('switched off, never withdraws a bid', async () => {
    const { bidId, lotId } = await fresh();
    await autoBid(fixture.maria, bidId);
    await autoBid(fixture.maria, bidId, false);
    expect(await state(bidId)).toEqual([2, false]);
    expect(await fixture.order(lotId)).toMatchObject({ version: 1, kind: 'order' });
  });

  // @covers MGMT-17
  test('switched on, accepts each change by the client; switched off, leaves it to a manager', async () => {
    const { boris, bidId, lotId } = await fresh();
    await autoBid(fixture.maria, bidId);
    await fixture.place(boris, lotId, 550_000);
    expect(await state(bidId)).toEqual([2, true]);
    expect(await fixture.order(lotId)).toMatchObject({ version: 2, max_yen: 550_000 });
    await autoBid(fixture.maria, bidId, false);
    await fixture.place(boris, lotId, 600_000);
    expect(await state(bidId)).toEqual([1, false]);
  });

  test('switched on, keeps a bid New while a check fails, and accepts the next change that passes', async () => {
    const { boris, bidId, lotId } = await fresh();
    const setLimit = (yen: number) =>
      fixture.db.updateTable('bid_clients').set({ credit_limit_yen: yen }).where('user_id', '=', boris.id).execute();
    await setLimit(0);
    expect((await autoBid(fixture.maria, bidId)).body).toEqual({ success: true, version: 2 });
    expect(await state(bidId)).toEqual([1, true]);
    expect(await fixture.order(lotId)).toBeUndefined();
    await setLimit(1_000_000);
    await fixture.place(boris, lotId, 505_000);
    expect(await state(bidId)).toEqual([2, true]);
  });

  test('switched on again once the check passes, accepts the bid', async () => {
    const { boris, bidId } = await fresh();
    const setMay = (biddingAllowed: boolean) =>
      fixture.db
        .updateTable('users')
        .set({ permissions: sql`permissions || ${JSON.stringify({ biddingAllowed })}::jsonb` })
        .where('id', '=', boris.id)
        .execute();
    await setMay(false);
    await autoBid(fixture.maria, bidId);
    expect(await state(bidId)).toEqual([1, true]);
    await setMay(true);
    await autoBid(fixture.maria, bidId);
    expect(await state(bidId)).toEqual([2, true]);
  });

  test('switched on in the last hour, sends nothing: the bid waits for a manager', async () => {
    const { bidId, lotId } = await fresh({ permissions: { bidDeadlineCheck: false } }, { auctionInMinutes: 59 });
    await autoBid(fixture.maria, bidId);
    expect(await state(bidId)).toEqual([1, true]);
    expect(await fixture.order(lotId)).toBeUndefined();
  });

  // @covers MGMT-17
  test('cannot be switched on for a troublesome client, but always off', async () => {
    const { boris, bidId } = await fresh();
    await autoBid(fixture.maria, bidId);
    await fixture.db.updateTable('users').set({ role_id: ROLE.troublesome }).where('id', '=', boris.id).execute();
    expect(refusal(await autoBid(fixture.maria, bidId))).toEqual([409, 'User.NoAutobid']);
    expect((await autoBid(fixture.maria, bidId, false)).status).toBe(200);
    expect(await state(bidId)).toEqual([2, false]);
  });

  test.each([3, 4, 5])('is refused in status %i', async (status) => {
    const { bidId } = await fresh();
    await fixture.setStatus(fixture.maria, bidId, status);
    expect(refusal(await autoBid(fixture.maria, bidId))).toEqual([409, 'Bid.NotEditable']);
  });

  test('is refused for a fixed-price order', async () => {
    const boris = await createPerson(fixture.db);
    const lotId = await createLot(fixture.db, { lot_source: 'stock', start_price_yen: 400_000 });
    const { body } = await fixture.place(boris, lotId, 400_000, { lotType: 'stock' });
    expect(refusal(await autoBid(fixture.maria, body.bidId))).toEqual([409, 'Bid.NotEditable']);
  });
});

describe('the call for the overbid alone', () => {
  test('requires a manager with its three flags', async () => {
    const { boris, bidId } = await fresh();
    expect((await adjust(null, bidId, 5_000)).status).toBe(401);
    expect((await adjust(boris, bidId, 5_000)).status).toBe(403);
    for (const flag of ['bidManagementEnabled', 'bidManageBidPrice', 'adjustmentPriceShow'])
      expect((await adjust(await trainee(flag), bidId, 5_000)).status).toBe(403);
    expect((await adjust(fixture.maria, 999_999, 5_000)).status).toBe(404);
  });

  test.each([-1, 1_000_000, 0.5, '5000', null])('%s is refused', async (adjustmentPrice) => {
    const { bidId } = await fresh();
    expect((await adjust(fixture.maria, bidId, adjustmentPrice)).status).toBe(422);
  });

  test('checks credit and changes nothing else; a retry and an equal value change nothing', async () => {
    const { bidId, boris } = await fresh();
    expect(refusal(await adjust(fixture.maria, bidId, 500_001))).toEqual([409, 'Bid.Credit']);
    const key = { 'idempotency-key': `adjust-${bidId}` };
    expect((await adjust(fixture.maria, bidId, 12_345, key)).body).toEqual({ success: true, version: 2 });
    expect((await adjust(fixture.maria, bidId, 12_345, key)).body).toEqual({ success: true, version: 2 });
    expect((await adjust(fixture.maria, bidId, 12_345)).body).toEqual({ success: true, version: 2 });
    expect(await fixture.bid(bidId)).toMatchObject({ adjustment_yen: 12_345, amount_yen: 500_000, version: 2 });
    expect(await fixture.exposure(boris)).toBe(512_345);
  });

  // @covers MGMT-33
  test('sent together with the price, as by the window, both apply and the second changes nothing', async () => {
    const { bidId } = await fresh();
    const answers = await Promise.all([
      fixture.edit(fixture.maria, bidId, 600_000, { adjustmentPrice: 0 }),
      adjust(fixture.maria, bidId, 0),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await fixture.bid(bidId)).toMatchObject({ adjustment_yen: 0, amount_yen: 600_000 });
  });

  test('is refused after the cut-off, except for a win', async () => {
    const { bidId } = await fresh({ permissions: { bidDeadlineCheck: false } }, { auctionInMinutes: 59 });
    expect(refusal(await adjust(fixture.maria, bidId, 5_000))).toEqual([409, 'Bid.LastHour']);
    await fixture.setStatus(fixture.maria, bidId, 6);
    expect((await adjust(fixture.maria, bidId, 5_000)).status).toBe(200);
  });
});
