import { expect, test } from '../fixtures/fixtures.ts';
import { MANAGER } from '../fixtures/lot-fixture.ts';
import { newPerson } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';
import { setTextSize } from './large-text.ts';

const CLIENT = 'client@demo.seri';

// @covers OTHER-03, SHELL-17
test('the sidebar collapses to 72 px, and the choice is stored', async ({ page, signInAtProfile }) => {
  await signInAtProfile(page, CLIENT);
  const sidebar = page.getByRole('complementary').first();
  await page.getByRole('button', { name: 'Collapse menu' }).click();
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(72);
  await page.reload();
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(72);
});

// @covers L10N-01, L10N-04, SHELL-18, SHELL-21
test('theme and language are switched in the sidebar and stored', async ({ page, signIn }) => {
  const dealer = await newPerson(readDemonstration().databaseUrl, { role: 'dealer' });
  await signIn(page, dealer.email, dealer.password);
  await page.goto('/car-auction');
  await page.getByRole('button', { name: 'Dark theme' }).first().click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('button', { name: 'RU, Русский' }).click();
  await expect(page.getByRole('heading', { name: 'Автоаукционы' })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await page.getByRole('button', { name: 'EN, English' }).click();
  await expect(page.getByRole('heading', { name: 'Car auctions' })).toBeVisible();
});

// @covers OTHER-07, SHELL-19
test('Japan time follows the clock of the server, not that of the device', async ({ elsewhere, signInAtProfile }) => {
  // A browser keeps its initial clock.
  const page = await (await elsewhere({ locale: 'en-GB' })).newPage();
  await page.clock.install({ time: new Date('2020-01-01T00:00:00Z') });
  await signInAtProfile(page, CLIENT);
  await page.clock.runFor(2_000);
  const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', day: 'numeric', month: 'short' }).format();
  await expect(page.getByText(new RegExp(`${today}.*UTC\\+9`)).first()).toBeVisible();
});

// @covers ACCT-13, OPS-01, SHELL-12, SHELL-13, SHELL-20, SHELL-21
test('each role has only its own menu and pages; the account menu opens the profile, links to the company', async ({
  page,
  signIn,
}) => {
  await signIn(page, CLIENT);
  await page.goto('/bid-manager');
  await expect(page).not.toHaveURL(/bid-manager/);
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: /My Bids/ })).toBeVisible();
  await expect(menu.getByRole('link', { name: /Bid Manager/ })).toHaveCount(0);

  for (const place of [page.getByRole('complementary').first(), page.getByRole('banner')])
    await expect(place.getByRole('link', { name: 'Message', exact: true })).toHaveAttribute('href', /^mailto:/);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.locator('[popover]').getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByText('client@demo.seri').filter({ visible: true }).first()).toBeVisible();
});

// @covers SHELL-17
test('on a phone More opens the menu, a drawer that the back button closes @phone-only', async ({ page, signIn }) => {
  await signIn(page, 'client2@demo.seri');
  await page.goto('/bids');
  await page.getByRole('button', { name: 'Ещё' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('link', { name: /Платежи/ })).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/\/bids$/);
});

// @covers A11Y-02, A11Y-04
test('larger text moves the tabs of managers from the header below it, and starts no transition when motion is reduced', async ({
  page,
  signIn,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, MANAGER);
  await page.goto('/bid-manager/day');
  const tabs = page.locator('#head-slot').getByRole('navigation', { name: "Manager's work" });
  await expect(tabs).toBeVisible();
  const countTransitions = () => page.evaluate(() => (globalThis as unknown as { begun: number }).begun);
  await page.evaluate(() => {
    const counter = globalThis as unknown as { begun: number };
    counter.begun = 0;
    addEventListener('transitionrun', () => {
      counter.begun += 1;
    });
  });
  await setTextSize(page, 200);
  await expect(tabs).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: "Manager's work" })).toBeVisible();
  await setTextSize(page, 100);
  await expect(tabs).toBeVisible();
  expect(await countTransitions()).toBe(0);
});
