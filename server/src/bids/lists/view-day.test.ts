import { ROLE } from '@seri/contract/auth/permissions.ts';
import type { DayView } from '@seri/contract/bids/day-routes.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { japanDay } from '../../platform/i18n/japan-time.ts';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';

let fixture: BidFixture;
let anna: Person;
beforeAll(async () => {
  fixture = await bidFixture();
});
beforeEach(async () => {
  anna = await createPerson(fixture.db, { fullName: 'Anna Petrova', creditLimitYen: -1 });
});
afterAll(() => fixture.close());

const view = (person: Person | null, day?: string) =>
  fixture.ask(person, 'GET', `/v1/bid/day-view${day === undefined ? '' : `?day=${day}`}`);

/** Days without bids of other tests. */
let daysAhead = 3;
async function emptyDay() {
  daysAhead += 1;
  const noon = new Date(`${japanDay(new Date(Date.now() + daysAhead * 86_400_000))}T12:00:00+09:00`);
  const minutes = Math.round((noon.getTime() - Date.now()) / 60_000);
  return {
    day: japanDay(noon),
    lotAt: (more: number, lot: object = {}) => createLot(fixture.db, { auctionInMinutes: minutes + more, ...lot }),
  };
}

test('refuses signed-out users, clients, managers without the flag, and invalid days', async () => {
  expect((await view(null)).status).toBe(401);
  expect((await view(anna)).status).toBe(403);
  const without = await createPerson(fixture.db, {
    roleId: ROLE.manager,
    permissions: { bidManagementEnabled: false },
  });
  expect((await view(without)).status).toBe(403);
  expect((await view(fixture.maria, '2026-13-01')).status).toBe(400);
});

test('shows today in Japan by default, and lists the days with open bids', async () => {
  const { day, lotAt } = await emptyDay();
  await fixture.placed(anna, await lotAt(0), 400_000);
  const { body } = await view(fixture.maria);
  expect(body.day).toBe(japanDay(new Date()));
  expect(body.days).toContainEqual({ value: day, bids: 1 });
});

// @covers MGMT-29
test('shows lots by auction house in running order, with every bid that was not cancelled', async () => {
  const { day, lotAt } = await emptyDay();
  const late = await lotAt(30, { house: 'House of noon' });
  const early = await lotAt(0, { house: 'House of noon' });
  const first = await lotAt(-60, { house: 'House of the morning' });
  await fixture.placed(anna, late, 400_000);
  await fixture.placed(anna, first, 400_000);
  const low = await fixture.placed(anna, early, 400_000);
  const high = await fixture.placed(fixture.boris, early, 500_000);
  const gone = await createPerson(fixture.db);
  await fixture.setStatus(gone, await fixture.placed(gone, early, 450_000), 4);
  await fixture.setStatus(fixture.maria, high, 2);
  const body: DayView = (await view(fixture.maria, day)).body;
  expect(body.houses.map(({ name, lots }) => [name, lots.map(({ id }) => Number(id))])).toEqual([
    ['House of the morning', [first]],
    ['House of noon', [early, late]],
  ]);
  expect(body.houses[1]?.lots[0]?.bids).toEqual([
    {
      bidId: high,
      client: { name: 'Boris Orlov', clientId: expect.stringMatching(/^C-\d{4}$/) },
      bidAmount: 500_000,
      adjustmentPrice: 10_000,
      bidStatus: 2,
      bidGroup: null,
      groupCars: null,
      groupWins: 0,
      groupWaits: false,
      mayStillBuy: true,
      notForwarded: false,
      agentOrder: 'waiting',
    },
    expect.objectContaining({ bidId: low, bidStatus: 1, agentOrder: null, mayStillBuy: true }),
  ]);
});

// @covers MGMT-29
test('shows that a complete group buys no more, and hides the overbid from managers without the flag', async () => {
  const { day, lotAt } = await emptyDay();
  const inGroup = async (more: number) =>
    (await fixture.place(anna, await lotAt(more), 400_000, { bidGroup: 2 })).body.bidId as number;
  const [won, open] = [await inGroup(0), await inGroup(10)];
  await fixture.setStatus(fixture.maria, won, 6);
  const trainee = await createPerson(fixture.db, { roleId: ROLE.manager, permissions: { adjustmentPriceShow: false } });
  const body: DayView = (await view(trainee, day)).body;
  const bids = body.houses.flatMap(({ lots }) => lots.flatMap((lot) => lot.bids));
  expect(bids.find(({ bidId }) => bidId === open)).toMatchObject({ groupCars: 1, groupWins: 1, mayStillBuy: false });
  expect(bids.every((bid) => !('adjustmentPrice' in bid))).toBe(true);
});
