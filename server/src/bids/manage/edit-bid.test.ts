import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson } from '../../testing/http/people.ts';
import { releaseHeld } from '../outcomes/apply-lot-result.ts';

let fixture: BidFixture;
beforeAll(async () => {
  fixture = await bidFixture();
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.close());

const refusal = ({ status, body }: { status: number; body: { messageCode?: string } }) => [status, body.messageCode];

async function fresh(amount = 500_000, lotMore: Parameters<typeof createLot>[1] = {}) {
  const boris = await createPerson(fixture.db, { permissions: { bidDeadlineCheck: false } });
  const lotId = await createLot(fixture.db, lotMore);
  return { boris, lotId, bidId: await fixture.placed(boris, lotId, amount) };
}

describe('editing a bid', () => {
  test('requires a manager with both flags', async () => {
    const { boris, bidId } = await fresh();
    expect((await fixture.edit(null, bidId, 400_000)).status).toBe(401);
    expect((await fixture.edit(boris, bidId, 400_000)).status).toBe(403);
    for (const flag of ['bidManagementEnabled', 'bidManageBidPrice']) {
      const trainee = await createPerson(fixture.db, { roleId: ROLE.manager, permissions: { [flag]: false } });
      expect((await fixture.edit(trainee, bidId, 400_000)).status).toBe(403);
    }
    expect((await fixture.edit(fixture.maria, 999_999, 400_000)).status).toBe(404);
  });

  test.each<[string, object]>([
    ['a number as text', { bidId: 1, amount: '400000' }],
    ['1e21', { bidId: 1, amount: 1e21 }],
    ['half a yen', { bidId: 1, amount: 400_000.5 }],
    ['a negative amount', { bidId: 1, amount: -5_000 }],
    ['a negative adjustment', { bidId: 1, amount: 400_000, adjustmentPrice: -1 }],
    ['a million of adjustment', { bidId: 1, amount: 400_000, adjustmentPrice: 1_000_000 }],
    ['an unknown field', { bidId: 1, amount: 400_000, status: 6 }],
    ['no bid', { amount: 400_000 }],
  ])('%s is refused', async (_, body) => {
    expect((await fixture.ask(fixture.maria, 'PUT', '/v1/bid/update-bid-price', body)).status).toBe(422);
  });

  test('checks start price, step and credit as for a client', async () => {
    const { bidId } = await fresh();
    expect(refusal(await fixture.edit(fixture.maria, bidId, 295_000))).toEqual([422, 'Bid.BelowStart']);
    expect(refusal(await fixture.edit(fixture.maria, bidId, 500_001))).toEqual([422, 'Bid.Step']);
    expect(refusal(await fixture.edit(fixture.maria, bidId, 995_000))).toEqual([409, 'Bid.Credit']);
    expect(refusal(await fixture.edit(fixture.maria, bidId, 985_000, { adjustmentPrice: 15_001 }))).toEqual([
      409,
      'Bid.Credit',
    ]);
    expect((await fixture.edit(fixture.maria, bidId, 985_000, { adjustmentPrice: 15_000 })).status).toBe(200);
  });

  test('may lower a bid even when the balance no longer covers it', async () => {
    const { boris, bidId } = await fresh();
    await fixture.db.updateTable('bid_clients').set({ credit_limit_yen: 0 }).where('user_id', '=', boris.id).execute();
    expect((await fixture.edit(fixture.maria, bidId, 400_000)).status).toBe(200);
    expect(refusal(await fixture.edit(fixture.maria, bidId, 405_000))).toEqual([409, 'Bid.Credit']);
  });

  test('does not check the amount again after a higher start price if only the overbid changes', async () => {
    const { bidId, lotId } = await fresh();
    await fixture.db.updateTable('lots').set({ start_price_yen: 550_000 }).where('id', '=', lotId).execute();
    expect((await fixture.edit(fixture.maria, bidId, 500_000, { adjustmentPrice: 5_000 })).status).toBe(200);
    expect(refusal(await fixture.edit(fixture.maria, bidId, 505_000))).toEqual([422, 'Bid.BelowStart']);
  });

  test('may lower a bid after the cancel deadline, when a client may only raise it', async () => {
    const { bidId } = await fresh(500_000, { auctionInMinutes: 11 * 60 });
    expect((await fixture.edit(fixture.maria, bidId, 400_000)).status).toBe(200);
  });

  test.each([3, 4, 5])('is refused in status %i', async (status) => {
    const { bidId } = await fresh();
    await fixture.setStatus(fixture.maria, bidId, status);
    expect(refusal(await fixture.edit(fixture.maria, bidId, 400_000))).toEqual([409, 'Bid.NotEditable']);
  });

  // @covers MGMT-16
  test('is refused after the cut-off; of a win the overbid stays editable', async () => {
    const { bidId } = await fresh(500_000, { auctionInMinutes: 59 });
    expect(refusal(await fixture.edit(fixture.maria, bidId, 600_000))).toEqual([409, 'Bid.LastHour']);
    await fixture.setStatus(fixture.maria, bidId, 6);
    expect(refusal(await fixture.edit(fixture.maria, bidId, 600_000))).toEqual([409, 'Bid.LastHour']);
    expect((await fixture.edit(fixture.maria, bidId, 500_000, { adjustmentPrice: 12_345 })).status).toBe(200);
  });

  test('keeps missing fields and returns all current values', async () => {
    const { boris, bidId } = await fresh();
    const answer = await fixture.edit(fixture.maria, bidId, 450_000, { bidGroup: 3 });
    const { bid_at } = await fixture.bid(bidId);
    expect(answer.body).toEqual({
      bidAmount: 450_000,
      bidId,
      bidStatus: 1,
      bidDate: bid_at.toISOString(),
      exportType: 1,
      adjustmentPrice: 10_000,
      bidGroup: 3,
      version: 2,
    });
    expect(await fixture.exposure(boris)).toBe(460_000);
    const edited = (await fixture.events(bidId)).at(-1);
    expect(edited?.before).toMatchObject({ amountYen: 500_000, version: 1 });
    expect(edited?.after).toMatchObject({ amountYen: 450_000, version: 2, groupValue: 3 });
  });

  test('changes nothing for equal values, not even the version', async () => {
    const { bidId } = await fresh();
    expect((await fixture.edit(fixture.maria, bidId, 500_000, { adjustmentPrice: 10_000, exportType: 1 })).status).toBe(
      200,
    );
    expect((await fixture.bid(bidId)).version).toBe(1);
  });

  test('keeps values that the manager may not see', async () => {
    const { bidId } = await fresh();
    const trainee = await createPerson(fixture.db, {
      roleId: ROLE.manager,
      permissions: { adjustmentPriceShow: false, exportTypeShow: false },
    });
    await fixture.edit(trainee, bidId, 450_000, { adjustmentPrice: 0, exportType: 4 });
    expect(await fixture.bid(bidId)).toMatchObject({ amount_yen: 450_000, adjustment_yen: 10_000, export_type: 1 });
  });

  test('to a lower amount after an order holds the higher amount until the agent has the new order', async () => {
    const { boris, bidId, lotId } = await fresh();
    await fixture.setStatus(fixture.maria, bidId, 2);
    await fixture.edit(fixture.maria, bidId, 400_000);
    expect(await fixture.order(lotId)).toMatchObject({ version: 2, max_yen: 400_000 });
    expect(await fixture.exposure(boris)).toBe(510_000);
    const release = () => fixture.database.bidDb.transaction().execute((tx) => releaseHeld(tx, lotId));
    await release();
    expect(await fixture.exposure(boris)).toBe(510_000);
    await fixture.db.updateTable('agent_orders').set({ state: 'acknowledged' }).where('lot_id', '=', lotId).execute();
    await release();
    expect(await fixture.exposure(boris)).toBe(410_000);
  });
});

describe('the sold price', () => {
  const setSold = (person: Parameters<BidFixture['ask']>[0], bidId: number, soldPrice: unknown, headers = {}) =>
    fixture.ask(person, 'PUT', '/v1/bid/update-sold-price', { bidId, soldPrice }, headers);

  test('requires a manager with the flag', async () => {
    const { boris, bidId } = await fresh();
    expect((await setSold(null, bidId, '1')).status).toBe(401);
    expect((await setSold(boris, bidId, '1')).status).toBe(403);
    const trainee = await createPerson(fixture.db, {
      roleId: ROLE.manager,
      permissions: { bidManageSoldPrice: false },
    });
    expect((await setSold(trainee, bidId, '1')).status).toBe(403);
    expect((await setSold(fixture.maria, 999_999, '1')).status).toBe(404);
  });

  test.each([1, '-1', '1.5', 'abc', '1e5', '0', '1000000000', '9'.repeat(17), null])('%s is refused', async (text) => {
    const { bidId } = await fresh();
    expect((await setSold(fixture.maria, bidId, text)).status).toBe(422);
  });

  // @covers MGMT-15
  test('accepts digits with spaces, and an empty text clears it', async () => {
    const { bidId } = await fresh();
    expect((await setSold(fixture.maria, bidId, ' 1 250 000 ')).body).toEqual({ success: true, version: 2 });
    expect((await fixture.bid(bidId)).sold_price_yen).toBe(1_250_000);
    expect((await setSold(fixture.maria, bidId, '1250000')).body.version).toBe(2);
    const older = { 'if-match': '"1"' };
    expect(refusal(await setSold(fixture.maria, bidId, '', older))).toEqual([409, 'Bid.Version']);
    await setSold(fixture.maria, bidId, '', { 'if-match': '"2"' });
    expect((await fixture.bid(bidId)).sold_price_yen).toBeNull();
  });

  test('of a win is recorded above the limit, since the money is already spent', async () => {
    const { boris, bidId } = await fresh();
    await fixture.setStatus(fixture.maria, bidId, 6);
    expect((await setSold(fixture.maria, bidId, '5000000')).status).toBe(200);
    expect(await fixture.exposure(boris)).toBe(5_000_000);
    expect(refusal(await fixture.place(boris, await createLot(fixture.db), 300_000))).toEqual([409, 'Bid.Credit']);
  });

  test('is refused for a stopped bid', async () => {
    const { bidId } = await fresh();
    await fixture.setStatus(fixture.maria, bidId, 3);
    expect(refusal(await setSold(fixture.maria, bidId, '1'))).toEqual([409, 'Bid.NotEditable']);
  });
});
