import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/fixtures.ts';
import { CLIENT, findLot, MANAGER, UPCOMING_CAR } from '../fixtures/lot-fixture.ts';

const WITH_SHEET = `${UPCOMING_CAR} and sheet is not null and jsonb_array_length(sheet->'damages') > 1`;
/** A sheet opened for the first time is read first. */
const READ_MS = 90_000;
const RUSSIAN_CLIENT = 'client2@demo.seri';

test.setTimeout(180_000);

const sheetOf = (page: Page) => page.getByRole('region', { name: 'Auction sheet' });

// @covers LOT-07
test('a client reads the sheet in their language, item by item with its place, and returns to the original after enlarging', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  await signIn(page, CLIENT);
  const lot = await findLot(sql, WITH_SHEET, 11);
  let translations = 0;
  // A slow sheet is requested repeatedly; only one reply counts.
  page.on('response', (response) => {
    if (response.url().includes('/v1/car-auction/image-translate') && response.status() === 200) translations += 1;
  });
  await page.goto(`/car-auction/${lot.id}`);
  const sheet = sheetOf(page);
  const paper = sheet.getByRole('img', { name: /^Auction sheet of/ });
  await expect(paper).toHaveAttribute('src', `/s/${lot.id}`);
  await sheet.getByRole('button', { name: 'Translated' }).click();
  await expect(sheet.getByRole('status')).toContainText('Reading the sheet');
  await expect(paper).toHaveAttribute('src', new RegExp(`^/s/${lot.id}/translation/en`), { timeout: READ_MS });
  await expect
    .poll(() => paper.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 30_000 })
    .toBe(1_280);

  const items = sheet.getByRole('region', { name: 'What was read on the sheet' });
  await expect(items.getByText(String(lot.lot_no), { exact: true }).first()).toBeVisible({ timeout: 30_000 });
  await expect(items.getByText('Air conditioning')).toBeVisible();
  await expect(items.getByText('エアコン')).toHaveAttribute('lang', 'ja');
  await expect(items.getByText(/Read clearly|Probably right/).first()).toBeVisible();
  const crop = items.getByRole('img').first();
  await crop.scrollIntoViewIfNeeded();
  await expect
    .poll(() => crop.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 30_000 })
    .toBeGreaterThan(10);
  await findsNothing(page);

  await sheet.getByRole('button', { name: 'Enlarge the auction sheet' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.locator('[role="dialog"] :focus, [role="dialog"]:focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(paper).toHaveAttribute('src', `/s/${lot.id}`);
  await sheet.getByRole('button', { name: 'Translated' }).click();
  await expect(paper).toHaveAttribute('src', /translation/);
  expect(translations, 'fetched once').toBe(1);
});

// @covers LOT-06, LOT-09
test('the checklist of a sheet is stored per lot, and its marks are explained', async ({ page, signIn, sql }) => {
  await signIn(page, CLIENT);
  const [first, second] = [await findLot(sql, WITH_SHEET, 12), await findLot(sql, WITH_SHEET, 13)];
  await page.goto(`/car-auction/${first.id}`);
  const list = sheetOf(page).getByRole('group', { name: /Checklist/ });
  await list.getByLabel('Every mark on the damage diagram').focus();
  await page.keyboard.press('Space');
  await list.getByLabel("The inspector's remarks").check();
  await expect(list.getByText('2 of 7 checked')).toBeVisible();
  await page.reload();
  await expect(list.getByLabel('Every mark on the damage diagram')).toBeChecked();
  await page.goto(`/car-auction/${second.id}`);
  await expect(list.getByText('0 of 7 checked')).toBeVisible();
  await sheetOf(page).getByText('Marks on the damage diagram').click();
  await expect(sheetOf(page).getByText('Dent with a scratch')).toBeVisible();
  await expect(sheetOf(page).getByText('Replaced')).toBeVisible();
});

// @covers LOT-07
test('an unreadable sheet shows a notice with two working alternatives', async ({ page, signIn, sql }) => {
  await signIn(page, CLIENT);
  const lot = await findLot(sql, WITH_SHEET, 14);
  await page.route('**/v1/car-auction/image-translate**', (route) =>
    route.fulfill({ status: 422, json: { error: 'Sheet.Unreadable', messageCode: 'Sheet.Unreadable' } }),
  );
  await page.goto(`/car-auction/${lot.id}`);
  const sheet = sheetOf(page);
  await sheet.getByRole('button', { name: 'Translated' }).click();
  await expect(sheet.getByRole('alert')).toContainText('could not be read');
  await sheet.getByRole('button', { name: 'Try again' }).click();
  await expect(sheet.getByRole('alert')).toContainText('could not be read');
  await sheet.getByRole('button', { name: 'Back to the original' }).click();
  await expect(sheet.getByRole('alert')).toHaveCount(0);
  await expect(sheet.getByRole('button', { name: 'Original' })).toHaveAttribute('aria-pressed', 'true');
});

// @covers OTHER-08
test('a sheet without readable text shows a notice', async ({ page, signIn, sql }) => {
  await signIn(page, CLIENT);
  const lot = await findLot(sql, WITH_SHEET, 14);
  await page.route('**/v1/car-auction/image-translate**', (route) => route.fulfill({ json: `/s/${lot.id}` }));
  await page.route('**/v1/car-auction/sheet-items**', (route) =>
    route.fulfill({ json: { template: null, reader: 'own', items: [], unread: [] } }),
  );
  await page.goto(`/car-auction/${lot.id}`);
  await sheetOf(page).getByRole('button', { name: 'Translated' }).click();
  await expect(sheetOf(page).getByText('Nothing could be read on this sheet.')).toBeVisible();
});

// @covers LOT-07
test('a user without the right to translations sees only the original, in Russian as well', async ({
  page,
  signIn,
  sql,
}) => {
  const allow = (flag: boolean) =>
    sql("update users set permissions = jsonb_set(permissions, '{auctionTranslationUse}', $1) where email = $2", [
      JSON.stringify(flag),
      RUSSIAN_CLIENT,
    ]);
  await allow(false);
  try {
    await signIn(page, RUSSIAN_CLIENT);
    const lot = await findLot(sql, WITH_SHEET, 15);
    await page.goto(`/car-auction/${lot.id}`);
    const sheet = page.getByRole('region', { name: 'Аукционный лист' });
    await expect(sheet.getByRole('img', { name: /^Аукционный лист/ })).toBeVisible();
    await expect(sheet.getByText('проверено 0 из 7')).toBeVisible();
    await expect(sheet.getByRole('button', { name: 'Перевод' })).toHaveCount(0);
  } finally {
    await allow(true);
  }
});

// @covers LOT-08
test('a manager corrects an item, and the client sees it', async ({ page, signIn, sql, elsewhere }) => {
  await signIn(page, MANAGER);
  const lot = await findLot(sql, WITH_SHEET, 16);
  await page.goto(`/car-auction/${lot.id}`);
  const sheet = sheetOf(page);
  await sheet.getByRole('button', { name: 'Translated' }).click();
  const items = sheet.getByRole('region', { name: 'What was read on the sheet' });
  await items.getByRole('button', { name: 'Correct パワステ' }).click({ timeout: READ_MS });
  const form = items.getByRole('form', { name: 'Correct パワステ' });
  await form.getByLabel('In English').fill('Steering aid');
  await form.getByRole('button', { name: 'Save the correction' }).click();
  await expect(items.getByText('Steering aid')).toBeVisible({ timeout: 30_000 });
  await expect(items.getByText('Checked by a manager')).toBeVisible();
  const other = await (await elsewhere()).newPage();
  await signIn(other, CLIENT);
  await other.goto(`/car-auction/${lot.id}`);
  await sheetOf(other).getByRole('button', { name: 'Translated' }).click();
  await expect(sheetOf(other).getByText('Steering aid')).toBeVisible({ timeout: 30_000 });
});
