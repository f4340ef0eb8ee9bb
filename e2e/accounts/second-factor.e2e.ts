import type { Page } from '@playwright/test';
import { appCode, wrongAppCode } from '../../server/src/testing/http/second-factor.ts';
import { expect, portalTest as test } from '../fixtures/fixtures.ts';
import type { Person } from '../fixtures/people.ts';
import { codeField, keepCodes, panelOf, secretOn, setUp } from '../fixtures/second-factor.ts';

const nextCode = (secret: string) => appCode(secret, 1);
/** Simulates a return a minute later, because the codes of this minute are used up. */
const aMinuteLater = 'update second_factors set last_step = 0 where user_id = $1';

async function typePassword(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/auth/login');
  await page.getByLabel(/^(Email|Электронная почта|Эл\. почта)$/).fill(email);
  await page.getByLabel(/^(Password|Пароль)$/).fill(password);
  await page.getByRole('button', { name: /^(Log in|Войти)$/ }).click();
  await expect(page).toHaveURL(/auth\/second-factor/);
}

// @covers ACCT-17
test('a client sets it up by keyboard alone, sees errors, and gets recovery codes and a mail', async ({
  page,
  person,
  signInAtProfile,
  findsNothing,
  mailTo,
}) => {
  const anna = await person();
  await signInAtProfile(page, anna.email, anna.password);
  await expect(panelOf(page)).toContainText('Off.');
  await page.getByRole('link', { name: 'Set up' }).press('Enter');

  await expect(page.getByRole('heading', { name: 'Set up the second factor' })).toBeVisible();
  await findsNothing(page);
  const password = page.getByLabel('Password', { exact: true });
  await password.press('Enter');
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription('Required field');
  await page.keyboard.type('not my password');
  await page.keyboard.press('Enter');
  await expect(password).toHaveAccessibleDescription(/password is wrong/);
  await expect(password).toBeFocused();
  await password.selectText();
  await page.keyboard.type(anna.password);
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Connect your app' })).toBeFocused();
  await expect(page.getByRole('img', { name: 'QR code with the key for your app' })).toBeVisible();
  await findsNothing(page);
  const secret = await secretOn(page);
  const code = codeField(page);
  while (!(await code.evaluate((field) => field === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.type('12345');
  await page.keyboard.press('Enter');
  await expect(code).toHaveAccessibleDescription('Invalid format');
  await code.selectText();
  await page.keyboard.type(wrongAppCode(secret));
  await page.keyboard.press('Enter');
  await expect(code).toHaveAccessibleDescription(/code is wrong/);
  await expect(code).toBeFocused();
  await code.selectText();
  await page.keyboard.type(appCode(secret));
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused();
  await expect(page.getByRole('listitem')).toHaveCount(10);
  await findsNothing(page);
  const finish = page.getByRole('button', { name: 'Finish' });
  await finish.press('Enter');
  const codesSaved = page.getByRole('checkbox', { name: 'I have saved the codes in a safe place' });
  await expect(codesSaved).toBeFocused();
  await expect(page.getByText('Save the codes, then tick the box')).toBeVisible();
  await codesSaved.press('Space');
  await finish.press('Enter');
  await expect(page).toHaveURL(/\/profile$/);
  await expect(panelOf(page)).toContainText('Recovery codes left: 10 of 10.');
  await mailTo(anna.email, /second factor/i);
});

// @covers ACCT-17
test('login requires the code, refuses a wrong one, accepts a pasted one with spaces, and opens the requested page', async ({
  page,
  person,
  signIn,
  sql,
  findsNothing,
}) => {
  const boris = await person();
  await signIn(page, boris.email, boris.password);
  await page.goto('/second-factor');
  const { secret } = await setUp(page, boris);
  await keepCodes(page);
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await expect(page).toHaveURL(/auth\/login/);
  await sql(aMinuteLater, [boris.userId]);

  await page.goto('/payments');
  await expect(page).toHaveURL(/auth\/login\?/);
  await page.getByLabel('Email').fill(boris.email);
  await page.getByLabel('Password', { exact: true }).fill(boris.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric');
  await findsNothing(page);
  expect((await page.request.get('/v1/user/view-profile')).status()).toBe(401);

  await page.keyboard.type(wrongAppCode(secret));
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toHaveAccessibleDescription(/code is wrong/);
  await expect(codeField(page)).toBeFocused();
  await codeField(page).fill(` ${appCode(secret).slice(0, 3)} ${appCode(secret).slice(3)} `);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/payments$/);
});

test('a recovery code logs in once; after five wrong codes the password is required again', async ({
  page,
  person,
  signIn,
  elsewhere,
}) => {
  const clara = await person();
  await signIn(page, clara.email, clara.password);
  await page.goto('/second-factor');
  const { codes } = await setUp(page, clara);
  await keepCodes(page);
  await expect(page).toHaveURL(/\/profile$/);

  const other = await (await elsewhere()).newPage();
  await typePassword(other, clara);
  await other.getByRole('button', { name: 'Use a recovery code' }).click();
  const field = other.getByLabel('Recovery code');
  await expect(field).toBeFocused();
  await field.fill((codes[4] ?? '').toLowerCase());
  await other.keyboard.press('Enter');
  await expect(other).toHaveURL(/car-auction/);
  await page.reload();
  await expect(panelOf(page)).toContainText('Recovery codes left: 9 of 10.');

  await other.context().clearCookies();
  await typePassword(other, clara);
  await other.getByRole('button', { name: 'Use a recovery code' }).click();
  for (let i = 0; i < 5; i++) {
    // The text of the previous attempt is still shown.
    const answer = other.waitForResponse('**/v1/auth/second-factor');
    await other.getByLabel('Recovery code').fill(codes[4] ?? '');
    await other.keyboard.press('Enter');
    await answer;
    await expect(other.getByLabel('Recovery code')).toHaveAccessibleDescription(/code is wrong/);
  }
  await other.getByLabel('Recovery code').fill(codes[5] ?? '');
  await other.keyboard.press('Enter');
  await expect(other.getByRole('alert')).toContainText('Enter your password again');
  await other.getByRole('link', { name: 'Enter the password again' }).click();
  await expect(other).toHaveURL(/auth\/login/);
});

test('in the profile the recovery codes are renewed and the second factor is removed', async ({
  page,
  person,
  signIn,
  sql,
  findsNothing,
  mailTo,
}) => {
  const dora = await person();
  await signIn(page, dora.email, dora.password);
  await page.goto('/second-factor');
  const { secret, codes } = await setUp(page, dora);
  await keepCodes(page);

  await page.getByRole('button', { name: 'New recovery codes' }).click();
  const renewal = page.getByRole('dialog', { name: 'New recovery codes' });
  await renewal.getByLabel('Password', { exact: true }).fill(dora.password);
  await findsNothing(page);
  await renewal.getByRole('button', { name: 'Create new codes' }).click();
  await expect(renewal.getByRole('listitem')).toHaveCount(10);
  await findsNothing(page);
  const renewed = await renewal.getByRole('listitem').allTextContents();
  expect(renewed.filter((code) => codes.includes(code))).toEqual([]);
  const download = page.waitForEvent('download');
  await renewal.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  await renewal.getByRole('checkbox').check();
  await renewal.getByRole('button', { name: 'Finish' }).click();
  await expect(renewal).toBeHidden();

  await sql(aMinuteLater, [dora.userId]);
  await page.getByRole('button', { name: 'Remove' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove the second factor' });
  await removal.getByLabel('Password', { exact: true }).fill(dora.password);
  await removal.getByLabel(/^Code from the app or recovery code/).fill(nextCode(secret));
  await findsNothing(page);
  await removal.getByRole('button', { name: 'Remove' }).click();
  await expect(panelOf(page)).toContainText('Off.');
  await mailTo(dora.email, /second factor/i);
});

test('on a phone, in Russian and dark, each step fits without axe findings @phone-only', async ({
  page,
  person,
  signIn,
  sql,
  findsNothing,
}) => {
  await page.addInitScript(() => localStorage.setItem('seri.language', 'ru'));
  const vera = await person({ language: 'ru', fullName: 'Иванова Вера Петровна' });
  await signIn(page, vera.email, vera.password);
  await page.goto('/second-factor');
  await expect(page.getByRole('heading', { name: 'Настройка второго фактора' })).toBeVisible();
  await findsNothing(page);
  await page.getByLabel(/^Пароль/).fill(vera.password);
  await page.getByRole('button', { name: 'Далее' }).click();
  const secret = await secretOn(page);
  await findsNothing(page);
  await codeField(page).fill(appCode(secret));
  await page.getByRole('button', { name: 'Включить' }).click();
  await expect(page.getByRole('heading', { name: 'Сохраните коды восстановления' })).toBeVisible();
  await findsNothing(page);
  await keepCodes(page);
  await expect(page.getByText('Осталось кодов восстановления: 10 из 10.')).toBeVisible();
  await findsNothing(page);

  await page.context().clearCookies();
  await sql(aMinuteLater, [vera.userId]);
  await typePassword(page, vera);
  await expect(codeField(page)).toBeFocused();
  await findsNothing(page);
  await page.getByRole('button', { name: 'Ввести код восстановления' }).click();
  await expect(page.getByLabel('Код восстановления')).toBeFocused();
  await findsNothing(page);
  await page.getByRole('button', { name: 'Ввести код из приложения' }).click();
  await codeField(page).fill(nextCode(secret));
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(page).toHaveURL(/car-auction/);
});
