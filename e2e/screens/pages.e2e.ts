import type { Page } from '@playwright/test';
import { PAGE_NAMES } from '@seri/contract/company/pages.ts';
import { expect, portalTest as test } from '../fixtures/fixtures.ts';
import { staysInWidth } from '../fixtures/page-width.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: /^(Menu|Меню)$/ });

// @covers L10N-01, SHELL-09, SHELL-22
test('a visitor reads about the company before login, follows its links, and changes the language without an account', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/auth/login');
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/terms');
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' })).toHaveAttribute(
    'href',
    '/privacy',
  );
  await page.getByRole('banner').getByRole('link', { name: 'About' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'About Seri' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(menu(page)).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'How to buy' }).click();
  await expect(page).toHaveURL(/\/how-to-buy$/);
  await page.getByRole('button', { name: 'RU, Русский' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Как купить' })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  expect(asked).not.toContain('/v1/user/update-setting');
  await page.getByRole('main').getByRole('link', { name: 'Войти' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
});

test('a signed-in person reads the same page in the usual frame, with its text preloaded', async ({
  page,
  person,
  signInAtProfile,
}) => {
  const { email, password } = await person();
  await signInAtProfile(page, email, password);
  await page.getByRole('banner').getByRole('link', { name: 'How to buy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'How to buy' })).toBeVisible();
  await expect(menu(page).getByRole('link', { name: 'My Bids' })).toBeVisible();

  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('table').first()).toBeVisible();
  expect(asked).not.toContain('/v1/site/page');
  await page.getByRole('main').getByRole('link', { name: 'Payments' }).click();
  await expect(page).toHaveURL(/\/payments$/);
});

test('a page removed by the company shows a notice; one with markup, pictures and other schemes shows only text', async ({
  page,
  sql,
}) => {
  const own = (body: string) => ({ en: { title: 'Stock', body }, ru: { title: '', body: '' } });
  const write = (body: string) =>
    sql(
      `insert into company_settings (key, value) values ('pages', $1)
       on conflict (key) do update set value = $1`,
      [JSON.stringify({ 'go-net': own(body) })],
    );
  try {
    await write(
      '# Now\n\n<img src=x onerror="document.title=\'broken in\'">\n\n<script>document.title = "broken in"</script>\n\n' +
        '![p](https://evil.example/p.png) [bad](javascript:alert(1)) [away](https://seri.example/) [bids](/bids)',
    );
    const outside: string[] = [];
    page.on('request', (request) => !request.url().startsWith('http://127.0.0.1') && outside.push(request.url()));
    await page.goto('/go-net');
    await expect(page.getByRole('heading', { level: 2, name: 'Now' })).toBeVisible();
    await expect(page).toHaveTitle(/^Stock/);
    await expect(page.getByText('bad')).toBeVisible();
    await expect(page.getByRole('link', { name: 'bad' })).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('img')).toHaveCount(0);
    const away = page.getByRole('link', { name: 'away' });
    await expect(away).toHaveAttribute('target', '_blank');
    await expect(away).toHaveAttribute('rel', /noopener/);
    expect(outside).toEqual([]);

    await write('');
    await page.goto('/go-net');
    await expect(page.getByRole('heading', { name: 'No text yet' })).toBeVisible();
  } finally {
    await sql(`delete from company_settings where key = 'pages'`);
  }
});

// @covers ACCT-15, SHELL-25
test('a user without the listing starts at the first permitted page; a refused page returns to the previous one', async ({
  page,
  person,
  signInAtProfile,
  sql,
}) => {
  const { userId, email, password } = await person();
  await sql(`update users set permissions = permissions || '{"carAuctionsView": false}' where id = $1`, [userId]);
  await signInAtProfile(page, email, password);
  await page.goto('/car-auction');
  await expect(page).toHaveURL(/\/profile$/);
  await page.goto('/auth/login');
  await expect(page).toHaveURL(/\/oneprice$/);
  const noViews = { onepriceView: false, salesStatisticsView: false, bikeView: false };
  await sql('update users set permissions = permissions || $2::jsonb where id = $1', [userId, JSON.stringify(noViews)]);
  await page.goto('/auth/login');
  await expect(page).toHaveURL(/\/profile$/);
  await menu(page).getByRole('link', { name: 'Payments' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await page.evaluate(() => history.pushState(null, '', '/bid-manager'));
  await expect(page).toHaveURL(/\/payments$/);
});

// @covers SHELL-25
test('renders nothing of a page until its person is known', async ({ page, person, signInAtProfile }) => {
  const { email, password } = await person();
  await signInAtProfile(page, email, password);
  await page.route('**/profile', async (route) => {
    const answer = await route.fetch();
    // Simulates a server without the session, so that the page has to fetch it.
    const body = (await answer.text()).replace(/,"session":\{.*?"secondFactorNeeded":(true|false)\}/, '');
    await route.fulfill({ response: answer, body });
  });
  let answered = () => {};
  const wait = new Promise<void>((resolve) => {
    answered = resolve;
  });
  await page.route('**/v1/user/view-profile', async (route) => {
    await wait;
    await route.continue();
  });
  const asked = page.waitForRequest('**/v1/user/view-profile');
  await page.goto('/profile', { waitUntil: 'commit' });
  await asked;
  expect(await page.locator('#root').textContent()).toBe('');
  answered();
  await expect(page.getByRole('heading', { name: 'Ann Archer' })).toBeVisible();
});

// @covers A11Y-02, SHELL-09, SHELL-22
test('every page of the company in either frame: no axe findings, no overflow @phone @desktop-looks', async ({
  page,
  findsNothing,
}, info) => {
  const isPhone = info.project.name === 'phone';
  if (isPhone) await page.addInitScript(() => localStorage.setItem('seri.language', 'ru'));
  for (const name of PAGE_NAMES) {
    await page.goto(`/${name}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await findsNothing(page);
    for (const width of isPhone ? [390, 320] : [1440, 720]) {
      await page.setViewportSize({ width, height: 844 });
      await test.step(`${name} at ${width}`, () => staysInWidth(page));
    }
  }
});
