import { expect, test } from '../fixtures/fixtures.ts';
import { CLIENT, findLot, nameOf, SOLD_CAR, UPCOMING_BIKE, UPCOMING_CAR } from '../fixtures/lot-fixture.ts';
import { staysInWidth } from '../fixtures/page-width.ts';

// @covers A11Y-03, LIST-43
test('compares lots of several pages side by side, and names differences and best values @phone-looks', async ({
  page,
  signIn,
  sql,
  findsNothing,
}, { project }) => {
  const isPhone = project.name === 'phone';
  if (isPhone) await page.addInitScript(() => localStorage.setItem('seri.language', 'ru'));
  await signIn(page, CLIENT);
  const [car, sold] = [
    await findLot(sql, `${UPCOMING_CAR} and mileage_km < 40000`),
    await findLot(sql, `${SOLD_CAR} and mileage_km > 60000`),
  ];
  await page.goto(`/compare?lot=car-auction:${car.id}&lot=stats:${sold.id}`);
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveCount(2);
  await expect(table.getByRole('columnheader').first()).toContainText(nameOf(car));
  await expect(table.getByRole('link', { name: nameOf(car) })).toHaveAttribute('href', `/car-auction/${car.id}`);
  await expect(table.getByRole('link', { name: nameOf(sold) })).toHaveAttribute('href', `/sales-statistic/${sold.id}`);
  const mileage = table.getByRole('row', { name: isPhone ? /^Пробег/ : /^Mileage/ });
  await expect(mileage.getByRole('rowheader')).toContainText(isPhone ? 'различается' : 'differs');
  await expect(mileage.getByRole('cell').first()).toContainText(isPhone ? 'наименьшее' : 'lowest');
  for (const row of isPhone ? ['Вероятная цена', 'Аукционный лист'] : ['Most likely', 'Auction sheet'])
    await expect(table.getByRole('rowheader', { name: new RegExp(`^${row}`) })).toBeVisible();
  await staysInWidth(page);
  await findsNothing(page);
});

// @covers LIST-43, SHELL-11
test('shows only the differences, removes a lot, and keeps the comparison in the address', async ({
  page,
  signIn,
  sql,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, CLIENT);
  const lots = [
    await findLot(sql, UPCOMING_CAR, 0),
    await findLot(sql, UPCOMING_CAR, 8),
    await findLot(sql, UPCOMING_BIKE),
  ];
  const [first, second, bike] = lots;
  await page.goto(`/compare?lot=car-auction:${first?.id}&lot=car-auction:${second?.id}&lot=bikes:${bike?.id}`);
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveCount(3);
  const all = await table.getByRole('row').count();
  await page.getByRole('checkbox', { name: 'Only what differs' }).check();
  await expect(table.getByRole('rowheader').filter({ hasNotText: 'differs' })).toHaveCount(0);
  expect(await table.getByRole('row').count()).toBeLessThanOrEqual(all);

  await table
    .getByRole('columnheader')
    .nth(1)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(table.getByRole('columnheader')).toHaveCount(2);
  await expect(page).not.toHaveURL(new RegExp(`car-auction.3A${second?.id}|car-auction:${second?.id}`));
  await expect(page.getByText('is no longer compared')).toBeAttached();
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await page.goBack();
  await expect(table.getByRole('columnheader')).toHaveCount(3);
});

// @covers LIST-43, OTHER-08
test('fewer than two lots, or an invalid address, ask for more; loading lots have skeleton columns', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  await signIn(page, CLIENT);
  const [{ id }, other] = [await findLot(sql, UPCOMING_CAR, 0), await findLot(sql, UPCOMING_CAR, 8)];
  for (const query of ['', `?lot=car-auction:${id}`, `?lot=car-auction:${id}&lot=junk:1&lot=car-auction:0`]) {
    await page.goto(`/compare${query}`);
    await expect(page.getByRole('heading', { name: 'Choose at least two lots' })).toBeVisible();
  }
  await findsNothing(page);
  await page.getByRole('link', { name: 'Car Auctions' }).last().click();
  await expect(page).toHaveURL(/\/car-auction$/);

  await page.route('**/v1/car-auction/view-lot*', () => {});
  await page.goto(`/compare?lot=car-auction:${id}&lot=car-auction:${other.id}`);
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
});

test('a missing lot and a failed one leave the others compared', async ({ page, signIn, sql, findsNothing }) => {
  await signIn(page, CLIENT);
  const [first, second, failing] = [
    await findLot(sql, UPCOMING_CAR, 0),
    await findLot(sql, UPCOMING_CAR, 8),
    await findLot(sql, UPCOMING_CAR, 9),
  ];
  const fails = { status: 500, json: { success: false, error: 'x', messageCode: 'Internal', requestId: 'req-cmp' } };
  await page.route(`**/v1/car-auction/view-lot?id=${failing.id}`, (route) => route.fulfill(fails));
  await page.goto(
    `/compare?${[first.id, second.id, failing.id, '999999999'].map((id) => `lot=car-auction:${id}`).join('&')}`,
  );
  await expect(page.getByRole('table').getByRole('columnheader')).toHaveCount(2);
  const missing = page.getByRole('alert').filter({ hasText: 'Lot not found' });
  await expect(missing).toBeVisible();
  const failed = page.getByRole('alert').filter({ hasText: 'The lot did not load' });
  await expect(failed).toContainText('req-cmp');
  await findsNothing(page);
  await page.unroute(`**/v1/car-auction/view-lot?id=${failing.id}`);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table').getByRole('columnheader')).toHaveCount(3);
  await missing.getByRole('button', { name: 'Remove from comparison' }).click();
  await expect(missing).toHaveCount(0);
  await expect(page).not.toHaveURL(/999999999/);
});
