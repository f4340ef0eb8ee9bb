import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type NegotiationFixture, negotiationFixture } from '../../testing/bidding/negotiation-fixture.ts';
import { createLot, runUnsold } from '../../testing/fixtures/lots.ts';

let fixture: NegotiationFixture;
beforeAll(async () => {
  fixture = await negotiationFixture();
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.close());

describe('accepting an offer', () => {
  test('needs the terms, and an account that may bid', async () => {
    const { anna, offerId } = await fixture.asked();
    expect(await fixture.accept(anna, offerId, { confirm: 0 })).toMatchObject({
      status: 422,
      body: { messageCode: 'Bid.Terms' },
    });
    expect((await fixture.accept(anna, offerId, { amount: '560000' })).status).toBe(422);
    const restricted = await fixture.asked();
    await fixture.db
      .updateTable('users')
      .set({ permissions: JSON.stringify({ biddingAllowed: false }) })
      .where('id', '=', restricted.anna.id)
      .execute();
    expect(await fixture.accept(restricted.anna, restricted.offerId)).toMatchObject({
      status: 403,
      body: { messageCode: 'Bid.Restricted' },
    });
  });

  // @covers MGMT-31
  test('above the limit is refused with the highest allowed amount', async () => {
    const { anna, bidId, offerId } = await fixture.asked({ creditLimitYen: 555_000 });
    expect(await fixture.accept(anna, offerId)).toMatchObject({
      status: 409,
      body: { messageCode: 'Bid.Credit', details: { bidAllow: 555_000 } },
    });
    expect([await fixture.exposure(anna), await fixture.stateOf(bidId)]).toEqual([510_000, 'asked']);
  });

  // @covers MGMT-31
  test('sets the amount of the bid without overbid, and holds and orders it at once', async () => {
    const { anna, lotId, bidId, offerId } = await fixture.asked();
    expect((await fixture.accept(anna, offerId)).status).toBe(200);
    expect(await fixture.bid(bidId)).toMatchObject({ status: 2, amount_yen: 560_000, adjustment_yen: 0 });
    expect(await fixture.exposure(anna)).toBe(560_000);
    expect(await fixture.order(lotId)).toMatchObject({
      version: 2,
      kind: 'order',
      bid_id: bidId,
      max_yen: 560_000,
      overbid_yen: 0,
      state: 'waiting',
    });
    const event = (await fixture.events(bidId)).at(-1);
    expect(event).toMatchObject({ event: 'offer_accepted', actor: 'client', actor_id: anna.id });
    expect(event?.after).toMatchObject({ offerYen: 560_000, amountYen: 560_000 });
  });

  test('is sent again after the agent refused it, while the negotiation is open', async () => {
    const { anna, lotId, bidId, offerId } = await fixture.asked();
    await fixture.accept(anna, offerId);
    const resend = () => fixture.ask(fixture.maria, 'POST', '/v1/bid/resend-order', { bidId });
    await fixture.db.updateTable('agent_orders').set({ state: 'failed' }).where('lot_id', '=', lotId).execute();
    expect((await resend()).status).toBe(200);
    expect(await fixture.order(lotId)).toMatchObject({ version: 3, max_yen: 560_000, state: 'waiting' });
    await fixture.db.updateTable('agent_orders').set({ state: 'failed' }).where('lot_id', '=', lotId).execute();
    await fixture.report(lotId, 4534, { buyerOrderKey: `${lotId}:3` });
    expect((await fixture.bid(bidId)).sold_price_yen).toBe(560_000);
    expect((await resend()).body.messageCode).toBe('Bid.TransitionNotAllowed');
  });

  // @covers MGMT-31
  test('twice counts once, with and without a key', async () => {
    const { anna, lotId, offerId } = await fixture.asked();
    const key = { 'idempotency-key': 'consent' };
    const answers = await Promise.all([
      fixture.accept(anna, offerId, {}, key),
      fixture.accept(anna, offerId),
      fixture.accept(anna, offerId),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await fixture.accept(anna, offerId, {}, key)).status).toBe(200);
    expect(await fixture.order(lotId)).toMatchObject({ version: 2 });
    expect((await fixture.accept(anna, offerId, { amount: 565_000 }, key)).body.messageCode).toBe(
      'Idempotency.Mismatch',
    );
  });

  // @covers MGMT-31
  test('with an outdated amount returns the new one', async () => {
    const { anna, bidId, offerId } = await fixture.asked();
    const newer = (await fixture.makeOffer(bidId, 580_000)).body.offerId;
    const changed = { status: 409, body: { messageCode: 'Bid.OfferChanged', details: { price: 580_000 } } };
    expect(await fixture.accept(anna, offerId)).toMatchObject(changed);
    expect(await fixture.accept(anna, newer)).toMatchObject(changed);
    expect(await fixture.decline(anna, offerId)).toMatchObject(changed);
    expect((await fixture.accept(anna, newer, { amount: 580_000 })).status).toBe(200);
    expect(await fixture.offerStates(bidId)).toEqual(['accepted', 'replaced']);
  });

  test('concurrently with a replacement accepts one amount or none', async () => {
    const { anna, bidId, offerId } = await fixture.asked();
    const [consent, replacement] = await Promise.all([
      fixture.accept(anna, offerId),
      fixture.makeOffer(bidId, 580_000),
    ]);
    expect(replacement.status).toBe(200);
    expect((await fixture.bid(bidId)).amount_yen).toBe(consent.status === 200 ? 560_000 : 500_000);
  });

  // @covers MGMT-31
  test('after the result is refused as over', async () => {
    for (const status of [4533, 4534, 4536, 4539, 4532]) {
      const { anna, lotId, offerId } = await fixture.asked();
      await fixture.db.updateTable('lots').set({ status }).where('id', '=', lotId).execute();
      expect(await fixture.accept(anna, offerId)).toMatchObject({
        status: 409,
        body: { messageCode: 'Bid.OfferOver' },
      });
      await fixture.report(lotId, status);
    }
  });

  test('for a bid in a group keeps its slot and counts once', async () => {
    const anna = await fixture.client({ autobid: true });
    const lots = [await createLot(fixture.db), await createLot(fixture.db, { auctionInMinutes: 3_000 })];
    const [first = 0] = await Promise.all(
      lots.map(async (lotId) => (await fixture.place(anna, lotId, 500_000, { bidGroup: 1 })).body.bidId as number),
    );
    await fixture.db.updateTable('bids').set({ group_cleared: true }).where('id', '=', first).execute();
    await runUnsold(fixture.db, lots[0] ?? 0);
    const { body } = await fixture.makeOffer(first);
    expect((await fixture.accept(anna, body.offerId)).status).toBe(200);
    expect(await fixture.exposure(anna)).toBe(560_000);
    expect(await fixture.bid(first)).toMatchObject({ group_value: 1, group_cleared: true });
  });
});

describe('declining an offer', () => {
  test('releases nothing and allows another offer', async () => {
    const { anna, lotId, bidId, offerId } = await fixture.asked();
    for (const answer of [await fixture.decline(anna, offerId), await fixture.decline(anna, offerId)])
      expect(answer.status).toBe(200);
    expect([await fixture.stateOf(bidId), (await fixture.bid(bidId)).status, await fixture.exposure(anna)]).toEqual([
      'declined',
      2,
      510_000,
    ]);
    expect(await fixture.order(lotId)).toMatchObject({ version: 1 });
    expect((await fixture.accept(anna, offerId)).body.messageCode).toBe('Bid.OfferOver');
    expect((await fixture.makeOffer(bidId, 540_000)).status).toBe(200);
    expect(await fixture.log(bidId)).toEqual(['placed', 'status', 'offer_made', 'offer_declined', 'offer_made']);
  });
});

describe('the result of a negotiation', () => {
  // @covers MGMT-31, OPS-03
  test('sold by negotiation to our order wins at the agreed amount, also without a price and when repeated', async () => {
    const { anna, lotId, bidId, offerId } = await fixture.asked();
    await fixture.accept(anna, offerId);
    const word = { buyerOrderKey: `${lotId}:2` };
    for (const _ of [1, 2]) await fixture.report(lotId, 4534, word);
    expect(await fixture.bid(bidId)).toMatchObject({ status: 6, finish_reason: 'won', sold_price_yen: 560_000 });
    expect(await fixture.exposure(anna)).toBe(560_000);
    // Late answers change nothing, and repeating an answer succeeds.
    expect((await fixture.accept(anna, offerId)).status).toBe(200);
    expect((await fixture.decline(anna, offerId)).body.messageCode).toBe('Bid.OfferOver');
  });

  test('uses a price reported by the auction house', async () => {
    const { anna, lotId, bidId, offerId } = await fixture.asked();
    await fixture.accept(anna, offerId);
    await fixture.report(lotId, 4534, { buyerOrderKey: `${lotId}:2`, soldPriceYen: 555_000 });
    expect(await fixture.bid(bidId)).toMatchObject({ status: 6, sold_price_yen: 555_000 });
  });

  // @covers OPS-03
  test.each([4534, 4536, 4539])('%i without us ends the bid and the offer', async (status) => {
    const { anna, lotId, bidId } = await fixture.asked();
    await fixture.report(lotId, status);
    expect(await fixture.bid(bidId)).toMatchObject({ status: 5 });
    expect([await fixture.offerStates(bidId), await fixture.stateOf(bidId), await fixture.exposure(anna)]).toEqual([
      ['ended'],
      null,
      0,
    ]);
  });

  // @covers MGMT-31, OPS-03
  test('may arrive in the wrong order: unsold first, then sold to us', async () => {
    const { anna, lotId, bidId, offerId } = await fixture.asked();
    await fixture.accept(anna, offerId);
    await fixture.report(lotId, 4539);
    await fixture.report(lotId, 4534, { buyerOrderKey: `${lotId}:2` });
    expect(await fixture.bid(bidId)).toMatchObject({ status: 6, sold_price_yen: 560_000 });
    expect(await fixture.exposure(anna)).toBe(560_000);
  });
});
