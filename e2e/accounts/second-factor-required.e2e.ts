import { expect } from '../fixtures/fixtures.ts';
import { ownPortalTest as test } from '../fixtures/own-portal.ts';
import { keepCodes, panelOf, setUp } from '../fixtures/second-factor.ts';

test('when the company requires it a manager must set up the factor, on an open page and at login, and then continues', async ({
  page,
  person,
  signInAtProfile,
  elsewhere,
  portal,
  findsNothing,
}) => {
  const [open, fresh] = [await person({ role: 'manager' }), await person({ role: 'manager' })];
  await signInAtProfile(page, open.email, open.password);
  await page.goto('/bid-manager');
  await expect(page.getByRole('heading', { name: /Bid Manager/i }).first()).toBeVisible();
  await portal.save({ managerSecondFactor: 'required' });

  // The open page may receive the event before the manager's next step: then its menu is gone.
  const next = page.getByRole('link', { name: 'Car Auctions' });
  await next.click({ timeout: 5_000 }).catch(() => undefined);
  await expect(page).toHaveURL(/\/second-factor\?returnTo=/);
  const returnTo = new URL(page.url()).searchParams.get('returnTo') ?? '';
  expect(returnTo).toMatch(/^\/(car-auction|bid-manager)/);
  await expect(page.getByText('Your company requires a second factor for managers')).toBeVisible();
  await findsNothing(page);
  await setUp(page, open);
  await keepCodes(page);
  await expect(page).toHaveURL((url) => url.pathname === new URL(returnTo, url).pathname);
  await page.goto('/profile');
  await expect(panelOf(page)).toContainText("it can't be removed");
  await expect(panelOf(page).getByRole('button', { name: 'Remove' })).toHaveCount(0);

  const other = await (await elsewhere({ baseURL: portal.url })).newPage();
  await other.goto('/bid-manager');
  await other.getByLabel('Email').fill(fresh.email);
  await other.getByLabel('Password', { exact: true }).fill(fresh.password);
  await other.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(other).toHaveURL(/\/second-factor\?returnTo=/);
  await other.goto('/car-auction');
  await expect(other).toHaveURL(/\/second-factor\?returnTo=/);
  await other.goto('/second-factor?returnTo=%2Fbid-manager');
  await setUp(other, fresh);
  await keepCodes(other);
  await expect(other).toHaveURL(/\/bid-manager/);
});
