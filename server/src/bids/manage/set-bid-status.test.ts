import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson } from '../../testing/http/people.ts';

let fixture: BidFixture;
beforeAll(async () => {
  fixture = await bidFixture();
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.close());

const client = (more: Parameters<typeof createPerson>[1] = {}) => createPerson(fixture.db, more);
const refusal = ({ status, body }: { status: number; body: { messageCode?: string } }) => [status, body.messageCode];

/** A bid of a new client on a new lot. */
async function fresh(more: Parameters<typeof createPerson>[1] = {}, lotMore: Parameters<typeof createLot>[1] = {}) {
  const boris = await client(more);
  const lotId = await createLot(fixture.db, lotMore);
  return { boris, lotId, bidId: await fixture.placed(boris, lotId, 500_000) };
}

/** Moves the lot's times so that this many minutes are left before its auction. */
async function minutesLeft(lotId: number, minutes: number) {
  const at = (before: number) => new Date(Date.now() + (minutes - before) * 60_000);
  await fixture.db
    .updateTable('lots')
    .set({ auction_at: at(0), bids_close_at: at(90), agent_cutoff_at: at(60), cancel_until: at(12 * 60) })
    .where('id', '=', lotId)
    .execute();
}

describe('a client', () => {
  test('cannot set a status when signed out', async () => {
    const { bidId } = await fresh();
    expect((await fixture.setStatus(null, bidId, 4)).status).toBe(401);
  });

  test.each([1, 2, 3, 5, 6])('may not set %i', async (status) => {
    const { boris, bidId } = await fresh();
    expect(refusal(await fixture.setStatus(boris, bidId, status))).toEqual([403, 'Access.Denied']);
  });

  test('does not find the bid of another client; a dealer not even that of their own client', async () => {
    const { bidId } = await fresh();
    expect(refusal(await fixture.setStatus(fixture.anna, bidId, 4))).toEqual([404, 'NotFound']);
    const dealer = await client({ roleId: ROLE.dealer });
    const sub = await fresh({ dealerId: dealer.id });
    expect(refusal(await fixture.setStatus(dealer, sub.bidId, 4))).toEqual([404, 'NotFound']);
    expect(refusal(await fixture.setStatus(fixture.anna, 999_999, 4))).toEqual([404, 'NotFound']);
  });

  test.each<[string, object]>([
    ['a status as text', { bidId: 1, status: '4' }],
    ['status 7', { bidId: 1, status: 7 }],
    ['no bid', { status: 4 }],
    ['half a bid', { bidId: 1.5, status: 4 }],
    ['two different bids', { bidId: 1, jasId: 2, status: 4 }],
    ['an unknown field', { bidId: 1, status: 4, userId: 3 }],
  ])('is refused when sending %s', async (_, body) => {
    expect((await fixture.ask(fixture.anna, 'PUT', '/v1/bid/update-bid-status', body)).status).toBe(422);
  });

  // @covers BID-16, BID-17
  test('cannot cancel after the deadline', async () => {
    const { boris, bidId } = await fresh({}, { auctionInMinutes: 12 * 60 - 1 });
    expect(refusal(await fixture.setStatus(boris, bidId, 4))).toEqual([409, 'Bid.CannotCancel']);
  });

  test('cannot cancel twice', async () => {
    const { boris, bidId } = await fresh();
    await fixture.setStatus(boris, bidId, 4);
    expect(refusal(await fixture.setStatus(boris, bidId, 4))).toEqual([409, 'Bid.CannotCancel']);
  });

  // @covers BID-16
  test('cancels a bid: releases the money and withdraws the order', async () => {
    const { boris, bidId, lotId } = await fresh();
    await fixture.setStatus(fixture.maria, bidId, 2);
    const { status, body } = await fixture.ask(boris, 'PUT', '/v1/bid/update-bid-status', { jasId: bidId, status: 4 });
    expect([status, body]).toEqual([200, { success: true, version: 3 }]);
    expect(await fixture.exposure(boris)).toBe(0);
    expect(await fixture.order(lotId)).toMatchObject({ version: 2, kind: 'withdraw', bid_id: bidId });
  });

  test('gets the same reply when repeating a cancel with its key', async () => {
    const { boris, bidId } = await fresh();
    const key = { 'idempotency-key': 'cancel' };
    const first = await fixture.setStatus(boris, bidId, 4, {}, key);
    const second = await fixture.setStatus(boris, bidId, 4, {}, key);
    expect([first.body, second.body]).toEqual(Array(2).fill({ success: true, version: 2 }));
    expect((await fixture.events(bidId)).length).toBe(2);
  });
});

describe('a manager', () => {
  test('without the two flags sets nothing', async () => {
    const { bidId } = await fresh();
    for (const flag of ['bidManagementEnabled', 'bidManageStatus']) {
      const trainee = await client({ roleId: ROLE.manager, permissions: { [flag]: false } });
      expect(refusal(await fixture.setStatus(trainee, bidId, 2))).toEqual([403, 'Access.Denied']);
    }
  });

  test('accepts a bid: the order and the job that sends it come with the change', async () => {
    const { boris, bidId, lotId } = await fresh();
    const jobs = async () =>
      (await fixture.database.pool.query("select 1 from graphile_worker.jobs where task_identifier = 'deliver_orders'"))
        .rows.length;
    const before = await jobs();
    expect((await fixture.setStatus(fixture.maria, bidId, 2)).body).toEqual({ success: true, version: 2 });
    expect(await jobs()).toBe(before + 1);
    expect(await fixture.order(lotId)).toMatchObject({
      version: 1,
      kind: 'order',
      bid_id: bidId,
      max_yen: 500_000,
      overbid_yen: 10_000,
    });
    expect(await fixture.exposure(boris)).toBe(510_000);
    const events = await fixture.events(bidId);
    expect(events.at(-1)).toMatchObject({ event: 'status', actor: 'manager', actor_id: fixture.maria.id });
    expect(events.at(-1)?.request_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  // @covers MGMT-12
  test('cannot take a step that the table does not know', async () => {
    const { bidId } = await fresh();
    await fixture.setStatus(fixture.maria, bidId, 5);
    for (const status of [1, 2, 3, 4, 5, 6])
      expect(refusal(await fixture.setStatus(fixture.maria, bidId, status))).toEqual([409, 'Bid.TransitionNotAllowed']);
  });

  test('cannot accept a bid that the balance no longer covers, nor one of a client who may not bid', async () => {
    const poor = await fresh();
    await fixture.db
      .updateTable('bid_clients')
      .set({ credit_limit_yen: 509_999 })
      .where('user_id', '=', poor.boris.id)
      .execute();
    const { status, body } = await fixture.setStatus(fixture.maria, poor.bidId, 2);
    expect([status, body.messageCode, body.details]).toEqual([409, 'Bid.Credit', { bidAllow: 495_000 }]);
    const stopped = await fresh();
    await fixture.db.updateTable('users').set({ permissions: '{}' }).where('id', '=', stopped.boris.id).execute();
    expect(refusal(await fixture.setStatus(fixture.maria, stopped.bidId, 2))).toEqual([403, 'Bid.Restricted']);
  });

  test('revives a stopped bid only if it fits again', async () => {
    const { boris, bidId } = await fresh({ creditLimitYen: 600_000 });
    await fixture.setStatus(fixture.maria, bidId, 3);
    expect(await fixture.exposure(boris)).toBe(0);
    await fixture.placed(boris, await createLot(fixture.db), 300_000);
    expect(refusal(await fixture.setStatus(fixture.maria, bidId, 2))).toEqual([409, 'Bid.Credit']);
  });

  test('cannot revive a bid beside a newer one of the same client', async () => {
    const { boris, bidId, lotId } = await fresh();
    await fixture.setStatus(boris, bidId, 4);
    await fixture.placed(boris, lotId, 300_000);
    expect(refusal(await fixture.setStatus(fixture.maria, bidId, 1))).toEqual([409, 'Bid.TransitionNotAllowed']);
  });

  test('cannot revive a bid on a lot that its auction house has cancelled', async () => {
    const { bidId, lotId } = await fresh();
    await fixture.setStatus(fixture.maria, bidId, 4);
    await fixture.db.updateTable('lots').set({ status: 4536 }).where('id', '=', lotId).execute();
    expect(refusal(await fixture.setStatus(fixture.maria, bidId, 2))).toEqual([409, 'Bid.TransitionNotAllowed']);
  });

  test('records only one win per lot', async () => {
    const { bidId, lotId } = await fresh();
    const rival = await fixture.placed(await client(), lotId, 400_000);
    expect((await fixture.setStatus(fixture.maria, bidId, 6)).status).toBe(200);
    expect(refusal(await fixture.setStatus(fixture.maria, rival, 6))).toEqual([409, 'Bid.TransitionNotAllowed']);
  });

  test("orders the higher of two clients' bids, and the other one once that leaves", async () => {
    const { bidId, lotId } = await fresh();
    const rival = await fixture.placed(await client(), lotId, 600_000);
    await fixture.setStatus(fixture.maria, bidId, 2);
    await fixture.setStatus(fixture.maria, rival, 2);
    expect(await fixture.order(lotId)).toMatchObject({ version: 2, bid_id: rival, max_yen: 600_000 });
    await fixture.setStatus(fixture.maria, rival, 3);
    expect(await fixture.order(lotId)).toMatchObject({ version: 3, bid_id: bidId, max_yen: 500_000 });
    await fixture.setStatus(fixture.maria, bidId, 1);
    expect(await fixture.order(lotId)).toMatchObject({ version: 4, kind: 'withdraw' });
  });

  test('in the last hour forwards nothing, and row and history record it', async () => {
    const { bidId, lotId } = await fresh();
    await fixture.setStatus(fixture.maria, bidId, 2);
    await minutesLeft(lotId, 59);
    expect((await fixture.setStatus(fixture.maria, bidId, 3, { lastHourAccepted: true })).status).toBe(200);
    expect(await fixture.order(lotId)).toMatchObject({ version: 1, kind: 'order' });
    expect(await fixture.bid(bidId)).toMatchObject({ status: 3, not_forwarded: true });
    expect((await fixture.events(bidId)).at(-1)?.after).toMatchObject({
      notForwardedNow: true,
      lastHourAccepted: true,
    });
    const { body } = await fixture.ask(fixture.maria, 'GET', `/v1/bid/logs?bidId=${bidId}`);
    expect(body.at(-1).event).toBe("Status Bid -> Don't bid, not sent, call the agent, last-hour warning confirmed");
  });

  test('in the last hour needs no phone call for a bid the agent never received', async () => {
    const { bidId, lotId } = await fresh();
    await minutesLeft(lotId, 59);
    await fixture.setStatus(fixture.maria, bidId, 3);
    expect((await fixture.bid(bidId)).not_forwarded).toBe(false);
  });

  test('is refused with an outdated version', async () => {
    const { bidId } = await fresh();
    await fixture.setStatus(fixture.maria, bidId, 2);
    expect(refusal(await fixture.setStatus(fixture.maria, bidId, 3, {}, { 'if-match': '"1"' }))).toEqual([
      409,
      'Bid.Version',
    ]);
  });

  test('can undo a win before it is settled; a win counts its sold price', async () => {
    const { boris, bidId } = await fresh();
    await fixture.setStatus(fixture.maria, bidId, 6);
    await fixture.ask(fixture.maria, 'PUT', '/v1/bid/update-sold-price', { bidId, soldPrice: '420 000' });
    expect(await fixture.exposure(boris)).toBe(420_000);
    expect((await fixture.setStatus(fixture.maria, bidId, 5)).status).toBe(200);
    expect(await fixture.exposure(boris)).toBe(0);
  });
});

describe('confirming a win', () => {
  const confirm = (person: Parameters<BidFixture['ask']>[0], bidId: number, headers = {}) =>
    fixture.ask(person, 'POST', '/v1/bid/confirm-win', { bidId }, headers);

  test('requires a manager with the flag', async () => {
    expect((await confirm(null, 1)).status).toBe(401);
    expect((await confirm(fixture.anna, 1)).status).toBe(403);
    expect(refusal(await confirm(fixture.maria, 999_999))).toEqual([404, 'NotFound']);
    expect((await fixture.ask(fixture.maria, 'POST', '/v1/bid/confirm-win', { bidId: '1' })).status).toBe(422);
  });

  test('needs a win with its price; afterwards the bid is final and releases its exposure', async () => {
    const { boris, bidId } = await fresh();
    expect(refusal(await confirm(fixture.maria, bidId))).toEqual([409, 'Bid.TransitionNotAllowed']);
    await fixture.setStatus(fixture.maria, bidId, 6);
    expect(refusal(await confirm(fixture.maria, bidId))).toEqual([409, 'Bid.SoldPriceMissing']);
    await fixture.ask(fixture.maria, 'PUT', '/v1/bid/update-sold-price', { bidId, soldPrice: '420000' });
    const older = { 'if-match': '"2"' };
    expect(refusal(await confirm(fixture.maria, bidId, older))).toEqual([409, 'Bid.Version']);
    expect((await confirm(fixture.maria, bidId, { 'if-match': '"3"' })).body).toEqual({ success: true });
    expect((await fixture.bid(bidId)).status).toBe(7);
    expect(await fixture.exposure(boris)).toBe(0);
    expect(refusal(await fixture.setStatus(fixture.maria, bidId, 5))).toEqual([409, 'Bid.TransitionNotAllowed']);
    // It is what the manager wanted, whichever version they saw.
    expect((await confirm(fixture.maria, bidId, older)).status).toBe(200);
  });
});
