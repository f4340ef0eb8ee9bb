import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/fixtures.ts';
import { choose, closeSelect, openSelect } from '../fixtures/listing.ts';

const CLIENT = 'client@demo.seri';
const rows = (page: Page) => page.locator('tbody tr');

async function openListing(page: Page, query = ''): Promise<void> {
  await page.goto(`/car-auction${query}`);
  await expect(rows(page).first()).toBeVisible();
}

// @covers LIST-14, LIST-25, SHELL-11
test('a client filters the list by maker, then model, and the address survives back and reload', async ({
  page,
  signIn,
}) => {
  await signIn(page, CLIENT);
  await openListing(page);
  await expect(page.getByRole('button', { name: /^Model/ })).toBeDisabled();
  await choose(page, /^Maker/, /^TOYOTA$/);
  await expect(page).toHaveURL(/maker=TOYOTA/);

  await openSelect(page, /^Model/);
  const model = page.getByRole('listbox').getByRole('option').first();
  const name = (await model.locator('span').nth(1).textContent()) ?? '';
  const counter = (await model.locator('span').last().textContent()) ?? '';
  expect(counter).toMatch(/^\(\d/);
  await model.click();
  await closeSelect(page);
  await expect(page).toHaveURL(/model=/);
  await expect(rows(page).filter({ hasNotText: name })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Condition All/ })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('button', { name: new RegExp(`^Model ${name}`) })).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/model=/);
  await expect(page.getByRole('button', { name: /^Model All/ })).toBeVisible();
});

// @covers LIST-15, LIST-22
test('another maker clears the model and the quick search; a range filters the list, 0 clears it; reset clears all', async ({
  page,
  signIn,
}) => {
  await signIn(page, CLIENT);
  await openListing(page, '?maker=TOYOTA&search=model-a&yearFrom=2010');
  await choose(page, /^Maker/, /^NISSAN$/);
  await expect(page).toHaveURL(/maker=NISSAN/);
  await expect(page).not.toHaveURL(/search=/);
  await expect(page).toHaveURL(/yearFrom=2010/);

  await page.getByLabel('Year, from').fill('2021');
  await expect(page).toHaveURL(/yearFrom=2021/);
  await expect(page.getByText('Year from 2021')).toBeVisible();
  await expect(async () => {
    const years = await rows(page).locator('td:nth-child(2) span:first-child').allTextContents();
    expect(years.length).toBeGreaterThan(0);
    expect(years.filter((year) => Number(year) < 2021)).toEqual([]);
  }).toPass();
  await page.getByLabel('Year, from').fill('0');
  await expect(page).not.toHaveURL(/yearFrom/);

  await page.goto('/car-auction?maker=NOBODY&status=junk&page=-1');
  await expect(page.getByText('No lots match these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Reset filter' }).click();
  await expect(rows(page).first()).toBeVisible();
  await expect(page).not.toHaveURL(/maker/);
});

// @covers LIST-28, LIST-30, LIST-33
test('a column sorts ascending, descending, none; another page and size are in the address', async ({
  page,
  signIn,
}) => {
  await signIn(page, CLIENT);
  await openListing(page, '?page=2');
  const mileage = page.getByRole('columnheader').getByRole('button', { name: 'Mileage' });
  await mileage.click();
  await expect(page).toHaveURL(/sort=mileage&order=ASC$/);
  await mileage.click();
  await expect(page).toHaveURL(/order=DESC/);
  await mileage.click();
  await expect(page).not.toHaveURL(/sort=/);

  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole('button', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page');
  await page.getByLabel('Rows per page').selectOption('50');
  await expect(rows(page)).toHaveCount(50);
  await expect(page).not.toHaveURL(/[?&]page=/);
  await page.goto('/car-auction');
  await expect(rows(page)).toHaveCount(50);
});

// @covers A11Y-06, LIST-05, LIST-09, SHELL-01
test('the table has its seven groups, and row and lot number open the lot in a new tab', async ({
  page,
  signIn,
  context,
  sql,
}) => {
  await signIn(page, CLIENT);
  // By year, so that no lot leaves the page while sales run.
  await openListing(page, '?sort=year&order=DESC');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Lot',
    'Year',
    'ConditionMileage',
    'Engine, color',
    'Auction, Japan time',
    'Status, my bids',
    'Likely priceStart price',
    'At my door',
    'Actions',
  ]);
  const link = rows(page).nth(1).getByRole('link');
  const address = (await link.getAttribute('href')) ?? '';
  const [shown] = await sql<{ grade: string }>('select grade from lots where id = $1', [address.split('/').at(-1)]);
  await expect(rows(page).nth(1).locator('td').first()).toContainText(shown?.grade ?? 'no lot');
  const byRow = context.waitForEvent('page');
  await rows(page).nth(1).locator('td').nth(3).click();
  expect((await byRow).url()).toContain(address);
  const byKey = context.waitForEvent('page');
  await link.focus();
  await page.keyboard.press('Enter');
  const lot = await byKey;
  expect(lot.url()).toContain(address);
  await expect(lot.getByRole('link', { name: /Back to/ })).toBeVisible();
  await expect(rows(page).nth(1)).toContainText('viewed');
  await expect(rows(page).nth(2)).not.toContainText('viewed');
});
