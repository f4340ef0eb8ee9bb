import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const CLIENT = 'client@demo.seri';
const rows = (page: Page) => page.locator('tbody tr');

async function choose(page: Page, field: RegExp, option: RegExp): Promise<void> {
  await page.getByRole('button', { name: field }).click();
  await page.getByRole('listbox').getByRole('option', { name: option }).first().click();
  await page.keyboard.press('Escape');
}

async function openListing(page: Page, query = ''): Promise<void> {
  await page.goto(`/car-auction${query}`);
  await expect(rows(page).first()).toBeVisible();
}

test('a client narrows the list by maker, then model, and the address carries it through back and reload', async ({
  page,
  signIn,
}) => {
  await signIn(page, CLIENT);
  await openListing(page);
  await expect(page.getByRole('button', { name: /^Model/ })).toBeDisabled();
  await choose(page, /^Maker/, /^TOYOTA$/);
  await expect(page).toHaveURL(/maker=TOYOTA/);

  await page.getByRole('button', { name: /^Model/ }).click();
  const model = page.getByRole('listbox').getByRole('option').first();
  const name = (await model.locator('span').nth(1).textContent()) ?? '';
  const counter = (await model.locator('span').last().textContent()) ?? '';
  expect(counter).toMatch(/^\d/);
  await model.click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/model=/);
  await expect(rows(page).filter({ hasNotText: name })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Condition All/ })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('button', { name: new RegExp(`^Model ${name}`) })).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/model=/);
  await expect(page.getByRole('button', { name: /^Model All/ })).toBeVisible();
});

test('another maker clears the model and the quick search', async ({ page, signIn }) => {
  await signIn(page, CLIENT);
  await openListing(page, '?maker=TOYOTA&search=model-a&yearFrom=2010');
  await choose(page, /^Maker/, /^NISSAN$/);
  await expect(page).toHaveURL(/maker=NISSAN/);
  await expect(page).not.toHaveURL(/search=/);
  await expect(page).toHaveURL(/yearFrom=2010/);
});

test('a range narrows the list, 0 takes it back', async ({ page, signIn }) => {
  await signIn(page, CLIENT);
  await openListing(page);
  await page.getByLabel('Year, from').fill('2021');
  await expect(page).toHaveURL(/yearFrom=2021/);
  await expect(page.getByText('Year from 2021')).toBeVisible();
  await expect(async () => {
    const years = await rows(page).locator('td:nth-child(2) span:first-child').allInnerTexts();
    expect(years.filter((year) => Number(year) < 2021)).toEqual([]);
  }).toPass();
  await page.getByLabel('Year, from').fill('0');
  await expect(page).not.toHaveURL(/yearFrom/);
});

test('a column sorts ascending, descending, not at all; another page and size stay in the address', async ({
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

test('the table has its seven groups, and row and lot number open the lot in a new tab', async ({
  page,
  signIn,
  context,
}) => {
  await signIn(page, CLIENT);
  await openListing(page);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Lot',
    'Year, grade',
    'ConditionMileage',
    'Engine, color',
    'Auction, Japan time',
    'Status, my bids',
    'Start price',
  ]);
  const link = rows(page).nth(1).getByRole('link');
  const address = (await link.getAttribute('href')) ?? '';
  const byRow = context.waitForEvent('page');
  await rows(page).nth(1).locator('td').nth(3).click();
  expect((await byRow).url()).toContain(address);
  const byKey = context.waitForEvent('page');
  await link.focus();
  await page.keyboard.press('Enter');
  const lot = await byKey;
  expect(lot.url()).toContain(address);
  await expect(lot.getByRole('link', { name: /Back to/ })).toBeVisible();
});

test('nothing found offers to reset the filter', async ({ page, signIn }) => {
  await signIn(page, CLIENT);
  await page.goto('/car-auction?maker=NOBODY&status=junk&page=-1');
  await expect(page.getByText('No lots match these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Reset filter' }).click();
  await expect(rows(page).first()).toBeVisible();
  await expect(page).not.toHaveURL(/maker/);
});

test('a lot shows what its car is, and its photos full screen with zoom and counter', async ({ page, signIn, sql }) => {
  await signIn(page, CLIENT);
  const [lot] = await sql<{ id: number; lot_no: number; house: string; maker: string; model: string; year: number }>(
    `select lots.id, lot_no, house.name as house, maker, model, year from lots
     join auction_houses house on house.id = house_id
     where vehicle = 'car' and auction_at > now() and array_length(images, 1) > 4 and not is_private and year is not null
     order by lots.id limit 1`,
  );
  if (!lot) throw new Error('the stage has no coming lot');
  await page.goto(`/car-auction/${lot.id}`);
  await expect(page.getByRole('heading', { name: `${lot.maker} ${lot.model} ${lot.year}` })).toBeVisible();
  await expect(page.getByText(`${lot.house} · Lot ${lot.lot_no}`)).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`Lot ${lot.lot_no} · ${lot.maker}`));
  for (const fact of ['Condition', 'Mileage', 'Year', 'Status', 'Engine', 'Gearbox', 'Color', 'Chassis', 'Equipment'])
    await expect(page.getByRole('term').filter({ hasText: new RegExp(`^${fact}$`) })).toBeVisible();

  const photos = page.getByRole('region', { name: 'Photos' });
  await expect(photos.getByText(/^1 \/ \d+$/)).toBeVisible();
  await photos.getByRole('button', { name: 'Next photo' }).click();
  await expect(photos.getByText(/^2 \/ \d+$/)).toBeVisible();
  await photos.getByRole('button', { name: 'Open the photo full screen' }).click();
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/car-auction/${lot.id}$`));
});

test('a lot that does not exist has a placeholder; a photo that fails is left out', async ({ page, signIn, sql }) => {
  await signIn(page, CLIENT);
  await page.goto('/car-auction/999999999');
  await expect(page.getByText('Lot not found').first()).toBeVisible();

  const [lot] = await sql<{ id: number; images: string[] }>(
    `select id, images from lots where vehicle = 'car' and auction_at > now() and array_length(images, 1) > 4
       and not is_private order by id limit 1`,
  );
  if (!lot) throw new Error('the stage has no coming lot');
  await page.route(`**${lot.images[1]}?*`, (route) => route.abort());
  await page.goto(`/car-auction/${lot.id}`);
  const photos = page.getByRole('region', { name: 'Photos' });
  await expect(photos.getByText(`1 / ${lot.images.length - 1}`)).toBeVisible();
});
