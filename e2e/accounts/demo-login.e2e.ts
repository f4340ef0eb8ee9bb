import { expect, test } from '../fixtures/fixtures.ts';
import { staysInWidth } from '../fixtures/page-width.ts';

const ACCOUNTS = ['client', 'client2', 'dealer', 'restricted', 'manager'].map((name) => `${name}@demo.seri`);

// @covers ACCT-03
test('each demonstration account logs in with one click, and the password stays visible @phone', async ({
  elsewhere,
  findsNothing,
}, { project }) => {
  const isPhone = project.name === 'phone';
  for (const email of isPhone ? ACCOUNTS.slice(0, 2) : ACCOUNTS) {
    const context = await elsewhere({});
    const page = await context.newPage();
    await page.goto('/auth/login');
    const section = page.getByRole('heading', { name: 'Demo accounts' }).locator('..');
    await expect(section).toContainText('demo1234');
    for (const each of ACCOUNTS) await expect(section.getByRole('button', { name: `Log in as ${each}` })).toBeVisible();
    if (email === ACCOUNTS[0]) {
      await staysInWidth(page);
      await findsNothing(page);
    }
    await section.getByRole('button', { name: `Log in as ${email}` }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
    const who = await page.evaluate(async () => (await fetch('/v1/user/view-profile')).json());
    expect(JSON.stringify(who)).toContain(email);
    await context.close();
  }
});

test('one click leads to the requested page, and a refusal is shown', async ({ elsewhere }) => {
  const context = await elsewhere({});
  const page = await context.newPage();
  await page.goto('/auth/login?returnTo=%2Ffavorites');
  await page.route('**/v1/auth/login', (route) =>
    route.fulfill({ status: 503, json: { success: false, error: 'x', messageCode: 'Unavailable' } }),
  );
  const button = page.getByRole('button', { name: 'Log in as client@demo.seri' });
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
}) => {
  const context = await elsewhere({});
  const page = await context.newPage();
  const painted = page.locator('[data-first-paint]');
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/auth/login', { waitUntil: 'domcontentloaded' });
  await expect(painted.locator('input[type=email]')).toBeVisible();
  await expect(painted).toHaveAttribute('inert');
  await expect(painted.locator('script, [style]')).toHaveCount(0);
  const drawnText = await painted.locator('main').textContent();
  await page.unroute('**/assets/*.js');
  // The first page may still request files whose requests were aborted: leave it before counting.
  await page.goto('about:blank', { waitUntil: 'load' });

  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/auth/login', { waitUntil: 'domcontentloaded' });
  await page.getByLabel('Email').fill('client@demo.seri');
  await expect(painted).toHaveCount(0);
  await expect(page.getByLabel('Email')).toHaveValue('client@demo.seri');
  expect(await page.locator('main').textContent()).toBe(drawnText);
  expect(asked.filter((path) => path.startsWith('/v1/'))).toEqual([]);
  expect(asked.filter((path) => path.endsWith('.js')).length).toBeLessThanOrEqual(11);
  expect(asked.filter((path) => path.endsWith('.css')).length).toBeLessThanOrEqual(5);
});
