import type { Page } from '@playwright/test';
import { dataAddress, drawnLogo } from '../../server/src/testing/http/logos.ts';
import { expect } from '../fixtures/fixtures.ts';
import { type OwnPortal, ownPortalTest as test } from '../fixtures/own-portal.ts';

const GREEN = '#1f5c3a';
const PURPLE = '#7a1f5c';

async function dress(portal: OwnPortal, logo: Parameters<typeof drawnLogo>[0]): Promise<void> {
  await portal.set('companyName', 'Fuji Motors');
  await portal.set('actionColor', GREEN);
  await portal.set('urgentColor', PURPLE);
  await portal.set('logo', dataAddress(await drawnLogo(logo).png().toBuffer()));
}

/** Current value of the page's color variable. */
const tokenOf = (page: Page, name: string) =>
  page.evaluate((token) => getComputedStyle(document.documentElement).getPropertyValue(token), `--${name}`);
const darken = (page: Page) => page.addInitScript(() => localStorage.setItem('seri.theme', 'dark'));

// @covers OPS-09
test('a company’s name, logo and colors appear on the login page and in the portal, light and dark', async ({
  page,
  portal,
  person,
  signIn,
  findsNothing,
}) => {
  await dress(portal, { width: 480, height: 120, ink: '#101010' });
  await page.goto('/auth/login');
  await expect(page).toHaveTitle(/Fuji Motors$/);
  const heading = page.getByRole('heading', { level: 1, name: 'Fuji Motors' });
  await expect(heading.getByRole('img', { name: 'Fuji Motors' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toHaveCSS(
    'background-color',
    'rgb(31, 92, 58)',
  );
  await findsNothing(page);

  const client = await person();
  await signIn(page, client.email, client.password);
  await page.goto('/profile');
  const home = page.getByRole('complementary').first().getByRole('link', { name: 'Fuji Motors' });
  await expect(home.getByRole('img')).toBeVisible();
  expect(await tokenOf(page, 'vermilion-fill')).toBe(PURPLE);
  await expect(page.locator('body')).not.toContainText('Seri');
  await findsNothing(page);

  await darken(page);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  expect(await tokenOf(page, 'indigo')).not.toBe(GREEN);
  // Black letters would be invisible there without their plate.
  await expect(home.getByRole('img')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await findsNothing(page);
});

// @covers OPS-09
test('the colors apply before the first paint', async ({ page, portal }) => {
  await dress(portal, { width: 120, height: 120, ink: '#2f7d4f' });
  // Without scripts only the page itself can contain them.
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto('/auth/login', { waitUntil: 'domcontentloaded' });
  await expect(page).toHaveTitle('Fuji Motors');
  expect([await tokenOf(page, 'indigo'), await tokenOf(page, 'vermilion')]).toEqual([GREEN, PURPLE]);
});

// @covers OPS-09
test('an open page follows the company: its name, colors and services change without a reload', async ({
  page,
  portal,
  person,
  signInAtProfile,
}) => {
  const client = await person();
  await signInAtProfile(page, client.email, client.password);
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'Bike Auctions' })).toBeVisible();
  await dress(portal, { width: 120, height: 120, ink: '#2f7d4f' });
  await portal.set('switchedOff', ['bikeView']);
  const home = page.getByRole('complementary').first().getByRole('link', { name: 'Fuji Motors' });
  await expect(home).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveTitle(/Fuji Motors$/);
  await expect.poll(() => tokenOf(page, 'indigo')).toBe(GREEN);
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /^\/brand\/icon-/);
  await expect(menu.getByRole('link', { name: 'Bike Auctions' })).toHaveCount(0);
  await expect(menu.getByRole('link', { name: 'Car Auctions' })).toBeVisible();
  await portal.set('actionColor', PURPLE);
  await expect.poll(() => tokenOf(page, 'indigo'), { timeout: 20_000 }).toBe(PURPLE);
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
  // Addresses of services no longer offered redirect.
  await page.goto('/bike-auctions');
  await expect(page).toHaveURL(/\/profile$/);
  await expect(menu.getByRole('link', { name: 'Bike Auctions' })).toHaveCount(0);
});

test('вид компании на телефоне: знак, имя и цвета в тёмной теме @phone-only @looks', async ({
  page,
  portal,
  person,
  signInAtProfile,
  findsNothing,
}) => {
  await dress(portal, { width: 120, height: 120, ink: '#ffffff' });
  const client = await person({ language: 'ru' });
  await darken(page);
  await signInAtProfile(page, client.email, client.password);
  await page.getByRole('button', { name: 'Ещё' }).click();
  await expect(page.getByRole('link', { name: 'Fuji Motors' }).filter({ visible: true })).toBeVisible();
  await findsNothing(page);
});
