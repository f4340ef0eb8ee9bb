import type { Locator, Page } from '@playwright/test';
import { quietLot } from '../fixtures/bidding.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { asSomebody, choose, closeSelect, openListing, openSelect, rows, textOf } from '../fixtures/listing.ts';

/** A choice: its name and how many lots it has. */
const COUNT = /^.+ ?\(([1-9][\d\u202f]*)\)$/;
const options = (page: Page) => page.getByRole('listbox').getByRole('option');
const tags = (page: Page) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Remove/ }) });

// @covers LIST-16, LIST-19, LIST-26, OTHER-08
test('further filters appear with a model or a search and count their matches; long lists have a search box', async ({
  page,
  signIn,
}) => {
  await asSomebody(page, signIn);
  await openListing(page, 'car-auction', '?maker=TOYOTA');
  await expect(page.getByRole('button', { name: /^Condition All/ })).toHaveCount(0);
  await page.getByRole('button', { name: /^Model/ }).click();
  await expect(page.getByRole('textbox', { name: 'Search', exact: true })).toBeFocused();
  await expect(options(page).first()).toHaveText(COUNT);
  await page.keyboard.type('no model is called so');
  await expect(page.getByText('Empty', { exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: 'Search', exact: true }).fill('');
  await page.keyboard.type('priu');
  await expect(options(page).first()).toContainText('PRIUS');
  // Until the options of the model load, those of the maker are shown.
  const choices = page.waitForResponse((reply) => /\/filters\?.*model=PRIUS/.test(reply.url()));
  await options(page).first().click();
  await closeSelect(page);
  for (const field of ['Condition', 'Gearbox', 'Auction', 'Status', 'Color', 'Chassis'])
    await expect(page.getByRole('button', { name: new RegExp(`^${field} All`) })).toBeVisible();

  await expect(page).toHaveURL(/model=PRIUS/);
  await (await choices).finished();
  await openSelect(page, /^Condition All/);
  await expect(options(page).first()).toHaveText(COUNT);
  await options(page).first().click();
  await closeSelect(page);
  await expect(page).toHaveURL(/condition=/);
  // New lots may arrive between choices and total.
  await expect(async () => {
    await page.reload();
    await openSelect(page, /^Condition [^A]/);
    const [, hits] = COUNT.exec(await textOf(page.getByRole('option', { checked: true }))) ?? [];
    await closeSelect(page);
    await expect(page.getByRole('banner')).toContainText(`${hits} of`, { timeout: 1_000 });
  }).toPass();
  await choose(page, /^Condition [^A]/, /\(/);
  await expect(page.getByRole('button', { name: /^Condition All/ })).toBeVisible();
});

test('a list opened before its options load moves the focus into its search box', async ({ page, signIn }) => {
  await asSomebody(page, signIn);
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/v1/car-auction/model?*', async (route) => {
    await held;
    await route.continue();
  });
  await openListing(page, 'car-auction', '?maker=TOYOTA');
  await page.getByRole('button', { name: /^Model/ }).click();
  await expect(page.getByText('Empty', { exact: true })).toBeVisible();
  letThrough();
  await expect(page.getByRole('textbox', { name: 'Search', exact: true })).toBeFocused();
  await page.keyboard.type('priu');
  await expect(options(page).first()).toContainText('PRIUS');
});

// @covers LIST-17, LIST-18, LIST-48, OTHER-01
test('auction days are buttons with month and day; a typed day gets its dashes and an impossible one is refused', async ({
  page,
  signIn,
}) => {
  await asSomebody(page, signIn);
  await openListing(page, 'car-auction');
  const days = page.getByRole('group', { name: 'Auction day, Japan time' });
  await expect(days.getByRole('button')).toHaveCount(7);
  const second = days.getByRole('button').nth(2);
  await expect(second).toHaveText(/^(Mon|Tue|Wed|Thu|Fri|Sat) \d{1,2} \w{3}$/);
  await second.click();
  await expect(second).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/date=\d{4}-\d{2}-\d{2}/);
  await days.getByRole('button', { name: /^All/ }).click();
  await expect(page).not.toHaveURL(/date=/);

  const from = page.getByLabel('From', { exact: true });
  await page.getByRole('button', { name: 'Dates' }).click();
  await expect(from).toBeFocused();
  await from.pressSequentially('20260230');
  await expect(from).toHaveValue('2026-02-30');
  await expect(from).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Enter a date as YYYY-MM-DD')).toBeVisible();
  await page.getByLabel('Year, from').fill('2015');
  await expect(page.getByRole('button', { name: 'Search', exact: true }).last()).toBeDisabled();
  await from.fill('');
  await from.pressSequentially('20200101');
  await expect(page).toHaveURL(/dateFrom=2020-01-01/);
  await expect(from).toHaveAttribute('aria-invalid', 'false');
  await expect(tags(page).filter({ hasText: 'from Wed 1 Jan' })).toHaveCount(1);
});

// @covers LIST-23, LIST-24, OTHER-01
test('Search waits for a change and applies it at once; tags and Clear all remove filters', async ({
  page,
  signIn,
}) => {
  await asSomebody(page, signIn);
  await openListing(page, 'car-auction', '?maker=TOYOTA&yearFrom=2010&mileageTo=150000');
  const search = page.getByRole('button', { name: 'Search', exact: true }).last();
  await expect(search).toBeDisabled();
  await page.getByRole('button', { name: 'More filters' }).click();
  // A change applies automatically after 700 ms, so the click must come earlier.
  let largest = 3_000;
  await expect(async () => {
    largest += 100;
    await page.getByLabel('cc, to').fill(String(largest));
    await search.click({ timeout: 600 });
  }).toPass();
  await expect(page).toHaveURL(new RegExp(`engineTo=${largest}`));
  await expect(search).toBeDisabled();
  await expect(tags(page)).toHaveText([
    'TOYOTA',
    'Year from 2010',
    'up to 150\u202f000\u202fkm',
    `up to 3\u202f${largest - 3_000}\u202fcc`,
  ]);
  await page.getByRole('button', { name: 'Remove Year from 2010' }).click();
  await expect(page).not.toHaveURL(/yearFrom/);
  await expect(page).toHaveURL(/maker=TOYOTA/);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(/\/car-auction$/);
  await expect(tags(page)).toHaveCount(0);
});

// @covers LIST-23, LIST-27, OTHER-02
test('tags fit in one row; a select shows All, the one label, or the count, and its list is at most 252 px high', async ({
  page,
  signIn,
}) => {
  await asSomebody(page, signIn);
  const models = [
    ...['PRIUS', 'AQUA', 'CROWN', 'VOXY', 'ALPHARD', 'SIENTA', 'HARRIER', 'YARIS', 'COROLLA'],
    ...['VITZ', 'NOAH', 'ESTIMA', 'PASSO', 'RAV4', 'ALLION', 'PREMIO', 'MARK X', 'VELLFIRE'],
  ];
  await openListing(page, 'car-auction', `?maker=TOYOTA&${models.map((model) => `model=${model}`).join('&')}`);
  const more = page.getByRole('button', { name: /^\d+ more$/ });
  await expect(more).toBeVisible();
  // The number that fits is known once the row has been measured.
  let hidden = 0;
  await expect
    .poll(async () => {
      hidden = Number.parseInt(await textOf(more), 10);
      return hidden + (await tags(page).filter({ visible: true }).count());
    })
    .toBe(19);
  await more.click();
  await expect(tags(page).filter({ visible: true })).toHaveCount(19);
  await page.getByRole('button', { name: 'Show less' }).click();
  await expect(tags(page).filter({ visible: true })).toHaveCount(19 - hidden);
  const tops = await tags(page)
    .filter({ visible: true })
    .evaluateAll((items) => [...new Set(items.map((item) => item.getBoundingClientRect().top))]);
  expect(tops).toHaveLength(1);

  await page.getByRole('button', { name: /^Color All/ }).click();
  await expect(options(page).first()).toBeVisible();
  expect((await page.getByRole('listbox').boundingBox())?.height).toBeLessThanOrEqual(252);
  const label = await textOf(options(page).first().locator('span').nth(1));
  await options(page).nth(0).click();
  await expect(page.getByRole('button', { name: `Color ${label}` })).toBeVisible();
  await options(page).nth(1).click();
  await expect(page.getByRole('button', { name: 'Color 2 selected' })).toBeVisible();
});

// @covers LIST-20
test('quick search works by field and survives back, motorcycles have two fields; a range shows its bounds', async ({
  page,
  signIn,
  sql,
}) => {
  const [bike] = await sql<{ lot_no: number }>(
    `select lot_no from lots where vehicle = 'bike' and auction_at > now() and not is_private order by id desc limit 1`,
  );
  await asSomebody(page, signIn);
  await openListing(page, 'bikes');
  await page.getByLabel('Quick search: Lot number').fill(`no. ${bike?.lot_no}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`search=lotNo-${bike?.lot_no}$`));
  await expect(rows(page).first()).toContainText(`Lot ${bike?.lot_no}`);
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(page).not.toHaveURL(/search=/);
  await page.goBack();
  await expect(page.getByLabel('Quick search: Lot number')).toHaveValue(String(bike?.lot_no));
  await openListing(page, 'bikes', '?search=equip-camera');
  await expect(page.getByLabel('Quick search: Lot number')).toHaveValue('');
  // Without a model too.
  await openListing(page, 'stats');
  const year = page.getByLabel('Year, from').locator('..').locator('..');
  await expect(year).toHaveAttribute('title', /^\d{4} – \d{4}$/);
});

// @covers FIND-02
test('a list starts with lots open for bidding; a chip adds closed ones, kept by reload and saved search', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const lot = await quietLot(sql);
  await sql(
    `update lots set bids_close_at = now() - interval '5 min', auction_at = now() + interval '85 min',
        auction_day = (now() at time zone 'Asia/Tokyo')::date where id = $1`,
    [lot.id],
  );
  await asSomebody(page, signIn);
  await openListing(page, 'car-auction');
  const chip = page.getByRole('button', { name: /^Closed today \([\d\s]+\)$/ });
  await expect(page.getByRole('button', { name: /^Open for bidding/, pressed: true })).toBeVisible();
  // The first rows close while the test runs.
  const later = rows(page).nth(8);
  await expect(later.getByText('Open for bidding', { exact: true })).toBeVisible();
  await chip.click();
  await expect(page).toHaveURL(/[?&]open=0/);
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await expect(rows(page).first().getByText('Open for bidding', { exact: true })).toHaveCount(0);
  await expect(rows(page).first().getByRole('button', { name: /^Bid:/ })).toHaveCount(0);
  const countIn = async (part: Locator, pattern: RegExp) =>
    pattern.exec(await textOf(part))?.[1]?.replaceAll(/\s/g, '');
  await expect
    .poll(
      async () =>
        (await countIn(page.getByRole('banner'), /([\d\s]+) lots?/)) === (await countIn(chip, /\(([\d\s]+)\)/)),
    )
    .toBe(true);
  await findsNothing(page);

  await page.reload();
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  const search = page.getByRole('button', { name: 'Save search' });
  await search.click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('Closed today');
  await page.keyboard.press('Escape');
  await chip.click();
  await expect(page).not.toHaveURL(/open=/);
  await expect(later.getByText('Open for bidding', { exact: true })).toBeVisible();
});
