import { expect, test } from '../fixtures/fixtures.ts';
import { staysInWidth } from '../fixtures/page-width.ts';

const PEOPLE = [
  { name: 'Anna', email: 'client@demo.seri', opens: /\/bids$/ },
  { name: 'Ivan', email: 'client2@demo.seri', opens: /\/bids$|\/purchased-cars\/P\d+$/ },
  { name: 'Timur', email: 'restricted@demo.seri', opens: /\/car-auction\/\d+$/ },
  { name: 'dealer', email: 'dealer@demo.seri', opens: /\/dealer-bids$/ },
  { name: 'Kenji', email: 'manager@demo.seri', opens: /\/bid-manager$/ },
];

// @covers ACCT-03
test('one press logs in as each person of the demonstration and opens the page of the story @phone-looks', async ({
  elsewhere,
  findsNothing,
}, { project }) => {
  const isPhone = project.name === 'phone';
  for (const { name, email, opens } of isPhone ? PEOPLE.slice(0, 2) : PEOPLE) {
    const context = await elsewhere({});
    const page = await context.newPage();
    await page.goto('/auth/login');
    const section = page.getByRole('heading', { name: 'Look around as' }).locator('..');
    for (const each of PEOPLE)
      await expect(section.getByRole('button', { name: new RegExp(`Enter as ${each.name}`) })).toBeVisible();
    await expect(page.locator('main')).not.toContainText('demo1234');
    if (name === 'Anna') {
      await staysInWidth(page);
      await findsNothing(page);
      // The whole page fits the window of a desktop.
      if (!isPhone) expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    }
    await section.getByRole('button', { name: new RegExp(`(?:Enter as |Войти: )${name}`) }).click();
    await page.waitForURL((url) => opens.test(url.pathname));
    const who = await page.evaluate(async () => (await fetch('/v1/user/view-profile')).json());
    expect(JSON.stringify(who)).toContain(email);
    await context.close();
  }
});

test('each person has a story, and arrows move between people', async ({ elsewhere }) => {
  const context = await elsewhere({});
  const page = await context.newPage();
  await page.goto('/auth/login');
  const people = page.getByRole('heading', { name: 'Look around as' }).locator('..').getByRole('button');
  await expect(people.last()).toContainText(/Bids to decide: \d+/);
  await expect(people.filter({ hasText: 'North Star Auto' })).toContainText(/Own clients: 3\. Open bids: \d+/);
  await people.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(people.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(people.first()).toBeFocused();
  await context.close();
});

test('one press leads to the requested page, and a refusal is shown', async ({ elsewhere }) => {
  const context = await elsewhere({});
  const page = await context.newPage();
  await page.goto('/auth/login?returnTo=%2Ffavorites');
  await page.route('**/v1/auth/login', (route) =>
    route.fulfill({ status: 503, json: { success: false, error: 'x', messageCode: 'Unavailable' } }),
  );
  const button = page.getByRole('button', { name: /Enter as Anna/ });
  await button.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute('**/v1/auth/login');
  await button.click();
  await page.waitForURL('**/favorites*');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await context.close();
});

test('the login page renders before scripts, requests no session without a cookie, and needs few files @phone', async ({
  elsewhere,
}, { project }) => {
  const context = await elsewhere({});
  const page = await context.newPage();
  const painted = page.locator('[data-first-paint]');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/auth/login', { waitUntil: 'commit' });
  const isPhone = project.name === 'phone';
  await expect(painted.getByRole('heading', { name: 'Look around as' })).toBeVisible();
  if (!isPhone) await expect(painted.locator('input[type=email]')).toBeVisible();
  await expect(painted).toHaveAttribute('inert');
  await expect(painted.locator('script, [style]')).toHaveCount(0);
  const drawnText = await painted.locator('main').textContent();
  release();
  await expect(painted).toHaveCount(0);
  expect(await page.locator('main').textContent()).toBe(drawnText);
  if (isPhone) await page.getByRole('button', { name: 'Log in with your own account' }).click();
  await page.getByLabel('Email').fill('client@demo.seri');
  await expect(page.getByLabel('Email')).toHaveValue('client@demo.seri');
  expect(asked.filter((path) => path.startsWith('/v1/'))).toEqual([]);
  expect(asked.filter((path) => path.endsWith('.js')).length).toBeLessThanOrEqual(11);
  expect(asked.filter((path) => path.endsWith('.css')).length).toBeLessThanOrEqual(5);
});
