import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/fixtures.ts';
import { CLIENT, findLot, UPCOMING_CAR } from '../fixtures/lot-fixture.ts';
import { staysInWidth } from '../fixtures/page-width.ts';

const BUILT = `exists (
  select from production_months built
   where built.chassis_code = lots.chassis_code and built.maker = lots.maker
     and split_part(lots.chassis_number, '-', 2) ~ '^[0-9]{1,15}$'
     and split_part(lots.chassis_number, '-', 2)::bigint between built.serial_from and built.serial_to)`;

interface Built {
  chassis_code: string;
  chassis_number: string;
  year: number;
  month: number;
}

async function openSearch(page: Page, lotId: string) {
  await page.goto(`/car-auction/${lotId}`);
  const part = page.getByRole('region', { name: 'Month of production' });
  await part.getByRole('button', { name: 'Find the month of production' }).click();
  const window = page.getByRole('dialog', { name: 'Month of production' });
  return { part, window, field: window.getByLabel('Chassis number') };
}

// @covers LOT-11
test("finds the production month by the lot's number, whose rest stays hidden", async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  await signIn(page, CLIENT);
  const { id } = await findLot(sql, `${UPCOMING_CAR} and sheet is not null and ${BUILT}`);
  const [built] = await sql<Built>(
    `select lots.chassis_code, chassis_number, built.year, built.month
       from lots join production_months built using (chassis_code, maker)
      where lots.id = $1 and split_part(chassis_number, '-', 2)::bigint between serial_from and serial_to`,
    [id],
  );
  if (!built) throw new Error('the portal has no ranges of serial numbers');
  const { part, window, field } = await openSearch(page, id);
  await expect(part.getByRole('img', { name: 'First registration on the auction sheet' })).toBeVisible();
  await expect(field).toHaveValue(`${built.chassis_code}-`);
  await expect(field).toBeFocused();
  await expect(window.getByRole('img', { name: 'First registration on the auction sheet' })).toBeVisible();
  await page.keyboard.press('Enter');
  const monthName = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2000, built.month - 1),
  );
  await expect(window.getByRole('definition').first()).toHaveText(`${built.year}/${monthName}`);
  await expect(window.getByRole('term').nth(1)).toHaveText('Model code');
  await expect(window.getByRole('definition').nth(1)).toHaveText(built.chassis_code);
  expect(await page.content()).not.toContain(built.chassis_number);
  await staysInWidth(page);
  await findsNothing(page);
});

// @covers LOT-11, OTHER-08
test('a number outside all ranges, and a failed search, show no results', async ({ page, signIn, sql }) => {
  await signIn(page, CLIENT);
  const { id } = await findLot(sql, `${UPCOMING_CAR} and ${BUILT}`, 1);
  const { window, field } = await openSearch(page, id);
  await field.fill('ZZZ99-1');
  await window.getByRole('button', { name: 'Find' }).click();
  await expect(window.getByText('No results')).toBeVisible();
  await page.route('**/v1/car-auction/production-month*', (route) => route.abort());
  await field.fill('ZZZ99-2');
  await page.keyboard.press('Enter');
  await expect(window.getByText('No results')).toBeVisible();
  await field.fill('');
  await expect(window.getByRole('button', { name: 'Find' })).toBeDisabled();
});

test('a Russian reader sees the month with its Russian name', async ({ page, signIn, sql }) => {
  await signIn(page, CLIENT);
  const { id } = await findLot(sql, `${UPCOMING_CAR} and ${BUILT}`, 2);
  await page.addInitScript(() => {
    localStorage['seri.language'] = 'ru';
  });
  await page.goto(`/car-auction/${id}`);
  await page.getByRole('button', { name: 'Узнать месяц выпуска' }).click();
  const window = page.getByRole('dialog', { name: 'Месяц выпуска' });
  await window.getByRole('button', { name: 'Найти' }).click();
  await expect(window.getByRole('definition').first()).toHaveText(
    /^\d{4}\/(январь|февраль|март|апрель|май|июнь|июль|август|сентябрь|октябрь|ноябрь|декабрь)$/,
  );
});
