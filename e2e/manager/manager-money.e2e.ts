import { randomUUID } from 'node:crypto';
import { boughtBy, transferOf } from '../fixtures/bought.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { newManager } from '../fixtures/manager-bids.ts';
import { newPerson } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

// @covers OPS-05, PAY-10
test('a manager assigns a transfer to its client, books a deposit once and reverses it', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const fullName = `Rita ${randomUUID().slice(0, 8)}`;
  const client = await newPerson(readDemonstration().databaseUrl, { fullName });
  const code = `C-${String(client.userId).padStart(4, '0')}`;
  const reference = `deposit ${randomUUID().slice(0, 8)}`;
  await transferOf(`story-${reference}`, reference, 150_000);
  const manager = await newManager(sql);
  await signIn(page, manager.email, manager.password);
  await page.goto('/bid-manager');
  await page.getByRole('link', { name: /^Deposits( \d+)?$/ }).click();
  const waiting = page.getByRole('listitem').filter({ hasText: reference });
  await waiting.getByRole('button', { name: /^Assign to a client/ }).click();
  const choosing = page.getByRole('dialog', { name: 'Which client sent this transfer?' });
  await expect(choosing).toBeVisible();
  await findsNothing(page);
  await choosing.getByRole('textbox', { name: 'Name, company, email or number' }).fill(fullName);
  await page.getByRole('option', { name: new RegExp(fullName) }).click();
  const asked = page.getByRole('dialog', { name: new RegExp(`^Book 150\\s000\\s¥ for ${fullName}, ${code}\\?$`) });
  await expect(asked).toContainText(reference);
  await asked.getByRole('button', { name: 'Book' }).click();
  // While a dialog closes, the content below is still hidden, and it has a search of its own.
  await expect(choosing).toBeHidden();
  await expect(asked).toBeHidden();
  await expect(waiting).toBeHidden();

  await page.getByRole('textbox', { name: 'Name, company, email or number' }).fill(fullName);
  await page.getByRole('link', { name: fullName }).click();
  await expect(page.getByRole('region', { name: 'Balance and limits' })).toContainText(/150\s000/);
  await page.getByRole('button', { name: 'Book money' }).click();
  const form = page.getByRole('form', { name: 'Booking' });
  await form.getByRole('button', { name: 'Book' }).click();
  await expect(form.getByRole('textbox', { name: /^Amount/ })).toBeFocused();
  await form.getByRole('textbox', { name: /^Amount/ }).fill('250000');
  await form.getByRole('textbox', { name: 'Description' }).fill('Deposit, second part');
  await findsNothing(page);
  await form.getByRole('button', { name: 'Book' }).click();
  const sure = page.getByRole('dialog', { name: new RegExp(`^Deposit: 250\\s000\\s¥ for ${fullName}, ${code}\\?$`) });
  await expect(sure).toContainText(/150\s000\s¥ → 400\s000\s¥/);
  await findsNothing(page);
  await sure.getByRole('button', { name: 'Book' }).click();
  await expect(form).toBeHidden();
  const booked = page.getByRole('listitem').filter({ hasText: 'Deposit, second part' });
  await expect(booked).toHaveCount(1);
  await findsNothing(page);

  await booked.getByRole('button', { name: /^Reverse/ }).click();
  const undo = page.getByRole('dialog', { name: /^Reverse 250\s000\s¥ of/ });
  await undo.getByRole('button', { name: 'Reverse' }).click();
  await expect(undo).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: 'Reversal: Deposit, second part' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Balance and limits' })).toContainText(/150\s000/);
  const [kept] = await sql<{ yen: number }>('select balance_yen::integer as yen from bid_clients where user_id = $1', [
    client.userId,
  ]);
  expect(kept).toEqual({ yen: 150_000 });
});

test('on a phone a manager finds a client’s money and a purchase with all its actions @phone-only @looks', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const fullName = `Тест ${randomUUID().slice(0, 8)}`;
  const client = await newPerson(readDemonstration().databaseUrl, { fullName, language: 'ru' });
  await boughtBy(sql, client);
  const manager = await newPerson(readDemonstration().databaseUrl, { role: 'manager', language: 'ru' });
  await signIn(page, manager.email, manager.password);
  await page.goto('/bid-manager/deposits');
  await page.getByRole('textbox', { name: 'Имя, компания, почта или номер' }).fill(fullName);
  await expect(page.getByRole('row')).toHaveCount(2);
  await findsNothing(page);
  await page.getByRole('link', { name: fullName }).click();
  await page.getByRole('button', { name: 'Провести деньги' }).click();
  await expect(page.getByRole('form', { name: 'Проводка' })).toBeVisible();
  await findsNothing(page);
  await page.getByRole('link', { name: 'Покупки', exact: true }).last().click();
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(fullName) })
    .click();
  await expect(page.getByRole('heading', { name: 'Документы для экспорта' })).toBeVisible();
  for (const name of ['Изменить доставку', 'Добавить документ']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('form', { name })).toBeVisible();
  }
  await findsNothing(page);
});
