import type { Page } from '@playwright/test';
import { expect, portalTest as test } from '../fixtures/fixtures.ts';

// @covers ACCT-11, ACCT-23, ASVS-6.2.6, ASVS-6.2.7, SHELL-08
test('changes a password by keyboard alone: errors at their fields, other browsers signed out, the new one valid', async ({
  page,
  person,
  signInAtProfile,
  elsewhere,
}) => {
  const anna = await person();
  const other = await (await elsewhere()).newPage();
  await signInAtProfile(other, anna.email, anna.password);
  await signInAtProfile(page, anna.email, anna.password);
  await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Password' }).press('Enter');

  const old = page.getByLabel(/^Old password/);
  const fresh = page.getByLabel(/^New password(?! again)/);
  const repeat = page.getByLabel(/^Repeat new password/);
  await expect(old).toHaveAttribute('autocomplete', 'current-password');
  await expect(fresh).toHaveAttribute('autocomplete', 'new-password');
  await old.press('Enter');
  await expect(old).toBeFocused();
  await expect(old).toHaveAccessibleDescription('Required field');
  await page.keyboard.type('not the old one');
  await fresh.fill('12345');
  await page.keyboard.press('Tab');
  await expect(fresh).toHaveAccessibleDescription(/Must contain more than 6 characters/);
  await fresh.fill('a calm evening in Kobe');
  await repeat.fill('a calm evening in Nara');
  await repeat.press('Enter');
  await expect(repeat).toBeFocused();
  await expect(repeat).toHaveAccessibleDescription('Passwords do not match');
  await repeat.fill('a calm evening in Kobe');
  await repeat.press('Enter');
  await expect(old).toBeFocused();
  await expect(old).toHaveAccessibleDescription(/password is wrong/);
  await old.pressSequentially('x');
  await expect(old).not.toHaveAccessibleDescription(/password is wrong/);
  await old.fill(anna.password);
  await page.getByRole('button', { name: 'Show password' }).first().press('Enter');
  await expect(old).toHaveAttribute('type', 'text');
  await old.press('Enter');
  await expect(page.getByText('You are logged out on all other devices.')).toBeVisible();
  for (const field of [old, fresh, repeat]) await expect(field).toHaveValue('');

  await expiredIn(other);
  await signInAtProfile(other, anna.email, 'a calm evening in Kobe');
  await page.reload();
  await expect(page.getByText('Your password is changed')).toHaveCount(0);
});

/** The screen of a browser that was signed out from elsewhere. */
async function expiredIn(other: Page): Promise<void> {
  const expired = other.getByRole('dialog');
  await expect(expired).toContainText('Your session has expired');
  await expired.getByRole('button', { name: 'Log in again' }).click();
  await expect(other).toHaveURL(/auth\/login/);
}

// @covers ACCT-02, ACCT-17, OTHER-08
test('a client sees their sessions, signs out one device, then all others, which react at once', async ({
  page,
  person,
  signInAtProfile,
  elsewhere,
}) => {
  const anna = await person();
  const onPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Mobile/15E148 Safari/604.1';
  const others: Page[] = [];
  for (const userAgent of [onPhone, undefined, undefined]) {
    const other = await (await elsewhere(userAgent ? { userAgent } : undefined)).newPage();
    await signInAtProfile(other, anna.email, anna.password);
    others.push(other);
  }
  const [phone, second] = others as [Page, Page];
  await signInAtProfile(page, anna.email, anna.password);
  const devices = page.getByRole('listitem').filter({ hasText: /last active/ });
  await expect(devices).toHaveCount(4);
  await expect(devices.first()).toContainText(/Chrome on \w+ this device/);
  await expect(devices.first()).toContainText(/10\.\d+\.\d+\.\d+ · last active \d+ \w+ \d\d:\d\d, Japan time/);
  await expect(devices.first()).toContainText('Your time: ');
  await expect(devices.first().getByRole('button')).toHaveCount(0);

  await page.getByRole('button', { name: /^Log out: Safari on iPhone, 10\./ }).press('Enter');
  await expect(devices).toHaveCount(3);
  await expect(page.getByRole('heading', { name: 'Where you are logged in' })).toBeFocused();
  await expiredIn(phone);

  await page.getByRole('button', { name: 'Log out all other devices' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await expect(devices).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Log out all other devices' })).toHaveCount(0);
  await expiredIn(second);
});
