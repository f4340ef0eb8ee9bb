import { randomUUID } from 'node:crypto';
import { expect, portalTest, test } from '../fixtures/fixtures.ts';
import { newPerson } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

test('a visitor signs up in the demonstration, finds the mail and follows its link', async ({ page, findsNothing }) => {
  const email = `visitor-${randomUUID().slice(0, 8)}@people.example`;
  const password = `quiet harbour ${randomUUID().slice(0, 8)}`;
  await page.goto('/auth/sign-up');
  await page.getByLabel('Full name').fill('Wendy Visitor');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Mobile phone').fill('447700900123');
  await page.getByLabel('City').fill('Bristol');
  await page.getByRole('combobox', { name: 'Country' }).click();
  await page.getByRole('option', { name: 'United Kingdom' }).click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Repeat password').fill(password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: `Check your email: ${email}` })).toBeVisible();

  await page.getByRole('link', { name: 'View demo emails' }).click();
  await expect(page.getByRole('heading', { name: 'Demo inbox' })).toBeVisible();
  // It appears automatically on the open page.
  const row = page.getByRole('listitem').filter({ hasText: email });
  await expect(row).toContainText('Confirm the address');
  await findsNothing(page);
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Confirm your email address for Seri' })).toBeFocused();
  await findsNothing(page);

  await page.getByRole('link', { name: 'Show as in an email program' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible();
  await page.goBack();

  await page.getByRole('link', { name: /\/verify-email\?token=/ }).click();
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  expect(page.url()).not.toContain('token');
});

test('in Russian on a phone, the list is replaced by the mail and returns @phone', async ({
  page,
  sql,
  findsNothing,
}) => {
  const ivan = await newPerson(readDemonstration().databaseUrl, { language: 'ru' });
  // Only the mails of this account are listed.
  await sql('update users set is_demo = true where id = $1', [ivan.userId]);
  const [row] = await sql<{ id: number }>(
    `with mail as (insert into mails (kind, user_id, data) values ('password_changed', $1, '{}') returning id)
     select graphile_worker.add_job('send_mail', json_build_object('mailId', id)) is not null as queued, id from mail`,
    [ivan.userId],
  );
  await page.addInitScript(() => localStorage.setItem('seri.language', 'ru'));
  await page.goto('/demo/mail');
  await expect(page.getByRole('heading', { name: 'Демо-почта' })).toBeVisible();
  const mail = page.getByRole('listitem').filter({ hasText: ivan.email });
  await expect(mail).toContainText('Ваш пароль в Seri изменён');
  await findsNothing(page);
  await mail.getByRole('link').click();
  await expect(page).toHaveURL(`/demo/mail?id=${row?.id}`);
  await expect(page.getByRole('heading', { name: 'Ваш пароль в Seri изменён' })).toBeFocused();
  await findsNothing(page);
  if (page.viewportSize()?.width === 390) {
    await expect(mail).toBeHidden();
    await page.getByRole('link', { name: 'Все письма' }).click();
    await expect(mail).toBeVisible();
  }
});

// @covers OTHER-08
test('a missing mail and an empty list show a notice', async ({ page }) => {
  await page.goto('/demo/mail?id=999999');
  await expect(page.getByRole('alert')).toContainText('This email could not be loaded');
  await page.route('**/v1/demo/mail', (route) => route.fulfill({ json: { items: [] } }));
  await page.goto('/demo/mail');
  await expect(page.getByRole('heading', { name: 'No emails yet' })).toBeVisible();
});

portalTest('outside a demonstration the page does not exist', async ({ page }) => {
  await page.goto('/demo/mail');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});
