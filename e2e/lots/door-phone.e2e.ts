import { expect, test } from '../fixtures/fixtures.ts';
import { newPerson } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

// @covers DOOR-02, DOOR-04
test('на телефоне: список в пределах бюджета по сумме под ключ, та же сумма у лота, потом другой порт @phone-only', async ({
  page,
  signIn,
  sql,
}) => {
  const anna = await newPerson(readDemonstration().databaseUrl, { language: 'ru' });
  await sql(`insert into client_doors (user_id, destination, buyer, currency) values ($1, 'RUVVO', 'person', 'KES')`, [
    anna.userId,
  ]);
  await signIn(page, anna.email, anna.password);
  await page.goto('/car-auction?sort=door&order=ASC&doorTo=2000000&importable=1');
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox') });
  const totalOf = async (place: number) => /\d[\d\s]*(?=\sKES)/.exec((await rows.nth(place).textContent()) ?? '')?.[0];
  await expect(rows.first()).toContainText('KES');
  const totals = [await totalOf(0), await totalOf(1), await totalOf(2)].map((text) =>
    Number(text?.replaceAll(/\s/g, '')),
  );
  expect(totals[0]).toBeGreaterThan(0);
  expect(totals.toSorted((a, b) => a - b)).toEqual(totals);

  const total = await totalOf(0);
  await rows.first().getByRole('link').first().tap();
  const block = page.locator('details', { has: page.getByRole('heading', { name: /^Под ключ/ }) });
  await expect(block.locator('summary')).toContainText(`${total}`);
  await block.getByRole('combobox', { name: 'Место назначения' }).selectOption('NZAKL');
  await expect(block.getByRole('heading', { name: 'Под ключ, Окленд' })).toBeVisible();
  await expect(block.locator('summary')).not.toContainText(`${total}`);
});
