import type { Locator, Page } from '@playwright/test';
import type { Sql } from '../fixtures/bidding.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { asSomebody } from '../fixtures/listing.ts';
import { bidAllNight } from '../fixtures/morning.ts';

const MANY = 45;

/** Loads three pages and scrolls to a row of the third; returns its distance from the edge. */
async function goDeep(page: Page, links: Locator): Promise<Locator> {
  await expect(links.first()).toBeVisible();
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect(await links.count()).toBeGreaterThan(MANY);
  }).toPass();
  const deep = links.nth(MANY - 1);
  await deep.evaluate((link) => link.scrollIntoView({ block: 'center', behavior: 'instant' }));
  // By its address and not by its position: rows above it come and go.
  const href = await deep.getAttribute('href');
  return page.locator(`main a[href="${href}"]`).first();
}

/** After navigating away and back, and after a reload, the same row is in view. */
async function keepsPlace(page: Page, path: string, links: Locator): Promise<void> {
  await page.goto(path);
  const row = await goDeep(page, links);
  await expect(row).toBeInViewport();
  // A click would first scroll up to the header, which is not sticky on a phone.
  await page.locator('a[href="/profile"]').first().dispatchEvent('click');
  await expect(page).toHaveURL(/\/profile$/);
  await expect(row).toHaveCount(0);
  await page.goBack();
  await expect(row, `${path} after going back`).toBeInViewport();
  await page.reload();
  await expect(row, `${path} loaded anew`).toBeInViewport();
  expect(await page.evaluate(() => scrollY), `${path} is not at its top`).toBeGreaterThan(500);
}

for (const [path, tag] of [
  ['/car-auction', ''],
  ['/sales-statistic', ' @looks'],
  ['/oneprice', ' @looks'],
  ['/bike-auctions', ' @looks'],
  ['/bike-statistics', ' @looks'],
] as const)
  test(`${path}, endless, keeps its position after going back and reloading @phone-only${tag}`, async ({
    page,
    signIn,
  }) => {
    await asSomebody(page, signIn, 'ru');
    await keepsPlace(page, path, page.locator('main a[data-lot]'));
  });

test('a paged listing keeps its position after going back and reloading', async ({ page, signIn }) => {
  await asSomebody(page, signIn);
  await page.addInitScript(() => localStorage.setItem('seri.page-size', '70'));
  await keepsPlace(page, '/car-auction', page.locator('main a[data-lot]'));
});

async function withManyBids(sql: Sql, userId: number): Promise<void> {
  await bidAllNight(sql, userId, MANY + 20);
  await sql(
    `insert into notifications (user_id, kind, lot_id, dedupe_key)
     select $1, 'lot_moved', lot_id, 'place ' || lot_id from bids where user_id = $1`,
    [userId],
  );
}

test('bids, bid history and notifications keep their position after going back and reloading @phone @desktop-looks', async ({
  page,
  signIn,
  sql,
}) => {
  const person = await asSomebody(page, signIn);
  await withManyBids(sql, person.userId);
  await keepsPlace(page, '/bids', page.locator('main a[href^="/car-auction/"]'));
  await keepsPlace(page, '/notifications', page.locator('main li a'));
  await sql('update bids set status = 5 where user_id = $1', [person.userId]);
  await sql(
    `update lots set auction_day = auction_day - 20, auction_at = auction_at - interval '20 days',
       bids_close_at = bids_close_at - interval '20 days', agent_cutoff_at = agent_cutoff_at - interval '20 days',
       cancel_until = cancel_until - interval '20 days' where id in (select lot_id from bids where user_id = $1)`,
    [person.userId],
  );
  await keepsPlace(page, '/archive-bids', page.locator('main a[href^="/sales-statistic/"]'));
});

test('scrolling meanwhile is not overridden @phone-only', async ({ page, signIn }) => {
  await asSomebody(page, signIn, 'ru');
  await page.goto('/car-auction');
  await goDeep(page, page.locator('main a[data-lot]'));
  // The second page is held back until the reader has scrolled.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/v1/car-auction/listing*', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  // Until then the page is the server-rendered one.
  await expect(page.locator('[data-first-paint]')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('checkbox').first()).toBeAttached();
  await page.keyboard.press('ArrowUp');
  const place = await page.evaluate(() => scrollY);
  release();
  await expect(async () => expect(await page.locator('main a[data-lot]').count()).toBeGreaterThan(MANY)).toPass();
  // A row more or less above shifts the position slightly; a lost position is thousands of px away.
  expect(Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThan(800);
});
