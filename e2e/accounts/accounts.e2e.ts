import { expect, portalTest as test } from '../fixtures/fixtures.ts';
import { startOwnPortal } from '../fixtures/own-portal.ts';
import { fillSignUp, inRussian, logIn, newAddress, notice, PASSWORD, signUpForm } from '../fixtures/sign-up.ts';

const SIGN_UP = '/v1/auth/sign-up';

// @covers ACCT-03, ACCT-05, ACCT-07, SEC-05, SHELL-05, SHELL-23
test('a visitor signs up, follows the link of the mail, and logs in; the link works once', async ({
  page,
  mailTo,
  findsNothing,
}) => {
  const email = newAddress();
  await page.goto('/auth/sign-up');
  await expect(page.getByRole('heading', { name: 'Sign up' })).toBeVisible();
  await expect(notice(page)).toBeHidden();
  await findsNothing(page);
  await fillSignUp(page, { email });
  await signUpForm(page).submit.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Check your email: ${email}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('button', { name: /Send again in \d+ s/ })).toBeDisabled();
  await findsNothing(page);

  const mail = await mailTo(email);
  expect(mail.subject).toContain('Confirm your email address');
  const link = String(mail.link);
  const token = new URL(link).searchParams.get('token') ?? '';
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const named = [request.url(), ...Object.values(request.headers())].some((text) => text.includes(token));
    if (named && !request.url().startsWith(new URL(link).origin)) elsewhere.push(request.url());
  });
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  await expect(page).toHaveURL(/\/verify-email$/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(notice(page)).toBeVisible();
  await logIn(page, email, PASSWORD);
  await expect(page).toHaveURL(/car-auction/);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link has already been used, or has expired' })).toBeVisible();
  expect(elsewhere).toEqual([]);
  await findsNothing(page);
});

// @covers ACCT-03, ACCT-06
test('in Russian the rules of the form are Russian, and so are the mail and the page of its link @phone-only', async ({
  page,
  mailTo,
  findsNothing,
}) => {
  await inRussian(page);
  const email = newAddress();
  await page.goto('/auth/sign-up');
  const form = signUpForm(page, 'ru');
  await expect(form.country).toHaveValue('Российская Федерация');
  await findsNothing(page);
  await fillSignUp(page, { email, language: 'ru' });
  await expect(form.field('phone')).toHaveValue('+7 (916) 123-45-67');
  await form.field('name').fill('Нина Орлова');
  await form.field('city').focus();
  await expect(page.getByText('Введите фамилию, имя и отчество')).toBeVisible();
  await expect(form.submit).toBeDisabled();
  await form.field('name').fill('Орлова Нина Петровна');
  await form.submit.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Проверьте почту: ${email}`);
  await findsNothing(page);

  const mail = await mailTo(email);
  expect(mail.subject).toContain('Подтвердите адрес');
  await page.goto(String(mail.link));
  await expect(page.getByRole('heading', { name: 'Почта подтверждена' })).toBeVisible();
  await findsNothing(page);
});

// @covers ACCT-05
test('signing up with a known address looks the same, and a mail informs its owner', async ({
  page,
  person,
  mailTo,
}) => {
  const { email } = await person();
  await page.goto('/auth/sign-up');
  await fillSignUp(page, { email });
  await signUpForm(page).submit.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Check your email: ${email}`);
  expect((await mailTo(email)).subject).toContain('You already have an account');

  await page.getByRole('button', { name: 'Wrong address? Change it' }).click();
  await expect(signUpForm(page).field('email')).toHaveValue(email);
  await expect(signUpForm(page).field('password')).toHaveValue(PASSWORD);
});

// @covers ACCT-05, OTHER-03
test('the form is restored without its passwords until it is sent', async ({ page }) => {
  const email = newAddress();
  await page.goto('/auth/sign-up');
  await fillSignUp(page, { email });
  await page.reload();
  const form = signUpForm(page);
  await expect(form.field('name')).toHaveValue('Nina Orlova');
  await expect(form.field('email')).toHaveValue(email);
  await expect(form.field('phone')).toHaveValue('+81 45 123 4567');
  await expect(form.country).toHaveValue('Japan');
  await expect(form.field('city')).toHaveValue('Yokohama');
  await expect(form.terms).toBeChecked();
  await expect(form.field('password')).toHaveValue('');
  await expect(form.field('repeat')).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(PASSWORD);

  await form.field('password').fill(PASSWORD);
  await form.field('repeat').fill(PASSWORD);
  await form.submit.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Check your email');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(email);
});

// @covers A11Y-02, ACCT-20
test('sign-up works by keyboard alone: the first error takes the focus and is announced with its field', async ({
  page,
}) => {
  await page.goto('/auth/sign-up');
  const form = signUpForm(page);
  await form.submit.focus();
  await page.keyboard.press('Enter');
  await expect(form.field('name')).toBeFocused();
  await expect(form.field('name')).toHaveAccessibleDescription(/Required field/);
  await expect(page.getByText('Confirmation is required')).toBeVisible();

  const tab = () => page.keyboard.press('Tab');
  const type = (text: string) => page.keyboard.insertText(text);
  await type('Nina Orlova');
  await tab();
  await type('nina@');
  await tab();
  await expect(form.field('email')).toHaveAccessibleDescription(/Invalid email address/);
  await type('81451234567');
  await tab();
  await page.keyboard.type('japa');
  await expect(page.getByRole('option')).toHaveText(['Japan']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(form.country).toHaveValue('Japan');
  await tab();
  await type('Yokohama');
  await tab();
  await tab();
  await type('password1');
  await tab();
  await tab();
  await type('password1');
  await form.terms.focus();
  await page.keyboard.press('Space');
  await form.submit.focus();
  await page.keyboard.press('Enter');
  await expect(form.field('email')).toBeFocused();
  await form.field('email').fill(newAddress());
  await page.keyboard.press('Enter');
  // Only the server has the list of common passwords; its error is also shown at the field.
  await expect(form.field('password')).toBeFocused();
  await expect(form.field('password')).toHaveAccessibleDescription(/too common/);
});

test('a dropped connection preserves the entries, and a double click submits once', async ({ page, context }) => {
  await page.goto('/auth/sign-up');
  const form = signUpForm(page);
  await fillSignUp(page, { email: newAddress() });
  await context.setOffline(true);
  await form.submit.click();
  await expect(page.getByRole('alert')).toContainText('No connection to the server');
  await expect(form.submit).toBeFocused();
  await expect(form.field('password')).toHaveValue(PASSWORD);
  await context.setOffline(false);
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(SIGN_UP)) sent++;
  });
  await form.submit.dblclick();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Check your email');
  expect(sent).toBe(1);
});

test('the browser passes the human check invisibly; a check that does not load reports the failure', async ({
  browser,
}) => {
  const portal = await startOwnPortal();
  await portal.save({ humanCheck: 'proof' });
  const context = await browser.newContext({ baseURL: portal.url });
  const page = await context.newPage();
  const without = await page.request.post('/v1/auth/reset-password', { data: { email: newAddress() } });
  expect((await without.json()).messageCode).toBe('Recaptcha');
  await page.goto('/auth/sign-up');
  await fillSignUp(page, { email: newAddress() });
  await signUpForm(page).submit.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Check your email');

  await portal.save({ humanCheck: 'recaptcha', recaptchaSiteKey: 'a-site-key' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).hostname));
  await page.route('https://www.google.com/**', (route) => route.abort());
  await page.goto('/auth/login');
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  expect(asked).not.toContain('www.google.com');
  await page.goto('/auth/forgot-password');
  await expect(page.getByText('Recaptcha error. Please try again')).toBeVisible();
  await page.getByLabel('Email').fill(newAddress());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Recaptcha error. Please try again' })).toHaveCount(2);
  await context.close();
  await portal.stop();
});
