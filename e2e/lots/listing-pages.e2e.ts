import type { Page } from '@playwright/test';
import { PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { asSomebody, closeSelect, complaintsOf, openListing, openSelect, pathOf, rows } from '../fixtures/listing.ts';

interface Expected {
  title: string;
  titleInRussian: string;
  about: RegExp;
  price: string | null;
  sorts: string[];
  fields: string[];
  days: boolean;
}

const ALWAYS = ['Auction date', 'Year', 'Condition', 'Mileage'];
const VEHICLE_SORTS = ['Power', 'Engine', 'Age', 'Date listed'];
const CAR_FIELDS = ['Lot number', 'Model', 'Chassis', 'Equipment'];
const PAGES: Record<PageType, Expected> = {
  'car-auction': {
    title: 'Car auctions',
    titleInRussian: 'Автоаукционы',
    about: /Cars at Japanese auctions in the coming days/,
    price: 'Likely price\nStart price',
    sorts: [...ALWAYS, 'Start price', 'Sold price', 'Likely price', ...VEHICLE_SORTS, 'Total at my door'],
    fields: CAR_FIELDS,
    days: true,
  },
  stock: {
    title: 'Oneprice',
    titleInRussian: 'Фиксированная цена',
    about: /fixed price/,
    price: null,
    sorts: [...ALWAYS, ...VEHICLE_SORTS],
    fields: CAR_FIELDS,
    days: false,
  },
  stats: {
    title: 'Car statistics',
    titleInRussian: 'Статистика авто',
    about: /Sale prices of cars/,
    price: 'Sold price',
    sorts: [...ALWAYS, 'Start price', 'Sold price', ...VEHICLE_SORTS],
    fields: CAR_FIELDS,
    days: false,
  },
  bikes: {
    title: 'Bike auctions',
    titleInRussian: 'Мотоаукционы',
    about: /Motorcycles at Japanese auctions in the coming days/,
    price: 'Likely price\nStart price',
    sorts: [...ALWAYS, 'Start price', 'Likely price', ...VEHICLE_SORTS, 'Total at my door'],
    fields: ['Lot number', 'Model'],
    days: true,
  },
  'bike-stats': {
    title: 'Bike statistics',
    titleInRussian: 'Статистика мото',
    about: /Sale prices of motorcycles/,
    price: 'Sold price',
    sorts: [...ALWAYS, 'Sold price', ...VEHICLE_SORTS],
    fields: ['Lot number', 'Model'],
    days: false,
  },
};

// @covers LIST-01, LIST-06, LIST-47, SHELL-02, SHELL-03, SHELL-26, STAT-01
test('each of the five listings has its own columns, sorts and search fields, without axe findings', async ({
  page,
  signIn,
  findsNothing,
}) => {
  test.slow();
  const complaints = complaintsOf(page);
  await asSomebody(page, signIn);
  for (const pageType of PAGE_TYPES) {
    const { title, about, price, sorts, fields, days } = PAGES[pageType];
    await test.step(title, async () => {
      await openListing(page, pageType);
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
      await expect(page).toHaveTitle(`${title} · Seri`);
      expect(await page.locator('meta[name="description"]').getAttribute('content')).toMatch(about);
      await expect(page.getByRole('table')).toHaveAccessibleName(/opens in a new tab/);
      const columns = await page.getByRole('columnheader').allInnerTexts();
      expect(columns.some((column) => /price/i.test(column))).toBe(price !== null);
      if (price) expect(columns).toContain(price);

      await openSelect(page, /^Sort/);
      await expect(page.getByRole('listbox').getByRole('option')).toHaveText(sorts);
      await closeSelect(page);
      await expect(page.getByLabel('Search by').locator('option')).toHaveText(fields);
      await expect(page.getByRole('group', { name: 'Auction day, Japan time' })).toHaveCount(days ? 1 : 0);
      if (days) await page.getByRole('button', { name: 'Dates' }).click();
      for (const end of ['From', 'To']) await expect(page.getByLabel(end, { exact: true })).toBeVisible();
      await findsNothing(page);
    });
  }
  expect(complaints).toEqual([]);
});

/** `npm run looks` opens the others too, which have the same list. */
const PHONE_IN_NPM_TEST: readonly PageType[] = ['car-auction', 'bike-stats'];
for (const pageType of PAGE_TYPES) {
  const tag = PHONE_IN_NPM_TEST.includes(pageType) ? '' : ' @looks';
  const { titleInRussian } = PAGES[pageType];
  // @covers LIST-34
  test(`список «${titleInRussian}» на телефоне, тёмная тема, без замечаний axe @phone-only${tag}`, async ({
    page,
    signIn,
    findsNothing,
  }) => {
    const complaints = complaintsOf(page);
    await asSomebody(page, signIn, 'ru');
    await page.goto(pathOf(pageType));
    await expect(page.getByRole('heading', { name: titleInRussian, exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    await expect(page.getByText(/^\d[\d\u202f]* лот/).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Фильтры' })).toBeVisible();
    await findsNothing(page);
    expect(complaints).toEqual([]);
  });
}

const firstPhotos = (page: Page) =>
  rows(page)
    .first()
    .getByRole('button', { name: /^Photos of/ })
    .locator('span');

// @covers LIST-07, LIST-11, LIST-35, STAT-02
test('statistics show two photos, the price and similar sales, and take no bids; fixed-price lots show no price', async ({
  page,
  signIn,
}) => {
  await asSomebody(page, signIn);
  for (const pageType of ['stats', 'bike-stats'] as const) {
    await openListing(page, pageType, '?status=4533');
    await expect(firstPhotos(page)).toHaveCount(2);
    await expect(rows(page).first().locator('td.num')).toHaveText(
      /^[\d\u202f]+¥(start [\d\u202f]+ 8 of 10 sell for \d[\d.\u202f]*–\d[\d.\u202f]*[km]\u00a0¥|Too few sales( to compare| \(\d+\)))$/,
    );
    await expect(page.getByRole('button', { name: /favorites|^Bid: /i })).toHaveCount(0);
  }
  await openListing(page, 'car-auction');
  await expect(firstPhotos(page)).toHaveCount(1);
  const star = rows(page)
    .first()
    .getByRole('button', { name: /favorites/i });
  await expect(star).toBeVisible();

  await openListing(page, 'stock');
  await expect(page.getByRole('main').locator('tbody')).not.toContainText(/¥|Too few sales to compare/);
  await page.getByRole('button', { name: 'Cards' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: '¥' })).toHaveCount(0);
});

// @covers A11Y-06, OTHER-08, STAT-05
test('sold prices of a model by month appear with it, fold away, and are available as a table', async ({
  page,
  signIn,
  findsNothing,
  sql,
}) => {
  const [sold] = await sql<{ maker: string; model: string }>(
    `select maker, model from lots where status = 4533 and vehicle = 'car' and not is_private and sold_price_yen is not null
     group by maker, model order by count(*) desc limit 1`,
  );
  if (!sold) throw new Error('the portal has no sales');
  await asSomebody(page, signIn);
  await openListing(page, 'stats', `?maker=${encodeURIComponent(sold.maker)}`);
  await expect(page.getByText('Sold prices by month')).toHaveCount(0);
  await openListing(page, 'stats', `?${new URLSearchParams({ maker: sold.maker, model: sold.model })}`);
  const history = page.getByRole('group').filter({ hasText: `Sold prices by month: ${sold.model}` });
  await expect(history.getByText(/^\d+ sales?$/)).toBeVisible();
  await expect(history.locator('svg.recharts-surface').first()).toBeVisible();
  const table = history.getByRole('table', { name: 'Sold prices by month' });
  await expect(table.getByRole('columnheader')).toHaveText(['Month', 'Sales', 'Average', 'Lowest', 'Highest']);
  await findsNothing(page);
  await history.getByRole('button', { name: 'As a table' }).click();
  await expect(table.getByRole('row').nth(1)).toHaveText(/20\d\d.*¥.*¥.*¥/);
  await history.locator('summary').click();
  await expect(table).toBeHidden();
  await page.goto(
    `/sales-statistic?${new URLSearchParams({ maker: sold.maker, model: sold.model, condition: 'none' })}`,
  );
  await expect(history.getByText(/there is nothing to show/)).toBeVisible();
});
