import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertCostTable } from '../../costs/queries.ts';
import { settleWin } from '../../flows/auctions/settle-win.ts';
import { findImportVerdict } from '../../flows/lots/lot-costs.ts';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { readCostTable } from '../../testing/fixtures/cost-table.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { bidRoutes } from '../routes.ts';

let fixture: BidFixture;
beforeAll(async () => {
  fixture = await bidFixture((app, database) => bidRoutes(app, database, { settleWin, findImportVerdict }));
  await insertCostTable(fixture.db, readCostTable());
  await fixture.db.updateTable('bid_clients').set({ credit_limit_yen: -1 }).execute();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.db.deleteFrom('client_doors').execute());

const goesTo = (destination: string) =>
  fixture.db
    .insertInto('client_doors')
    .values({ user_id: fixture.anna.id, destination, buyer: 'person', currency: 'JPY' })
    .execute();
const known = { feed: { powerPs: 90, fuel: 'petrol', hybrid: 'none', steering: 'right' } };
const car = (more: object) => createLot(fixture.db, { month: 4, facts: JSON.stringify(known), ...more });
const imported = (bidId: number) =>
  fixture.db.selectFrom('bid_imports').selectAll().where('bid_id', '=', bidId).executeTakeFirst();

// @covers DOOR-03
test('sanctions refuse a bid, with any tick and for any user who places it', async () => {
  await goesTo('RUVVO');
  const lotId = await car({ year: 2022, engine_cc: 2_500 });
  for (const more of [{}, { importAccepted: true }])
    expect((await fixture.place(fixture.anna, lotId, 400_000, more)).body.messageCode).toBe('Bid.Sanctioned');
  const body = { ...fixture.payload(lotId, 400_000, { importAccepted: true }), userId: String(fixture.anna.id) };
  const { body: refused } = await fixture.ask(fixture.maria, 'POST', '/v1/bid/bid-from-manager', body);
  expect(refused.messageCode).toBe('Bid.Sanctioned');
  const check = await fixture.ask(fixture.anna, 'POST', '/v1/bid/check', fixture.payload(lotId, 400_000));
  expect(check.body.reasons).toEqual(expect.arrayContaining([{ messageCode: 'Bid.Sanctioned' }]));
});

// @covers DOOR-03
test('sanctions by price count the amount of the bid', async () => {
  await goesTo('RUVVO');
  const lotId = await car({ year: 2022, engine_cc: 1_500 });
  expect((await fixture.place(fixture.anna, lotId, 6_005_000)).body.messageCode).toBe('Bid.Sanctioned');
  expect((await fixture.place(fixture.anna, lotId, 6_000_000)).status).toBe(200);
});

// @covers DOOR-03, LOT-23
test('a vehicle that may not be imported needs the tick, which is stored, logged, and shown to managers alone', async () => {
  await goesTo('KEMBA');
  const lotId = await car({ year: 2015, engine_cc: 1_200 });
  const refused = await fixture.place(fixture.anna, lotId, 400_000);
  expect([refused.status, refused.body.messageCode]).toEqual([422, 'Bid.ImportForbidden']);
  const { status, body } = await fixture.place(fixture.anna, lotId, 400_000, { importAccepted: true });
  expect(status).toBe(200);
  expect(await imported(body.bidId)).toMatchObject({
    destination: 'KEMBA',
    verdict: 'forbidden',
    accepted_at: expect.any(Date),
  });
  expect((await fixture.events(body.bidId)).at(-1)?.after).toMatchObject({
    importVerdict: 'forbidden',
    importDestination: 'KEMBA',
  });
  const log = await fixture.ask(fixture.maria, 'GET', `/v1/bid/logs?bidId=${body.bidId}`);
  expect(log.body[0].event).toContain('the client accepts that it may not be imported (KEMBA)');
  await fixture.expectSound();
});

test('any other verdict lets the bid pass and is recorded; a tick without need is no consent', async () => {
  await goesTo('KEMBA');
  const young = await car({ year: 2023, engine_cc: 1_200 });
  const { body } = await fixture.place(fixture.anna, young, 400_000, { importAccepted: true });
  expect(await imported(body.bidId)).toMatchObject({ verdict: 'needs', accepted_at: null });
});

test('nothing is refused or recorded before a destination is chosen', async () => {
  const lotId = await car({ year: 2015, engine_cc: 2_500 });
  const { status, body } = await fixture.place(fixture.anna, lotId, 400_000);
  expect(status).toBe(200);
  expect(await imported(body.bidId)).toBeUndefined();
});
