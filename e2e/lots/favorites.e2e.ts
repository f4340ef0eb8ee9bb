import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures/fixtures.ts';
import { asSomebody } from '../fixtures/listing.ts';

interface Listed {
  id: string;
  lotNo: number;
  averagePrice: number | null;
  /** ISO 8601, in UTC. */
  auctionDate: string;
}

const HOUR_MS = 60 * 60_000;

/** Lots that stay open for bidding during a test; the portal's list leaves out closed ones. */
async function lotsOf(page: Page, pageType: string, count: number): Promise<Listed[]> {
  const answer = await (await page.request.get(`/v1/${pageType}/listing?open=1&sort=year&order=DESC`)).json();
  const listed = (answer.carsList ?? answer.bikeList) as Listed[];
  const lots = listed.filter(({ auctionDate }) => Date.parse(auctionDate) > Date.now() + HOUR_MS);
  expect(lots.length).toBeGreaterThanOrEqual(count);
  return lots.slice(0, count);
}

/** The list of a lot's number, because new lots may move any lot to another page of a longer list. */
async function openListOf(page: Page, lot: Listed | undefined): Promise<Locator> {
  await page.goto(`/car-auction?search=lotNo-${lot?.lotNo}`);
  return page.locator('tbody tr').filter({ has: page.locator(`a[href="/car-auction/${lot?.id}"]`) });
}

const star = async (page: Page, carId: string, { group = 'A', type = 'car-auction' } = {}) =>
  expect((await page.request.post('/v1/favorite/add', { data: { group, carId, type } })).status()).toBe(200);

const menu = (page: Page) => page.getByRole('menu', { name: 'Favorite groups' });
const item = (page: Page, group: string) => page.getByRole('menuitemcheckbox', { name: `Group ${group}` });

// @covers LIST-41
test('a star adds a lot to a group, moves it and removes it, by mouse and by keyboard', async ({
  page,
  signIn,
  findsNothing,
}) => {
  await asSomebody(page, signIn);
  const [lot] = await lotsOf(page, 'car-auction', 1);
  const row = await openListOf(page, lot);
  const button = row.getByRole('button', { name: /favorites/i });
  await expect(button).toHaveAccessibleName('Add to favorites');
  await button.click();
  await expect(item(page, 'A')).toBeFocused();
  await findsNothing(page);
  await item(page, 'B').click();
  await expect(menu(page)).toBeHidden();
  await expect(button).toHaveAccessibleName('In favorites, group B');
  await expect(button).toBeFocused();

  await expect(button).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(item(page, 'B')).toBeFocused();
  await expect(item(page, 'B')).toHaveAttribute('aria-checked', 'true');
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(item(page, 'B')).toBeFocused();
  await page.keyboard.press('d');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(button).toHaveAccessibleName('In favorites, group E');

  // Shown at once; saved once the button is enabled again.
  await expect(button).toBeEnabled();
  await page.reload();
  await expect(button).toHaveAccessibleName('In favorites, group E');
  await button.click();
  // Its code loads with the first click after a reload.
  await expect(menu(page)).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(menu(page)).toBeHidden();
  await button.click();
  await button.click();
  await expect(menu(page)).toBeHidden();
  await button.click();
  await item(page, 'E').click();
  await expect(button).toHaveAccessibleName('Add to favorites');
  await expect(button).toBeEnabled();
  await page.reload();
  await expect(button).toHaveAccessibleName('Add to favorites');
});

// @covers LIST-41
test('while saving the star shows the new group and is disabled; a refusal reverts it', async ({ page, signIn }) => {
  await asSomebody(page, signIn);
  const [lot] = await lotsOf(page, 'car-auction', 1);
  const row = await openListOf(page, lot);
  const button = row.getByRole('button', { name: /favorites/i });
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/v1/favorite/add', async (route) => {
    await asked;
    await route.fulfill({
      status: 409,
      json: { success: false, error: 'Favorite.Limit', messageCode: 'Favorite.Limit' },
    });
  });
  await button.click();
  await item(page, 'C').click();
  await expect(button).toHaveAccessibleName('In favorites, group C');
  await expect(button).toBeDisabled();
  answer();
  await expect(page.getByRole('status').getByText('Your favorites are full.')).toBeVisible();
  await expect(button).toHaveAccessibleName('Add to favorites');
  await expect(button).toBeEnabled();
});

test('the stars of lot page and listing match; statistics have none', async ({ page, signIn }) => {
  await asSomebody(page, signIn);
  const [lot] = await lotsOf(page, 'car-auction', 1);
  await page.goto(`/car-auction/${lot?.id}`);
  await page.getByRole('button', { name: 'Add to favorites' }).click();
  await item(page, 'A').click();
  // Shown at once; saved once the button is enabled again.
  await expect(page.getByRole('button', { name: 'In favorites, group A' })).toBeEnabled();
  const row = await openListOf(page, lot);
  await expect(row.getByRole('button', { name: 'In favorites, group A' })).toBeVisible();
  for (const path of ['/sales-statistic', '/bike-statistics']) {
    await page.goto(path);
    await expect(page.locator('tbody tr').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /favorites/i })).toHaveCount(0);
  }
});

// @covers LIST-42, OTHER-08
test('the favorites screen shows the cars and motorcycles of a group with their costs, and updates after a removal', async ({
  page,
  signIn,
  findsNothing,
  sql,
}) => {
  await asSomebody(page, signIn);
  const [car, other] = await lotsOf(page, 'car-auction', 2);
  const [bike] = await lotsOf(page, 'bikes', 1);
  await star(page, String(car?.id));
  await star(page, String(bike?.id), { type: 'bikes' });
  await star(page, String(other?.id), { group: 'C' });
  await page.goto('/profile');
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Favorites' }).click();
  await expect(page).toHaveURL(/\/favorites\/A$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Favorites' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Group A 2 lots' })).toHaveAttribute('aria-current', 'page');
  const [{ sum } = { sum: null }] = await sql<{ sum: string | null }>(
    'select sum(average_price_yen) as sum from lots where id = any($1::bigint[])',
    [[car?.id, bike?.id]],
  );
  if (sum === null) await expect(page.getByText('There is no price estimate')).toBeVisible();
  else {
    const together = page.getByText('Most likely prices, total:');
    await expect(together).toContainText(Number(sum).toLocaleString('en-US').replaceAll(',', '\u2009'));
  }
  await findsNothing(page);

  await page.getByRole('link', { name: 'Group C 1 lot' }).click();
  await expect(page).toHaveURL(/\/favorites\/C$/);
  const entry = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Favorites' });
  await expect(entry).toHaveAttribute('aria-current', 'page');
  await page.getByRole('button', { name: 'In favorites, group C' }).click();
  await item(page, 'C').click();
  await expect(page.getByRole('heading', { name: 'Group C is empty' })).toBeVisible();
  await findsNothing(page);
  await page.getByRole('link', { name: 'Open the listing' }).click();
  await expect(page).toHaveURL(/\/car-auction$/);
});

// @covers LIST-42
test('favorites sort and page by address; a sold lot is marked', async ({ page, signIn, sql }) => {
  const { userId } = await asSomebody(page, signIn);
  await sql(
    `insert into favorites (user_id, lot_id, group_letter)
     select $1, id, 'B' from (select id from lots where upcoming_page = 'car-auction' and not is_private limit 23) chosen`,
    [userId],
  );
  await sql(
    `insert into favorites (user_id, lot_id, group_letter)
     select $1, id, 'D' from lots where sales_page = 'stats' and upcoming_page is null and status = 4533 and not is_private limit 1`,
    [userId],
  );
  await page.goto('/favorites/B');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(20);
  await page.getByRole('button', { name: /^Sort/ }).click();
  await page.getByRole('option', { name: 'Year' }).click();
  await expect(page).toHaveURL(/sort=year&order=ASC/);
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(3);
  await page.goto('/favorites/B?page=9');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(0);
  await page.getByRole('button', { name: /first page/i }).click();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(20);
  await page.goto('/favorites/D');
  await expect(page.getByRole('main').getByRole('article')).toContainText('Sold');
});

// @covers LIST-42
test('a group shows the probability and cost of buying the planned number of lots, at own bids too, or why it cannot', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const { userId } = await asSomebody(page, signIn);
  await sql(
    `insert into favorites (user_id, lot_id, group_letter)
     select $1, id, 'A' from (
       select id from lots
        where upcoming_page = 'car-auction' and not is_private and average_price_yen is not null
          and auction_at > now() + interval '1 day'
        order by id limit 3) chosen`,
    [userId],
  );
  await page.goto('/favorites/A');
  const outlook = page.getByRole('region', { name: 'Group forecast' });
  await expect(outlook).toContainText(/Chance to buy 1 of 3(above |below )?\d+\s%/);
  await expect(outlook).toContainText(/Expected spend[\d\u2009]+/);
  await expect(outlook).toContainText('Assumes you bid the most likely price on each lot');
  const chanceOf = async () => Number((await outlook.locator('dd').first().textContent())?.match(/\d+/)?.[0]);
  const ofOne = await chanceOf();
  await findsNothing(page);
  await outlook.getByRole('button', { name: /How many to buy/ }).click();
  await page.getByRole('option', { name: '3' }).click();
  await expect(outlook).toContainText('Chance to buy 3 of 3');
  await expect.poll(chanceOf).toBeLessThanOrEqual(ofOne);
  await sql(
    `insert into bids (lot_id, user_id, placed_by, lot_source, amount_yen, status)
     select lot_id, user_id, user_id, 'auction', 90000000, 1 from favorites where user_id = $1`,
    [userId],
  );
  await page.reload();
  await expect(outlook).toContainText('above 95 %');
  await expect(outlook).toContainText('Assumes your own bids');

  await sql(`update favorites set group_letter = 'B' where user_id = $1`, [userId]);
  await sql(
    `insert into favorites (user_id, lot_id, group_letter)
     select $1, id, 'A' from lots
      where upcoming_page = 'car-auction' and not is_private and average_price_yen is null
        and auction_at > now() + interval '1 day' limit 1`,
    [userId],
  );
  await page.reload();
  await expect(outlook).toContainText('A lot needs a price range, and so enough similar sales.');
  await page.route('**/v1/favorite/outlook*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/favorites/B');
  await expect(outlook).toContainText('could not be calculated');
  await page.unroute('**/v1/favorite/outlook*');
  await outlook.getByRole('button', { name: 'Try again' }).click();
  await expect(outlook).toContainText('above 95 %');
});

// @covers LIST-42
test('an unknown group is not found, and failed favorites can be retried', async ({ page, signIn }) => {
  await asSomebody(page, signIn);
  await page.goto('/favorites/F');
  await expect(page.getByRole('heading', { name: 'Page not found' }).first()).toBeVisible();
  await page.route('**/v1/favorite/listing*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/favorites/A');
  await expect(page.getByRole('heading', { name: 'The favorites could not be loaded' })).toBeVisible();
  await page.unroute('**/v1/favorite/listing*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Group A is empty' })).toBeVisible();
});

test('избранное на телефоне: звезда, группы и пустая группа @phone-only', async ({ page, signIn, findsNothing }) => {
  await asSomebody(page, signIn, 'ru');
  await page.goto('/car-auction?sort=year&order=DESC');
  await page.getByRole('button', { name: 'Добавить в избранное' }).first().tap();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Группа A' })).toBeVisible();
  await findsNothing(page);
  await page.getByRole('menuitemcheckbox', { name: 'Группа A' }).tap();
  // Shown at once; saved once the button is enabled again.
  await expect(page.getByRole('button', { name: 'В избранном, группа A' })).toBeEnabled();
  await page.goto('/favorites/A');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await findsNothing(page);
  await page.getByRole('link', { name: /^Группа E/ }).tap();
  await expect(page.getByRole('heading', { name: 'В группе E пока ничего нет' })).toBeVisible();
  await findsNothing(page);
});
