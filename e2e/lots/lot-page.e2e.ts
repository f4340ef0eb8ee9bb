import { expect, test } from '../fixtures/fixtures.ts';
import { withoutFirstAnswers } from '../fixtures/listing.ts';
import {
  CLIENT,
  failuresOf,
  findLot,
  MANAGER,
  nameOf,
  SOLD_CAR,
  STOCK_CAR,
  UPCOMING_CAR,
} from '../fixtures/lot-fixture.ts';

// @covers LOT-01, LOT-03, LOT-04, SHELL-01
test('a car of the auctions, complete and without axe findings @phone', async ({ page, signIn, sql, findsNothing }, {
  project,
}) => {
  const isPhone = project.name === 'phone';
  const failures = failuresOf(page);
  if (isPhone) await page.addInitScript(() => localStorage.setItem('seri.language', 'ru'));
  await signIn(page, CLIENT);
  const lot = await findLot(
    sql,
    `${UPCOMING_CAR} and sheet is not null and average_price_yen is not null and exists (
       select from lots earlier where earlier.chassis_number = lots.chassis_number and earlier.chassis_number <> '' and earlier.status > 4533)`,
  );
  await page.goto(`/car-auction/${lot.id}`);
  await expect(page.getByRole('heading', { name: nameOf(lot) }).first()).toBeVisible();
  await expect(page.getByText(`${lot.house} · ${isPhone ? 'лот' : 'Lot'} ${lot.lot_no}`).first()).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`${isPhone ? '' : 'Lot '}${lot.lot_no} · ${lot.maker}`));
  const facts = isPhone
    ? ['Оценка', 'Пробег', 'Год', 'Статус', 'Двигатель', 'Коробка передач', 'Цвет', 'Кузов', 'Оснащение']
    : ['Condition', 'Mileage', 'Year', 'Status', 'Engine', 'Gearbox', 'Color', 'Chassis', 'Equipment'];
  for (const fact of facts) await expect(page.getByRole('term').getByText(fact, { exact: true })).toBeVisible();
  for (const part of isPhone
    ? ['Аукционный лист', 'Поделиться', 'Этот автомобиль на других торгах']
    : ['Auction sheet', 'Share this lot', 'This vehicle at other auctions'])
    await expect(page.getByRole('region', { name: new RegExp(part) }).first()).toBeVisible();
  const bid = isPhone
    ? page.getByRole('button', { name: 'Сделать ставку' })
    : page.getByRole('region', { name: 'Bid on this lot' }).getByRole('button', { name: 'Place bid' });
  await expect(bid).toBeVisible();
  await expect(
    page.getByRole('table', { name: /^(Previous auctions of this vehicle|Другие торги с этим автомобилем)/ }),
  ).toBeVisible();
  await findsNothing(page);
  expect(failures).toEqual([]);
});

// @covers LOT-15
test('on a phone the panel is a sheet opened by the button at the lower edge @phone-only @phone', async ({
  page,
  signIn,
  sql,
}) => {
  await signIn(page, CLIENT);
  const lot = await findLot(sql, UPCOMING_CAR, 1);
  await page.goto(`/car-auction/${lot.id}`);
  const open = page.getByRole('button', { name: /Place bid|Сделать ставку/ });
  await open.click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('region', { name: /Bid on this lot|Ставка на этот лот/ })).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/car-auction/${lot.id}$`));
});

// @covers SHELL-03
test('a fixed-price lot has its price and the order button, and neither start nor average price', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  await signIn(page, CLIENT);
  const lot = await findLot(sql, STOCK_CAR);
  await page.goto(`/oneprice/${lot.id}`);
  await expect(page.getByRole('heading', { name: nameOf(lot) })).toBeVisible();
  const panel = page.getByRole('region', { name: 'Price of this car' });
  await expect(panel.getByText('Price', { exact: true })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Order now' })).toBeVisible();
  await expect(page.getByText('Start price')).toHaveCount(0);
  await expect(page.getByText('Average', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Place bid' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Download all photos' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add to favorites' })).toBeVisible();
  await findsNothing(page);
});

// @covers SHELL-03, STAT-02
test('a past sale has two photos at a time and its price, no favorites and no form', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  await signIn(page, CLIENT);
  const lot = await findLot(sql, SOLD_CAR);
  await page.goto(`/sales-statistic/${lot.id}`);
  const photos = page.getByRole('region', { name: 'Photos' });
  await expect(photos.getByRole('button', { name: /Open the photo full screen/ })).toHaveCount(2);
  await expect(photos.getByText(`1, 2 / ${lot.images.length}`)).toBeVisible();
  await photos.getByRole('button', { name: 'Next photo' }).click();
  await expect(photos.getByText(`2, 3 / ${lot.images.length}`)).toBeVisible();
  const panel = page.getByRole('region', { name: 'Bid on this lot' });
  await expect(panel.getByText('Sold price')).toBeVisible();
  await expect(panel.getByText('Auction finished')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Place bid' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /favorites/ })).toHaveCount(0);
  await findsNothing(page);
});

test.describe('missing and loading lots', () => {
  // @covers LOT-05
  test('a missing lot shows a placeholder, no dialog, on each of the five pages', async ({ page, signIn, sql }) => {
    const logged: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && logged.push(message.text()));
    await signIn(page, CLIENT);
    const { id } = await findLot(sql, UPCOMING_CAR);
    const paths = ['car-auction', 'oneprice', 'sales-statistic', 'bike-auctions', 'bike-statistics'];
    // A car is not found on the motorcycle page.
    for (const address of [...paths.map((path) => `/${path}/999999999`), `/bike-auctions/${id}`]) {
      await test.step(address, async () => {
        logged.length = 0;
        await page.goto(address);
        await expect(page.getByRole('heading', { name: 'Lot not found' }).first()).toBeVisible();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect.poll(() => logged.filter((text) => text.startsWith('lot did not load: NotFound'))).toHaveLength(1);
      });
    }
  });

  // @covers LOT-05, OTHER-09
  test('shows a skeleton while loading; after a failure cause, request id and a retry', async ({
    page,
    signIn,
    sql,
    findsNothing,
  }) => {
    await signIn(page, CLIENT);
    const lot = await findLot(sql, UPCOMING_CAR);
    await withoutFirstAnswers(page);
    let answer: 'never' | 'fails' = 'never';
    await page.route('**/v1/car-auction/view-lot*', async (route) => {
      if (answer === 'never') return;
      await route.fulfill({
        status: 500,
        json: { success: false, error: 'x', messageCode: 'Internal', requestId: 'req-lot-1' },
      });
    });
    await page.goto(`/car-auction/${lot.id}`);
    await expect(page.getByRole('status', { name: 'Loading' }).first()).toBeVisible();
    answer = 'fails';
    await page.reload();
    await expect(page.getByRole('alert').getByText('The lot did not load')).toBeVisible();
    await expect(page.getByText(/req-lot-1/)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await findsNothing(page);
    await page.unroute('**/v1/car-auction/view-lot*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: nameOf(lot) })).toBeVisible();
  });
});

// @covers LOT-10, OTHER-02
test('a manager writes, changes and deletes a note; the client reads it, four lines first', async ({
  page,
  elsewhere,
  signIn,
  sql,
  findsNothing,
}) => {
  const lot = await findLot(sql, UPCOMING_CAR, 3);
  const note = Array.from({ length: 9 }, (_, line) => `Line ${line + 1}: ask me before you bid.`).join('\n');
  await signIn(page, MANAGER);
  await page.goto(`/car-auction/${lot.id}`);
  const block = page.getByRole('region', { name: "Manager's note" });
  await block.getByRole('button', { name: 'Add a note' }).click();
  await expect(block.getByRole('textbox')).toBeFocused();
  await block.getByRole('textbox').fill(note);
  await block.getByRole('button', { name: 'Save the note' }).click();
  await expect(block.getByRole('button', { name: 'Edit the note' })).toBeFocused();

  const other = await (await elsewhere()).newPage();
  await signIn(other, CLIENT);
  await other.goto(`/car-auction/${lot.id}`);
  const read = other.getByRole('region', { name: "Manager's note" });
  const text = read.getByText('Line 1: ask me before you bid.');
  await expect(text).toBeVisible();
  await expect(read.getByRole('textbox')).toHaveCount(0);
  const clamped = (await text.boundingBox())?.height ?? 0;
  await read.getByRole('button', { name: 'Show more' }).click();
  await expect(read.getByRole('button', { name: 'Show less' })).toBeVisible();
  expect((await text.boundingBox())?.height ?? 0).toBeGreaterThan(clamped * 2);
  await findsNothing(other);

  await block.getByRole('button', { name: 'Edit the note' }).click();
  await block.getByRole('textbox').fill('   ');
  await block.getByRole('button', { name: 'Delete the note' }).click();
  await expect(block.getByRole('button', { name: 'Add a note' })).toBeVisible();
  await other.reload();
  await expect(other.getByRole('heading', { name: nameOf(lot) })).toBeVisible();
  await expect(read).toHaveCount(0);
});

// @covers LOT-10
test('a note that cannot be saved stays in its field with the reason', async ({ page, signIn, sql }) => {
  const lot = await findLot(sql, UPCOMING_CAR, 4);
  await signIn(page, MANAGER);
  await page.route('**/v1/car-auction/save-comment', (route) => route.abort());
  await page.goto(`/car-auction/${lot.id}`);
  const block = page.getByRole('region', { name: "Manager's note" });
  await block.getByRole('button', { name: 'Add a note' }).click();
  await block.getByRole('textbox').fill('Ask me first');
  await block.getByRole('button', { name: 'Save the note' }).click();
  await expect(block.getByRole('alert')).toBeVisible();
  await expect(block.getByRole('textbox')).toHaveValue('Ask me first');
});
