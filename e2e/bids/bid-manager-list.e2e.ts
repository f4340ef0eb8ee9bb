import type { Page } from '@playwright/test';
import { type FixtureLot, quietLot, type Sql } from '../fixtures/bidding.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { newPerson } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

const NEW = 22;
const rowsOf = (page: Page) => page.getByRole('table').locator('tbody tr:not([data-head])');
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Bids by status' });
const tab = (page: Page, name: RegExp) => tabs(page).getByRole('button', { name });

async function bidOn(sql: Sql, userId: number, status: number): Promise<FixtureLot> {
  const lot = await quietLot(sql);
  await sql(
    `insert into bids (lot_id, user_id, placed_by, lot_source, amount_yen, status, group_value)
     values ($2, $1, $1, 'auction', 300000, $3, 1)`,
    [userId, lot.id, status],
  );
  return lot;
}

/** Creates a manager and one client with more than a page of bids, one accepted bid and one of a past day. */
async function exampleDay(sql: Sql) {
  const manager = await newPerson(readDemonstration().databaseUrl, { role: 'manager' });
  const client = await newPerson(readDemonstration().databaseUrl, { fullName: 'Olga Marchenko' });
  await sql('update users set manager_id = $2 where id = $1', [client.userId, manager.userId]);
  const lots: FixtureLot[] = [];
  for (let bid = 0; bid < NEW; bid++) lots.push(await bidOn(sql, client.userId, 1));
  const taken = await bidOn(sql, client.userId, 2);
  // In the hour of an undecided bid: a wholly decided hour would be folded.
  await sql(
    `update lots set (auction_day, auction_at, bids_close_at, agent_cutoff_at, cancel_until) =
       (select auction_day, auction_at, bids_close_at, agent_cutoff_at, cancel_until from lots where id = $2) where id = $1`,
    [taken.id, lots[0]?.id],
  );
  const past = await bidOn(sql, client.userId, 5);
  await sql(
    `update lots set auction_day = auction_day - 20, auction_at = auction_at - interval '20 days',
       bids_close_at = bids_close_at - interval '20 days', agent_cutoff_at = agent_cutoff_at - interval '20 days',
       cancel_until = cancel_until - interval '20 days' where id = $1`,
    [past.id],
  );
  return { manager, client, lots, taken, past };
}

// @covers MGMT-01, MGMT-02, MGMT-04, MGMT-05, MGMT-10, MGMT-11, MGMT-13, MGMT-19, MGMT-35
test('the manager’s list: columns, status tabs, sorts and pages, each back at the first page; the archive is read-only', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const { manager, taken, past } = await exampleDay(sql);
  await signIn(page, manager.email, manager.password);
  await page.goto('/bid-manager?mine=1');
  const rows = rowsOf(page);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(rows).toHaveCount(20);
  for (const name of [
    /Lot.*Auction house/,
    /Cut-off/,
    /Year.*Chassis/,
    /Grade/,
    /Client/,
    /Bid.*Start.*Sold/,
    /Bid/,
    /Group/,
    /Decision.*Lot status/,
  ])
    await expect(page.getByRole('columnheader', { name }).first()).toBeVisible();
  await expect(tab(page, /^All/)).toContainText(String(NEW + 1));
  await expect(tab(page, /^New/)).toContainText(String(NEW));
  await findsNothing(page);

  // Pages: open the second one; every change of the list returns to the first.
  await pages.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(rows).toHaveCount(3);
  await expect(page).toHaveURL(/page=2/);
  await page
    .getByRole('columnheader', { name: /Lot.*Auction house/ })
    .getByRole('button', { name: /^Lot/ })
    .click();
  await expect(page).not.toHaveURL(/page=2/);
  await expect(rows).toHaveCount(20);

  // A column cycles through ascending, descending and none.
  const lotHead = page.getByRole('columnheader', { name: /Lot.*Auction house/ });
  const numbers = async () => {
    const texts = await rows
      .getByRole('checkbox')
      .evaluateAll((ticks) => ticks.map((tick) => tick.getAttribute('aria-label')));
    return texts.map((text) => Number(text?.match(/\d+/)?.[0]));
  };
  const inOrder = async (down: boolean) => {
    const found = await numbers();
    return (
      found.length === 20 &&
      found.every((no, at) => at === 0 || (down ? no <= (found[at - 1] ?? 0) : no >= (found[at - 1] ?? 0)))
    );
  };
  await expect(lotHead).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => inOrder(false)).toBe(true);
  await lotHead.getByRole('button', { name: /^Lot/ }).click();
  await expect(lotHead).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => inOrder(true)).toBe(true);
  await lotHead.getByRole('button', { name: /^Lot/ }).click();
  await expect(lotHead).toHaveAttribute('aria-sort', 'none');

  // Pressing an active tab again clears it, like All.
  await tab(page, /^Bid/).click();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText(String(taken.lot_no));
  await tab(page, /^Bid/).click();
  await expect(rows).toHaveCount(20);
  await tab(page, /^New/).click();
  await expect(page).toHaveURL(/bidStatus=1/);
  await tab(page, /^All/).click();
  await expect(page).not.toHaveURL(/bidStatus=/);

  // A lot opens beside the list; the pencil is visible under the mouse and always to the keyboard.
  const link = rows.first().getByRole('link').first();
  await expect(link).toHaveAttribute('href', /^\/car-auction\/\d+$/);
  await expect(link).toHaveAttribute('target', '_blank');
  const pencil = rows.nth(1).getByRole('button', { name: /^Edit the bid/ });
  await page.mouse.move(0, 0);
  await expect(pencil).toHaveCSS('color', 'rgba(0, 0, 0, 0)');
  await rows.nth(1).hover();
  await expect(pencil).not.toHaveCSS('color', 'rgba(0, 0, 0, 0)');
  await page.mouse.move(0, 0);
  await pencil.focus();
  await expect(pencil).toBeFocused();

  // On a tablet rows are cards.
  await page.setViewportSize({ width: 800, height: 1_000 });
  await expect(page.getByRole('article')).toHaveCount(20);
  await expect(page.getByRole('table')).toHaveCount(0);
  await findsNothing(page);
  await page.setViewportSize({ width: 1_440, height: 900 });

  // The page size is remembered.
  await page.getByLabel('Rows per page').selectOption('50');
  await expect(rows).toHaveCount(NEW + 1);
  await expect(pages).toHaveCount(0);
  await page.goto('/profile');
  await page.goto('/bid-manager?mine=1');
  await expect(rows).toHaveCount(NEW + 1);

  // Past bids are read-only.
  const arrives = Promise.withResolvers<void>();
  await page.route(/archive-screen/, (route) => arrives.promise.then(() => route.continue()));
  await tabs(page)
    .getByRole('link', { name: /^Archive/ })
    .click();
  await expect(page).toHaveURL(/archive-bids/);
  // Until its screen loads, this one is still visible and receives the input.
  const find = page.getByRole('textbox', { name: 'Lot number' });
  await find.fill('7');
  await find.press('Enter');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
  arrives.resolve();
  // It begins with today, like the other list.
  await expect(page.getByRole('textbox', { name: 'From', exact: true })).toBeVisible();
  await expect(page).not.toHaveURL(/lotNo/);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await find.fill(String(past.lot_no));
  await find.press('Enter');
  await expect(rows).toHaveCount(1);
  await expect(rows.getByRole('link', { name: String(past.lot_no), exact: true })).toHaveAttribute(
    'href',
    `/sales-statistic/${past.id}`,
  );
  await expect(rows.getByRole('group')).toHaveCount(0);
  await expect(rows.getByRole('switch')).toHaveCount(0);
  await expect(rows.getByRole('checkbox')).toHaveCount(0);
  await findsNothing(page);
});

// @covers MGMT-02, OTHER-01, OTHER-07
test('a row changed elsewhere is highlighted for half a second', async ({ page, signIn, sql }) => {
  const { manager, client, taken } = await exampleDay(sql);
  await signIn(page, manager.email, manager.password);
  const listening = page.waitForResponse((response) => response.url().includes('/v1/events/stream'));
  await page.goto('/bid-manager?mine=1&bidStatus=2');
  await listening;
  const row = rowsOf(page).filter({ hasText: String(taken.lot_no) });
  await expect(row).toHaveCount(1);
  await expect(row).not.toHaveAttribute('data-fresh');
  // Observed before the change, because the highlight is short.
  await row.evaluate((tr) => {
    const isLit = new Promise<string>((resolve) => {
      new MutationObserver(() => tr.hasAttribute('data-fresh') && resolve('lit')).observe(tr, { attributes: true });
    });
    Object.assign(window, { isLit });
  });
  await sql('update bids set amount_yen = 310000 where lot_id = $1 and user_id = $2', [taken.id, client.userId]);
  expect(await page.evaluate(() => (window as never as { isLit: Promise<string> }).isLit)).toBe('lit');
  await expect(row).toContainText('310');
  await expect(row).not.toHaveAttribute('data-fresh');
});
