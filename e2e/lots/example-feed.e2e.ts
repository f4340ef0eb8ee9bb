import type { Locator, Page } from '@playwright/test';
import { importExampleFeed, startWorkerOf } from '../fixtures/example-feed.ts';
import { expect } from '../fixtures/fixtures.ts';
import { ownPortalTest as test } from '../fixtures/own-portal.ts';
import { databaseAt } from '../fixtures/people.ts';

/** Its sheet says 81,000 km, the list 61,000; the trim 13G is not a word that the reader knows. */
const LOT = 4047;
/** The worker reads sheets one by one. */
const READ_MS = 120_000;

test.setTimeout(240_000);

const isShown = (image: Locator) =>
  expect
    .poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 8), { timeout: 30_000 })
    .toBe(true);

/** Opens the lot at its translated sheet; sections below the screen are drawn when they come near. */
async function openTranslation(page: Page, at: string, names: { sheet: string; translated: string }): Promise<Locator> {
  await page.goto(at);
  const sheet = page.getByRole('region', { name: names.sheet });
  await sheet.scrollIntoViewIfNeeded();
  await sheet.getByRole('button', { name: names.translated }).click();
  return sheet;
}

test('an empty portal gets the example feed: photos, a translated sheet, a contradiction, a correction that is learned @phone-only @looks', async ({
  page,
  portal,
  person,
  signIn,
  elsewhere,
  findsNothing,
}) => {
  const { db } = databaseAt(portal.databaseUrl);
  const manager = await person({ role: 'manager', fullName: 'Maria Mori' });
  const managerPage = await (
    await elsewhere({ viewport: { width: 1440, height: 900 }, baseURL: portal.url })
  ).newPage();
  await signIn(managerPage, manager.email, manager.password);
  await managerPage.goto('/bid-manager/imports');
  await expect(managerPage.getByRole('heading', { name: 'No source is connected yet' })).toBeVisible();
  expect(await importExampleFeed(portal)).toContain('20 written');
  const worker = startWorkerOf(portal);
  try {
    const { id } = await db.selectFrom('lots').select('id').where('lot_no', '=', LOT).executeTakeFirstOrThrow();
    const at = `/car-auction/${id}`;

    const client = await person({ language: 'ru' });
    await signIn(page, client.email, client.password);
    await page.goto('/car-auction');
    await expect(page.getByRole('link', { name: /HONDA FIT/ }).first()).toBeVisible({ timeout: 30_000 });
    await isShown(page.getByRole('main').locator('img').first());
    const sheet = await openTranslation(page, at, { sheet: 'Аукционный лист', translated: 'Перевод' });
    const note = sheet.getByRole('note', { name: 'Лист и список расходятся' });
    await expect(note).toContainText(/в листе 81\s000\sкм, в списке 61\s000\sкм/, { timeout: READ_MS });
    await expect(note).not.toContainText('Общая оценка');
    const odometer = note.getByRole('button', { name: 'Увеличить фото одометра' });
    await isShown(odometer.locator('img'));
    await odometer.click();
    await isShown(page.getByRole('dialog', { name: 'Фото одометра' }).getByRole('img'));
    await page.keyboard.press('Escape');
    await isShown(sheet.getByRole('img', { name: /^Аукционный лист/ }));
    const items = sheet.getByRole('region', { name: 'Что прочитано на листе' });
    await expect(items.getByText('Серебристый')).toBeVisible();
    await expect(items.getByText('13G')).toHaveCount(0);
    await findsNothing(page);

    // The screen follows by itself.
    const source = managerPage
      .getByRole('region', { name: 'Sources' })
      .getByRole('listitem')
      .filter({ hasText: 'example' });
    await expect(source).toContainText('+20 today', { timeout: 15_000 });
    const open = managerPage
      .getByRole('region', { name: 'Contradictions' })
      .getByRole('listitem')
      .filter({ hasText: '4047' });
    await expect(open).toContainText(/61\s000\skm/);
    await isShown(open.getByRole('img', { name: 'On the sheet: Mileage' }));
    await isShown(open.getByRole('button', { name: 'Enlarge the photo of the odometer' }).locator('img'));
    await findsNothing(managerPage);
    await open.getByRole('button', { name: `Use sheet: lot ${LOT} Aoba Tokyo` }).click();
    await expect(open).toHaveCount(0);

    // The example has no sheet that is too small: another one is made to be.
    const readOthers = () =>
      db
        .selectFrom('sheet_readings')
        .select('id')
        .where('state', '=', 'read')
        .where('lot_id', '<>', id)
        .orderBy('id')
        .executeTakeFirst();
    await expect.poll(readOthers, { timeout: READ_MS, intervals: [1_000] }).toBeDefined();
    const other = await readOthers();
    await db
      .updateTable('sheet_readings')
      .set({ state: 'failed', problem: 'TooSmall' })
      .where('id', '=', other?.id ?? 0)
      .execute();
    await source.getByRole('button', { name: 'What failed at example' }).click({ timeout: 15_000 });
    await source.getByRole('link', { name: 'Review: Too small to read' }).click();
    const rows = managerPage.getByRole('main').getByRole('link').filter({ hasText: 'Aoba Tokyo' });
    await expect(rows).toHaveCount(1);
    await managerPage.getByRole('button', { name: 'Remove Too small to read' }).click();
    await managerPage.getByText('Partly read').click();
    await expect(managerPage.getByRole('button', { name: 'Remove Source: example' })).toBeVisible();
    await findsNothing(managerPage);
    await rows.filter({ hasText: String(LOT) }).click();
    await isShown(managerPage.getByRole('img', { name: 'The auction sheet' }));
    const trim = managerPage.getByRole('listitem').filter({ hasText: 'Trim' });
    await trim.getByRole('button', { name: 'Edit' }).click();
    const form = managerPage.getByRole('form', { name: 'Correct Trim' });
    await form.getByLabel('Original text, in Japanese').fill('13G');
    await form.getByLabel('In English').fill('13G grade');
    await form.getByLabel('In Russian').fill('комплектация 13G');
    await form.getByRole('button', { name: 'Save the correction' }).click();
    await expect(form).toHaveCount(0);
    const learned = await db.selectFrom('glossary_words').select(['field', 'ja', 'en', 'ru']).execute();
    expect(learned).toEqual([{ field: 'grade', ja: '13G', en: '13G grade', ru: 'комплектация 13G' }]);

    const checked = await openTranslation(page, at, { sheet: 'Аукционный лист', translated: 'Перевод' });
    await expect(checked.getByText('комплектация 13G')).toBeVisible({ timeout: 30_000 });
    await expect(checked.getByRole('note')).toContainText(/Менеджер подтвердил/);
    await expect(page.getByRole('main')).toContainText(/81\s000\sкм/);
    const english = await openTranslation(managerPage, at, { sheet: 'Auction sheet', translated: 'Translated' });
    await expect(english.getByText('13G grade')).toBeVisible({ timeout: 30_000 });
    await expect(english.getByText('Silver', { exact: true })).toBeVisible();
  } finally {
    await worker.stop();
  }
});
