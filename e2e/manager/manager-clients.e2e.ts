import { randomUUID } from 'node:crypto';
import { expect, test } from '../fixtures/fixtures.ts';
import { newManager } from '../fixtures/manager-bids.ts';
import { newPerson } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

// @covers OPS-05
test('a manager finds a client, changes limits and rights after a confirmation, and sees the change in the log', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const fullName = `Nina ${randomUUID().slice(0, 8)}`;
  const client = await newPerson(readDemonstration().databaseUrl, { fullName });
  const manager = await newManager(sql);
  await signIn(page, manager.email, manager.password);
  await page.goto('/bid-manager');
  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name, company, email or number' }).fill(fullName);
  await expect(page.getByRole('row')).toHaveCount(2);
  await findsNothing(page);
  await page.getByRole('link', { name: fullName }).click();

  await expect(page.getByRole('heading', { name: fullName })).toBeVisible();
  await findsNothing(page);
  await page.getByRole('button', { name: 'Change limits' }).click();
  await page.getByRole('textbox', { name: 'Credit limit' }).fill('2000000');
  await page.getByRole('button', { name: 'Save' }).click();
  const asked = page.getByRole('dialog', { name: `Change the limits of ${fullName}?` });
  await expect(asked).toContainText(/0\s¥ → 2\s000\s000\s¥/);
  await findsNothing(page);
  await asked.getByRole('button', { name: 'Save' }).click();
  await expect(asked).toBeHidden();
  await expect(page.getByText(/Limits: Credit limit 0\s¥ → 2\s000\s000\s¥/)).toBeVisible();

  await page.getByRole('switch', { name: 'Can share lots' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Permissions: Can share lots off')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Can share lots' })).not.toBeChecked();
  const [kept] = await sql<{ yen: number; shares: boolean }>(
    `select credit_limit_yen::integer as yen, (permissions ->> 'shareCar')::boolean as shares
       from bid_clients join users on users.id = user_id where user_id = $1`,
    [client.userId],
  );
  expect(kept).toEqual({ yen: 2_000_000, shares: false });
});

test('on a phone a manager creates a client, who gets a mail @phone-only', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const manager = await newPerson(readDemonstration().databaseUrl, { role: 'manager', language: 'ru' });
  const email = `new-${randomUUID().slice(0, 8)}@people.example`;
  await signIn(page, manager.email, manager.password);
  await page.goto('/bid-manager/clients');
  await findsNothing(page);
  await page.getByRole('button', { name: 'Новый клиент' }).click();
  const form = page.getByRole('form', { name: 'Новый клиент' });
  await form.getByRole('button', { name: 'Создать и отправить письмо' }).click();
  await expect(form.getByRole('textbox', { name: 'Электронная почта' })).toBeFocused();
  await form.getByRole('textbox', { name: 'Электронная почта' }).fill(email);
  await form.getByRole('textbox', { name: 'Полное имя' }).fill('Иванов Иван Иванович');
  await findsNothing(page);
  await form.getByRole('button', { name: 'Создать и отправить письмо' }).click();
  await expect(page.getByRole('heading', { name: 'Иванов Иван Иванович' })).toBeVisible();
  await findsNothing(page);
  const mails = await sql(
    `select from mails join users on users.id = user_id where email = $1 and mails.kind = 'reset_password'`,
    [email],
  );
  expect(mails).toHaveLength(1);
});
