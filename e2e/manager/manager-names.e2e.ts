import { randomUUID } from 'node:crypto';
import { importOldLots } from '../fixtures/feed-lots.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { newManager } from '../fixtures/manager-bids.ts';
import { newPerson } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

// @covers OPS-06
test('a manager merges a new maker, sees its lots renamed, and undoes it', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const id = randomUUID().slice(0, 8).toUpperCase();
  const [maker, model] = [`TOYTA ${id}`, `MODEL ${id}`];
  await importOldLots(id, [{ maker, model }, { maker }]);
  const makers = async () =>
    (await sql<{ maker: string }>('select maker from lots where source = $1', [`story-${id}`])).map((lot) => lot.maker);
  const manager = await newManager(sql);
  await signIn(page, manager.email, manager.password);
  await page.goto('/bid-manager');
  await page.getByRole('link', { name: /^Names( \d+)?$/ }).click();
  const search = page.getByRole('textbox', { name: 'Part of a name' });
  await search.fill(id);
  const row = page.getByRole('listitem').filter({ hasText: maker });
  await expect(row).toContainText('2 lots');
  await expect(row.getByRole('link')).toContainText('Seri Demo Hall');
  await findsNothing(page);

  await row.getByRole('button', { name: `Merge: ${maker}` }).click();
  const choosing = page.getByRole('dialog', { name: `Merge ${maker} into…` });
  await expect(choosing).toBeVisible();
  await findsNothing(page);
  await choosing.getByRole('textbox', { name: 'Find a maker' }).fill('TOYOT');
  await page.getByRole('option', { name: 'TOYOTA', exact: true }).click();
  const asked = page.getByRole('dialog', { name: `Merge ${maker} into TOYOTA?` });
  await expect(asked).toContainText('2 lots, current and past, will be renamed');
  await findsNothing(page);
  await asked.getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByRole('heading', { name: 'No name matches' })).toBeVisible();
  await expect.poll(makers).toEqual(['TOYOTA', 'TOYOTA']);

  await page.getByRole('button', { name: 'Merged', exact: true }).click();
  await expect(row).toContainText(`${maker} → TOYOTA`);
  await expect(row).toContainText(/Decided by/);
  await expect(row).toContainText('2 lots');
  await row.getByRole('button', { name: `Unmerge: ${maker}` }).click();
  const undo = page.getByRole('dialog', { name: `Unmerge ${maker} from TOYOTA?` });
  await undo.getByRole('button', { name: 'Unmerge' }).click();
  await expect(undo).toBeHidden();
  await expect.poll(makers).toEqual([maker, maker]);

  await page.getByRole('button', { name: 'New', exact: true }).click();
  await row.getByRole('button', { name: `Keep as it is: ${maker}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep as it is' }).click();
  await expect(row).toBeHidden();
  await page.getByRole('button', { name: /^Models/ }).click();
  await expect(page.getByRole('listitem').filter({ hasText: `${maker} ${model}` })).toContainText('1 lot');

  await page.route('**/v1/feed/names?*', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'The names could not be loaded' })).toBeVisible();
  await findsNothing(page);
});

test('on a phone a manager finds a new color and merges it @phone-only @looks', async ({
  page,
  signIn,
  findsNothing,
}) => {
  const id = randomUUID().slice(0, 8).toUpperCase();
  const color = `СИНИЙ ${id}`;
  await importOldLots(id, [{ color }]);
  const manager = await newPerson(readDemonstration().databaseUrl, { role: 'manager', language: 'ru' });
  await signIn(page, manager.email, manager.password);
  await page.goto('/bid-manager/names?kind=color');
  await page.getByRole('textbox', { name: 'Часть названия' }).fill(id);
  const row = page.getByRole('listitem').filter({ hasText: color });
  await expect(row).toContainText('1 лот');
  await findsNothing(page);
  await row.getByRole('button', { name: `Объединить: ${color}` }).click();
  const choosing = page.getByRole('dialog', { name: `С чем объединить ${color}?` });
  await choosing.getByRole('textbox', { name: 'Найти цвет' }).fill('BLU');
  await page.getByRole('option', { name: 'BLUE', exact: true }).click();
  const asked = page.getByRole('dialog', { name: `Объединить ${color} с BLUE?` });
  await expect(asked).toContainText('Будет переименовано в фоне, включая прошедшие: 1 лот');
  await findsNothing(page);
  await asked.getByRole('button', { name: 'Объединить' }).click();
  await expect(page.getByRole('heading', { name: 'Ничего не найдено' })).toBeVisible();
  await findsNothing(page);
});
