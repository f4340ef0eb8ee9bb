import { randomInt, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { importPrivateLots } from '../fixtures/feed-lots.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { asSomebody } from '../fixtures/listing.ts';
import { staysInWidth } from '../fixtures/page-width.ts';

interface Wanted {
  line: string;
  /** The filters that the line means. */
  params: RegExp[];
  lot: { maker: string; model: string; year: number } & Record<string, unknown>;
}

/** Lines as buyers type them, and a lot that each of them means. */
const LINES: Wanted[] = [
  {
    line: 'крузак 2015 дизель до 4 млн',
    params: [/model=LAND(%20|\+)CRUISER(&|$)/, /fuel=diesel/, /yearFrom=2015&yearTo=2015/, /startPriceTo=4000000/],
    lot: { maker: 'TOYOTA', model: 'LAND CRUISER', year: 2015, fuel: 'diesel', startPrice: 3_600_000 },
  },
  {
    line: 'nbox white under 80k km',
    params: [/maker=HONDA/, /color=WHITE/, /mileageTo=80000/],
    lot: { maker: 'HONDA', model: 'N-BOX', year: 2019, color: 'WHITE', mileage: 45_000 },
  },
  {
    line: 'プリウス 2018',
    params: [/model=PRIUS(&|$)/, /yearFrom=2018&yearTo=2018/],
    lot: { maker: 'TOYOTA', model: 'PRIUS', year: 2018 },
  },
  {
    line: 'alphard black 2019-2021',
    params: [/model=ALPHARD(&|$)/, /color=BLACK/, /yearFrom=2019&yearTo=2021/],
    lot: { maker: 'TOYOTA', model: 'ALPHARD', year: 2020, color: 'BLACK' },
  },
  {
    line: 'вэзел от 2019 до 90 тыс км',
    params: [/model=VEZEL(&|$)/, /yearFrom=2019(&|$)/, /mileageTo=90000/],
    lot: { maker: 'HONDA', model: 'VEZEL', year: 2021, mileage: 62_000 },
  },
];
const BOX = { en: 'Search in your own words', ru: 'Поиск своими словами' };
const SOON_MS = 4 * 60 * 60_000;

const box = (page: Page, language: keyof typeof BOX) => page.getByRole('combobox', { name: BOX[language] });

for (const [language, tags] of [
  ['en', '@phone @looks'],
  ['ru', '@phone @desktop-looks'],
] as const) {
  // @covers FIND-04, FIND-05
  test(`five lines in three languages lead from an empty page to an opened lot (${language}) ${tags}`, async ({
    page,
    signIn,
    context,
  }, { project }) => {
    test.slow();
    const person = await asSomebody(page, signIn, language);
    const auctionDate = new Date(Date.now() + SOON_MS).toISOString();
    const lots = LINES.map(({ lot }) => ({ ...lot, auctionDate, lotNo: randomInt(1_000_000, 9_000_000) }));
    await importPrivateLots(randomUUID().slice(0, 8), person.userId, lots);
    for (const [at, { line, params, lot }] of LINES.entries())
      await test.step(line, async () => {
        await page.goto('/car-auction');
        await box(page, language).fill(line);
        const first = page.getByRole('listbox', { name: BOX[language] }).getByRole('option').first();
        await expect(first).toContainText(lot.model);
        await expect(first).toContainText(/[1-9]\d* (lot|лот)/);
        await staysInWidth(page);
        await (project.name === 'phone' ? first.tap() : box(page, language).press('Enter'));
        await expect(page).toHaveURL((url) => params.every((wanted) => wanted.test(url.search)));
        await expect(box(page, language)).toHaveValue('');
        const link = page.locator('main a[data-lot]').filter({ hasText: String(lots[at]?.lotNo) });
        await expect(link).toBeVisible();
        const opened = context.waitForEvent('page');
        await link.click();
        const lotPage = await opened;
        await expect(lotPage.getByRole('heading', { name: `${lot.maker} ${lot.model}` }).first()).toBeVisible();
        await lotPage.close();
      });
  });
}

// @covers FIND-04
test('a line names the words that are no filter, and an unknown one never empties the page', async ({
  page,
  signIn,
  findsNothing,
}) => {
  await asSomebody(page, signIn);
  await page.goto('/car-auction');
  const note = page.locator('search').getByRole('status').first();
  await box(page, 'en').fill('toyota blorpmobile 2016+');
  await box(page, 'en').press('Enter');
  await expect(page).toHaveURL(/maker=TOYOTA/);
  await expect(note).toContainText(/blorpmobile.*left out/);
  await findsNothing(page);
  for (const line of ['🚗🚗🚗', "'; drop table lots; --", 'x'.repeat(300)]) {
    await page.goto('/car-auction');
    await box(page, 'en').fill(line);
    await box(page, 'en').press('Enter');
    await expect(note).toContainText(/Nothing here is a filter/);
    await expect(page.locator('tbody tr').first()).toBeVisible();
  }
});

// @covers FIND-05
test('suggestions answer to arrows, Escape and an input method, and a used line is offered again', async ({
  page,
  signIn,
}) => {
  await asSomebody(page, signIn);
  await page.goto('/car-auction');
  const field = box(page, 'en');
  const options = page.getByRole('listbox', { name: BOX.en }).getByRole('option');
  await field.fill('white pri');
  await expect(options.nth(1)).toBeVisible();
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await field.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  expect(await field.getAttribute('aria-activedescendant')).toBe(await options.nth(1).getAttribute('id'));
  await field.press('Escape');
  await expect(options.first()).toBeHidden();
  await expect(field).toHaveValue('white pri');
  // Enter that ends a composition belongs to the input method.
  await field.dispatchEvent('compositionstart');
  await field.press('Enter');
  await field.dispatchEvent('compositionend');
  await expect(page).not.toHaveURL(/maker=/);
  await field.fill('toyota 2016+');
  await field.press('Enter');
  await expect(page).toHaveURL(/maker=TOYOTA.*yearFrom=2016/);
  await page.goto('/car-auction');
  await field.click();
  await expect(options.first()).toContainText('TOYOTA');
  await options.first().click();
  await expect(page).toHaveURL(/maker=TOYOTA.*yearFrom=2016/);
});
