import type { Page } from '@playwright/test';
import { placeBid, quietLot } from '../fixtures/bidding.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { newPerson } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

/** Records the requests of a page without a stream, which polls every ten seconds. */
function pollsOf(page: Page, polls: string[]): void {
  page.on('request', (request) => {
    if (request.url().includes('/v1/events/stream') && request.resourceType() === 'fetch') polls.push(request.url());
  });
}

// @covers API-06, MGMT-26, NOTIF-02, SHELL-16
test("an action appears at once on other users' screens: list of the manager, bid of the client, badges", async ({
  page,
  elsewhere,
  sql,
  signIn,
}) => {
  const anna = await newPerson(readDemonstration().databaseUrl, { fullName: 'Livia Archer' });
  await sql('update bid_clients set credit_limit_yen = 100000000 where user_id = $1', [anna.userId]);
  const lot = await quietLot(sql);
  const polls: string[] = [];
  const manager = await (await elsewhere()).newPage();
  await signIn(manager, 'manager@demo.seri');
  await signIn(page, anna.email, anna.password);
  const opened = manager.waitForResponse((response) => response.url().includes('/v1/events/stream'));
  await manager.goto(`/bid-manager?lotNo=${lot.lot_no}`);
  const row = manager.getByRole('row').filter({ hasText: 'Livia Archer' });
  await opened;
  await expect(row).toHaveCount(0);

  const own = await elsewhere();
  const list = await own.newPage();
  for (const one of [page, manager, list]) pollsOf(one, polls);
  await signIn(list, anna.email, anna.password);
  const listening = list.waitForResponse((response) => response.url().includes('/v1/events/stream'));
  await list.goto('/bids');
  await listening;
  const badge = list.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: /My Bids/ });
  await expect(badge).not.toContainText('1');

  const dialog = await placeBid(page, lot.id, lot.start_price_yen + 10_000);
  await expect(row).toHaveCount(1);
  await expect(list.getByRole('row').filter({ hasText: String(lot.lot_no) })).toHaveCount(1);
  await expect(badge).toContainText('1');
  await dialog.getByRole('button', { name: 'Close' }).first().click();

  const mine = page.getByRole('region', { name: 'Your bid' });
  await expect(mine.getByText('Under Review')).toBeVisible();
  await row.getByRole('button', { name: 'Bid', exact: true }).click();
  await manager
    .getByRole('dialog')
    .getByRole('button', { name: /^(Confirm|Accept)$/ })
    .click();
  await expect(mine.getByText('Bid', { exact: true })).toBeVisible();
  await expect(badge).not.toContainText('1');
  expect(polls).toEqual([]);
});
