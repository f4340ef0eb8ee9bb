import { chanceOf, expectedPaidYen } from '@seri/contract/prices/price-chance.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLot, demoHouse, imported } from '../../testing/fixtures/feed.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { lotRoutes } from '../routes.ts';

let portal: TestPortal;
let anna: Person;
beforeAll(async () => {
  portal = await testPortal(lotRoutes);
  anna = await createPerson(portal.database.db);
});
afterAll(() => portal.close());

// @covers LIST-42, PRICE-03
test('the outlook of a group uses the chance that the lot shows at the likely price, then at the own bid', async () => {
  const { db } = portal.database;
  const soon = new Date(Date.now() + 36 * 3_600_000).toISOString();
  const sales = Array.from({ length: 30 }, (_, n) =>
    aLot({
      ...{ sourceId: `sale-${n}`, lotNo: 100 + n, chassis: `ZVW50-2${String(n).padStart(6, '0')}`, status: 4533 },
      ...{ soldPrice: 450_000 + (n % 7) * 20_000, mileage: 61_000 + n * 10 },
      auctionDate: `2026-11-${String(1 + (n % 20)).padStart(2, '0')}T10:00:00+09:00`,
    }),
  );
  await imported(portal.database, [demoHouse(), aLot({ auctionDate: soon }), ...sales]);
  const lot = await db
    .selectFrom('lots')
    .select(['id', 'average_price_yen as likely'])
    .where('source_id', '=', 'lot-1')
    .executeTakeFirstOrThrow();
  await db.insertInto('favorites').values({ user_id: anna.id, lot_id: lot.id, group_letter: 'A' }).execute();
  const shown = (await portal.ask(anna, 'GET', `/v1/car-auction/similar-sales?id=${lot.id}`)).body.price.chance;
  const outlook = async () => (await portal.ask(anna, 'GET', '/v1/favorite/outlook?group=A&cars=1')).body;
  const expected = (yen: number) => {
    const chance = chanceOf(yen, shown);
    const spend = Math.round((chance * expectedPaidYen(yen, shown)) / 1_000) * 1_000;
    return { lots: 1, rated: 1, chance: Math.round(chance * 100) / 100, expectedSpendYen: spend };
  };
  expect(await outlook()).toMatchObject({ ...expected(lot.likely ?? 0), ownBids: 0 });
  await db
    .insertInto('bids')
    .values({
      ...{ lot_id: lot.id, user_id: anna.id, placed_by: anna.id, lot_source: 'auction' },
      ...{ amount_yen: 600_000, status: 1 },
    })
    .execute();
  const higher = await outlook();
  expect(higher).toMatchObject({ ...expected(600_000), ownBids: 1 });
  expect(higher.chance).toBeGreaterThan(0.8);
});

test('the price to expect after a win is below the bid and rises with it', () => {
  const numbers = { middleYen: 500_000, scale: 0.15, intercept: 0.35, slope: 1.75 };
  let before = 0;
  for (const bidYen of [300_000, 400_000, 500_000, 600_000, 800_000]) {
    const paid = expectedPaidYen(bidYen, numbers);
    expect(paid).toBeGreaterThan(before);
    expect(paid).toBeLessThan(bidYen);
    before = paid;
  }
  // With a bid far above all prices, the mean of the prices themselves.
  expect(before).toBeGreaterThan(450_000);
  expect(before).toBeLessThan(550_000);
  expect(expectedPaidYen(0, numbers)).toBe(0);
});
