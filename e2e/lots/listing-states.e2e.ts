import type { Page } from '@playwright/test';
import { PAGE_RULES, PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { asSomebody, pathOf, rows, withoutFirstAnswers } from '../fixtures/listing.ts';

const ASKED = '?pageSize=50';
const LISTINGS = '**/v1/*/listing?*';

async function failListings(page: Page, status = 500): Promise<void> {
  const json = { success: false, error: 'Internal', messageCode: 'Internal', requestId: 'e2e-0001' };
  await page.route(LISTINGS, (route) => route.fulfill({ status, json }));
}

/** The other lists have the same code, so `npm test` leaves them to `npm run looks`. */
const IN_NPM_TEST: readonly PageType[] = ['car-auction', 'stock'];

for (const pageType of PAGE_TYPES) {
  const tag = IN_NPM_TEST.includes(pageType) ? '' : ' @looks';
  // @covers LIST-24, OTHER-08, OTHER-09
  test(`the page ${pageType} offers an action when nothing is found or loading fails${tag}`, async ({
    page,
    signIn,
  }) => {
    await asSomebody(page, signIn);
    const warnings: string[] = [];
    page.on('console', (message) => {
      // A slow browser warns about preloads that are unused for some seconds, and Playwright that it blocks workers.
      const isOfBrowser = /preload|Service Worker registration blocked by Playwright/.test(message.text());
      if (message.type() === 'warning' && !isOfBrowser) warnings.push(message.text());
    });
    await page.goto(`${pathOf(pageType)}?search=lotNo-9999999999`);
    await expect(page.getByRole('heading', { name: 'No lots match these filters' })).toBeVisible();
    await page.getByRole('button', { name: 'Reset filter' }).click();
    await expect(rows(page).first()).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${pathOf(pageType)}$`));

    warnings.length = 0;
    await withoutFirstAnswers(page);
    await failListings(page);
    await page.goto(`${pathOf(pageType)}?yearFrom=2001&pageSize=50`);
    const failed = page.getByRole('alert').filter({ hasText: 'The lots did not load' });
    await expect(failed).toContainText('e2e-0001');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => warnings).toEqual([`listing ${pageType} did not load: Internal e2e-0001`]);
    await page.unrouteAll();
    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect(rows(page).first()).toBeVisible();
    await expect(page).toHaveURL(/yearFrom=2001/);
  });
}

test('a user without access to one of the five pages is redirected to the profile', async ({ page, signIn, sql }) => {
  const person = await asSomebody(page, signIn);
  for (const pageType of PAGE_TYPES) {
    const allow = (flag: boolean) =>
      sql('update users set permissions = permissions || jsonb_build_object($2::text, $3::boolean) where id = $1', [
        person.userId,
        PAGE_RULES[pageType].flag,
        flag,
      ]);
    await test.step(pageType, async () => {
      await allow(false);
      await page.goto(pathOf(pageType));
      await expect(page).toHaveURL(/\/profile$/);
      await expect(page.getByText(person.email).filter({ visible: true }).first()).toBeVisible();
      await allow(true);
    });
  }
});

test('skeletons match the final layout, in rows and in cards, without layout shift', async ({
  page,
  signIn,
  findsNothing,
  sql,
}) => {
  await asSomebody(page, signIn);
  // A name of three lines makes its row higher, and which lots close next depends on the time of day.
  const [usual] = await sql<{ maker: string; model: string }>(
    `select maker, model from lots
      where upcoming_page = 'car-auction' and bids_close_at > now() and length(maker) + length(model) < 13
      group by 1, 2 order by count(*) desc limit 1`,
  );
  await page.addInitScript(() => {
    Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput)
          Object.assign(window, { moved: (window as never as { moved: number }).moved + entry.value });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await withoutFirstAnswers(page);
  // An open stream would prevent network idle.
  await page.route('**/v1/events/stream*', (route) => route.abort());
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(LISTINGS, async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(`/car-auction${ASKED}&${new URLSearchParams({ ...usual })}`);
  const loading = page.getByRole('main').getByRole('status', { name: 'Loading' });
  await expect(loading).toBeVisible();
  const before = await loading.boundingBox();
  await findsNothing(page);
  answer();
  await expect(rows(page)).toHaveCount(50);
  const after = await page.getByRole('main').getByRole('table').boundingBox();
  expect(Math.abs((after?.height ?? 0) - (before?.height ?? 0))).toBeLessThan(60);
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => (window as never as { moved: number }).moved)).toBeLessThan(0.02);
});

// @covers LIST-24, OTHER-08
test('resetting the filter leaves a failed list, a page after the last one leads to the first', async ({
  page,
  signIn,
}) => {
  await asSomebody(page, signIn);
  await withoutFirstAnswers(page);
  await page.route(LISTINGS, (route) =>
    route.request().url().includes('yearFrom') ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await page.goto(`/car-auction${ASKED}&yearFrom=2001`);
  await page.getByRole('button', { name: 'Reset filter' }).click();
  await expect(rows(page).first()).toBeVisible();

  await page.unrouteAll();
  await page.goto('/bike-auctions?page=900');
  await page.getByRole('button', { name: 'Go to the first page' }).click();
  await expect(rows(page).first()).toBeVisible();
});
