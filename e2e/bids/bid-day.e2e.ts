import { expect, test } from '../fixtures/fixtures.ts';
import { bidOn, newManager } from '../fixtures/manager-bids.ts';

// @covers A11Y-06, MGMT-29
test('the auction day: lots in running order, bids that can still buy, orders without confirmation @phone-looks', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const manager = await newManager(sql);
  const { lot, bidId } = await bidOn(sql, 2, 600);
  await sql(
    `insert into agent_orders (lot_id, version, kind, bid_id, client_id, max_yen, overbid_yen, state)
     select lot_id, 1, 'order', id, user_id, amount_yen, 0, 'failed' from bids where id = $1`,
    [bidId],
  );
  const [at] = await sql<{ day: string }>('select auction_day::text as day from lots where id = $1', [lot.id]);
  await signIn(page, manager.email, manager.password);
  await page.goto('/bid-manager');
  await page.getByRole('link', { name: 'Auction day' }).click();
  await expect(page).toHaveURL(/\/bid-manager\/day/);
  await page.goto(`/bid-manager/day?day=${at?.day}`);
  const line = page.getByRole('row').filter({ has: page.getByText(String(lot.lot_no), { exact: true }) });
  await expect(line).toContainText('Yes');
  await expect(line).toContainText('Order failed – call the agent');
  await expect(line).toContainText('in 9 h');
  await expect(page.getByRole('main').getByRole('status')).toContainText(/\d+ not confirmed by the agent/);
  await findsNothing(page);

  await sql('update bids set status = 3 where id = $1', [bidId]);
  await sql('update bid_clients set exposure_yen = 0 where user_id = (select user_id from bids where id = $1)', [
    bidId,
  ]);
  await expect(line).toContainText('No', { timeout: 15_000 });
  await page.goto('/bid-manager/day?day=2031-01-05');
  await expect(page.getByText('No bids on this day')).toBeVisible();
  await findsNothing(page);
  await page.getByRole('button', { name: /: \d+ bids?$/ }).click();
  await expect(page.getByText('No bids on this day')).toHaveCount(0);
  await expect(page).not.toHaveURL(/2031/);
});
