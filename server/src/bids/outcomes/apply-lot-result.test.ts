import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson } from '../../testing/http/people.ts';
import { applyLotResult, type LotResult } from './apply-lot-result.ts';

let fixture: BidFixture;
beforeAll(async () => {
  fixture = await bidFixture();
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.close());

const client = (more: Parameters<typeof createPerson>[1] = {}) => createPerson(fixture.db, more);

/** Two accepted bids on a lot, the second higher and therefore ordered, and one that is New. */
async function rivals() {
  const lotId = await createLot(fixture.db);
  const people = [await client(), await client(), await client()] as const;
  const low = await fixture.placed(people[0], lotId, 500_000);
  const high = await fixture.placed(people[1], lotId, 600_000);
  const waiting = await fixture.placed(people[2], lotId, 700_000);
  await fixture.setStatus(fixture.maria, low, 2);
  await fixture.setStatus(fixture.maria, high, 2);
  return { lotId, people, low, high, waiting };
}

/** Reports the auction house's result after the lot has run. */
async function report(lotId: number, status: number, more: Partial<LotResult> = {}) {
  const past = new Date(Date.now() - 60_000);
  await fixture.db
    .updateTable('lots')
    .set({ status, auction_at: past, bids_close_at: past, agent_cutoff_at: past, cancel_until: past })
    .where('id', '=', lotId)
    .execute();
  return fixture.database.bidDb
    .transaction()
    .execute((tx) =>
      applyLotResult(tx, { lotId, status, soldPriceYen: null, buyerOrderKey: null, now: new Date(), ...more }),
    );
}

const states = async (...bidIds: number[]) =>
  Promise.all(
    bidIds.map(async (bidId) => {
      const { status, finish_reason, sold_price_yen } = await fixture.bid(bidId);
      return [status, finish_reason, sold_price_yen];
    }),
  );

describe('a lot that we bought', () => {
  // @covers OPS-03
  test('goes to the client of the order that the auction house names, at the reported price', async () => {
    const { lotId, people, low, high, waiting } = await rivals();
    const recorded = await report(lotId, 4533, { soldPriceYen: 555_000, buyerOrderKey: `${lotId}:2` });
    expect(await states(high, low, waiting)).toEqual([
      [6, 'won', 555_000],
      [5, 'other_client', null],
      [5, 'other_client', null],
    ]);
    expect(recorded.wonBidId).toBe(high);
    expect(recorded.changed.length).toBe(3);
    expect(await Promise.all(people.map(fixture.exposure))).toEqual([0, 555_000, 0]);
    expect((await fixture.events(high)).at(-1)).toMatchObject({ event: 'outcome', actor: 'system', actor_id: null });
  });

  test('goes by the order version that the auction house used, even if a newer one was written since', async () => {
    const { lotId, low, high } = await rivals();
    await report(lotId, 4534, { soldPriceYen: 480_000, buyerOrderKey: `${lotId}:1` });
    expect(await states(low, high)).toEqual([
      [6, 'won', 480_000],
      [5, 'other_client', null],
    ]);
  });

  test('is recorded once, however often it is reported', async () => {
    const { lotId, high } = await rivals();
    const result = { soldPriceYen: 555_000, buyerOrderKey: `${lotId}:2` };
    await report(lotId, 4533, result);
    expect(await report(lotId, 4533, result)).toEqual({ wonBidId: high, changed: [] });
    await report(lotId, 4533, { ...result, soldPriceYen: 556_000 });
    expect(await states(high)).toEqual([[6, 'won', 556_000]]);
  });

  test('is refused if the key was never sent for this lot', async () => {
    const { lotId, high } = await rivals();
    const other = await rivals();
    for (const buyerOrderKey of [`${lotId}:3`, `${other.lotId}:2`, 'nonsense', `${lotId}:`])
      await expect(report(lotId, 4533, { buyerOrderKey })).rejects.toMatchObject({ code: 'Field.Invalid' });
    expect((await fixture.bid(high)).status).toBe(2);
  });

  test('goes to a client who replaced the bid, since the old order was in force', async () => {
    const boris = await client();
    const lotId = await createLot(fixture.db);
    const bidId = await fixture.placed(boris, lotId, 600_000);
    await fixture.setStatus(fixture.maria, bidId, 2);
    await fixture.placed(boris, lotId, 400_000);
    await report(lotId, 4533, { soldPriceYen: 590_000, buyerOrderKey: `${lotId}:1` });
    expect(await states(bidId)).toEqual([[6, 'won', 590_000]]);
    expect(await fixture.exposure(boris)).toBe(590_000);
  });

  test('replaces a newer live bid of the same client', async () => {
    const boris = await client();
    const lotId = await createLot(fixture.db);
    const first = await fixture.placed(boris, lotId, 600_000);
    await fixture.setStatus(fixture.maria, first, 2);
    await fixture.setStatus(fixture.maria, first, 3);
    const second = await fixture.placed(boris, lotId, 700_000);
    await report(lotId, 4533, { soldPriceYen: 590_000, buyerOrderKey: `${lotId}:1` });
    expect(await states(first, second)).toEqual([
      [6, 'won', 590_000],
      [5, 'other_client', null],
    ]);
  });

  test('is recorded even above the limit, since the money is spent', async () => {
    const { lotId, people, high } = await rivals();
    await fixture.db
      .updateTable('bid_clients')
      .set({ credit_limit_yen: 0 })
      .where('user_id', '=', people[1].id)
      .execute();
    await report(lotId, 4533, { soldPriceYen: 800_000, buyerOrderKey: `${lotId}:2` });
    expect(await fixture.exposure(people[1])).toBe(800_000);
    expect((await fixture.bid(high)).status).toBe(6);
  });
});

describe('a lot that we did not buy', () => {
  // @covers OPS-03
  test.each([
    [4533, 'sold_to_other'],
    [4534, 'sold_to_other'],
    [4536, 'cancelled'],
    [4537, 'removed'],
    [4539, 'unsold'],
  ])('%i finishes every open bid with its reason', async (status, reason) => {
    const { lotId, people, low, high, waiting } = await rivals();
    const recorded = await report(lotId, status);
    expect(await states(low, high, waiting)).toEqual([
      [5, reason, null],
      [5, reason, null],
      [5, reason, null],
    ]);
    expect(recorded).toMatchObject({ wonBidId: null });
    expect(await Promise.all(people.map(fixture.exposure))).toEqual([0, 0, 0]);
    expect((await report(lotId, status)).changed).toEqual([]);
  });

  test.each([4531, 4532, 4535, 4538])('%i leaves all bids and money unchanged', async (status) => {
    const { lotId, people, low, high, waiting } = await rivals();
    expect((await report(lotId, status)).changed).toEqual([]);
    expect(await states(low, high, waiting)).toEqual([
      [2, null, null],
      [2, null, null],
      [1, null, null],
    ]);
    expect(await Promise.all(people.map(fixture.exposure))).toEqual([510_000, 610_000, 710_000]);
  });

  test('a cancelled bid stays cancelled', async () => {
    const boris = await client();
    const lotId = await createLot(fixture.db);
    const bidId = await fixture.placed(boris, lotId, 600_000);
    await fixture.setStatus(boris, bidId, 4);
    await report(lotId, 4533);
    expect((await fixture.bid(bidId)).status).toBe(4);
  });

  test('removed from the list before the cut-off, its order is withdrawn', async () => {
    const { lotId } = await rivals();
    await fixture.database.bidDb
      .transaction()
      .execute((tx) =>
        applyLotResult(tx, { lotId, status: 4536, soldPriceYen: null, buyerOrderKey: null, now: new Date() }),
      );
    expect(await fixture.order(lotId)).toMatchObject({ version: 3, kind: 'withdraw' });
  });
});

describe('an auction house that corrects its result', () => {
  test('reverses a reported win, but not one set by a manager', async () => {
    const { lotId, people, high } = await rivals();
    await report(lotId, 4533, { soldPriceYen: 555_000, buyerOrderKey: `${lotId}:2` });
    await report(lotId, 4539);
    expect(await states(high)).toEqual([[5, 'reversed', null]]);
    expect(await fixture.exposure(people[1])).toBe(0);

    const byHand = await rivals();
    await fixture.setStatus(fixture.maria, byHand.waiting, 6);
    await report(byHand.lotId, 4533);
    expect((await fixture.bid(byHand.waiting)).status).toBe(6);
    expect((await fixture.bid(byHand.high)).finish_reason).toBe('sold_to_other');
  });

  test('gives the win to another of our clients', async () => {
    const { lotId, low, high } = await rivals();
    await report(lotId, 4533, { soldPriceYen: 555_000, buyerOrderKey: `${lotId}:2` });
    await report(lotId, 4533, { soldPriceYen: 490_000, buyerOrderKey: `${lotId}:1` });
    expect(await states(low, high)).toEqual([
      [6, 'won', 490_000],
      [5, 'other_client', null],
    ]);
  });

  test('changes nothing once the purchase is booked', async () => {
    const { lotId, low, high } = await rivals();
    await report(lotId, 4533, { soldPriceYen: 555_000, buyerOrderKey: `${lotId}:2` });
    await fixture.ask(fixture.maria, 'POST', '/v1/bid/confirm-win', { bidId: high });
    for (const more of [{ buyerOrderKey: `${lotId}:1` }, {}]) {
      expect(await report(lotId, 4533, more)).toEqual({ wonBidId: high, changed: [] });
      expect(await states(high, low)).toEqual([
        [7, 'won', 555_000],
        [5, 'other_client', null],
      ]);
    }
  });
});
