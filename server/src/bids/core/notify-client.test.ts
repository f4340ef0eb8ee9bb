import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { applyLotResult } from '../outcomes/apply-lot-result.ts';

let fixture: BidFixture;
beforeAll(async () => {
  fixture = await bidFixture();
  await fixture.db.updateTable('bid_clients').set({ credit_limit_yen: 100_000_000 }).execute();
});
afterAll(() => fixture.close());

async function aBid() {
  const lotId = await createLot(fixture.db);
  return { lotId, bidId: await fixture.placed(fixture.anna, lotId, 400_000) };
}

const mails = async (bidId: number) =>
  (
    await fixture.db
      .selectFrom('mails')
      .select(['kind', 'user_id', 'data', 'dedupe_key'])
      .where(sql<boolean>`data ->> 'bidId' = ${String(bidId)}`)
      .orderBy('id')
      .execute()
  ).map(({ kind, user_id, data }) => ({ kind, userId: user_id, ...(data as object) }));

async function reported(lotId: number, status: number, more: { soldPriceYen?: number; buyerOrderKey?: string } = {}) {
  await fixture.db.updateTable('lots').set({ status }).where('id', '=', lotId).execute();
  return fixture.db.transaction().execute((tx) =>
    applyLotResult(tx, {
      lotId,
      status,
      soldPriceYen: more.soldPriceYen ?? null,
      buyerOrderKey: more.buyerOrderKey ?? null,
      now: new Date(),
    }),
  );
}

describe('the client is notified', () => {
  // @covers NOTIF-04
  test('of none of their own actions', async () => {
    const { lotId, bidId } = await aBid();
    await fixture.placed(fixture.anna, lotId, 450_000);
    await fixture.setStatus(fixture.anna, bidId, 4);
    expect(await mails(bidId)).toEqual([]);
  });

  // @covers NOTIF-04
  test('of each sold price entered by a manager, once, and not of a corrected one', async () => {
    const { bidId } = await aBid();
    const price = (soldPrice: string, key: string) =>
      fixture.ask(fixture.maria, 'PUT', '/v1/bid/update-sold-price', { bidId, soldPrice }, { 'idempotency-key': key });
    for (const key of ['a', 'a', 'b']) expect((await price('640000', key)).status).toBe(200);
    expect((await price('', 'c')).status).toBe(200);
    expect(await mails(bidId)).toEqual([
      { kind: 'bid_sold_price', userId: fixture.anna.id, bidId, soldPriceYen: 640_000 },
    ]);
  });

  // @covers NOTIF-04
  test('of each status set by a manager, once, and not of an amount', async () => {
    const { bidId } = await aBid();
    await fixture.setStatus(fixture.maria, bidId, 2, {}, { 'idempotency-key': 'accepted' });
    await fixture.setStatus(fixture.maria, bidId, 2, {}, { 'idempotency-key': 'accepted' });
    await fixture.edit(fixture.maria, bidId, 410_000);
    await fixture.setStatus(fixture.maria, bidId, 3);
    const about = { userId: fixture.anna.id, bidId };
    expect(await mails(bidId)).toEqual([
      { kind: 'bid_status', ...about, status: 2 },
      { kind: 'bid_status', ...about, status: 3 },
    ]);
  });

  // @covers NOTIF-04
  test('of no refused change', async () => {
    const { bidId } = await aBid();
    expect((await fixture.setStatus(fixture.maria, bidId, 2, {}, { 'if-match': '"7"' })).status).not.toBe(200);
    expect(await mails(bidId)).toEqual([]);
  });

  // @covers NOTIF-04
  test('of a win when the auction house reports it, and not again when it is repeated or booked', async () => {
    const { lotId, bidId } = await aBid();
    await fixture.setStatus(fixture.maria, bidId, 2);
    for (const _ of ['told', 'told again'])
      await reported(lotId, 4533, { soldPriceYen: 390_000, buyerOrderKey: `${lotId}:1` });
    await fixture.ask(fixture.maria, 'POST', '/v1/bid/confirm-win', { bidId });
    expect((await fixture.bid(bidId)).status).toBe(7);
    const kinds = (await mails(bidId)).map(({ kind }) => kind);
    expect(kinds).toEqual(['bid_status', 'bid_won']);
  });

  test.each([
    [4533, 'bid_status'],
    [4536, 'lot_withdrawn'],
    [4537, 'lot_withdrawn'],
    [4539, 'bid_status'],
  ])('of %i with a mail of kind %s', async (status, kind) => {
    const { lotId, bidId } = await aBid();
    await reported(lotId, status);
    await reported(lotId, status);
    expect((await mails(bidId)).map((mail) => mail.kind)).toEqual([kind]);
  });

  test('of nothing while the result is 4535', async () => {
    const { lotId, bidId } = await aBid();
    await reported(lotId, 4535);
    expect(await mails(bidId)).toEqual([]);
  });
});
