import type { Locator, Page } from '@playwright/test';
import { importExampleFeed, startWorkerOf } from '../fixtures/example-feed.ts';
import { expect } from '../fixtures/fixtures.ts';
import { ownPortalTest as test } from '../fixtures/own-portal.ts';
import { databaseAt } from '../fixtures/people.ts';

/** Its sheet says 81,000 km, the list 61,000; the trim 13G is not a word that the reader knows. */
const LOT = 4047;
/** The worker reads the sheet first. */
const READ_MS = 120_000;

test.setTimeout(240_000);

const isShown = (image: Locator) =>
  expect
    .poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0), { timeout: 30_000 })
    .toBe(true);

/** Opens the lot at its translated sheet; sections below the screen are drawn when they come near. */
async function openTranslation(page: Page, at: string, names: { sheet: string; translated: string }): Promise<Locator> {
  await page.goto(at);
  const sheet = page.getByRole('region', { name: names.sheet });
  await sheet.scrollIntoViewIfNeeded();
  await sheet.getByRole('button', { name: names.translated }).click();
  return sheet;
}

// @covers FACT-05, FACT-07, FACT-10, LOT-07
test('an empty portal gets the example feed: photos, a translated sheet, a contradiction, a correction that is learned @phone-only', async ({
  page,
  portal,
  person,
  signIn,
  elsewhere,
  findsNothing,
}) => {
  const { db } = databaseAt(portal.databaseUrl);
  const client = await person({ language: 'ru' });
  await signIn(page, client.email, client.password);
  await page.goto('/car-auction');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('HONDA FIT')).toHaveCount(0);
  expect(await importExampleFeed(portal)).toContain('20 written');
  const worker = startWorkerOf(portal);
  try {
    const lot = await db.selectFrom('lots').select('id').where('lot_no', '=', LOT).executeTakeFirstOrThrow();
    const at = `/car-auction/${lot.id}`;
    await page.goto('/car-auction');
    const card = page.getByRole('link', { name: /HONDA FIT/ }).first();
    await expect(card).toBeVisible({ timeout: 30_000 });
    await isShown(page.getByRole('main').locator('img').first());
    await findsNothing(page);

    const sheet = await openTranslation(page, at, { sheet: 'Аукционный лист', translated: 'Перевод' });
    const note = sheet.getByRole('note', { name: 'Лист и список расходятся' });
    await expect(note).toContainText(/в листе 81\s000\sкм, в списке 61\s000\sкм/, { timeout: READ_MS });
    await expect(note).not.toContainText('Общая оценка');
    await isShown(sheet.getByRole('img', { name: /^Аукционный лист/ }));
    const items = sheet.getByRole('region', { name: 'Что прочитано на листе' });
    await expect(items.getByText('シルバー')).toBeVisible();
    await expect(items.getByText('Серебристый')).toBeVisible();
    await expect(items.getByText('13G')).toHaveCount(0);
    await findsNothing(page);

    const manager = await person({ role: 'manager', fullName: 'Maria Mori' });
    const desk = await (await elsewhere({ viewport: { width: 390, height: 844 }, baseURL: portal.url })).newPage();
    await signIn(desk, manager.email, manager.password);
    await desk.goto('/bid-manager/sheets');
    await desk.getByRole('link', { name: new RegExp(`${LOT} Aoba Tokyo`) }).click();
    await isShown(desk.getByRole('img', { name: 'The auction sheet' }));
    await findsNothing(desk);
    await desk.getByRole('button', { name: /^Sheet: 81\s000\skm/ }).click();
    await expect(desk.getByText('Which one is right?')).toHaveCount(0);
    const trim = desk.getByRole('listitem').filter({ hasText: 'Trim' });
    await trim.getByRole('button', { name: 'Edit' }).click();
    const form = desk.getByRole('form', { name: 'Correct Trim' });
    await form.getByLabel('Original text, in Japanese').fill('13G');
    // Typed text is not lost with a tap on a link.
    await desk.getByRole('link', { name: 'All sheets to review' }).click();
    await desk.getByRole('button', { name: 'Keep editing' }).click();
    await form.getByLabel('In English').fill('13G grade');
    await form.getByLabel('In Russian').fill('комплектация 13G');
    await form.getByRole('button', { name: 'Save the correction' }).click();
    await expect(form).toHaveCount(0);
    await expect(desk.getByText('Everything on this sheet is checked.')).toBeVisible();

    const learned = await db.selectFrom('glossary_words').select(['field', 'ja', 'en', 'ru']).execute();
    expect(learned).toEqual([{ field: 'grade', ja: '13G', en: '13G grade', ru: 'комплектация 13G' }]);
    const checked = await openTranslation(page, at, { sheet: 'Аукционный лист', translated: 'Перевод' });
    await expect(checked.getByText('комплектация 13G')).toBeVisible({ timeout: 30_000 });
    await expect(checked.getByRole('note')).toContainText(/Менеджер подтвердил/);
    await expect(page.getByRole('main')).toContainText(/81\s000\sкм/);
    const english = await openTranslation(desk, at, { sheet: 'Auction sheet', translated: 'Translated' });
    await expect(english.getByText('13G grade')).toBeVisible({ timeout: 30_000 });
    await expect(english.getByText('Silver', { exact: true })).toBeVisible();
  } finally {
    await worker.stop();
  }
});
