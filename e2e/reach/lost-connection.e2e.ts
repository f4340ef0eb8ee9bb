import type { BrowserContext, Page } from '@playwright/test';
import { type FixtureLot, fillBid, panelOf, quietLot } from '../fixtures/bidding.ts';
import { expect, hasComeIn, test } from '../fixtures/fixtures.ts';

const CLIENT = 'client@demo.seri';
const MISSING = 'No connection to the server, so part of the page is missing';
const REPLACED = 'The portal has been updated. Reload the page to continue';
/** Files that load in the background, such as the service worker's, are requested by then. */
const IN_BACKGROUND_MS = 5_000;

/** A browser that has none of the app's files yet, and no worker that keeps them. */
const EMPTY = { serviceWorkers: 'block' } as const;

/** Marks the page, so that a reload shows. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-marked', ''));
const hasReloaded = async (page: Page) => (await page.locator('body[data-marked]').count()) === 0;

async function emptyPage(elsewhere: (options: object) => Promise<BrowserContext>, options = {}) {
  const context = await elsewhere({ ...EMPTY, ...options });
  return { context, page: await context.newPage() };
}

/** A marked page with a bid that is typed and not sent. */
async function typeBid(page: Page, lot: FixtureLot) {
  const panel = await fillBid(page, lot.id, lot.start_price_yen + 30_000);
  const amount = panel.getByRole('textbox').first();
  const typed = await amount.inputValue();
  await mark(page);
  return { panel, expectTyped: () => expect(amount).toHaveValue(typed) };
}

/** The connection is lost after the page's calls: its files are asked for and do not come. */
const loseFiles = (context: BrowserContext) => context.route('**/assets/**', (route) => route.abort());

/** A release: from now on, the files of the open page do not exist; a page that is opened later has the right ones. */
async function release(context: BrowserContext): Promise<void> {
  let isOpenedAnew = false;
  await context.route('**/*', async (route) => {
    const request = route.request();
    if (request.isNavigationRequest()) isOpenedAnew = true;
    if (isOpenedAnew || !request.url().includes('/assets/')) await route.continue();
    else await route.fulfill({ status: 404 });
  });
}

test('without a connection a filled bid stays, and its confirmation opens once there is one', async ({
  sql,
  signIn,
  elsewhere,
}) => {
  const { context, page } = await emptyPage(elsewhere);
  await signIn(page, CLIENT);
  const { panel, expectTyped } = await typeBid(page, await quietLot(sql));
  await loseFiles(context);
  await panel.getByRole('button', { name: 'Place bid' }).click();
  await expect(page.getByText(MISSING)).toBeVisible();
  await expectTyped();
  await context.unrouteAll();
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Confirm/ })).toBeVisible();
  await expect(page.getByText(MISSING)).toBeHidden();
  expect(await hasReloaded(page)).toBe(false);
});

test('a part whose style sheet was lost opens with it', async ({ sql, signIn, elsewhere }) => {
  const lot = await quietLot(sql);
  const { context, page } = await emptyPage(elsewhere, { viewport: { width: 390, height: 844 } });
  await signIn(page, CLIENT);
  await page.goto(`/car-auction/${lot.id}`);
  await loseFiles(context);
  await page.getByRole('button', { name: 'Place bid' }).click();
  const notice = await page.getByText(MISSING).boundingBox();
  const bar = await page.locator('[data-edge]').boundingBox();
  expect(notice && notice.y + notice.height, 'the notice leaves the bar free').toBeLessThan(Number(bar?.y));
  await context.unrouteAll();
  const sheet = page.getByRole('dialog');
  await hasComeIn(sheet);
  const { y, height } = (await sheet.boundingBox()) ?? { y: 0, height: 0 };
  expect(Math.round(y + height), 'the sheet rests on the lower edge').toBe(844);
});

test('without a connection a page is never reloaded, and a screen opens once there is one', async ({ elsewhere }) => {
  const { context, page } = await emptyPage(elsewhere);
  await page.clock.install();
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill('client@demo.seri');
  await mark(page);
  await context.setOffline(true);
  await page.clock.fastForward(IN_BACKGROUND_MS);
  const link = page.getByRole('link', { name: 'Sign up' });
  await link.hover();
  await page.clock.runFor(IN_BACKGROUND_MS);
  await expect(page.getByLabel('Email')).toHaveValue('client@demo.seri');
  await expect(page.getByText(MISSING)).toBeHidden();
  await link.click();
  await page.clock.resume();
  await expect(page.getByText(MISSING)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Sign up' })).toBeVisible();
  await expect(page.getByText(MISSING)).toBeHidden();
  expect(await hasReloaded(page)).toBe(false);
});

test('after a release an open page goes on: a bid stays until the user reloads, another screen loads anew', async ({
  sql,
  signIn,
  elsewhere,
}) => {
  const { context, page } = await emptyPage(elsewhere);
  await signIn(page, CLIENT);
  const { panel, expectTyped } = await typeBid(page, await quietLot(sql));
  await release(context);
  await panel.getByRole('button', { name: 'Place bid' }).click();
  await expect(page.getByText(REPLACED)).toBeVisible();
  await expectTyped();
  expect(await hasReloaded(page)).toBe(false);
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect(panelOf(page).getByRole('button', { name: 'Place bid' })).toBeVisible();
  expect(await hasReloaded(page)).toBe(true);

  await page.goto('/notifications');
  await mark(page);
  await context.unrouteAll();
  await release(context);
  await page.getByRole('link', { name: 'Profile' }).first().click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
  expect(await hasReloaded(page)).toBe(true);
});

test('a page whose scripts were lost shows its first screen and starts once there is a connection', async ({
  elsewhere,
}) => {
  const { context, page } = await emptyPage(elsewhere);
  const isScript = (url: URL) => /\/assets\/.*\.js$/.test(url.pathname);
  let lost = 0;
  await context.route(isScript, (route) => {
    lost += 1;
    return route.abort();
  });
  // Not until the app has started, which is what `goto` waits for here.
  await page.goto('/auth/login', { waitUntil: 'load' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => lost).toBeGreaterThan(0);
  await context.unrouteAll();
  await page.getByLabel('Email').fill('client@demo.seri');
  await expect(page.getByLabel('Email')).toHaveValue('client@demo.seri');
});
