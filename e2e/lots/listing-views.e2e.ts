import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/fixtures.ts';
import { asSomebody, openListing, rows, textOf } from '../fixtures/listing.ts';
import { UPCOMING_CAR } from '../fixtures/lot-fixture.ts';

const cards = (page: Page) => page.getByRole('article');
const columnsOf = (page: Page) =>
  page
    .getByRole('main')
    .locator('ul:has(article)')
    .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);

// @covers LIST-04, SHELL-24
test('cards fill 2, 3, 4, 5 or 7 columns by width, the column view always 2, and the choice is stored', async ({
  page,
  signIn,
  findsNothing,
}) => {
  await asSomebody(page, signIn);
  await openListing(page, 'car-auction');
  await page.getByRole('button', { name: 'Cards' }).click();
  await expect(cards(page)).toHaveCount(20);
  for (const [width, columns] of [
    [2500, 7],
    [1920, 5],
    [1440, 4],
    [1024, 3],
    [900, 2],
    [390, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect(cards(page).first()).toBeVisible();
    await expect.poll(() => columnsOf(page), `${width} px`).toBe(columns);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await findsNothing(page);
  await page.getByRole('button', { name: 'Two columns' }).click();
  await page.goto('/bike-auctions');
  await expect(cards(page).first()).toBeVisible();
  for (const width of [2500, 1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => columnsOf(page), `${width} px`).toBe(2);
  }
});

// @covers A11Y-03, SHELL-24
test('the status has a column from 1440 px, below it is under the photo; a condition is explained, also to screen readers', async ({
  page,
  signIn,
}) => {
  await asSomebody(page, signIn);
  await openListing(page, 'car-auction', '?maker=TOYOTA&model=PRIUS&condition=4.5');
  await rows(page).first().getByText('4.5', { exact: true }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('Very good');
  await expect(rows(page).first().getByRole('img', { name: '4.5, Very good' })).toBeVisible();

  const column = page.getByRole('columnheader', { name: 'Status, my bids' });
  const words = rows(page).first().getByText('Open for bidding', { exact: true }).filter({ visible: true });
  await expect(column).toBeVisible();
  await expect(words).toHaveCount(1);
  await page.setViewportSize({ width: 1366, height: 900 });
  await expect(column).toBeHidden();
  await expect(words).toHaveCount(1);
  const photo = await rows(page)
    .first()
    .getByRole('button', { name: /^Photos/ })
    .boundingBox();
  const status = await words.boundingBox();
  expect(status?.y).toBeGreaterThan((photo?.y ?? 0) + (photo?.height ?? 0) - 1);
});

// @covers A11Y-01, LIST-35
test('photos, share dialog and bid form open from a row, in every layout, and Escape closes them', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'client@demo.seri');
  await openListing(page, 'car-auction', '?sort=auctionDate&order=DESC');
  const name = await textOf(rows(page).first().getByRole('link').locator('span').first());
  for (const [layout, lot] of [
    ['Rows', rows(page).first()],
    ['Cards', cards(page).first()],
  ] as const) {
    await page.getByRole('button', { name: layout }).click();
    await lot.getByRole('button', { name: /^Photos of/ }).click();
    const window = page.getByRole('dialog');
    await expect(window.getByRole('heading', { name: new RegExp(`^${name}`) })).toBeVisible();
    await expect(window.getByText(/^1 \/ \d+$/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(window).toBeHidden();

    await lot.getByRole('button', { name: /^Bid: / }).click();
    await expect(window.getByRole('region', { name: 'Bid on this lot' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(window).toBeHidden();

    await lot.getByRole('button', { name: /^Share/ }).click();
    await expect(window.getByText(/\d{6}/).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(window).toBeHidden();
  }
});

// @covers LIST-43
test('selects two to four lots, lists them in a tray, and compares them', async ({ page, signIn, findsNothing }) => {
  await asSomebody(page, signIn);
  await openListing(page, 'car-auction');
  const ticks = page.getByRole('checkbox', { name: /^Compare/ });
  const tray = page.getByRole('region', { name: 'Lots to compare' });
  await expect(tray).toHaveCount(0);
  await ticks.nth(0).check();
  await expect(tray.getByText('Choose one more, up to 4')).toBeVisible();
  await expect(tray.getByRole('button', { name: 'Compare' })).toBeDisabled();
  for (const index of [1, 2, 3]) await ticks.nth(index).check();
  await expect(tray.getByText('4 of 4 to compare')).toBeVisible();
  await expect(ticks.nth(4)).toBeDisabled();
  await findsNothing(page);
  await tray
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await expect(ticks.nth(4)).toBeEnabled();
  await tray.getByRole('link', { name: 'Compare' }).click();
  await expect(page).toHaveURL(/\/compare\?lot=car-auction%3A\d+&lot=car-auction%3A\d+&lot=car-auction%3A\d+$/);
});

// @covers LIST-33, SHELL-11
test('back restores the page, its filters and the scroll position', async ({ page, signIn }) => {
  await asSomebody(page, signIn);
  await openListing(page, 'car-auction', '?maker=TOYOTA&page=2');
  await expect(page.getByRole('button', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page');
  await page.evaluate(() => scrollTo(0, 700));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(700);
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Payments' }).click();
  await expect(page).toHaveURL(/payments/);
  await page.goBack();
  await expect(rows(page).first()).toContainText('TOYOTA');
  await expect(page.getByRole('button', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(700);
});

// @covers LIST-31
test('a short list needs no pages; its end links to the top and names the time zone', async ({ page, signIn, sql }) => {
  await asSomebody(page, signIn);
  await openListing(page, 'car-auction');
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  await expect(page.getByText(/^1–20 of .* lots\. All times are Japan time\./)).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByRole('button', { name: 'Back to top' }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  // The highest number: a search matches prefixes, and "1" matches many pages.
  const [lot] = await sql<{ lot_no: number }>(
    `select max(lot_no) as lot_no from lots where not is_private and ${UPCOMING_CAR}`,
  );
  await openListing(page, 'car-auction', `?search=lotNo-${lot?.lot_no}`);
  await expect(rows(page)).not.toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
  await expect(page.getByLabel('Rows per page')).toHaveCount(0);
});

test('the first lots are in the HTML and stay until the screen replaces them, with each lot of the page @phone', async ({
  page,
  signIn,
}) => {
  await asSomebody(page, signIn);
  await page.addInitScript(() => {
    const counts: number[] = [];
    Object.assign(globalThis, { lotCounts: counts });
    new MutationObserver(() => {
      const lots = document.querySelectorAll('#main a[data-lot]').length;
      if (counts.length > 0 || lots > 0) counts.push(lots);
    }).observe(document, { childList: true, subtree: true });
  });
  for (const path of ['/car-auction', '/sales-statistic']) {
    expect(await (await page.request.get(path)).text()).toContain('data-lot');
    await page.goto(path);
    await expect(page.locator('#main a[data-lot]')).toHaveCount(20);
    const counts = await page.evaluate(() => (globalThis as unknown as { lotCounts: number[] }).lotCounts);
    expect(
      counts.filter((lots) => lots === 0),
      path,
    ).toEqual([]);
  }
});
