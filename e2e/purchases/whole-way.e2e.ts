import type { Page } from '@playwright/test';
import { auctionHouseLot, placeBid, rig } from '../fixtures/bidding.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { statusOf } from '../fixtures/manager-bids.ts';

// @covers MGMT-04, MGMT-13
test('a bid from start to end: two clients bid, the manager confirms, the lot is sold, one buys and pays, one loses', async ({
  elsewhere,
  sql,
  signIn,
}) => {
  test.setTimeout(300_000);
  const [anna, ivan, kenji] = await Promise.all([0, 1, 2].map(async () => (await elsewhere()).newPage()));
  if (!anna || !ivan || !kenji) throw new Error('no pages');
  await Promise.all([
    signIn(anna, 'client@demo.seri'),
    signIn(ivan, 'client2@demo.seri'),
    signIn(kenji, 'manager@demo.seri'),
  ]);
  const lot = await auctionHouseLot(sql, 50);
  // Another auction house may have a lot with this number.
  const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.locator(`a[href$="/${lot.id}"]`) });
  rig(lot.source_id, { reserveYen: lot.start_price_yen, rivalYen: lot.start_price_yen + 20_000 });

  await test.step('Anna finds the lot by its number and bids; Ivan, in Russian, bids less', async () => {
    await anna.goto('/car-auction');
    const search = anna.getByRole('textbox', { name: /Quick search/ });
    await search.fill(String(lot.lot_no));
    await search.press('Enter');
    await expect(anna).toHaveURL(new RegExp(`search=lotNo-${lot.lot_no}`));
    await placeBid(anna, lot.id, lot.start_price_yen + 100_000);
    await placeBid(ivan, lot.id, lot.start_price_yen + 50_000);
  });

  await test.step('the manager accepts both bids, and the agent has the higher one', async () => {
    await kenji.goto(`/bid-manager?lotNo=${lot.lot_no}`);
    const rows = rowsOf(kenji);
    await expect(rows).toHaveCount(2);
    for (const name of ['Anna Petrova', 'Ivan Sokolov']) {
      const row = rows.filter({ hasText: name });
      await row.getByRole('button', { name: 'Bid', exact: true }).click();
      // Before the cut-off in the row, after it in a dialog.
      await kenji.getByRole('button', { name: /^(Confirm|Accept)$/ }).click();
      await expect(statusOf(row)).toHaveAccessibleName(/: Bid$/);
    }
    await expect(
      rows.filter({ hasText: 'Anna Petrova' }).getByText('Order confirmed by the agent').first(),
    ).toBeVisible({
      timeout: 20_000,
    });
  });

  await test.step('the auction house sells the lot to Anna; Ivan sees that his bid has finished', async () => {
    await anna.goto(`/archive-bids?lotNo=${lot.lot_no}`);
    const annasRow = rowsOf(anna);
    // The next matching lot runs 50 to 110 seconds after the start.
    const untilCalledMs = lot.auction_at.getTime() - Date.now();
    await expect(annasRow.getByText('Won', { exact: true }).first()).toBeVisible({ timeout: untilCalledMs + 60_000 });
    await ivan.goto('/bids');
    const ivansRow = rowsOf(ivan);
    await expect(ivansRow.getByText('Завершена').first()).toBeVisible({ timeout: 20_000 });
  });

  await test.step('Anna sees the car she bought and its cost, to the yen', async () => {
    const [bought] = await sql<{ total: string; price: string }>(
      'select total_yen::text as total, car_price_yen::text as price from purchases where lot_id = $1',
      [lot.id],
    );
    expect(Number(bought?.price)).toBeGreaterThan(lot.start_price_yen + 20_000);
    expect(Number(bought?.price)).toBeLessThanOrEqual(lot.start_price_yen + 110_000);
    const total = new RegExp(String(bought?.total).replaceAll(/\B(?=(\d{3})+$)/g, '\\s'));
    await anna.goto('/purchased-cars');
    await expect(anna.getByRole('main').getByText(total).first()).toBeVisible();
    await anna.goto('/payments');
    await expect(anna.getByRole('main').getByText(total).first()).toBeVisible();
  });
});
