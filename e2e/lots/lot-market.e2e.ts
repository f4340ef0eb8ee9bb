import { expect, test } from '../fixtures/fixtures.ts';
import { CLIENT, findLot, nameOf, UPCOMING_CAR } from '../fixtures/lot-fixture.ts';
import { newPerson } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

/** At least five sales match its trim, year, condition and mileage band, and as many the next band. */
const TWO_BANDS = `${UPCOMING_CAR} and average_price_yen is not null and mileage_band between 0 and 3 and 2 = (
  select count(*) from (
    select from lots sale
     where row(sale.vehicle, sale.maker, sale.model, sale.year, sale.trim_words, sale.condition_band)
         = row(lots.vehicle, lots.maker, lots.model, lots.year, lots.trim_words, lots.condition_band)
       and sale.mileage_band - lots.mileage_band in (0, 1) and sale.lot_source = 'auction' and not sale.is_private
       and sale.status in (4533, 4534) and sale.sold_price_yen is not null
     group by sale.mileage_band having count(*) >= 5
  ) bands)`;

// @covers STAT-07
test('the likely price shows its range and similar sales, one click away, the counted ones adjusted to the lot', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  await signIn(page, CLIENT);
  const lot = await findLot(sql, TWO_BANDS);
  await page.goto(`/car-auction/${lot.id}`);
  const open = page.getByRole('region', { name: 'Most likely price' }).getByRole('button', { name: /similar sales?$/ });
  const count = Number.parseInt((await open.textContent()) ?? '', 10);
  expect(count).toBeGreaterThanOrEqual(5);
  await open.click();
  const window = page.getByRole('dialog', { name: 'Similar sales in Japan' });
  await expect(window.getByText(/8 of 10 like it sell for/)).toBeVisible();
  await expect(window.getByText(new RegExp(`^Based on: .*${lot.model}`))).toBeVisible();
  const sales = window.getByRole('table', { name: /^Similar sales:/ }).getByRole('row');
  await expect(sales).toHaveCount(1 + Math.min(count, 50));
  await expect(sales.filter({ hasText: /mileage: [+−]?\d/ }).first()).toBeVisible();
  await expect(window.getByText(/^Adjusted for this lot/)).toBeVisible();
  await expect(window.getByRole('link').first()).toHaveAttribute('href', /^\/sales-statistic\/\d+$/);
  await findsNothing(page);
  await page.keyboard.press('Escape');
  await expect(window).toBeHidden();
  await expect(open).toBeFocused();
});

// @covers OTHER-08
test('with too few sales there is no range, and the page shows why', async ({ page, signIn, sql }) => {
  await signIn(page, CLIENT);
  const lot = await findLot(sql, `${UPCOMING_CAR} and average_price_yen is not null`);
  await sql(`update lots set average_price_yen = null where id = $1`, [lot.id]);
  await page.goto(`/car-auction/${lot.id}`);
  const part = page.getByRole('region', { name: 'Most likely price' });
  await expect(part.getByText(/Too few sales of this trim/)).toBeVisible();
  await part.getByRole('button', { name: /similar sale/ }).click();
  await expect(page.getByRole('dialog').getByText(/Too few sales of this trim/)).toBeVisible();
});

// @covers PRICE-02, PRICE-03
test('the range has reasons that add up, and the chance follows the typed amount', async ({ page, signIn, sql }) => {
  await signIn(page, CLIENT);
  const lot = await findLot(sql, `${UPCOMING_CAR} and average_price_yen is not null`, 9);
  await page.goto(`/car-auction/${lot.id}`);
  const part = page.getByRole('region', { name: 'Most likely price' });
  await expect(part.getByText(/8 of 10 like it sell for/)).toBeVisible();
  const figures = await part.getByRole('table').getByRole('cell').allTextContents();
  const yen = figures.map((text) => Number(text.replace(/[^\d\u2212-]/g, '').replace('\u2212', '-')));
  expect(yen.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(yen.at(-1));
  const button = page.getByRole('button', { name: /^80 % from/ });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/about 8\d\s%/)).toBeVisible();
});

test('similar sales that fail to load show an error and can be retried', async ({ page, signIn, sql }) => {
  await signIn(page, CLIENT);
  // A long number: a search matches prefixes, and "1" matches many pages. Not the first lot, whose price another test removes.
  const hasRange = 'average_price_yen is not null and price_low_yen is not null';
  const lot = await findLot(sql, `${UPCOMING_CAR} and lot_no > 999 and ${hasRange}`, 4);
  const fails = { status: 500, json: { success: false, error: 'x', messageCode: 'Internal', requestId: 'req-sales' } };
  await page.route('**/v1/car-auction/similar-sales*', (route) => route.fulfill(fails));
  await page.goto(`/car-auction/${lot.id}`);
  const part = page.getByRole('region', { name: 'Most likely price' });
  await expect(part.getByRole('alert')).toBeVisible();
  await page.unroute('**/v1/car-auction/similar-sales*');
  await part.getByRole('button', { name: 'Try again' }).click();
  await expect(part.getByText(/8 of 10 like it sell for/)).toBeVisible();

  await page.route('**/v1/car-auction/similar-sales*', (route) => route.fulfill(fails));
  await page.goto(`/car-auction?open=1&search=lotNo-${lot.lot_no}`);
  const row = page.getByRole('row').filter({ has: page.locator(`a[href$="/${lot.id}"]`) });
  await row.getByRole('button', { name: /^Bid:/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Similar sales' }).click();
  const window = page.getByRole('dialog').last();
  await expect(window.getByText('The sales did not load')).toBeVisible();
  await page.unroute('**/v1/car-auction/similar-sales*');
  await window.getByRole('button', { name: 'Try again' }).click();
  await expect(window.getByText(/8 of 10 like it sell for/)).toBeVisible();
});

// @covers BID-26, LIST-46
test("a vehicle offered before shows where, its price, its result, and the reader's bid", async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const anna = await newPerson(readDemonstration().databaseUrl);
  await signIn(page, anna.email, anna.password);
  const [twin] = await sql<{ id: string; earlier: string; highest: string | null }>(
    // Lot by lot, to use the index of chassis numbers: joining all lots would be slow.
    `select a.id::text, b.earlier::text, b.highest::text
       from lots a cross join lateral (
         select max(b.id) as earlier, max(b.sold_price_yen) as highest from lots b
          where b.chassis_number = a.chassis_number and b.chassis_number <> '' and b.id <> a.id and b.vehicle = 'car' and not b.is_private) b
      where a.vehicle = 'car' and a.lot_source = 'auction' and a.chassis_number <> '' and not a.is_private
        and b.highest is not null
      order by a.id limit 1`,
  );
  if (!twin) throw new Error('the demonstration has no vehicle that was offered twice');
  await sql(
    `insert into bids (lot_id, user_id, placed_by, lot_source, amount_yen, status)
     select id, $2, $2, lot_source, 455000, 5 from lots where id = $1`,
    [twin.earlier, anna.userId],
  );
  await page.goto(`/car-auction/${twin.id}`);
  const part = page.getByRole('region', { name: 'This vehicle at other auctions' });
  const mine = part.getByRole('table', { name: 'Your bids on this vehicle' });
  await expect(mine.getByRole('row').last()).toContainText(/Finished.*455\s000/);
  await findsNothing(page);
  await expect(part.getByRole('table', { name: /Previous auctions of this vehicle/ })).toBeVisible();
  await expect(part.getByText('Highest price')).toBeVisible();
  const link = part.getByRole('link').first();
  await expect(link).toHaveAttribute('href', /^\/(car-auction|sales-statistic)\/\d+$/);
  await link.click();
  await expect(page).not.toHaveURL(new RegExp(`/${twin.id}$`));
  await expect(part.getByRole('table', { name: /Previous auctions of this vehicle/ })).toBeVisible();
});

// @covers OTHER-08
test('a vehicle listed for the first time shows a notice', async ({ page, signIn, sql }) => {
  await signIn(page, CLIENT);
  const lot = await findLot(
    sql,
    `${UPCOMING_CAR} and chassis_number <> '' and not exists
      (select 1 from lots other where other.chassis_number = lots.chassis_number and other.chassis_number <> '' and other.id <> lots.id)`,
  );
  await page.goto(`/car-auction/${lot.id}`);
  await expect(page.getByText('This vehicle has not been offered anywhere else so far.')).toBeVisible();
});

// @covers LIST-10, LOT-22, OTHER-08
test('recently viewed lots are listed, the newest first, and open a comparison', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  await signIn(page, CLIENT);
  const lots = [
    await findLot(sql, UPCOMING_CAR, 5),
    await findLot(sql, UPCOMING_CAR, 6),
    await findLot(sql, UPCOMING_CAR, 7),
  ];
  const part = page.getByRole('region', { name: 'Recently viewed' });
  for (const [seen, lot] of lots.entries()) {
    await page.goto(`/car-auction/${lot.id}`);
    await expect(page.getByRole('heading', { name: nameOf(lot) })).toBeVisible();
    await expect(part).toHaveCount(seen === 0 ? 0 : 1);
  }
  await expect(part.getByRole('link')).toHaveCount(2);
  await expect(part.getByRole('link').first()).toHaveAttribute('href', `/car-auction/${lots[1]?.id}`);
  await part.getByRole('checkbox').first().check();
  await expect(part.getByRole('link', { name: 'Compare with this lot' })).toBeVisible();
  await part.getByRole('checkbox').last().check();
  await findsNothing(page);
  await part.getByRole('link', { name: 'Compare with these 2 lots' }).click();
  await expect(page).toHaveURL(/\/compare\?lot=/);
  await expect(page.getByText('3 lots side by side')).toBeVisible();
});
