import { expect, test } from '../fixtures/fixtures.ts';

const PASSWORD = 'demo1234';

// @covers ACCT-03, SHELL-25
test('a wrong password shows an error above the form and keeps the address; the right one opens the requested page', async ({
  page,
}) => {
  await page.goto('/payments');
  await expect(page).toHaveURL(/auth\/login/);
  await page.getByLabel('Email').fill('client@demo.seri');
  await page.getByLabel('Password', { exact: true }).fill('wrong-one');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Incorrect username or password');
  await expect(page.getByLabel('Email')).toHaveValue('client@demo.seri');

  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/payments$/);
});

test('login opens the bid manager for a manager, also from the root address; a requested page comes first', async ({
  page,
}) => {
  const logIn = async () => {
    await page.getByLabel('Email').fill('manager@demo.seri');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
  };
  for (const [opened, landed] of [
    ['/auth/login', /\/bid-manager(\?|$)/],
    ['/', /\/bid-manager(\?|$)/],
    ['/bid-manager/day', /\/bid-manager\/day$/],
  ] as const) {
    await page.goto(opened);
    await logIn();
    await expect(page).toHaveURL(landed);
    await page.context().clearCookies();
  }
});

// @covers ACCT-02
test('an expired access cookie is renewed once, invisibly; a lost session opens the expired dialog', async ({
  page,
  signIn,
  context,
}) => {
  await signIn(page, 'client2@demo.seri', PASSWORD);
  await page.goto('/car-auction');
  let refreshes = 0;
  page.on('request', (request) => {
    if (request.url().includes('/v1/auth/update')) refreshes++;
  });
  const cookies = await context.cookies();
  const access = cookies.find(({ name }) => name.startsWith('seri_access'));
  await context.clearCookies({ name: access?.name ?? '' });
  await page.getByRole('link', { name: /Платежи/ }).click();
  await expect(page.getByRole('heading', { name: /Платежи/ })).toBeVisible();
  await expect.poll(() => refreshes).toBe(1);
  await page
    .getByRole('link', { name: /История ставок/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /История ставок/ })).toBeVisible();
  expect(refreshes).toBe(1);

  await context.clearCookies();
  await page.getByRole('link', { name: /Купленные авто/ }).click();
  const expired = page.getByRole('dialog');
  await expect(expired).toContainText('Сессия истекла');
  await expired.getByRole('button', { name: 'Войти снова' }).click();
  await expect(page).toHaveURL(/auth\/login/);
});

// @covers ACCT-04, ASVS-7.4.4, SHELL-18
test('logging out ends the session on the server', async ({ page, signInAtProfile, context }) => {
  await signInAtProfile(page, 'client@demo.seri', PASSWORD);
  const before = await context.cookies();
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await expect(page).toHaveURL(/auth\/login/);
  await context.addCookies(before);
  const answer = await page.request.get('/v1/user/view-profile');
  expect(answer.status()).toBe(401);
});

// @covers SHELL-10
test('an unknown address shows the not-found page with a link to the listing', async ({ page, signIn }) => {
  await signIn(page, 'client@demo.seri');
  await page.goto('/no-such-page');
  await expect(page.getByRole('heading', { name: 'Page not found', level: 2 })).toBeVisible();
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).toHaveURL(/car-auction/);
});
