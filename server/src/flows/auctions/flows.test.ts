import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM } from '../../bids/core/change-bid.ts';
import { bidRoutes } from '../../bids/routes.ts';
import { paymentRoutes } from '../../payments/routes.ts';
import { japanDay } from '../../platform/i18n/japan-time.ts';
import { purchaseRoutes } from '../../purchases/routes.ts';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { aResult, imported, type Row } from '../../testing/fixtures/feed.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import type { Person } from '../../testing/http/people.ts';
import { onLotResult } from './on-lot-result.ts';
import { settleDueWins, settleWin } from './settle-win.ts';

let fixture: BidFixture;
beforeAll(async () => {
  fixture = await bidFixture((app, database) => {
    bidRoutes(app, database, { settleWin });
    paymentRoutes(app, database);
    purchaseRoutes(app, database);
  });
  await fixture.db.updateTable('bid_clients').set({ credit_limit_yen: 100_000_000 }).execute();
});
afterAll(() => fixture.close());

const confirmWin = (person: Person | null, bidId: unknown, headers = {}) =>
  fixture.ask(person, 'POST', '/v1/bid/confirm-win', { bidId }, headers);
const settleByJob = (bidId: number) => settleWin(fixture.database, { bidId, actor: SYSTEM, repeat: null });
const purchasesOf = async (person: Person) => (await fixture.ask(person, 'GET', '/v1/purchased-cars/')).body.carsList;

/** A lot on which Anna's bid leads and Boris's follows, both sent to the agent. */
async function contestedLot() {
  const lotId = await createLot(fixture.db);
  const anna = await fixture.placed(fixture.anna, lotId, 400_000);
  const boris = await fixture.placed(fixture.boris, lotId, 350_000);
  await fixture.setStatus(fixture.maria, boris, 2);
  await fixture.setStatus(fixture.maria, anna, 2);
  const { version } = (await fixture.order(lotId)) ?? { version: 0 };
  return { lotId, anna, boris, orderKey: `${lotId}:${version}` };
}

let minute = 0;
/** Reports a result through the feed, each newer than the last. */
async function reported(lotId: number, more: Row) {
  const { source, source_id } = await fixture.db
    .selectFrom('lots')
    .select(['source', 'source_id'])
    .where('id', '=', lotId)
    .executeTakeFirstOrThrow();
  const updatedAt = new Date(Date.UTC(2026, 10, 24, 0, minute++)).toISOString();
  const row = aResult({ source, sourceId: source_id, updatedAt, ...more });
  return imported(fixture.database, [row], { onOutcome: onLotResult });
}

const jobsFor = async (bidId: number) =>
  (await fixture.database.pool.query('select run_at from graphile_worker.jobs where key = $1', [`settle:${bidId}`]))
    .rows;

describe('the auction house reports a result', () => {
  test('makes the client of the named order win, ends the other bid, and schedules the settlement', async () => {
    const { lotId, anna, boris, orderKey } = await contestedLot();
    await reported(lotId, { soldPrice: 380_000, buyer: { orderKey } });
    expect(await fixture.bid(anna)).toMatchObject({ status: 6, sold_price_yen: 380_000 });
    expect(await fixture.bid(boris)).toMatchObject({ status: 5, finish_reason: 'other_client' });
    expect(await jobsFor(anna)).toHaveLength(1);
    expect(await purchasesOf(fixture.anna)).toEqual([]);
    await fixture.expectSound();
  });

  test('repeated, it notifies nobody twice', async () => {
    const { lotId, anna, orderKey } = await contestedLot();
    await reported(lotId, { soldPrice: 380_000, buyer: { orderKey } });
    const events = await fixture.events(anna);
    await reported(lotId, { soldPrice: 380_000, buyer: { orderKey } });
    expect(await fixture.events(anna)).toEqual(events);
    expect(await jobsFor(anna)).toHaveLength(1);
  });

  test('sold to another buyer, it ends every bid', async () => {
    const { lotId, anna, boris } = await contestedLot();
    await reported(lotId, { soldPrice: 900_000, buyer: null });
    expect([(await fixture.bid(anna)).status, (await fixture.bid(boris)).status]).toEqual([5, 5]);
    await fixture.expectSound();
  });

  test('reversed before the settlement, a win costs nothing', async () => {
    const { lotId, anna, orderKey } = await contestedLot();
    await reported(lotId, { soldPrice: 380_000, buyer: { orderKey } });
    await reported(lotId, { status: 4539, soldPrice: null });
    expect(await fixture.bid(anna)).toMatchObject({ status: 5, finish_reason: 'reversed' });
    await expect(settleByJob(anna)).rejects.toThrow('Bid.TransitionNotAllowed');
    expect(await fixture.db.selectFrom('purchases').select('id').where('bid_id', '=', anna).execute()).toEqual([]);
    await fixture.expectSound();
  });

  test('an order key that was never sent changes no bid, and is kept until the auction house corrects it', async () => {
    const { lotId, anna, orderKey } = await contestedLot();
    const first = await reported(lotId, { soldPrice: 380_000, buyer: { orderKey: `${lotId}:99` } });
    expect(first.unnotified).toEqual([expect.objectContaining({ lotId })]);
    expect((await fixture.bid(anna)).status).toBe(2);
    const second = await reported(lotId, { soldPrice: 380_000, buyer: { orderKey } });
    expect(second.unnotified).toEqual([]);
    expect((await fixture.bid(anna)).status).toBe(6);
  });

  test('a result that could not be applied immediately is applied with the next import', async () => {
    const { lotId, anna, orderKey } = await contestedLot();
    const { source_id } = await fixture.db
      .selectFrom('lots')
      .select('source_id')
      .where('id', '=', lotId)
      .executeTakeFirstOrThrow();
    const row = aResult({ sourceId: source_id, soldPrice: 380_000, buyer: { orderKey } });
    const onOutcome = () => Promise.reject(new Error('the process was killed here'));
    expect((await imported(fixture.database, [row], { onOutcome })).unnotified).toHaveLength(1);
    expect((await fixture.bid(anna)).status).toBe(2);
    await imported(fixture.database, [row], { onOutcome: onLotResult });
    expect((await fixture.bid(anna)).status).toBe(6);
  });
});

describe('a manager confirms a win', () => {
  test('refuses signed-out users, clients, other ids and invalid bodies', async () => {
    const { anna } = await contestedLot();
    expect((await confirmWin(null, anna)).status).toBe(401);
    expect((await confirmWin(fixture.anna, anna)).status).toBe(403);
    expect((await confirmWin(fixture.maria, 999_999)).status).toBe(404);
    expect((await confirmWin(fixture.maria, 'one')).status).toBe(422);
  });

  test('needs a win; one set by a manager needs its price first', async () => {
    const { anna } = await contestedLot();
    expect((await confirmWin(fixture.maria, anna)).body.messageCode).toBe('Bid.TransitionNotAllowed');
    await fixture.setStatus(fixture.maria, anna, 6);
    const { status, body } = await confirmWin(fixture.maria, anna);
    expect([status, body.messageCode]).toEqual([409, 'Bid.SoldPriceMissing']);
    expect((await fixture.bid(anna)).status).toBe(6);
  });

  test("creates the purchase with its costs, and charges the client's balance once", async () => {
    const { lotId, anna, orderKey } = await contestedLot();
    await reported(lotId, { soldPrice: 380_000, buyer: { orderKey } });
    const before = await balance(fixture.anna);
    expect(await confirmWin(fixture.maria, anna)).toMatchObject({ status: 200, body: { success: true } });
    expect((await fixture.bid(anna)).status).toBe(7);
    const [bought] = await purchasesOf(fixture.anna);
    expect(bought).toMatchObject({ lotId: String(lotId), totalPrice: 380_000 + 30_000 + 12_000, status: 0 });
    expect(await balance(fixture.anna)).toBe(before - 422_000);
    const { records } = (await fixture.ask(fixture.anna, 'GET', '/v1/payments/')).body;
    expect(records[0]).toMatchObject({ type: 'carPurchase', amount: -422_000, balance: before - 422_000 });
    expect(records[0].description).toContain('ZVW50-1234567');
    await fixture.expectSound();
  });

  // @covers ASVS-2.3.4, ASVS-15.4.2
  test('settles once, with two managers and the job running concurrently', async () => {
    const { lotId, anna, orderKey } = await contestedLot();
    await reported(lotId, { soldPrice: 380_000, buyer: { orderKey } });
    const before = await balance(fixture.anna);
    const answers = await Promise.all([
      confirmWin(fixture.maria, anna),
      confirmWin(fixture.maria, anna),
      settleByJob(anna),
    ]);
    expect(answers.slice(0, 2).map((answer) => answer?.status)).toEqual([200, 200]);
    await settleByJob(anna);
    expect(await balance(fixture.anna)).toBe(before - 422_000);
    expect(await fixture.db.selectFrom('purchases').select('id').where('lot_id', '=', lotId).execute()).toHaveLength(1);
    await fixture.expectSound();
  });

  test('is not undone by a later report of the auction house', async () => {
    const { lotId, anna, orderKey } = await contestedLot();
    await reported(lotId, { soldPrice: 380_000, buyer: { orderKey } });
    await settleByJob(anna);
    await reported(lotId, { status: 4539, soldPrice: null });
    expect((await fixture.bid(anna)).status).toBe(7);
    await fixture.expectSound();
  });
});

test('a fixed-price car is bought on the day its order is settled, not on the end of its offer', async () => {
  const auctionInMinutes = 20 * 24 * 60;
  const lotId = await createLot(fixture.db, { lot_source: 'stock', start_price_yen: 400_000, auctionInMinutes });
  const { body } = await fixture.place(fixture.anna, lotId, 400_000, { lotType: 'stock', bidType: undefined });
  await fixture.setStatus(fixture.maria, body.bidId, 2);
  await fixture.setStatus(fixture.maria, body.bidId, 6);
  await fixture.ask(fixture.maria, 'PUT', '/v1/bid/update-sold-price', { bidId: body.bidId, soldPrice: '400000' });
  const before = japanDay(new Date());
  await settleByJob(body.bidId);
  const bought = fixture.db.selectFrom('purchases').select('purchased_on').where('lot_id', '=', lotId);
  expect([before, japanDay(new Date())]).toContain((await bought.executeTakeFirstOrThrow()).purchased_on);
});

test('a win is settled once its delay is over, also when the delay is shortened', async () => {
  const { lotId, anna, orderKey } = await contestedLot();
  await reported(lotId, { soldPrice: 380_000, buyer: { orderKey } });
  await settleDueWins(fixture.database);
  expect((await fixture.bid(anna)).status).toBe(6);
  const anHourAgo = new Date(Date.now() - 3_600_000);
  await fixture.db.updateTable('bids').set({ status_at: anHourAgo }).where('id', '=', anna).execute();
  await fixture.db
    .insertInto('company_settings')
    .values({ key: 'winSettleMinutes', value: JSON.stringify(30) })
    .execute();
  expect(await settleDueWins(fixture.database)).toEqual([]);
  expect((await fixture.bid(anna)).status).toBe(7);
});

const balance = async (person: Person): Promise<number> =>
  (await fixture.ask(person, 'GET', '/v1/payments/balance')).body.balanceInfo.balance;
