import type { Page } from '@playwright/test';
import type { Sql } from '../fixtures/bidding.ts';
import { hasRoom, isEasy } from '../fixtures/easy.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { CLIENT, findLot, MANAGER, SOLD_CAR, STOCK_CAR, UPCOMING_CAR } from '../fixtures/lot-fixture.ts';
import { bidOn, bidRows, newManager } from '../fixtures/manager-bids.ts';
import { measureText } from './measure-text.ts';

const OF_STRANGERS = ['/auth/login', '/auth/sign-up', '/auth/forgot-password', '/terms'];
const OF_CLIENTS = [
  '/car-auction',
  '/sales-statistic',
  '/oneprice',
  '/bike-auctions',
  '/favorites/A',
  '/bids',
  '/archive-bids',
  '/purchased-cars',
  '/payments',
  '/notifications',
  '/profile',
];
const OF_MANAGERS = [
  '/bid-manager/clients',
  '/bid-manager/clients/2',
  '/bid-manager/deposits',
  '/bid-manager/deposits/2',
  '/bid-manager/purchases',
  '/bid-manager/purchases/1',
  '/bid-manager/names',
  '/bid-manager/words',
  '/bid-manager/imports',
];

/** Screens of data on this portal. */
const OF_EXAMPLES: Record<'strangers' | 'clients' | 'managers', (sql: Sql) => Promise<string[]>> = {
  strangers: async () => [],
  clients: async (sql) => [
    `/car-auction/${(await findLot(sql, UPCOMING_CAR, 8)).id}`,
    `/oneprice/${(await findLot(sql, STOCK_CAR)).id}`,
    `/sales-statistic/${(await findLot(sql, SOLD_CAR)).id}`,
  ],
  managers: async (sql) => {
    const { lot } = await bidOn(sql, 2, 600);
    const [at] = await sql<{ day: string }>('select auction_day::text as day from lots where id = $1', [lot.id]);
    return [`/bid-manager?lotNo=${lot.lot_no}`, `/bid-manager/day?day=${at?.day}`];
  },
};

/** Animations longer than an instant in spite of reduced motion. */
const stillMoving = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const longest = (text: string) => Math.max(...text.split(',').map((one) => Number.parseFloat(one)));
    return [...document.querySelectorAll('body *')]
      .filter((element) => {
        const style = getComputedStyle(element);
        const moves = style.animationName !== 'none' && longest(style.animationDuration) > 0.01;
        return moves || longest(style.transitionDuration) > 0.01 || style.scrollBehavior === 'smooth';
      })
      .map((element) => element.outerHTML.slice(0, 80));
  });

// @covers A11Y-02, A11Y-04
for (const [who, email, paths, tags] of [
  ['strangers', null, OF_STRANGERS, '@phone'],
  ['clients', CLIENT, OF_CLIENTS, '@phone @desktop-looks'],
  ['managers', MANAGER, OF_MANAGERS, '@phone @looks'],
] as const)
  test(`the screens of ${who}: no motion when reduced, large targets, complete text, nothing lost at 200 % ${tags}`, async ({
    page,
    signIn,
    sql,
  }, info) => {
    // Many screens in one test.
    test.setTimeout(180_000);
    const isPhone = info.project.name === 'phone';
    if (isPhone) await page.addInitScript(() => localStorage.setItem('seri.language', 'ru'));
    await page.emulateMedia({ reducedMotion: 'reduce' });
    if (email) await signIn(page, email);
    for (const path of [...paths, ...(await OF_EXAMPLES[who](sql))]) {
      await page.goto(path);
      await page.locator('h1').first().waitFor();
      expect(await stillMoving(page), path).toEqual([]);
      await isEasy(page, isPhone ? 44 : 24, path);
      if (isPhone) await expect.soft.poll(() => measureText(page), { message: `text of ${path}` }).toEqual([]);
    }
  });

// @covers A11Y-04
test('the bid manager and its dialogs: targets large enough for a pointer', async ({ page, signIn, sql }) => {
  const manager = await newManager(sql);
  const { lot } = await bidOn(sql, 1, 600);
  await signIn(page, manager.email, manager.password);
  await page.goto(`/bid-manager?lotNo=${lot.lot_no}`);
  const row = bidRows(page).first();
  const dialog = page.getByRole('dialog');
  await expect(row).toBeVisible();
  await isEasy(page, 24, 'the bid manager');
  for (const [name, opener] of [
    ['the bid of a client', row.getByRole('button', { name: /^Edit the bid/ })],
    ['a client', row.getByRole('button', { name: 'Ann Archer' })],
    ['the chat', row.getByRole('button', { name: /^Chat/ })],
  ] as const) {
    await opener.press('Enter');
    await expect(dialog).toBeVisible();
    await hasRoom(page, 24, name);
    await dialog.getByRole('button', { name: 'Close' }).last().press('Enter');
    await expect(dialog).toHaveCount(0);
  }
});
