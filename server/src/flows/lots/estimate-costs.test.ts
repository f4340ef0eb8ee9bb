import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '../../bids/core/change-bid.ts';
import { bidRoutes } from '../../bids/routes.ts';
import { insertCostTable } from '../../costs/queries.ts';
import { purchaseRoutes } from '../../purchases/routes.ts';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { readCostTable } from '../../testing/fixtures/cost-table.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { settleWin } from '../auctions/settle-win.ts';

const [RUSSIA, KENYA, JAPAN] = [183, 404, 392];

let fixture: BidFixture;
beforeAll(async () => {
  fixture = await bidFixture((app, database) => {
    bidRoutes(app, database, { settleWin });
    purchaseRoutes(app, database);
  });
});
afterAll(() => fixture.close());

async function wonCar(): Promise<number> {
  const lotId = await createLot(fixture.db, { year: 2020, month: 5, engine_cc: 1_800 });
  await fixture.db.updateTable('bid_clients').set({ credit_limit_yen: 9_000_000 }).execute();
  const bidId = await fixture.placed(fixture.anna, lotId, 400_000);
  await fixture.setStatus(fixture.maria, bidId, 6);
  await fixture.ask(fixture.maria, 'PUT', '/v1/bid/update-sold-price', { bidId, soldPrice: '380000' });
  return bidId;
}
const setCountry = (countryId: number | null) =>
  fixture.db.updateTable('users').set({ country_id: countryId }).where('id', '=', fixture.anna.id).execute();

async function estimateOf(bidId: number) {
  await settleWin(fixture.database, { bidId, actor: SYSTEM, repeat: null });
  const { id } = await fixture.db
    .selectFrom('purchases')
    .select('id')
    .where('bid_id', '=', bidId)
    .executeTakeFirstOrThrow();
  return (await fixture.ask(fixture.anna, 'GET', `/v1/purchased-cars/view-car?id=P${id}`)).body.estimate;
}

test('makes no estimate without a table, and ignores a table imported after the bid', async () => {
  const bidId = await wonCar();
  await insertCostTable(fixture.db, { ...readCostTable(), name: 'Imported later' });
  expect(await estimateOf(bidId)).toBeNull();
});

// @covers PURCH-10
test('a settled win keeps the estimate of its bid, by the table valid then', async () => {
  await setCountry(RUSSIA);
  const bidId = await wonCar();
  await insertCostTable(fixture.db, { ...readCostTable(), name: 'A newer one' });
  const estimate = await estimateOf(bidId);
  expect(estimate).toMatchObject({ table: 'Imported later', hammerYen: 400_000 });
  const costs = estimate.costs as { kind: string; amountYen: number }[];
  expect(costs.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['agentFee', 'freight']));
  expect(estimate.destination.en).toBe('Vladivostok');
  expect(estimate.missing).toEqual(['powerPs', 'fuel']);
  expect(costs.reduce((sum, { amountYen }) => sum + amountYen, estimate.hammerYen)).toBe(estimate.totalYen);
});

// @covers PAY-07
test("never uses the port of another country: without a port of the client's country there is no estimate", async () => {
  for (const countryId of [JAPAN, null]) {
    await setCountry(countryId);
    expect(await estimateOf(await wonCar())).toBeNull();
  }
  await setCountry(KENYA);
  expect(await estimateOf(await wonCar())).toMatchObject({
    destination: { en: 'Mombasa' },
    missing: ['referenceValue'],
  });
});
