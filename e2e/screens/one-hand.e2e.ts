import type { Locator, Page } from '@playwright/test';
import { isEasy } from '../fixtures/easy.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { CLIENT, findLot, UPCOMING_CAR } from '../fixtures/lot-fixture.ts';
import { bidOn, newManager } from '../fixtures/manager-bids.ts';

const PHONE = { width: 390, height: 844 };
const THUMB_REACHES_PX = PHONE.height / 2;

const sheetOf = (page: Page) => page.getByRole('dialog').last();
const boxOf = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

const scrollIn = (sheet: Locator, to: 0 | 1) =>
  sheet.evaluate((one, place) => {
    for (const part of [one, ...one.querySelectorAll('*')])
      if (/auto|scroll/.test(getComputedStyle(part).overflowY)) part.scrollTop = place * part.scrollHeight;
  }, to);

/**
 * Checks that the sheet is at the bottom, its head is sticky, and its main action is within reach of the thumb, also at
 * large text sizes.
 */
async function isUnderThumb(page: Page, name: string, main?: RegExp): Promise<void> {
  const sheet = sheetOf(page);
  await expect(sheet).toBeVisible();
  await isEasy(page, 44, name, async () => {
    const close = sheet.getByRole('button', { name: 'Закрыть' }).first();
    await scrollIn(sheet, 1);
    await expect(close).toBeInViewport({ ratio: 1 });
    await expect.poll(async () => Math.round((await boxOf(sheet)).y + (await boxOf(sheet)).height)).toBe(PHONE.height);
    await scrollIn(sheet, 0);
    if (!main) return;
    const action = sheet.getByRole('button', { name: main });
    await expect(action).toBeInViewport({ ratio: 1 });
    expect((await boxOf(action)).y, `${name}: its main action`).toBeGreaterThan(THUMB_REACHES_PX);
  });
}

const closings: Record<'drag' | 'back' | 'cross', (page: Page) => Promise<unknown>> = {
  drag: async (page) => {
    const { x, y } = await boxOf(sheetOf(page));
    await page.mouse.move(x + 195, y + 14);
    await page.mouse.down();
    await page.mouse.move(x + 195, y + 60);
    await page.mouse.move(x + 195, y + 160);
    await page.mouse.up();
  },
  back: (page) => page.goBack(),
  cross: (page) => sheetOf(page).getByRole('button', { name: 'Закрыть' }).first().tap(),
};

async function closes(page: Page, how: keyof typeof closings): Promise<void> {
  const address = page.url();
  await closings[how](page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(page.url()).toBe(address);
}

// @covers A11Y-04
test('листы клиента: под большим пальцем, закрываются движением, кнопкой и назад @phone-only', async ({
  page,
  signIn,
  sql,
}) => {
  await page.addInitScript(() => localStorage.setItem('seri.language', 'ru'));
  await signIn(page, CLIENT);
  await page.goto('/car-auction?maker=TOYOTA');
  const button = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name });

  await button('Фильтры').tap();
  await isUnderThumb(page, 'filters', /^Показать/);
  await closes(page, 'drag');
  await button('Фильтры').tap();
  await sheetOf(page).getByRole('button', { name: 'По времени' }).tap();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await isUnderThumb(page, 'sorting');
  await closes(page, 'back');
  await button(/^Действия/)
    .first()
    .tap();
  await isUnderThumb(page, 'what to do with a lot');
  await closes(page, 'cross');

  const lot = await findLot(sql, UPCOMING_CAR, 8);
  await page.goto(`/car-auction/${lot.id}`);
  await page
    .locator('[data-edge]')
    .getByRole('button', { name: /^(Сделать ставку|О ставке)$/ })
    .tap();
  await isUnderThumb(page, 'the bid', /^Сделать ставку$/);
  await closes(page, 'drag');
});

test('листы менеджера: статус, ставка, клиент, чат; вопрос закрывается раньше того, что под ним @phone-only @looks', async ({
  page,
  signIn,
  sql,
}) => {
  const manager = await newManager(sql);
  const { lot } = await bidOn(sql, 1, 600);
  await page.addInitScript(() => localStorage.setItem('seri.language', 'ru'));
  await signIn(page, manager.email, manager.password);
  await page.goto(`/bid-manager?lotNo=${lot.lot_no}`);
  const card = page.getByRole('article');

  await page.getByRole('button', { name: 'Все статусы' }).tap();
  await isUnderThumb(page, 'all statuses');
  await closes(page, 'back');
  await page.getByRole('button', { name: /^Фильтры/ }).tap();
  await isUnderThumb(page, 'filters of bids', /^Показать/);
  await closes(page, 'drag');
  await card.getByRole('button', { name: /^Изменить ставку/ }).tap();
  await isUnderThumb(page, 'the bid of a client', /^Сохранить$/);
  await closes(page, 'drag');
  await card.getByRole('button', { name: 'Ann Archer' }).tap();
  await isUnderThumb(page, 'a client');
  await closes(page, 'back');
  await card.getByRole('button', { name: /^Чат/ }).tap();
  await isUnderThumb(page, 'the chat', /^Отправить/);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await card.getByRole('button', { name: /^Статус ставки/ }).tap();
  await isUnderThumb(page, 'the status of a bid');
  await sheetOf(page).getByRole('button', { name: 'Отклонена' }).tap();
  await expect(sheetOf(page)).toContainText('Новая → Отклонена');
  await isUnderThumb(page, 'a question', /^Подтвердить$/);
  await closes(page, 'back');
  await expect(card.getByRole('button', { name: /^Статус ставки .*: Новая/ })).toBeVisible();
});
