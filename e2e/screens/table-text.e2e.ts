import type { Page } from '@playwright/test';
import { expect, standsStill, test } from '../fixtures/fixtures.ts';
import { bidRows, newManager } from '../fixtures/manager-bids.ts';
import { bidAllNight } from '../fixtures/morning.ts';
import { newPerson } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';
import { measureText } from './measure-text.ts';

/** Content outside the tables has its own tests. */
const TABLES_ALONE = 'body :not(table, table *) { visibility: hidden } table { visibility: visible }';
const WIDTHS_PX = [1_366, 1_440, 1_600, 1_920, 2_560];

/** Cut or shortened text on the page at each of the widths. */
async function cutTextOn(page: Page, path: string, shown: () => Promise<void>) {
  const found: string[] = [];
  // Pictures are not measured: their frames exist before they load.
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await shown();
  // The content policy blocks style elements.
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
  }, TABLES_ALONE);
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: 1_000 });
    await standsStill(page);
    const faults = (await measureText(page)).filter(({ kind }) => ['cut', 'ellipsis', 'sideways'].includes(kind));
    found.push(...faults.map(({ kind, element, text, detail }) => `${width} ${kind} ${element}: ${text} (${detail})`));
  }
  return found.map((fault) => `${path} ${fault}`);
}

/** The tables of a manager with their addresses. */
const MANAGER_TABLES = [
  '/archive-bids',
  '/bid-manager/day',
  '/bid-manager/clients',
  '/bid-manager/deposits',
  '/bid-manager/purchases',
  '/bid-manager/imports',
  '/bid-manager/names',
  '/bid-manager/words',
];
const CLIENT_TABLES = ['/bids', '/archive-bids', '/payments', '/purchased-cars'];
const LISTINGS = ['/car-auction', '/oneprice', '/sales-statistic', '/bike-auctions', '/bike-statistics'];

/** A list that is empty in the demonstration shows a text instead of its table. */
const isShown = async (page: Page) => {
  await page.locator('main :is(table, h2, h3, p, li)').filter({ visible: true }).first().waitFor();
  await expect(page.getByRole('status', { name: /^(Loading|Загру)/ }).filter({ visible: true })).toHaveCount(0);
};

const readIn = (page: Page, language: 'en' | 'ru') =>
  page.addInitScript((value) => localStorage.setItem('seri.language', value), language);

// `npm test` measures the columns of the bid manager (bid-decisions.e2e.ts) and a sample of screens (looks.e2e.ts).
for (const language of ['en', 'ru'] as const) {
  test(`bid manager: lot number, auction house, time, chassis and prices are complete at every width (${language}) @looks`, async ({
    page,
    signIn,
    sql,
  }) => {
    const manager = await newManager(sql);
    const { userId } = await newPerson(readDemonstration().databaseUrl, { fullName: 'Wide Valley' });
    await bidAllNight(sql, userId, 20);
    await sql(
      'update bids set adjustment_yen = 15000, amount_yen = 12350000 where id in (select id from bids where user_id = $1 limit 6)',
      [userId],
    );
    await signIn(page, manager.email, manager.password);
    await readIn(page, language);
    const shown = () => expect(bidRows(page)).toHaveCount(20);
    expect(await cutTextOn(page, `/bid-manager?user=${userId}`, shown)).toEqual([]);
  });

  test(`tables of a manager cut no text at every width (${language}) @looks`, async ({ page, signIn }) => {
    await signIn(page, 'manager@demo.seri');
    await readIn(page, language);
    const found: string[] = [];
    for (const path of MANAGER_TABLES) found.push(...(await cutTextOn(page, path, () => isShown(page))));
    expect(found).toEqual([]);
  });

  test(`tables and listings of a client and a dealer cut no text at every width (${language}) @looks`, async ({
    page,
    signIn,
  }) => {
    const found: string[] = [];
    await signIn(page, 'client@demo.seri');
    await readIn(page, language);
    for (const path of [...CLIENT_TABLES, ...LISTINGS])
      found.push(...(await cutTextOn(page, path, () => isShown(page))));
    await page.context().clearCookies();
    await signIn(page, 'dealer@demo.seri');
    found.push(...(await cutTextOn(page, '/dealer-bids', () => isShown(page))));
    expect(found).toEqual([]);
  });
}
