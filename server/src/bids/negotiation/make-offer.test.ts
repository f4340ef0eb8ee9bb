import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type NegotiationFixture, negotiationFixture } from '../../testing/bidding/negotiation-fixture.ts';
import { createLot, runUnsold } from '../../testing/fixtures/lots.ts';

let stage: NegotiationFixture;
beforeAll(async () => {
  stage = await negotiationFixture();
});
afterEach(() => stage.expectSound());
afterAll(() => stage.close());

describe('access to a negotiation', () => {
  test('is refused for signed-out users and other clients, and each side has its own calls', async () => {
    const { anna, bidId, offerId } = await stage.asked();
    const boris = await stage.client();
    for (const nobody of [
      stage.view(null, bidId),
      stage.makeOffer(bidId, 570_000, null),
      stage.withdraw(null, offerId),
      stage.accept(null, offerId),
      stage.decline(null, offerId),
    ])
      expect((await nobody).status).toBe(401);
    for (const wrong of [
      stage.makeOffer(bidId, 570_000, anna),
      stage.withdraw(anna, offerId),
      stage.accept(stage.maria, offerId),
      stage.decline(stage.maria, offerId),
    ])
      expect((await wrong).status).toBe(403);
    for (const foreign of [stage.view(boris, bidId), stage.accept(boris, offerId), stage.decline(boris, offerId)])
      expect((await foreign).status).toBe(404);
    expect((await stage.withdraw(stage.maria, 999_999)).status).toBe(404);
    expect(await stage.stateOf(bidId)).toBe('asked');
  });

  test('is read-only for a manager without the price permission', async () => {
    const { bidId, offerId } = await stage.asked();
    const kenji = await stage.client({ roleId: 991, permissions: { bidManageBidPrice: false } });
    expect((await stage.makeOffer(bidId, 570_000, kenji)).status).toBe(403);
    expect((await stage.withdraw(kenji, offerId)).status).toBe(403);
    expect((await stage.view(kenji, bidId)).body.offers[0]).toMatchObject({
      offerYen: 560_000,
      managerName: 'Maria Sato',
    });
    const blind = await stage.client({ roleId: 991, permissions: { bidManagementEnabled: false } });
    expect((await stage.view(blind, bidId)).status).toBe(404);
  });

  test('hides from a client the manager who asked and the lack of a follow-up', async () => {
    const { anna, bidId } = await stage.asked();
    const { body } = await stage.view(anna, bidId);
    expect(body.negotiation).toEqual({ offerId: expect.any(Number), offerYen: 560_000, state: 'asked' });
    expect(JSON.stringify(body)).not.toMatch(/Maria|manager|overdue/i);
  });
});

describe("the seller's offer", () => {
  // @covers MGMT-31
  test('goes to the bid that leads a lot which was not sold in its auction', async () => {
    const anna = await stage.client();
    const lotId = await createLot(stage.db);
    const bidId = await stage.placed(anna, lotId, 500_000);
    const refused = { status: 409, body: { messageCode: 'Bid.NoNegotiation' } };
    expect(await stage.makeOffer(bidId)).toMatchObject(refused);
    await stage.setStatus(stage.maria, bidId, 2);
    expect(await stage.makeOffer(bidId)).toMatchObject(refused);
    const low = await stage.placed(await stage.client(), lotId, 400_000);
    await stage.setStatus(stage.maria, low, 2);
    await runUnsold(stage.db, lotId);
    expect(await stage.makeOffer(low)).toMatchObject(refused);
    expect((await stage.makeOffer(bidId)).status).toBe(200);
    await stage.report(lotId, 4539);
    expect(await stage.makeOffer(bidId)).toMatchObject(refused);
  });

  test('goes to our next bid once the leading one is removed', async () => {
    const lotId = await createLot(stage.db);
    const [high, low] = [
      await stage.placed(await stage.client(), lotId, 500_000),
      await stage.placed(await stage.client(), lotId, 400_000),
    ];
    for (const bidId of [high, low]) await stage.setStatus(stage.maria, bidId, 2);
    await runUnsold(stage.db, lotId);
    const { body } = await stage.makeOffer(high);
    await stage.setStatus(stage.maria, high, 3);
    expect(await stage.order(lotId)).toMatchObject({ kind: 'withdraw', state: 'waiting' });
    expect(await stage.offerStates(high)).toEqual(['ended']);
    expect((await stage.makeOffer(low)).status).toBe(200);
    expect(body.offerId).toBeGreaterThan(0);
  });

  test('must be above the bid, in whole steps', async () => {
    const { bidId } = await stage.unsold();
    expect(await stage.makeOffer(bidId, 500_000)).toMatchObject({
      status: 422,
      body: { messageCode: 'Bid.OfferTooLow' },
    });
    expect(await stage.makeOffer(bidId, 561_000)).toMatchObject({ status: 422, body: { messageCode: 'Bid.Step' } });
    expect((await stage.makeOffer(bidId, 0)).status).toBe(422);
    expect(await stage.stateOf(bidId)).toBe('open');
  });

  // @covers MGMT-31
  test('is logged and mailed to the client once', async () => {
    const { anna, bidId, offerId } = await stage.asked();
    expect((await stage.makeOffer(bidId)).body.offerId).toBe(offerId);
    expect(await stage.log(bidId)).toEqual(['placed', 'status', 'offer_made']);
    const mails = await stage.db.selectFrom('mails').select(['kind', 'data']).where('user_id', '=', anna.id).execute();
    expect(mails.filter(({ kind }) => kind === 'negotiation_offer')).toMatchObject([
      { data: { bidId, offerId, offerYen: 560_000 } },
    ]);
    const lines = (await stage.ask(stage.maria, 'GET', `/v1/bid/logs?bidId=${bidId}`)).body;
    expect(lines.at(-1).event).toBe("Seller's offer 560 000 ¥");
    expect(await stage.exposure(anna)).toBe(510_000);
  });

  test('can be withdrawn once', async () => {
    const { anna, bidId, offerId } = await stage.asked();
    for (const answer of [await stage.withdraw(stage.maria, offerId), await stage.withdraw(stage.maria, offerId)])
      expect(answer.status).toBe(200);
    expect(await stage.accept(anna, offerId)).toMatchObject({ status: 409, body: { messageCode: 'Bid.OfferOver' } });
    expect(await stage.decline(anna, offerId)).toMatchObject({ status: 409, body: { messageCode: 'Bid.OfferOver' } });
    expect([await stage.stateOf(bidId), (await stage.log(bidId)).at(-1)]).toEqual(['withdrawn', 'offer_withdrawn']);
  });
});

describe('the lists during a negotiation', () => {
  test('show its state, and to managers offers that have waited for three working days', async () => {
    const { anna, lotId, bidId } = await stage.asked();
    const mine = async () => (await stage.ask(anna, 'GET', '/v1/bid/my-bid')).body.cars[0].negotiation;
    expect(await mine()).toEqual({ offerId: expect.any(Number), offerYen: 560_000, state: 'asked' });
    const managed = async () =>
      (await stage.ask(stage.maria, 'GET', `/v1/bid/index?user=${anna.id}`)).body.cars[0].negotiation;
    expect(await managed()).toMatchObject({ isOverdue: false });
    const sixDaysAgo = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10);
    await stage.db.updateTable('lots').set({ auction_day: sixDaysAgo }).where('id', '=', lotId).execute();
    expect(await managed()).toMatchObject({ isOverdue: true });
    expect((await stage.bid(bidId)).status).toBe(2);
  });
});
