import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { importPrivateLots } from '../fixtures/feed-lots.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { newManager } from '../fixtures/manager-bids.ts';
import { newPerson, type Person } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

const DATABASE = readDemonstration().databaseUrl;
const newId = () => randomUUID().slice(0, 8).toUpperCase();
type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Ends the pause after the last count, which is many times as long as that took. */
const endPause = (sql: Sql) => sql('update vehicle_word_countings set took_ms = 0');

/** The worker counts the terms of an import. */
const isCounted = (sql: Sql, word: string) =>
  expect
    .poll(() => endPause(sql).then(() => sql('select from vehicle_word_counts where key = $1', [word])), {
      timeout: 60_000,
    })
    .toHaveLength(1);

async function fillTranslation(page: Page, word: string, en: string, ru: string): Promise<void> {
  const form = page.getByRole('dialog', { name: `Translate ${word}` });
  await form.getByRole('textbox', { name: 'In English' }).fill(en);
  await form.getByRole('textbox', { name: 'In Russian' }).fill(ru);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
}

/** An unknown color, on one lot that one client may see. */
async function newColor(sql: Sql): Promise<{ id: string; color: string; anna: Person }> {
  await endPause(sql);
  const id = newId();
  const color = `DUST ${id}`;
  const anna = await newPerson(DATABASE);
  await importPrivateLots(id, anna.userId, [{ maker: `STORY ${id}`, color, model: 'ONE' }]);
  return { id, color, anna };
}

// @covers OPS-06
test('a manager translates an unknown color, a client reads it, and it is corrected', async ({
  page,
  signIn,
  sql,
  elsewhere,
  findsNothing,
}) => {
  test.setTimeout(120_000);
  const { id, color, anna } = await newColor(sql);
  await isCounted(sql, color);
  const manager = await newManager(sql);
  await signIn(page, manager.email, manager.password);
  await page.goto('/bid-manager');
  await page.getByRole('link', { name: 'Glossary', exact: true }).click();
  await page.getByRole('textbox', { name: 'Part of a word' }).fill(id);
  const row = page.getByRole('listitem').filter({ hasText: color });
  await expect(row).toContainText('1 lot');
  await findsNothing(page);

  await row.getByRole('button', { name: `Translate ${color}` }).click();
  const form = page.getByRole('dialog', { name: `Translate ${color}` });
  await form.getByRole('textbox', { name: 'In English' }).fill(`Space dust ${id}`);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('textbox', { name: 'In Russian' })).toBeFocused();
  await expect(form).toContainText('This field is required');
  await findsNothing(page);
  await fillTranslation(page, color, `Space dust ${id}`, `Звёздная пыль ${id}`);
  await expect(page.getByRole('heading', { name: 'No word matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Yours', exact: true }).click();
  await expect(row).toContainText(`Space dust ${id} · Звёздная пыль ${id}`);
  await expect(row).toContainText(/Written by/);

  const client = await (await elsewhere()).newPage();
  await signIn(client, anna.email, anna.password);
  await client.goto(`/car-auction?maker=STORY%20${id}`);
  await expect(client.getByText(`Space dust ${id}`).filter({ visible: true }).first()).toBeVisible();
  const [lot] = await sql<{ id: string }>('select id::text from lots where source = $1', [`story-${id}`]);
  await client.goto(`/car-auction/${lot?.id}`);
  await expect(client.getByRole('main')).toContainText(`Space dust ${id}`);

  await row.getByRole('button', { name: `Correct ${color}` }).click();
  await fillTranslation(page, color, `Moon dust ${id}`, `Лунная пыль ${id}`);
  await expect(row).toContainText(`Moon dust ${id}`);
});

// @covers OPS-06
test('an earlier translation is restored, and after removal the term is shown as the auction house wrote it', async ({
  page,
  signIn,
  sql,
  elsewhere,
  findsNothing,
}) => {
  const { id, color, anna } = await newColor(sql);
  const manager = await newManager(sql);
  await signIn(page, manager.email, manager.password);
  for (const [en, ru] of [
    ['Space dust', 'Звёздная пыль'],
    ['Moon dust', 'Лунная пыль'],
  ]) {
    const data = { kind: 'color', word: color, en: `${en} ${id}`, ru: `${ru} ${id}` };
    expect((await page.request.post('/v1/feed/write-word', { data })).status()).toBe(200);
  }
  await page.goto('/bid-manager/words?state=own');
  await page.getByRole('textbox', { name: 'Part of a word' }).fill(id);
  const row = page.getByRole('listitem').filter({ hasText: color });
  await expect(row).toContainText(`Moon dust ${id}`);
  await row.getByRole('button', { name: `History of ${color}` }).click();
  const history = page.getByRole('dialog', { name: `History of ${color}` });
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await findsNothing(page);
  await history.getByRole('button', { name: /^Restore: Space dust/ }).click();
  const asked = page.getByRole('dialog', { name: `Restore an earlier translation of ${color}?` });
  await asked.getByRole('button', { name: 'Restore' }).click();
  await expect(asked).toBeHidden();
  await expect(row).toContainText(`Space dust ${id}`);

  await row.getByRole('button', { name: `Remove: ${color}` }).click();
  const undo = page.getByRole('dialog', { name: `Remove your translation of ${color}?` });
  await expect(undo).toBeVisible();
  await findsNothing(page);
  await undo.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'No word matches' })).toBeVisible();
  const client = await (await elsewhere()).newPage();
  await signIn(client, anna.email, anna.password);
  await client.goto(`/car-auction?maker=STORY%20${id}`);
  await expect(client.getByText(color).filter({ visible: true }).first()).toBeVisible();
});

test('terms that fail to load show an error', async ({ page, signIn, sql, findsNothing }) => {
  const manager = await newManager(sql);
  await signIn(page, manager.email, manager.password);
  await page.route('**/v1/feed/words?*', (route) => route.abort());
  await page.goto('/bid-manager/words');
  await expect(page.getByRole('heading', { name: 'The words could not be loaded' })).toBeVisible();
  await findsNothing(page);
});

test('on a phone a manager adds an equipment term and reads it on a lot in Russian @phone-only @looks', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const id = newId();
  const anna = await newPerson(DATABASE);
  await importPrivateLots(id, anna.userId, [{ maker: `STORY ${id}`, equip: `AC WARP${id}` }]);
  const manager = await newPerson(DATABASE, { role: 'manager', language: 'ru' });
  await signIn(page, manager.email, manager.password);
  await page.goto('/bid-manager/words?kind=equipment&state=own');
  await findsNothing(page);
  await page.getByRole('button', { name: 'Добавить оснащение' }).click();
  const form = page.getByRole('dialog', { name: 'Добавить оснащение' });
  await form.getByRole('textbox', { name: 'Слово' }).fill(`WARP ${id}`);
  await form.getByRole('textbox', { name: 'По-английски' }).fill('Warp drive');
  await form.getByRole('textbox', { name: 'По-русски' }).fill(`Варп-двигатель ${id}`);
  await form.getByRole('button', { name: 'Сохранить' }).click();
  await expect(form).toContainText('Лоты проверяются по словам');
  await findsNothing(page);
  await form.getByRole('textbox', { name: 'Слово' }).fill(`WARP${id}`);
  await form.getByRole('button', { name: 'Сохранить' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: `WARP${id}` })).toContainText(
    'Warp drive · Варп-двигатель',
  );
  await findsNothing(page);
  const [lot] = await sql<{ id: string }>('select id::text from lots where source = $1', [`story-${id}`]);
  await page.goto(`/car-auction/${lot?.id}`);
  await expect(page.getByRole('main')).toContainText(`Кондиционер, Варп-двигатель ${id}`);
});
