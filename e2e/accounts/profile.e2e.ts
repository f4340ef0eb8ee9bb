import type { Page } from '@playwright/test';
import { expect, portalTest as test } from '../fixtures/fixtures.ts';
import type { Person } from '../fixtures/people.ts';
import { logIn } from '../fixtures/sign-up.ts';

const edit = (page: Page) => page.getByRole('button', { name: /^(Edit|Изменить)$/ });
const saved = (page: Page) => page.getByRole('status').filter({ hasText: /^(Saved|Сохранено)$/ });
const profileOf = async (page: Page) => (await (await page.request.get('/v1/user/view-profile')).json()).detail;
const bidEmails = (page: Page) => page.getByRole('switch', { name: /^(Emails about bids|Письма о ставках)$/ });
const isInView = (page: Page, texts: RegExp[]) =>
  Promise.all(texts.map((text) => expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()));

// @covers ACCT-10, ACCT-22, OTHER-08, SHELL-08, SHELL-22
test('a client edits the profile by keyboard alone: the first invalid field gets the focus, the new name appears everywhere', async ({
  page,
  person,
  signInAtProfile,
}) => {
  const anna = await person();
  await signInAtProfile(page, anna.email, anna.password);
  await edit(page).press('Enter');
  const name = page.getByLabel('Name');
  const mobile = page.getByLabel('Mobile phone');
  await expect(name).toBeFocused();
  await name.fill('  ');
  await page.keyboard.press('Tab');
  await expect(name).toHaveAccessibleDescription('Required field');
  await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(/contact your manager/);
  await expect(page.getByLabel('Email', { exact: true })).not.toBeEditable();
  await mobile.fill('12345');
  await mobile.press('Enter');
  await expect(name).toBeFocused();
  await expect(mobile).toHaveAccessibleDescription('Invalid phone number');

  await page.keyboard.type('Bertha Brown');
  const country = page.getByRole('combobox', { name: 'Country' });
  await country.fill('Nowhere');
  await expect(page.getByText('Empty', { exact: true })).toBeVisible();
  await country.fill('Japa');
  await expect(page.getByRole('option')).toHaveText(['Japan']);
  await country.press('ArrowDown');
  await country.press('Enter');
  await expect(country).toHaveValue('Japan');
  // Seven digits with letters: only the server refuses it.
  await mobile.fill('1234567 ext');
  await mobile.press('Enter');
  await expect(mobile).toBeFocused();
  await expect(mobile).toHaveAccessibleDescription(/phone number/);
  await mobile.fill('+7 999 123 45 67');
  await mobile.press('Enter');

  await expect(saved(page)).toBeVisible();
  await expect(edit(page)).toBeFocused();
  await isInView(page, [/^\+7 \(999\) 123-45-67$/, /^Japan$/]);
  await expect(page.getByRole('button', { name: /^Account Bertha Brown/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Bertha Brown' })).toBeVisible();
  await expect(saved(page)).toHaveCount(0);
  expect(await profileOf(page)).toMatchObject({ fullName: 'Bertha Brown', countryId: 392, email: anna.email });
});

// @covers ACCT-10, ACCT-22
test('a stray key or click loses no input, and leaving restores the page', async ({
  page,
  person,
  signInAtProfile,
}) => {
  const { email, password } = await person();
  await signInAtProfile(page, email, password);
  await edit(page).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(edit(page)).toBeFocused();

  await edit(page).click();
  await page.getByLabel('City').fill('Nakhodka');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard the changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('City')).toHaveValue('Nakhodka');
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Payments' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await page.goBack();
  await expect(edit(page)).toBeVisible();
  await expect(page.getByText('Nakhodka')).toHaveCount(0);
});

// @covers NOTIF-01
test('saves the mail settings once after a pause, when leaving the page or the tab; a refusal reverts them', async ({
  page,
  person,
  signInAtProfile,
}) => {
  const { email, password } = await person();
  await signInAtProfile(page, email, password);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/user/update-setting')) sent.push(request.postData() ?? '');
  });
  const wished = () => sent.map((body) => JSON.parse(body).bidEmailNotify);
  const savedChoice = async () => (await profileOf(page)).bidEmailNotify;

  await bidEmails(page).evaluate((field: HTMLElement) => [1, 2, 3].map(() => field.click()));
  await expect(saved(page)).toBeVisible();
  expect(wished()).toEqual([false]);
  expect(await savedChoice()).toBe(false);

  await bidEmails(page).press('Space');
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Payments' }).click();
  await expect.poll(savedChoice).toBe(true);

  await page.goBack();
  await bidEmails(page).press('Space');
  await page.goto('about:blank');
  await expect.poll(savedChoice).toBe(false);

  await page.goto('/profile');
  const isRefused = Promise.withResolvers<void>();
  await page.route('**/v1/user/update-setting', async (route) => {
    await isRefused.promise;
    await route.abort();
  });
  await bidEmails(page).press('Space');
  await expect(bidEmails(page)).toBeChecked();
  isRefused.resolve();
  await expect(page.getByText(/No connection/).last()).toBeVisible();
  await expect(bidEmails(page)).not.toBeChecked();
  expect(await savedChoice()).toBe(false);
});

// @covers L10N-02
test('the account stores a language set in the profile, and mail settings changed just before', async ({
  page,
  person,
  signInAtProfile,
  elsewhere,
}) => {
  const { email, password } = await person();
  await signInAtProfile(page, email, password);
  await bidEmails(page).press('Space');
  await page.getByRole('main').getByRole('button', { name: 'RU, Русский' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await expect(page.getByRole('heading', { name: 'Уведомления и язык' })).toBeVisible();
  await expect(bidEmails(page)).not.toBeChecked();
  await expect.poll(() => profileOf(page)).toMatchObject({ language: 693, bidEmailNotify: false });

  const other = await (await elsewhere()).newPage();
  await logIn(other, email, password);
  await expect(other.locator('html')).toHaveAttribute('lang', 'ru');
});

// @covers OTHER-05, OTHER-08, PAY-03, PAY-04, SHELL-08
test('a client finds all six figures, the deposit and the invoice under Balance; a manager is redirected', async ({
  page,
  person,
  signInAtProfile,
  elsewhere,
  sql,
}) => {
  const anna = await person();
  await sql('update bid_clients set daily_bid_limit = -1 where user_id = $1', [anna.userId]);
  await signInAtProfile(page, anna.email, anna.password);
  await page.goto('/balance');
  await expect(page.locator('div:has(> dt:text-is("Bids per day")) > dd')).toHaveText('Any');
  for (const label of [
    'Balance',
    'Credit limit',
    'Available to bid now',
    'Open bids',
    'Bids per day',
    'Extra photos per day',
  ])
    await expect(page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) })).toBeVisible();
  await expect(page.getByText('Deposit 150 000 ¥. A bank transfer takes 2–5 business days')).toBeVisible();
  await expect(page.getByText('There is no invoice yet.')).toBeVisible();

  const link = page.getByRole('link', { name: 'Open the invoice' });
  const setInvoice = (address: string) =>
    sql('update users set invoice_link = $2 where id = $1', [anna.userId, address]).then(() => page.reload());
  await setInvoice('https://bank.example/invoice/7');
  await expect(link).toHaveAttribute('href', 'https://bank.example/invoice/7');
  await expect(link).toHaveAttribute('rel', /noopener/);
  await setInvoice('javascript:alert(1)');
  await expect(page.getByText('There is no invoice yet.')).toBeVisible();
  await expect(link).toHaveCount(0);

  await page.route('**/v1/payments/balance', (route) => route.fulfill({ status: 503, json: {} }));
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Try again');
  await page.unroute('**/v1/payments/balance');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Credit limit')).toBeVisible();

  const boss = await person({ role: 'manager' });
  const office = await (await elsewhere()).newPage();
  await signInAtProfile(office, boss.email, boss.password);
  await office.goto('/balance');
  await expect(office).toHaveURL(/\/profile$/);
  await expect(office.getByRole('link', { name: 'Balance' })).toHaveCount(0);
});

test("the reader's local time appears on keyboard focus and disappears with it", async ({
  person,
  elsewhere,
  signInAtProfile,
}) => {
  const { email, password } = await person();
  const page = await (await elsewhere({ timezoneId: 'America/New_York' })).newPage();
  await signInAtProfile(page, email, password);
  await edit(page).focus();
  await page.keyboard.press('Tab');
  const own = page.getByRole('tooltip');
  await expect(own).toHaveText(/^Your time: \w{3} \d+ \w+ \d\d:\d\d$/);
  await expect(page.locator(':focus')).toHaveAccessibleDescription(/^Your time/);
  await page.keyboard.press('Tab');
  await expect(own).toHaveCount(0);
});

// @covers A11Y-02, A11Y-04
test('profile, its form, change of password and balance: no axe findings, no overflow, large targets @phone @desktop-looks', async ({
  page,
  person,
  signInAtProfile,
  findsNothing,
}, info) => {
  const isPhone = info.project.name === 'phone';
  const anna: Person = await person({
    language: isPhone ? 'ru' : 'en',
    fullName: 'Анна Константиновна Преображенская',
  });
  await signInAtProfile(page, anna.email, anna.password);
  const screens: [string, (() => Promise<void>)?][] = [
    ['/profile'],
    ['/profile', () => startEditing(page)],
    ['/change-password'],
    ['/balance'],
  ];
  for (const [path, open] of screens) {
    await page.goto(path);
    await expect(page.getByRole('navigation', { name: /^(Your account|Ваш аккаунт)$/ })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', isPhone ? 'ru' : 'en');
    await open?.();
    await expect(page.getByRole('main').getByRole('status', { name: /^(Loading|Загру)/ })).toHaveCount(0);
    await findsNothing(page);
    expect(await beyondEdge(page)).toEqual([]);
    // 44 px with the one-pixel frame of a field.
    expect(await smallTargets(page, isPhone ? 42 : 24)).toEqual([]);
    // Text at 200 % leaves a desktop as wide as a phone; nothing may be lost there either.
    await page.setViewportSize(isPhone ? { width: 320, height: 640 } : { width: 720, height: 450 });
    expect(await beyondEdge(page)).toEqual([]);
    await page.setViewportSize(isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 });
  }
});

async function startEditing(page: Page): Promise<void> {
  await edit(page).click();
  await expect(page.getByLabel(/^(Name|Имя|ФИО|Фамилия)/)).toBeFocused();
}

/** Elements that extend beyond the right edge, except inside scrolling ones. */
const beyondEdge = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    return [...document.querySelectorAll('main *, header *, footer *')]
      .filter((element) => element.getBoundingClientRect().right > width + 1 && element.checkVisibility())
      .map((element) => element.outerHTML.slice(0, 80));
  });

/** Controls lower than a finger needs; links within a sentence are exempt (WCAG 2.5.8). */
const smallTargets = (page: Page, least: number) =>
  page.evaluate((px) => {
    // In a choice of two the frame around both is the target.
    const pressed = 'main button:not(fieldset *), main fieldset, main nav a, main input:not([hidden])';
    return [...document.querySelectorAll(pressed)]
      .filter((element) => element.checkVisibility())
      .map((element) => ({ height: element.getBoundingClientRect().height, html: element.outerHTML.slice(0, 90) }))
      .filter(({ height }) => height < px - 0.5)
      .map(({ height, html }) => `${Math.round(height)} px: ${html}`);
  }, least);
