import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type NegotiationFixture, negotiationFixture } from '../../testing/bidding/negotiation-fixture.ts';
import { createLot, runUnsold } from '../../testing/fixtures/lots.ts';

let stage: NegotiationFixture;
beforeAll(async () => {
  stage = await negotiationFixture();
});
afterEach(() => stage.expectSound());
afterAll(() => stage.close());

describe('accepting an offer', () => {
  test('needs the terms, and an account that may bid', async () => {
    const { anna, offerId } = await stage.asked();
    expect(await stage.accept(anna, offerId, { confirm: 0 })).toMatchObject({
      status: 422,
      body: { messageCode: 'Bid.Terms' },
    });
    expect((await stage.accept(anna, offerId, { amount: '560000' })).status).toBe(422);
    const restricted = await stage.asked();
    await stage.db
      .updateTable('users')
      .set({ permissions: JSON.stringify({ biddingAllowed: false }) })
      .where('id', '=', restricted.anna.id)
      .execute();
    expect(await stage.accept(restricted.anna, restricted.offerId)).toMatchObject({
      status: 403,
      body: { messageCode: 'Bid.Restricted' },
    });
  });

  // @covers MGMT-31
  test('above the limit is refused with the highest allowed amount', async () => {
    const { anna, bidId, offerId } = await stage.asked({ creditLimitYen: 555_000 });
    expect(await stage.accept(anna, offerId)).toMatchObject({
      status: 409,
      body: { messageCode: 'Bid.Credit', details: { bidAllow: 555_000 } },
    });
    expect([await stage.exposure(anna), await stage.stateOf(bidId)]).toEqual([510_000, 'asked']);
  });

  // @covers MGMT-31
  test('sets the amount of the bid without overbid, and holds and orders it at once', async () => {
    const { anna, lotId, bidId, offerId } = await stage.asked();
    expect((await stage.accept(anna, offerId)).status).toBe(200);
    expect(await stage.bid(bidId)).toMatchObject({ status: 2, amount_yen: 560_000, adjustment_yen: 0 });
    expect(await stage.exposure(anna)).toBe(560_000);
    expect(await stage.order(lotId)).toMatchObject({
      version: 2,
      kind: 'order',
      bid_id: bidId,
      max_yen: 560_000,
      overbid_yen: 0,
      state: 'waiting',
    });
    const event = (await stage.events(bidId)).at(-1);
    expect(event).toMatchObject({ event: 'offer_accepted', actor: 'client', actor_id: anna.id });
    expect(event?.after).toMatchObject({ offerYen: 560_000, amountYen: 560_000 });
  });

  test('is sent again after the agent refused it, while the negotiation is open', async () => {
    const { anna, lotId, bidId, offerId } = await stage.asked();
    await stage.accept(anna, offerId);
    const resend = () => stage.ask(stage.maria, 'POST', '/v1/bid/resend-order', { bidId });
    await stage.db.updateTable('agent_orders').set({ state: 'failed' }).where('lot_id', '=', lotId).execute();
    expect((await resend()).status).toBe(200);
    expect(await stage.order(lotId)).toMatchObject({ version: 3, max_yen: 560_000, state: 'waiting' });
    await stage.db.updateTable('agent_orders').set({ state: 'failed' }).where('lot_id', '=', lotId).execute();
    await stage.report(lotId, 4534, { buyerOrderKey: `${lotId}:3` });
    expect((await stage.bid(bidId)).sold_price_yen).toBe(560_000);
    expect((await resend()).body.messageCode).toBe('Bid.TransitionNotAllowed');
  });

  // @covers MGMT-31
  test('twice counts once, with and without a key', async () => {
    const { anna, lotId, offerId } = await stage.asked();
    const key = { 'idempotency-key': 'consent' };
    const answers = await Promise.all([
      stage.accept(anna, offerId, {}, key),
      stage.accept(anna, offerId),
      stage.accept(anna, offerId),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await stage.accept(anna, offerId, {}, key)).status).toBe(200);
    expect(await stage.order(lotId)).toMatchObject({ version: 2 });
    expect((await stage.accept(anna, offerId, { amount: 565_000 }, key)).body.messageCode).toBe('Idempotency.Mismatch');
  });

  // @covers MGMT-31
  test('with an outdated amount returns the new one', async () => {
    const { anna, bidId, offerId } = await stage.asked();
    const newer = (await stage.makeOffer(bidId, 580_000)).body.offerId;
    const changed = { status: 409, body: { messageCode: 'Bid.OfferChanged', details: { price: 580_000 } } };
    expect(await stage.accept(anna, offerId)).toMatchObject(changed);
    expect(await stage.accept(anna, newer)).toMatchObject(changed);
    expect(await stage.decline(anna, offerId)).toMatchObject(changed);
    expect((await stage.accept(anna, newer, { amount: 580_000 })).status).toBe(200);
    expect(await stage.offerStates(bidId)).toEqual(['accepted', 'replaced']);
  });

  test('concurrently with a replacement accepts one amount or none', async () => {
    const { anna, bidId, offerId } = await stage.asked();
    const [consent, replacement] = await Promise.all([stage.accept(anna, offerId), stage.makeOffer(bidId, 580_000)]);
    expect(replacement.status).toBe(200);
    expect((await stage.bid(bidId)).amount_yen).toBe(consent.status === 200 ? 560_000 : 500_000);
  });

  // @covers MGMT-31
  test('after the result is refused as over', async () => {
    for (const status of [4533, 4534, 4536, 4539, 4532]) {
      const { anna, lotId, offerId } = await stage.asked();
      await stage.db.updateTable('lots').set({ status }).where('id', '=', lotId).execute();
      expect(await stage.accept(anna, offerId)).toMatchObject({ status: 409, body: { messageCode: 'Bid.OfferOver' } });
      await stage.report(lotId, status);
    }
  });

  test('for a bid in a group keeps its slot and counts once', async () => {
    const anna = await stage.client({ autobid: true });
    const lots = [await createLot(stage.db), await createLot(stage.db, { auctionInMinutes: 3_000 })];
    const [first = 0] = await Promise.all(
      lots.map(async (lotId) => (await stage.place(anna, lotId, 500_000, { bidGroup: 1 })).body.bidId as number),
    );
    await stage.db.updateTable('bids').set({ group_cleared: true }).where('id', '=', first).execute();
    await runUnsold(stage.db, lots[0] ?? 0);
    const { body } = await stage.makeOffer(first);
    expect((await stage.accept(anna, body.offerId)).status).toBe(200);
    expect(await stage.exposure(anna)).toBe(560_000);
    expect(await stage.bid(first)).toMatchObject({ group_value: 1, group_cleared: true });
  });
});

describe('declining an offer', () => {
  test('releases nothing and allows another offer', async () => {
    const { anna, lotId, bidId, offerId } = await stage.asked();
    for (const answer of [await stage.decline(anna, offerId), await stage.decline(anna, offerId)])
      expect(answer.status).toBe(200);
    expect([await stage.stateOf(bidId), (await stage.bid(bidId)).status, await stage.exposure(anna)]).toEqual([
      'declined',
      2,
      510_000,
    ]);
    expect(await stage.order(lotId)).toMatchObject({ version: 1 });
    expect((await stage.accept(anna, offerId)).body.messageCode).toBe('Bid.OfferOver');
    expect((await stage.makeOffer(bidId, 540_000)).status).toBe(200);
    expect(await stage.log(bidId)).toEqual(['placed', 'status', 'offer_made', 'offer_declined', 'offer_made']);
  });
});

describe('the result of a negotiation', () => {
  // @covers MGMT-31, OPS-03
  test('sold by negotiation to our order wins at the agreed amount, also without a price and when repeated', async () => {
    const { anna, lotId, bidId, offerId } = await stage.asked();
    await stage.accept(anna, offerId);
    const word = { buyerOrderKey: `${lotId}:2` };
    for (const _ of [1, 2]) await stage.report(lotId, 4534, word);
    expect(await stage.bid(bidId)).toMatchObject({ status: 6, finish_reason: 'won', sold_price_yen: 560_000 });
    expect(await stage.exposure(anna)).toBe(560_000);
    // Late answers change nothing, and repeating an answer succeeds.
    expect((await stage.accept(anna, offerId)).status).toBe(200);
    expect((await stage.decline(anna, offerId)).body.messageCode).toBe('Bid.OfferOver');
  });

  test('uses a price reported by the auction house', async () => {
    const { anna, lotId, bidId, offerId } = await stage.asked();
    await stage.accept(anna, offerId);
    await stage.report(lotId, 4534, { buyerOrderKey: `${lotId}:2`, soldPriceYen: 555_000 });
    expect(await stage.bid(bidId)).toMatchObject({ status: 6, sold_price_yen: 555_000 });
  });

  // @covers OPS-03
  test.each([4534, 4536, 4539])('%i without us ends the bid and the offer', async (status) => {
    const { anna, lotId, bidId } = await stage.asked();
    await stage.report(lotId, status);
    expect(await stage.bid(bidId)).toMatchObject({ status: 5 });
    expect([await stage.offerStates(bidId), await stage.stateOf(bidId), await stage.exposure(anna)]).toEqual([
      ['ended'],
      null,
      0,
    ]);
  });

  // @covers MGMT-31, OPS-03
  test('may arrive in the wrong order: unsold first, then sold to us', async () => {
    const { anna, lotId, bidId, offerId } = await stage.asked();
    await stage.accept(anna, offerId);
    await stage.report(lotId, 4539);
    await stage.report(lotId, 4534, { buyerOrderKey: `${lotId}:2` });
    expect(await stage.bid(bidId)).toMatchObject({ status: 6, sold_price_yen: 560_000 });
    expect(await stage.exposure(anna)).toBe(560_000);
  });
});
