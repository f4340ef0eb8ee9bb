import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type NegotiationFixture, negotiationFixture } from '../../testing/bidding/negotiation-fixture.ts';
import { createLot, runUnsold } from '../../testing/fixtures/lots.ts';

let fixture: NegotiationFixture;
beforeAll(async () => {
  fixture = await negotiationFixture();
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.close());

describe('access to a negotiation', () => {
  test('is refused for signed-out users and other clients, and each side has its own calls', async () => {
    const { anna, bidId, offerId } = await fixture.asked();
    const boris = await fixture.client();
    for (const nobody of [
      fixture.view(null, bidId),
      fixture.makeOffer(bidId, 570_000, null),
      fixture.withdraw(null, offerId),
      fixture.accept(null, offerId),
      fixture.decline(null, offerId),
    ])
      expect((await nobody).status).toBe(401);
    for (const wrong of [
      fixture.makeOffer(bidId, 570_000, anna),
      fixture.withdraw(anna, offerId),
      fixture.accept(fixture.maria, offerId),
      fixture.decline(fixture.maria, offerId),
    ])
      expect((await wrong).status).toBe(403);
    for (const foreign of [fixture.view(boris, bidId), fixture.accept(boris, offerId), fixture.decline(boris, offerId)])
      expect((await foreign).status).toBe(404);
    expect((await fixture.withdraw(fixture.maria, 999_999)).status).toBe(404);
    expect(await fixture.stateOf(bidId)).toBe('asked');
  });

  test('is read-only for a manager without the price permission', async () => {
    const { bidId, offerId } = await fixture.asked();
    const kenji = await fixture.client({ roleId: 991, permissions: { bidManageBidPrice: false } });
    expect((await fixture.makeOffer(bidId, 570_000, kenji)).status).toBe(403);
    expect((await fixture.withdraw(kenji, offerId)).status).toBe(403);
    expect((await fixture.view(kenji, bidId)).body.offers[0]).toMatchObject({
      offerYen: 560_000,
      managerName: 'Maria Sato',
    });
    const blind = await fixture.client({ roleId: 991, permissions: { bidManagementEnabled: false } });
    expect((await fixture.view(blind, bidId)).status).toBe(404);
  });

  test('hides from a client the manager who asked and the lack of a follow-up', async () => {
    const { anna, bidId } = await fixture.asked();
    const { body } = await fixture.view(anna, bidId);
    expect(body.negotiation).toEqual({ offerId: expect.any(Number), offerYen: 560_000, state: 'asked' });
    expect(JSON.stringify(body)).not.toMatch(/Maria|manager|overdue/i);
  });
});

describe("the seller's offer", () => {
  // @covers MGMT-31
  test('goes to the bid that leads a lot which was not sold in its auction', async () => {
    const anna = await fixture.client();
    const lotId = await createLot(fixture.db);
    const bidId = await fixture.placed(anna, lotId, 500_000);
    const refused = { status: 409, body: { messageCode: 'Bid.NoNegotiation' } };
    expect(await fixture.makeOffer(bidId)).toMatchObject(refused);
    await fixture.setStatus(fixture.maria, bidId, 2);
    expect(await fixture.makeOffer(bidId)).toMatchObject(refused);
    const low = await fixture.placed(await fixture.client(), lotId, 400_000);
    await fixture.setStatus(fixture.maria, low, 2);
    await runUnsold(fixture.db, lotId);
    expect(await fixture.makeOffer(low)).toMatchObject(refused);
    expect((await fixture.makeOffer(bidId)).status).toBe(200);
    await fixture.report(lotId, 4539);
    expect(await fixture.makeOffer(bidId)).toMatchObject(refused);
  });

  test('goes to our next bid once the leading one is removed', async () => {
    const lotId = await createLot(fixture.db);
    const [high, low] = [
      await fixture.placed(await fixture.client(), lotId, 500_000),
      await fixture.placed(await fixture.client(), lotId, 400_000),
    ];
    for (const bidId of [high, low]) await fixture.setStatus(fixture.maria, bidId, 2);
    await runUnsold(fixture.db, lotId);
    const { body } = await fixture.makeOffer(high);
    await fixture.setStatus(fixture.maria, high, 3);
    expect(await fixture.order(lotId)).toMatchObject({ kind: 'withdraw', state: 'waiting' });
    expect(await fixture.offerStates(high)).toEqual(['ended']);
    expect((await fixture.makeOffer(low)).status).toBe(200);
    expect(body.offerId).toBeGreaterThan(0);
  });

  test('must be above the bid, in whole steps', async () => {
    const { bidId } = await fixture.unsold();
    expect(await fixture.makeOffer(bidId, 500_000)).toMatchObject({
      status: 422,
      body: { messageCode: 'Bid.OfferTooLow' },
    });
    expect(await fixture.makeOffer(bidId, 561_000)).toMatchObject({ status: 422, body: { messageCode: 'Bid.Step' } });
    expect((await fixture.makeOffer(bidId, 0)).status).toBe(422);
    expect(await fixture.stateOf(bidId)).toBe('open');
  });

  // @covers MGMT-31
  test('is logged and mailed to the client once', async () => {
    const { anna, bidId, offerId } = await fixture.asked();
    expect((await fixture.makeOffer(bidId)).body.offerId).toBe(offerId);
    expect(await fixture.log(bidId)).toEqual(['placed', 'status', 'offer_made']);
    const mails = await fixture.db
      .selectFrom('mails')
      .select(['kind', 'data'])
      .where('user_id', '=', anna.id)
      .execute();
    expect(mails.filter(({ kind }) => kind === 'negotiation_offer')).toMatchObject([
      { data: { bidId, offerId, offerYen: 560_000 } },
    ]);
    const lines = (await fixture.ask(fixture.maria, 'GET', `/v1/bid/logs?bidId=${bidId}`)).body;
    expect(lines.at(-1).event).toBe("Seller's offer 560 000 ¥");
    expect(await fixture.exposure(anna)).toBe(510_000);
  });

  test('can be withdrawn once', async () => {
    const { anna, bidId, offerId } = await fixture.asked();
    for (const answer of [
      await fixture.withdraw(fixture.maria, offerId),
      await fixture.withdraw(fixture.maria, offerId),
    ])
      expect(answer.status).toBe(200);
    expect(await fixture.accept(anna, offerId)).toMatchObject({ status: 409, body: { messageCode: 'Bid.OfferOver' } });
    expect(await fixture.decline(anna, offerId)).toMatchObject({ status: 409, body: { messageCode: 'Bid.OfferOver' } });
    expect([await fixture.stateOf(bidId), (await fixture.log(bidId)).at(-1)]).toEqual(['withdrawn', 'offer_withdrawn']);
  });
});

describe('the lists during a negotiation', () => {
  test('show its state, and to managers offers that have waited for three working days', async () => {
    const { anna, lotId, bidId } = await fixture.asked();
    const mine = async () => (await fixture.ask(anna, 'GET', '/v1/bid/my-bid')).body.cars[0].negotiation;
    expect(await mine()).toEqual({ offerId: expect.any(Number), offerYen: 560_000, state: 'asked' });
    const managed = async () =>
      (await fixture.ask(fixture.maria, 'GET', `/v1/bid/index?user=${anna.id}`)).body.cars[0].negotiation;
    expect(await managed()).toMatchObject({ isOverdue: false });
    const sixDaysAgo = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10);
    await fixture.db.updateTable('lots').set({ auction_day: sixDaysAgo }).where('id', '=', lotId).execute();
    expect(await managed()).toMatchObject({ isOverdue: true });
    expect((await fixture.bid(bidId)).status).toBe(2);
  });
});
