import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/fixtures.ts';
import { CLIENT, findLot, UPCOMING_CAR } from '../fixtures/lot-fixture.ts';

const KNOWN = `${UPCOMING_CAR} and engine_cc between 1200 and 3000 and month is not null`;
const block = (page: Page) => page.locator('details', { has: page.getByRole('heading', { name: 'Landed cost' }) });
const amountIn = async (page: Page, row: RegExp) => {
  const text = await block(page).getByRole('row', { name: row }).getByRole('cell').textContent();
  return Number(text?.replace(/\D/g, ''));
};

// @covers PAY-07, PAY-11
test('a client sees the cost of a car at their port or door, in their currency, and the bid for their budget', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  await signIn(page, CLIENT);
  const lot = await findLot(sql, KNOWN, 3);
  await page.goto(`/car-auction/${lot.id}`);
  await block(page).getByRole('heading', { name: 'Landed cost' }).click();
  await block(page).getByRole('textbox', { name: 'Hammer price' }).fill('1000000');
  const russian = await amountIn(page, /^Total/);
  expect(russian).toBeGreaterThan(1_000_000);
  await expect(block(page).getByText('RUVVO-FREIGHT-CAR')).toBeVisible();

  await block(page).getByRole('combobox', { name: 'Destination' }).selectOption('Moscow, by way of Vladivostok');
  await expect(block(page).getByText('RUVVO-FREIGHT-CAR')).toBeVisible();
  expect(await amountIn(page, /^Delivery/)).toBe(Math.round(210_000 * 1.86));
  expect(await amountIn(page, /^Total/)).toBe(russian + Math.round(210_000 * 1.86));

  await block(page).getByRole('combobox', { name: 'Destination' }).selectOption('Auckland');
  await expect(block(page).getByText('NZAKL-GST')).toBeVisible();
  expect(await amountIn(page, /^Total/)).not.toBe(russian);
  const inYen = await amountIn(page, /^At the port of arrival/);
  await block(page).getByRole('combobox', { name: 'Currency' }).selectOption('NZD');
  expect(await amountIn(page, /^At the port of arrival/)).toBe(Math.round(inYen / 89.7));
  await expect(block(page).getByText(/1.NZD = 89\.7.¥/)).toBeVisible();
  await findsNothing(page);

  // New Zealand charges by emissions, which no lot has: no bid is recommended, and the reason is named.
  await block(page).getByRole('button', { name: 'From my budget' }).click();
  const answer = block(page).getByRole('status');
  await expect(answer).toContainText("We can't recommend a bid for this budget");
  await expect(answer).toContainText('CO₂');
  await block(page).getByRole('combobox', { name: 'Destination' }).selectOption('Jebel Ali');
  await block(page).getByRole('combobox', { name: 'Currency' }).first().selectOption('USD');
  await block(page).getByRole('textbox', { name: 'My total budget' }).fill('12000');
  await expect(block(page).getByText('Highest bid within your budget:')).toBeVisible();
  await block(page).getByRole('combobox', { name: 'Currency' }).last().selectOption('USD');
  const spent = await amountIn(page, /^Total/);
  expect(spent).toBeLessThanOrEqual(12_000);
  expect(spent).toBeGreaterThan(11_000);
  await block(page).getByRole('textbox', { name: 'My total budget' }).fill('900');
  await expect(block(page).getByText(/^Even the lowest bid/)).toBeVisible();

  // The port is remembered, and the block is open on the next lot.
  const next = await findLot(sql, KNOWN, 4);
  await page.goto(`/car-auction/${next.id}`);
  await expect(block(page).getByText('AEJEA-DUTY')).toBeVisible();
});

test("the default destination is the client's own country; without a port there it must be chosen", async ({
  page,
  signIn,
  sql,
}) => {
  const lot = await findLot(sql, KNOWN, 7);
  await signIn(page, 'dealer@demo.seri');
  await page.goto(`/car-auction/${lot.id}`);
  await block(page).getByRole('heading', { name: 'Landed cost' }).click();
  const destination = block(page).getByRole('combobox', { name: 'Destination' });
  await expect(destination).toHaveValue('NZAKL');

  await page.route('**/v1/costs/lot-costs*', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, home: null } });
  });
  await page.reload();
  await block(page).getByRole('heading', { name: 'Landed cost' }).click();
  await expect(destination).toHaveValue('');
  await expect(block(page).getByText('Choose a destination to see the total.')).toBeVisible();
  await destination.selectOption('Mombasa');
  await block(page).getByRole('textbox', { name: 'Hammer price' }).fill('1000000');
  await expect(block(page).getByText('KEMBA-VAT')).toBeVisible();
});

test('failed costs show an error and can be retried; unknown facts are named, not guessed', async ({
  page,
  signIn,
  sql,
}) => {
  await signIn(page, CLIENT);
  const lot = await findLot(sql, KNOWN, 5);
  const fails = { status: 500, json: { success: false, error: 'x', messageCode: 'Internal', requestId: 'req-costs' } };
  await page.route('**/v1/costs/lot-costs*', (route) => route.fulfill(fails));
  await page.goto(`/car-auction/${lot.id}`);
  await block(page).getByRole('heading', { name: 'Landed cost' }).click();
  await expect(block(page).getByRole('alert')).toBeVisible();
  await page.unroute('**/v1/costs/lot-costs*');
  await page.route('**/v1/costs/lot-costs*', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, facts: { ...answer.facts, engineCc: null } } });
  });
  await block(page).getByRole('button', { name: 'Try again' }).click();
  await block(page).getByRole('textbox', { name: 'Hammer price' }).fill('1000000');
  await expect(block(page).getByRole('rowheader', { name: 'Total, at least' })).toBeVisible();
  await expect(block(page).getByText(/^The engine size is not known/)).toBeVisible();
});

test('the same on a phone, in Russian @phone-only', async ({ page, signIn, sql, findsNothing }) => {
  await signIn(page, 'client2@demo.seri');
  const lot = await findLot(sql, KNOWN, 6);
  await page.goto(`/car-auction/${lot.id}`);
  const russian = page.locator('details', { has: page.getByRole('heading', { name: 'Полная стоимость' }) });
  await russian.getByRole('heading', { name: 'Полная стоимость' }).click();
  await russian.getByRole('textbox', { name: 'Цена на аукционе' }).fill('1000000');
  await expect(russian.getByRole('rowheader', { name: /^Таможенная пошлина/ })).toBeVisible();
  await findsNothing(page);
});
