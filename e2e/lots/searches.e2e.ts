import type { Page } from '@playwright/test';
import { expect, hasComeIn, test } from '../fixtures/fixtures.ts';
import { type NewPerson, newPerson } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

const PAGES = ['/car-auction', '/oneprice', '/sales-statistic', '/bike-auctions', '/bike-statistics'];
const PRIUS = '/car-auction?maker=TOYOTA&model=PRIUS';
type SignIn = (page: Page, email: string, password?: string) => Promise<void>;

/** A person in the demonstration whose searches no other test changes. */
async function asSomebody(page: Page, signIn: SignIn, wanted: NewPerson = {}): Promise<void> {
  const { email, password } = await newPerson(readDemonstration().databaseUrl, wanted);
  await signIn(page, email, password);
}

const keep = async (page: Page, title: string, { params = 'maker=TOYOTA', type = 'car-auction' } = {}) =>
  expect((await page.request.post('/v1/user/save-search', { data: { title, params, type } })).status()).toBe(200);

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save search' });
const savedButton = (page: Page) => page.getByRole('button', { name: /^Saved searches/ });
const entries = (page: Page) => page.getByRole('dialog').getByRole('listitem');

// @covers LIST-36, LIST-37
test('a client saves the current filter, sees that it is saved, and views all', async ({
  page,
  signIn,
  findsNothing,
}) => {
  await asSomebody(page, signIn);
  await page.goto('/car-auction');
  await expect(saveButton(page)).toBeDisabled();
  await expect(savedButton(page)).toHaveText('Saved searches');
  await page.goto(`${PRIUS}&yearFrom=2015&page=2`);
  await saveButton(page).click();

  const title = page.getByRole('textbox', { name: 'Title' });
  await expect(title).toHaveValue(/TOYOTA.*PRIUS.*2015/);
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true });
  await title.fill('   ');
  await expect(save).toBeDisabled();
  await expect(page.getByText('Required field')).toBeVisible();
  await title.fill('  White hybrids  ');
  await page.getByRole('button', { name: 'Once a day' }).click();
  await findsNothing(page);
  await title.press('Enter');

  const done = page.getByRole('dialog', { name: 'Search saved' });
  await expect(done.getByText('White hybrids')).toBeVisible();
  await done.getByRole('button', { name: 'View all' }).click();
  await expect(page.getByRole('dialog', { name: 'Saved searches' })).toBeVisible();
  await expect(entries(page)).toHaveCount(1);
  await expect(entries(page).getByRole('button', { name: 'Once a day' })).toHaveAttribute('aria-pressed', 'true');
  await expect(savedButton(page)).toHaveText('Saved searches1');
  const { items } = await (await page.request.get('/v1/user/my-search?type=car-auction')).json();
  expect(items).toMatchObject([
    { title: 'White hybrids', params: 'maker=TOYOTA&model=PRIUS&yearFrom=2015', alert: 'daily' },
  ]);
  await findsNothing(page);
});

// @covers LIST-38
test('the list opens a search, renames it in place, changes its mails and deletes it after a confirmation', async ({
  page,
  signIn,
}) => {
  await asSomebody(page, signIn);
  await keep(page, 'Old hybrids', { params: 'maker=TOYOTA&model=PRIUS&yearTo=2012&sort=year&order=DESC' });
  await keep(page, 'Mazda');
  await page.goto('/car-auction');
  await savedButton(page).click();
  await expect(entries(page).getByRole('link')).toHaveText(['Mazda', 'Old hybrids']);

  const title = page.getByRole('textbox', { name: 'Title' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await page.getByRole('button', { name: 'Rename: Mazda' }).click();
  await expect(save).toBeDisabled();
  await title.fill('  Mazda  ');
  await expect(save).toBeDisabled();
  await title.fill('Something else');
  await title.press('Escape');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rename: Mazda' })).toBeFocused();
  await page.getByRole('button', { name: 'Rename: Mazda' }).click();
  await title.fill('  Small cars ');
  await title.press('Enter');
  await expect(entries(page).getByRole('link')).toHaveText(['Small cars', 'Old hybrids']);

  await page
    .getByRole('group', { name: 'New lots by email: Small cars' })
    .getByRole('button', { name: 'Right away' })
    .click();
  await expect(
    page.getByRole('group', { name: 'New lots by email: Small cars' }).getByRole('button', { name: 'Right away' }),
  ).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('button', { name: 'Delete: Small cars' }).click();
  const question = page.getByRole('group', { name: 'Delete: Small cars' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(entries(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Delete: Small cars' }).click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(entries(page)).toHaveCount(1);
  await expect(savedButton(page)).toHaveText('Saved searches1');

  await entries(page).getByRole('link', { name: 'Old hybrids' }).click();
  await expect(page).toHaveURL(/\/car-auction\?maker=TOYOTA&model=PRIUS&yearTo=2012&sort=year&order=DESC$/);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByLabel('Year, to')).toHaveValue('2012');
  await page.goBack();
  await expect(page).toHaveURL(/\/car-auction$/);
});

// @covers LIST-37
test('with ten searches the limit is reached: the button explains it and links to the list', async ({
  page,
  signIn,
}) => {
  await asSomebody(page, signIn);
  for (let number = 1; number <= 9; number++) await keep(page, `Search ${number}`);
  await page.goto(PRIUS);
  await saveButton(page).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('The last one');
  await page.getByRole('textbox', { name: 'Title' }).press('Enter');
  const done = page.getByRole('dialog', { name: 'Search saved' });
  await expect(done.getByText('You can save up to 10 searches')).toBeVisible();
  await done.getByRole('button', { name: 'Close' }).last().click();

  await expect(saveButton(page)).toBeDisabled();
  await saveButton(page).click({ force: true });
  const full = page.getByRole('dialog', { name: "You can't save more searches" });
  await expect(full.getByText('You can save up to 10 searches')).toBeVisible();
  await full.getByRole('button', { name: 'View all' }).click();
  await expect(entries(page)).toHaveCount(10);
  await page.getByRole('button', { name: 'Delete: The last one' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(entries(page)).toHaveCount(9);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(saveButton(page)).toBeEnabled();
});

test('a refusal is explained in the dialog, and a failed list can be retried', async ({ page, signIn }) => {
  await asSomebody(page, signIn);
  await page.goto(PRIUS);
  await page.route('**/v1/user/save-search', (route) => route.abort());
  await saveButton(page).click();
  await page.getByRole('textbox', { name: 'Title' }).press('Enter');
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await page.unroute('**/v1/user/save-search');
  await page.getByRole('textbox', { name: 'Title' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Search saved' })).toBeVisible();

  await page.route('**/v1/user/my-search*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await savedButton(page).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await page.unroute('**/v1/user/my-search*');
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
  await expect(entries(page)).toHaveCount(1);
});

// @covers LIST-39, OTHER-08
test('each of the five pages has its own searches, initially none', async ({ page, signIn }) => {
  await asSomebody(page, signIn);
  for (const path of PAGES) {
    await page.goto(`${path}?yearFrom=2016`);
    await savedButton(page).click();
    await expect(page.getByText('No saved searches yet.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await saveButton(page).click();
    await page.getByRole('textbox', { name: 'Title' }).fill(`From ${path}`);
    await page.getByRole('textbox', { name: 'Title' }).press('Enter');
    await page.getByRole('button', { name: 'View all' }).click();
    await expect(entries(page).getByRole('link')).toHaveText([`From ${path}`]);
    await expect(entries(page).getByRole('link')).toHaveAttribute('href', `${path}?yearFrom=2016`);
  }
});

// @covers LIST-40
test('новые лоты сохранённого поиска приходят на почту @phone-only', async ({ page, signIn, findsNothing }) => {
  await asSomebody(page, signIn, { language: 'ru' });
  await page.goto(PRIUS);
  await page.getByRole('button', { name: 'Сохранить поиск' }).tap();
  const sheet = page.getByRole('dialog');
  await hasComeIn(sheet);
  await sheet.getByRole('textbox', { name: 'Название' }).fill('Приусы');
  await sheet.getByRole('button', { name: 'Сразу' }).tap();
  await findsNothing(page);
  await sheet.getByRole('button', { name: 'Сохранить', exact: true }).tap();
  await expect(sheet.getByText('Приусы')).toBeVisible();
  await sheet.getByRole('button', { name: 'Показать все' }).tap();
  await expect(sheet.getByRole('button', { name: 'Сразу' })).toHaveAttribute('aria-pressed', 'true');
  await findsNothing(page);
  await sheet.getByRole('link', { name: 'Приусы' }).tap();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/car-auction\?maker=TOYOTA&model=PRIUS$/);
  await expect(page.getByRole('button', { name: /^Мои поиски/ })).toHaveText('Мои поиски1');
});
