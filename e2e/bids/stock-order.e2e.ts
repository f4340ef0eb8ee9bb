import type { Sql } from '../fixtures/bidding.ts';
import { expect, hasComeIn, test } from '../fixtures/fixtures.ts';
import { type NewPerson, newPerson, type Person } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

interface StockLot {
  id: string;
  lot_no: number;
  price: number;
}

/** A fixed-price car without an order; tests run in parallel, so each has a third of them. */
async function freeCar(sql: Sql, third: 0 | 1 | 2): Promise<StockLot> {
  const [lot] = await sql<StockLot>(
    `select id::text, lot_no, start_price_yen as price from lots
      where upcoming_page = 'stock' and start_price_yen < 3000000 and not is_private
        and not exists (select from bids where lot_id = lots.id) and lots.id % 3 = $1
      order by random() limit 1`,
    [third],
  );
  if (!lot) throw new Error('no fixed-price cars');
  return lot;
}
/** A client of this file alone, with enough credit for any car. */
async function buyer(sql: Sql, wanted: NewPerson = {}): Promise<Person> {
  const person = await newPerson(readDemonstration().databaseUrl, wanted);
  await sql('update bid_clients set credit_limit_yen = 50000000 where user_id = $1', [person.userId]);
  return person;
}

const grouped = (yen: number) => yen.toLocaleString('en-US').replaceAll(',', '\u2009');

// @covers BID-15
test('a fixed-price car is ordered without group, type or amount, and the order canceled', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const anna = await buyer(sql);
  await signIn(page, anna.email, anna.password);
  const lot = await freeCar(sql, 0);
  await page.goto(`/oneprice/${lot.id}`);
  const panel = page.getByRole('region', { name: 'Price of this car' });
  await panel.getByRole('button', { name: 'Order now' }).click();
  const dialog = page.getByRole('dialog', { name: 'Order this car' });
  const confirm = dialog.getByRole('button', { name: `Order for ${grouped(lot.price)} ¥` });
  await expect(confirm).toBeDisabled();
  await findsNothing(page);
  await dialog.getByRole('checkbox').check();
  await confirm.click();
  await expect(page.getByRole('dialog').getByText('Status: Under Review')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel.getByRole('region', { name: 'My order' })).toContainText('Under Review');
  await expect(panel.getByRole('button', { name: 'Order now' })).toHaveCount(0);
  await findsNothing(page);

  await page.goto('/bids');
  const link = page.getByRole('main').locator(`a[href="/oneprice/${lot.id}"]`);
  await expect(link.filter({ hasText: String(lot.lot_no) }).first()).toBeVisible();
  await page.goto(`/oneprice/${lot.id}`);
  await panel.getByRole('button', { name: 'Cancel the order' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click();
  await expect(panel.getByRole('button', { name: 'Order now' })).toBeVisible();
});

// @covers BID-15
test('a changed price, another accepted order and too little credit are explained with the next step', async ({
  page,
  signIn,
  sql,
}) => {
  const [anna, boris] = [await buyer(sql), await buyer(sql)];
  await signIn(page, anna.email, anna.password);
  const lot = await freeCar(sql, 1);
  await page.goto(`/oneprice/${lot.id}`);
  const panel = page.getByRole('region', { name: 'Price of this car' });
  await panel.getByRole('button', { name: 'Order now' }).click();
  await page.getByRole('dialog').getByRole('checkbox').check();
  await sql('update lots set start_price_yen = start_price_yen + 10000 where id = $1', [lot.id]);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Order for/ })
    .click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    `The new price is ${grouped(lot.price + 10_000)} ¥.`,
  );

  await sql('update bid_clients set credit_limit_yen = 100000 where user_id = $1', [anna.userId]);
  await page.reload();
  await expect(panel.getByRole('alert')).toBeVisible();
  await panel.getByRole('button', { name: 'Order now' }).click();
  await expect(page.getByRole('dialog')).toContainText('Insufficient credit');
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();

  await sql(
    `insert into bids (lot_id, user_id, placed_by, lot_source, amount_yen, status)
     select id, $2, $2, 'stock', start_price_yen, 2 from lots where id = $1`,
    [lot.id, boris.userId],
  );
  await page.reload();
  await expect(panel.getByText('This car is sold')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Order now' })).toHaveCount(0);
});

test('заказ по фиксированной цене на телефоне @phone-only', async ({ page, signIn, sql, findsNothing }) => {
  const anna = await buyer(sql, { language: 'ru' });
  await signIn(page, anna.email, anna.password);
  const lot = await freeCar(sql, 2);
  await page.goto(`/oneprice/${lot.id}`);
  await page
    .getByRole('region', { name: 'Цена этого автомобиля' })
    .getByRole('button', { name: 'Заказать', exact: true })
    .tap();
  const dialog = page.getByRole('dialog', { name: 'Заказ автомобиля' });
  await hasComeIn(dialog);
  await dialog.getByRole('checkbox').check();
  await findsNothing(page);
  await page.getByRole('button', { name: `Заказать за ${grouped(lot.price)} ¥` }).tap();
  await expect(page.getByText('Заказ отправлен')).toBeVisible();
});
