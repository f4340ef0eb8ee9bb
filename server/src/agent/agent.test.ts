import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { releaseHeld } from '../bids/outcomes/apply-lot-result.ts';
import { createLog } from '../platform/process/log.ts';
import { type BidFixture, bidFixture } from '../testing/bidding/bid-fixture.ts';
import { createLot, runUnsold } from '../testing/fixtures/lots.ts';
import { type FakeAgent, fakeAgent, type Mood } from '../testing/processes/fake-agent.ts';
import { orderDelivery } from './deliver-orders.ts';
import { webhookClient } from './webhook-client.ts';

let fixture: BidFixture;
let agent: FakeAgent;

beforeAll(async () => {
  fixture = await bidFixture();
  agent = await fakeAgent();
  await fixture.db.updateTable('bid_clients').set({ credit_limit_yen: 100_000_000 }).execute();
});
afterAll(async () => {
  await agent.close();
  await fixture.close();
});
beforeEach(() => {
  agent.moods.length = 0;
});

const newWorker = () =>
  orderDelivery({
    database: fixture.database,
    send: webhookClient(agent),
    onAcknowledged: releaseHeld,
    log: createLog('test', 'silent'),
  });
const deliver = () => newWorker().deliverDue();

/** Makes all waiting and claimed orders due. */
const letTimePass = () =>
  fixture.db
    .updateTable('agent_orders')
    .set({ next_attempt_at: new Date(0), claimed_until: new Date(0) })
    .where('state', 'in', ['waiting', 'sent'])
    .execute();

const stateOf = (lotId: number) =>
  fixture.db
    .selectFrom('agent_orders')
    .select(['state', 'version', 'last_error', 'attempts', 'next_attempt_at', 'claim_token'])
    .where('lot_id', '=', lotId)
    .executeTakeFirstOrThrow();

const acknowledgedVersions = async (lotId: number) =>
  (
    await fixture.db
      .selectFrom('agent_order_versions')
      .select('version')
      .where('lot_id', '=', lotId)
      .where('acknowledged_at', 'is not', null)
      .orderBy('version')
      .execute()
  ).map((row) => row.version);

async function orderedLot(amount = 400_000) {
  const lotId = await createLot(fixture.db);
  const bidId = await fixture.placed(fixture.anna, lotId, amount);
  await fixture.setStatus(fixture.maria, bidId, 2);
  return { lotId, bidId };
}

describe('a bid is set to Bid', () => {
  // @covers ASVS-11.4.3, ASVS-13.2.1
  test('sends the agent the signed order under its key, with the maximum to spend', async () => {
    const { lotId } = await orderedLot();
    await deliver();
    const call = agent.calls.findLast(({ order }) => order.lotId === String(lotId));
    expect(call).toMatchObject({ signed: true, idempotencyKey: `${lotId}:1` });
    expect(call?.order).toMatchObject({
      orderKey: `${lotId}:1`,
      kind: 'order',
      version: 1,
      house: 'USS Tokyo',
      maxYen: 400_000,
      overbidYen: 10_000,
      auctionAt: expect.stringMatching(/\+09:00$/),
    });
    expect(await stateOf(lotId)).toMatchObject({ state: 'acknowledged', claim_token: null });
    expect(await acknowledgedVersions(lotId)).toEqual([1]);
  });

  test('sends nothing for a bid that is not accepted, and no order twice', async () => {
    const lotId = await createLot(fixture.db);
    await fixture.placed(fixture.anna, lotId, 400_000);
    const { lotId: accepted } = await orderedLot();
    await deliver();
    await letTimePass();
    await deliver();
    expect(agent.effectsOn(lotId)).toEqual([]);
    expect(agent.calls.filter(({ order }) => order.lotId === String(accepted))).toHaveLength(1);
  });

  test('sends a withdrawal after the order once the bid is withdrawn', async () => {
    const { lotId, bidId } = await orderedLot();
    await deliver();
    await fixture.setStatus(fixture.maria, bidId, 3);
    await deliver();
    expect(agent.effectsOn(lotId)).toEqual([
      { version: 1, kind: 'order', maxYen: 400_000 },
      { version: 2, kind: 'withdraw', maxYen: 0 },
    ]);
  });

  test('releases the credit of a higher order once the agent has acknowledged the lower one', async () => {
    const { lotId, bidId } = await orderedLot(500_000);
    await deliver();
    await fixture.placed(fixture.anna, lotId, 400_000);
    await fixture.setStatus(fixture.maria, bidId, 2);
    const before = await fixture.exposure(fixture.anna);
    await deliver();
    expect(await fixture.exposure(fixture.anna)).toBe(before - 100_000);
    expect((await fixture.bid(bidId)).held_yen).toBe(0);
    await fixture.expectSound();
  });
});

describe('the agent fails', () => {
  const PASSING: Mood[] = ['takes it and cuts the line', 'fails', 'talks nonsense', 'lies'];

  test.each(PASSING)('when the agent %s, postpones the order and delivers it once', async (mood) => {
    const { lotId } = await orderedLot();
    agent.moods.push(mood);
    await deliver();
    const postponed = await stateOf(lotId);
    expect(postponed).toMatchObject({ state: 'waiting', attempts: 1, last_error: expect.any(String) });
    expect(postponed.next_attempt_at.getTime()).toBeGreaterThan(Date.now() - 1_000);
    expect(await acknowledgedVersions(lotId)).toEqual([]);
    await letTimePass();
    await deliver();
    expect(await stateOf(lotId)).toMatchObject({ state: 'acknowledged', attempts: 2, last_error: null });
    expect(agent.effectsOn(lotId)).toHaveLength(1);
  });

  // @covers ASVS-16.5.2
  test('postpones the order after a timeout and delivers it later', async () => {
    const { lotId } = await orderedLot();
    agent.moods.push('says nothing');
    await deliver();
    expect(await stateOf(lotId)).toMatchObject({ state: 'waiting', last_error: 'the agent did not answer in time' });
    await letTimePass();
    await deliver();
    expect(agent.effectsOn(lotId)).toHaveLength(1);
  });

  test('doubles the delay with each failure, up to a minute', async () => {
    const { lotId } = await orderedLot();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      agent.moods.push('fails');
      await deliver();
      const { rows } = await fixture.database.pool.query(
        `select extract(epoch from next_attempt_at - updated_at)::float as wait from agent_orders where lot_id = $1`,
        [lotId],
      );
      waits.push(Math.round(rows[0].wait));
      await letTimePass();
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  test.each([
    ['refuses', 'no such lot'],
    ['is too late', 'late'],
  ] as const)('when the agent %s, fails the order with the reason, visible to managers', async (mood, reason) => {
    const { lotId } = await orderedLot();
    agent.moods.push(mood);
    await deliver();
    expect(await stateOf(lotId)).toMatchObject({ state: 'failed', last_error: reason });
    expect(await acknowledgedVersions(lotId)).toEqual([]);
  });

  test('sends a consent after the auction with its mark, at any time', async () => {
    const { lotId, bidId } = await orderedLot();
    await deliver();
    await runUnsold(fixture.db, lotId);
    const { body } = await fixture.ask(fixture.maria, 'POST', '/v1/bid/make-offer', { bidId, amount: 450_000 });
    await fixture.ask(fixture.anna, 'POST', '/v1/bid/accept-offer', {
      offerId: body.offerId,
      amount: 450_000,
      confirm: 1,
    });
    await deliver();
    const call = agent.calls.findLast(({ order }) => order.lotId === String(lotId));
    expect(call?.order).toMatchObject({ version: 2, maxYen: 450_000, overbidYen: 0, afterSale: true });
    expect(await stateOf(lotId)).toMatchObject({ state: 'acknowledged' });
  });

  test('fails an order that was not accepted before the auction, and never sends it afterwards', async () => {
    const { lotId } = await orderedLot();
    await fixture.db.updateTable('lots').set({ auction_at: new Date() }).where('id', '=', lotId).execute();
    await deliver();
    expect((await stateOf(lotId)).state).toBe('failed');
    expect(agent.calls.filter(({ order }) => order.lotId === String(lotId))).toEqual([]);
  });

  test('schedules the next attempt for the start of the auction if the agent does not answer before', async () => {
    const { lotId } = await orderedLot();
    const auctionAt = new Date(Date.now() + 50_000);
    await fixture.db.updateTable('lots').set({ auction_at: auctionAt }).where('id', '=', lotId).execute();
    await fixture.db
      .updateTable('agent_orders')
      .set({ next_attempt_at: new Date(auctionAt.getTime() + 5_000) })
      .where('lot_id', '=', lotId)
      .execute();
    await deliver();
    const { rows } = await fixture.database.pool.query(
      `select run_at from graphile_worker.jobs where task_identifier = 'deliver_orders' and run_at = $1`,
      [auctionAt],
    );
    expect(rows).toHaveLength(1);
  });
});

describe('concurrent changes', () => {
  test('two workers send an order once', async () => {
    const lots = await Promise.all(Array.from({ length: 5 }, () => orderedLot()));
    await Promise.all([deliver(), deliver(), deliver()]);
    for (const { lotId } of lots)
      expect(agent.calls.filter(({ order }) => order.lotId === String(lotId))).toHaveLength(1);
  });

  test('sends a newer version after the old one, which was being sent when it was written', async () => {
    const { lotId, bidId } = await orderedLot();
    const called = agent.nextCall();
    agent.moods.push('says nothing');
    const worker = newWorker();
    const first = worker.deliverDue();
    await called;
    await fixture.edit(fixture.maria, bidId, 450_000);
    // A worker never overtakes itself. Another worker may, and the agent then recognizes the older version as stale.
    await worker.deliverDue();
    expect(agent.effectsOn(lotId)).toEqual([]);
    await first;
    await letTimePass();
    await worker.deliverDue();
    expect(agent.effectsOn(lotId)).toEqual([{ version: 2, kind: 'order', maxYen: 450_000 }]);
    expect(await stateOf(lotId)).toMatchObject({ state: 'acknowledged', version: 2 });
  });

  test('an expired claim confirms nothing that another worker has claimed', async () => {
    const { lotId, bidId } = await orderedLot();
    agent.moods.push('takes');
    const called = agent.nextCall();
    const slow = deliver();
    await called;
    await fixture.edit(fixture.maria, bidId, 450_000);
    await slow;
    const { state, version } = await stateOf(lotId);
    expect([state, version]).not.toEqual(['acknowledged', 1]);
    await letTimePass();
    await deliver();
    expect(agent.effectsOn(lotId).map((effect) => effect.version)).toEqual([1, 2]);
  });
});

test('with any behaviour of the agent, each version takes effect at most once, in order, and the last one arrives', async () => {
  const moods = fc.array(
    fc.constantFrom<Mood>('takes', 'takes it and cuts the line', 'fails', 'talks nonsense', 'lies'),
    {
      maxLength: 6,
    },
  );
  const steps = fc.array(
    fc.record({ amount: fc.integer({ min: 60, max: 120 }), deliveries: fc.integer({ min: 0, max: 2 }), moods }),
    {
      minLength: 1,
      maxLength: 4,
    },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (drawn) => {
      const { lotId, bidId } = await orderedLot();
      for (const step of drawn) {
        await fixture.edit(fixture.maria, bidId, step.amount * 5_000);
        for (let delivery = 0; delivery < step.deliveries; delivery++) {
          agent.moods.splice(0, agent.moods.length, ...step.moods);
          await letTimePass();
          await deliver();
        }
      }
      agent.moods.length = 0;
      await letTimePass();
      await deliver();
      const versions = agent.effectsOn(lotId).map((effect) => effect.version);
      expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
      const newest = await stateOf(lotId);
      expect(newest.state).toBe('acknowledged');
      expect(versions.at(-1)).toBe(newest.version);
      expect(agent.calls.every(({ signed }) => signed)).toBe(true);
    }),
    { numRuns: 15 },
  );
  await fixture.expectSound();
}, 60_000);
