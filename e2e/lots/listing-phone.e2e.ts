import type { Page } from '@playwright/test';
import { expect, hasComeIn, test } from '../fixtures/fixtures.ts';
import { asSomebody, textOf } from '../fixtures/listing.ts';
import { findLot, nameOf, UPCOMING_CAR } from '../fixtures/lot-fixture.ts';

const lots = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox') });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(lots(page).first()).toBeVisible();
}

// @covers FIND-08, LIST-32, SHELL-11
test('список подгружается у конца, возвращается с местом в нём и ведёт наверх @phone-only', async ({
  page,
  signIn,
}) => {
  await asSomebody(page, signIn, 'ru');
  await open(page, '/car-auction?maker=TOYOTA');
  await expect(lots(page)).toHaveCount(20);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(lots(page)).toHaveCount(40);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(lots(page)).toHaveCount(60);
  const place = await page.evaluate(() => scrollY);
  // A tap would first scroll up to the header, which is not sticky on a phone.
  await page.locator('a[href="/profile"]').first().dispatchEvent('click');
  await expect(page).toHaveURL(/profile/);
  // Clicking the button at the end would load the next page, which would move it.
  await page.route('**/v1/car-auction/listing*', () => {});
  await page.goBack();
  await expect(lots(page)).toHaveCount(60);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(place - 400);
  await page.getByRole('button', { name: 'Наверх' }).tap();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('первый экран виден раньше скриптов, на нём ничего не нажать, и приложение встаёт на его место @phone-only', async ({
  page,
  signIn,
  sql,
}) => {
  await asSomebody(page, signIn, 'ru');
  const lot = await findLot(sql, UPCOMING_CAR);
  const painted = page.locator('[data-first-paint]');
  for (const [path, words] of [
    ['/car-auction', 'Торги'],
    [`/car-auction/${lot.id}`, nameOf(lot)],
  ] as const) {
    // A page with a missing chunk reloads, which would interrupt the next navigation.
    await page.goto('about:blank');
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expect(painted.getByText(words).first()).toBeVisible();
    await expect(painted).toHaveAttribute('inert');
    await expect(painted.locator('script, [style]')).toHaveCount(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(painted).toBeHidden();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.unroute('**/assets/*.js');
    await page.reload();
    await expect(painted).toHaveCount(0);
    await expect(page.getByText(words).first()).toBeVisible();
  }
});

// @covers LIST-31
test('конец списка говорит, что это всё @phone-only', async ({ page, signIn }) => {
  await asSomebody(page, signIn, 'ru');
  await open(page, '/oneprice');
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(page.getByText('Это весь список. Время указано по Японии (МСК+6).')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole('button', { name: 'Наверх' })).toBeVisible();
});

// @covers LIST-26
test('фильтры в листе считают лоты, пока их выбирают, и закрываются кнопкой назад @phone-only', async ({
  page,
  signIn,
  findsNothing,
}) => {
  await asSomebody(page, signIn, 'ru');
  await open(page, '/car-auction');
  await page.getByRole('button', { name: 'Фильтры' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Фильтры' });
  await expect(sheet.getByRole('button', { name: /^Показать \d/ })).toBeVisible();
  await findsNothing(page);
  const all = await textOf(sheet.getByRole('button', { name: /^Показать \d/ }));
  await sheet.getByLabel('Год, от').fill('2020');
  await expect(sheet.getByRole('button', { name: /^Показать \d/ })).not.toHaveText(all);
  await sheet.getByLabel('С', { exact: true }).pressSequentially('20269999');
  await expect(sheet.getByRole('alert')).toBeVisible();
  await expect(sheet.getByRole('button', { name: /^Показать/ })).toBeDisabled();
  await sheet.getByLabel('С', { exact: true }).fill('');
  await expect(sheet.getByRole('button', { name: /^Показать/ })).toBeEnabled();
  await sheet.getByRole('button', { name: /^Показать/ }).tap();
  await expect(page).toHaveURL(/yearFrom=2020/);
  await expect(sheet).toBeHidden();
  await page.getByRole('button', { name: 'Фильтры' }).tap();
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/yearFrom=2020/);
});

// @covers LIST-21, LIST-29, LIST-34
test('порядок, вид и быстрый поиск выбирают в листе фильтров @phone-only', async ({ page, signIn }) => {
  await asSomebody(page, signIn, 'ru');
  await open(page, '/bike-auctions');
  await page.getByRole('button', { name: 'Фильтры' }).tap();
  await page.getByRole('dialog', { name: 'Фильтры' }).getByRole('button', { name: 'По времени' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Сортировка' });
  await hasComeIn(sheet);
  await sheet.getByRole('button', { name: 'Карточки' }).tap();
  await sheet.getByRole('button', { name: 'Пробег' }).tap();
  await expect(page).toHaveURL(/sort=mileage&order=ASC/);
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('button', { name: 'Фильтры' }).tap();
  const filters = page.getByRole('dialog', { name: 'Фильтры' });
  await expect(filters.getByLabel('Искать по полю').locator('option')).toHaveCount(2);
  await filters.getByLabel('Искать по полю').selectOption('model');
  await filters.getByRole('search').getByRole('textbox').fill('ninja');
  await filters.getByRole('button', { name: /^Показать/ }).tap();
  await expect(page).toHaveURL(/sort=mileage.*search=model-ninja|search=model-ninja.*sort=mileage/);
  await expect(page.getByRole('article').first()).toContainText(/ninja/i);
});

// @covers SHELL-11, SHELL-17
test('первая машина начинается у верха, дни листаются, а разделы внизу ведут по порталу @phone-only', async ({
  page,
  signIn,
  sql,
}) => {
  await asSomebody(page, signIn, 'ru');
  await open(page, '/car-auction');
  const top = async () => Math.round((await lots(page).first().boundingBox())?.y ?? Number.NaN);
  expect(await top()).toBeLessThanOrEqual(130);
  // A swipe moves the days and not the page; while the reader scrolls down, the days are out of the way.
  const days = page.getByRole('group', { name: 'День торгов, время Японии' });
  const day = days.getByRole('button').last();
  await day.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollX)).toBe(0);
  await page.evaluate(() => {
    const scrolled = new Promise<void>((resolve) => addEventListener('scrollend', () => resolve(), { once: true }));
    Object.assign(globalThis, { scrolled });
  });
  await page.mouse.wheel(0, 900);
  // A turn before its end would only shorten the way down. Not by its length: a lot that changes moves the others.
  await page.evaluate(() => (globalThis as unknown as { scrolled: Promise<void> }).scrolled);
  await expect.poll(async () => (await day.boundingBox())?.y).toBeLessThan(30);
  await page.mouse.wheel(0, -200);
  await expect.poll(async () => (await day.boundingBox())?.y).toBeGreaterThan(30);
  await day.tap();
  await expect(page).toHaveURL(/date=\d{4}-\d\d-\d\d/);
  await expect(day).toHaveAttribute('aria-pressed', 'true');

  const tabs = page.getByRole('navigation', { name: 'Главные разделы' });
  await expect(tabs.getByRole('link', { name: 'Торги' })).toHaveAttribute('aria-current', 'page');
  for (const [name, address] of [
    ['Избранное', /favorites\/A$/],
    [/^Ставки/, /bids$/],
    [/^События/, /notifications$/],
  ] as const) {
    const tab = tabs.getByRole('link', { name });
    await tab.tap();
    await expect(page).toHaveURL(address);
    await expect(tab).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await tabs.getByRole('button', { name: 'Ещё' }).tap();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Платежи' })).toBeVisible();
  await page.goBack();
  await tabs.getByRole('link', { name: 'Торги' }).tap();
  // The bar of a lot takes their place.
  await page.goto(`/car-auction/${(await findLot(sql, `${UPCOMING_CAR} and average_price_yen is not null`)).id}`);
  await expect(page.getByRole('button', { name: /^(Сделать ставку|О ставке)$/ })).toBeVisible();
  await expect(tabs).toBeHidden();
  // The likely price is on the first screen, above that bar.
  const price = page
    .getByRole('region', { name: 'Вероятная цена' })
    .getByText(/^\d[\d\s]*¥/)
    .first();
  const bottomOf = async () => {
    const box = await price.boundingBox();
    return box ? box.y + box.height : Number.NaN;
  };
  await expect.poll(bottomOf).toBeLessThan((await page.locator('[data-edge]').boundingBox())?.y ?? 0);
});

test('лот на телефоне: действия в одном листе, ставка в нём же, назад закрывает @phone-only', async ({
  page,
  signIn,
  findsNothing,
}) => {
  await signIn(page, 'client2@demo.seri');
  await open(page, '/car-auction?sort=auctionDate&order=DESC');
  await lots(page)
    .first()
    .getByRole('button', { name: /^Действия/ })
    .tap();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('button', { name: 'Сравнить' })).toBeVisible();
  await findsNothing(page);
  await sheet.getByRole('button', { name: 'Сравнить' }).tap();
  await expect(page.getByRole('region', { name: 'Лоты для сравнения' })).toBeVisible();
  await expect(sheet).toHaveCount(0);
  await lots(page)
    .first()
    .getByRole('button', { name: /^Действия/ })
    .tap();
  await hasComeIn(sheet);
  await sheet.getByRole('button', { name: 'Сделать ставку' }).tap();
  await expect(sheet.getByRole('region').first()).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/car-auction/);
});
