import { randomUUID } from 'node:crypto';
import { expect, test } from '../fixtures/fixtures.ts';
import { newManager } from '../fixtures/manager-bids.ts';
import { newPerson } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

// @covers OPS-05
test('a manager finds a client, sees how their money is counted, changes a limit in place and a right, and sees both in the log', async ({
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
  await page.getByText('How this is counted').click();
  await expect(page.getByText('No open bids, so nothing is reserved.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'How they bid' })).toContainText('0 bids');
  const credit = page.getByRole('textbox', { name: 'Credit limit' });
  await credit.fill('3000000');
  await credit.press('Escape');
  await expect(credit).toHaveValue('0');
  await credit.fill('2000000');
  await expect(page.getByText(/could then bid 1\s990\s000\s¥/)).toBeVisible();
  await credit.press('Enter');
  const reason = page.getByRole('textbox', { name: 'Reason, for the change log' });
  await expect(reason).toBeFocused();
  await expect(page.getByText('Say in one line why you change the limit')).toBeVisible();
  await findsNothing(page);
  await reason.fill('Paid five cars on time');
  await reason.press('Enter');
  await expect(reason).toBeHidden();
  await expect(page.getByText(/Limits: Credit limit 0\s¥ → 2\s000\s000\s¥/)).toContainText('Paid five cars on time');
  await expect(page.getByRole('region', { name: 'Free to bid now' })).toContainText(/Free\s+1\s990\s000/);

  await page.getByRole('heading', { name: 'Permissions' }).click();
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
