import { chooseType, fillBid, panelOf, placeBid, quietLot, type Sql } from '../fixtures/bidding.ts';
import { expect, hasComeIn, test } from '../fixtures/fixtures.ts';

const CLIENT = 'client@demo.seri';
const CREATE = '**/v1/bid/create';

const bidsOn = async (sql: Sql, lotId: string) =>
  (await sql<{ n: number }>('select count(*)::int as n from bids where lot_id = $1', [lotId]))[0]?.n;

// @covers BID-02, BID-03, BID-04, BID-05, BID-10
test('validates a bid while typing: missing, too low, not a whole step; above the limit the dialog names the maximum', async ({
  page,
  sql,
  signIn,
}) => {
  const lot = await quietLot(sql);
  await signIn(page, CLIENT);
  await page.goto(`/car-auction/${lot.id}`);
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Place bid' }).click();
  await expect(panel.getByText('Required field').first()).toBeVisible();

  const amount = panel.getByRole('textbox').first();
  await amount.fill('5000');
  await amount.blur();
  await expect(panel.getByText(/Bid can't be lower than/)).toBeVisible();
  await amount.fill(String(lot.start_price_yen + 1_000));
  await amount.blur();
  await expect(panel.getByText(/Bid must be a multiple of 5\s000\s¥/)).toBeVisible();
  await panel.getByRole('button', { name: 'Place bid' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  await amount.fill('90000000');
  await chooseType(panel);
  await panel.getByRole('button', { name: 'Place bid' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Insufficient credit').first()).toBeVisible();
  await expect(dialog.getByText(/The highest bid you can place here is/)).toBeVisible();
  await expect(dialog.getByRole('checkbox')).toHaveCount(0);
});

// @covers A11Y-05, BID-12, BID-14, BID-16, BID-20, REACH-01
test('the confirm button requires the terms and a network; afterwards the own bid is shown on the lot and can be canceled', async ({
  page,
  sql,
  signIn,
}) => {
  const lot = await quietLot(sql);
  await signIn(page, CLIENT);
  const panel = await fillBid(page, lot.id, lot.start_price_yen + 20_000);
  await panel.getByRole('button', { name: 'Place bid' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: /^Confirm/ })).toBeDisabled();
  await dialog.getByRole('checkbox').check();
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: /^Confirm/ }).click();
  await expect(dialog.getByRole('alert')).toContainText('your bid was not placed. Bids are never sent later');
  await page.context().setOffline(false);
  expect(await bidsOn(sql, lot.id)).toBe(0);
  await dialog.getByRole('button', { name: /^Confirm/ }).click();
  await expect(dialog.getByText('Bid received – under review')).toBeVisible();
  await expect(dialog.getByRole('status')).toContainText(String(lot.lot_no));
  await page.keyboard.press('Escape');
  await expect(panel.getByText('Under Review').first()).toBeVisible();

  await panel.getByRole('button', { name: 'Cancel bid' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel bid' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(panel.getByText('Under Review')).toHaveCount(0);
  const [bid] = await sql<{ status: number }>('select status from bids where lot_id = $1', [lot.id]);
  expect(bid?.status).toBe(4);
});

// @covers BID-01, BID-18, LOT-16, PAY-05
test('a finished lot takes no bid; an account without deposit sees the reason and a contact', async ({
  page,
  sql,
  signIn,
}) => {
  const [past] = await sql<{ id: string }>(
    `select id::text from lots where vehicle = 'car' and lot_source = 'auction' and status = 4533 and not is_private
      order by auction_at desc limit 1`,
  );
  await signIn(page, CLIENT);
  await page.goto(`/car-auction/${past?.id}`);
  await expect(page.getByText('Auction finished').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Place bid' })).toHaveCount(0);

  const lot = await quietLot(sql);
  await signIn(page, 'restricted@demo.seri');
  await page.goto(`/car-auction/${lot.id}`);
  await expect(page.getByText(/To place a bid on this car, you need to make a deposit/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Place bid' })).toHaveCount(0);
  const answer = await page.request.post('/v1/bid/create', {
    data: { amount: 500_000, carId: lot.id, bidType: 1, confirm: 1, lotType: 'auction' },
  });
  expect([answer.status(), (await answer.json()).messageCode]).toEqual([403, 'Bid.Restricted']);
});

// @covers BID-22
test('a lost reply does not double the bid when it is sent again', async ({ page, sql, signIn }) => {
  const lot = await quietLot(sql);
  await signIn(page, CLIENT);
  const panel = await fillBid(page, lot.id, lot.start_price_yen + 15_000);
  let lost = 0;
  await page.route(CREATE, async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await panel.getByRole('button', { name: 'Place bid' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: /^Confirm/ }).click();
  await expect.poll(() => lost).toBeGreaterThan(0);
  const accepted = dialog.getByText('Bid received – under review');
  // The reply may arrive while the form is checked: then no button is left.
  await expect(async () => {
    if (await accepted.isVisible()) return;
    const box = dialog.getByRole('checkbox');
    if (await box.isVisible()) await box.check({ timeout: 1_000 });
    await dialog.getByRole('button', { name: /^Confirm/ }).click({ timeout: 1_000 });
    await expect(accepted).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
  expect(await bidsOn(sql, lot.id)).toBe(1);
});

test('a session that ends during a bid is renewed and the bid is placed once', async ({
  page,
  context,
  sql,
  signIn,
}) => {
  const lot = await quietLot(sql);
  await signIn(page, CLIENT, 'demo1234');
  const panel = await fillBid(page, lot.id, lot.start_price_yen + 25_000);
  await panel.getByRole('button', { name: 'Place bid' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  const access = (await context.cookies()).find(({ name }) => name.startsWith('seri_access'));
  await context.clearCookies({ name: access?.name ?? '' });
  await dialog.getByRole('button', { name: /^Confirm/ }).click();
  await expect(dialog.getByText('Bid received – under review')).toBeVisible();
  expect(await bidsOn(sql, lot.id)).toBe(1);
});

// @covers BID-19
test('the dialog stays open while the bid is sent, and a double click submits once', async ({ page, sql, signIn }) => {
  const lot = await quietLot(sql);
  await signIn(page, CLIENT);
  const panel = await fillBid(page, lot.id, lot.start_price_yen + 30_000);
  let sent = 0;
  const isLetGo = Promise.withResolvers<void>();
  await page.route(CREATE, async (route) => {
    sent++;
    await isLetGo.promise;
    await route.continue();
  });
  await panel.getByRole('button', { name: 'Place bid' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: /^Confirm/ }).dblclick();
  await expect.poll(() => sent).toBe(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  isLetGo.resolve();
  await expect(dialog.getByText('Bid received – under review')).toBeVisible();
  expect([sent, await bidsOn(sql, lot.id)]).toEqual([1, 1]);
});

test('two tabs on one lot raise one bid instead of creating two', async ({ page, context, sql, signIn }) => {
  const lot = await quietLot(sql);
  await signIn(page, CLIENT);
  const other = await context.newPage();
  await placeBid(page, lot.id, lot.start_price_yen + 10_000);
  await placeBid(other, lot.id, lot.start_price_yen + 40_000);
  const bids = await sql<{ amount: string }>('select amount_yen::text as amount from bids where lot_id = $1', [lot.id]);
  expect(bids).toEqual([{ amount: String(lot.start_price_yen + 40_000) }]);
});

// @covers LOT-15
test('on a phone the fixed button opens the bid sheet, and a bid is placed in it @phone-only', async ({
  page,
  sql,
  signIn,
  findsNothing,
}) => {
  const lot = await quietLot(sql);
  await signIn(page, 'client2@demo.seri');
  await page.goto(`/car-auction/${lot.id}`);
  await expect(page.getByRole('button', { name: 'Сделать ставку' })).toBeVisible();
  await findsNothing(page);
  await page.getByRole('button', { name: 'Сделать ставку' }).click();
  const sheet = page.getByRole('dialog').first();
  await hasComeIn(sheet);
  await sheet
    .getByRole('textbox')
    .first()
    .fill(String(lot.start_price_yen + 20_000));
  await chooseType(sheet);
  await sheet.getByRole('button', { name: 'Сделать ставку' }).click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: /^Подтвердить/ }).click();
  await expect(page.getByText('Ставка получена и находится на рассмотрении')).toBeVisible();
  expect(await bidsOn(sql, lot.id)).toBe(1);
});
