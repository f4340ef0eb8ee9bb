import { type FixtureLot, quietLot, type Sql } from '../fixtures/bidding.ts';
import { expect, hasComeIn, test } from '../fixtures/fixtures.ts';
import { choose } from '../fixtures/listing.ts';
import { newPerson, type Person } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

const someone = (wanted: Parameters<typeof newPerson>[1] = {}) => newPerson(readDemonstration().databaseUrl, wanted);

/** A bid of this person on its own upcoming lot. */
async function bidOf(sql: Sql, { userId }: Person, status = 1): Promise<FixtureLot> {
  const lot = await quietLot(sql);
  await sql(
    `insert into bids (lot_id, user_id, placed_by, lot_source, amount_yen, status, group_value)
     values ($2, $1, $1, 'auction', 300000, $3, 1)`,
    [userId, lot.id, status],
  );
  return lot;
}

/** A dealer with an own bid, and a client of that dealer with one. */
async function dealerWithClient(sql: Sql, language: 'en' | 'ru') {
  const dealer = await someone({ role: 'dealer', language });
  const client = await someone({ fullName: 'Ivan Sokolov' });
  await sql('update users set dealer_id = $2 where id = $1', [client.userId, dealer.userId]);
  return { dealer, own: await bidOf(sql, dealer), his: await bidOf(sql, client, 2) };
}

// @covers A11Y-02, A11Y-03, A11Y-06, MGMT-06, MGMT-07, MGMT-09, MGMT-21, SHELL-06, SHELL-14
test('a dealer sees own bids and those of their clients, filters them and finds them by number', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const { dealer, own, his } = await dealerWithClient(sql, 'en');
  await signIn(page, dealer.email, dealer.password);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'My Bids' }).click();
  await expect(page).toHaveURL(/\/dealer-bids$/);
  const rows = page.getByRole('table').locator('tbody tr');
  await expect(rows).toHaveCount(2);
  // Only managers have pages; the lists of clients continue automatically.
  await expect(page.getByRole('navigation', { name: 'Pages' }).or(page.getByLabel('Rows per page'))).toHaveCount(0);
  await findsNothing(page);

  await page.getByRole('button', { name: 'Clients', exact: true }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('Ivan Sokolov');
  await page.getByRole('button', { name: 'Mine', exact: true }).click();
  await expect(rows.first()).toContainText('Own bid');
  // Not a filter field; "Auction house" and "Auction, Japan time" are column headers.
  await expect(page.getByRole('button', { name: /^Auction/ })).toHaveText([/^Auction house/, /^Auction, Japan time/]);
  await page.getByRole('group', { name: 'Whose bids' }).getByRole('button', { name: 'All' }).click();

  await choose(page, /^Client ?All/, /^Ivan Sokolov/);
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove Ivan Sokolov' }).click();
  await expect(rows).toHaveCount(2);

  const search = page.getByRole('textbox', { name: 'Lot number' });
  await search.fill(String(his.lot_no).slice(0, -1) || '0');
  await page.getByRole('option', { name: new RegExp(`^${his.lot_no} `) }).click();
  await expect(page).toHaveURL(new RegExp(`lotNo=${his.lot_no}`));
  await expect(rows.filter({ hasText: String(his.lot_no) })).toHaveCount(1);
  await search.fill('9999999999');
  await expect(page.getByText('Empty', { exact: true })).toBeVisible();
  await search.press('Enter');
  await expect(page.getByText('No bids match')).toBeVisible();
  await search.fill('');
  await page.getByRole('button', { name: /^Under Review/ }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText(String(own.lot_no));
});

// @covers A11Y-02, A11Y-04, MGMT-02, MGMT-10, MGMT-23
test('ставки дилера на телефоне: статус, фильтры и сортировка в листах @phone-only', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const { dealer } = await dealerWithClient(sql, 'ru');
  await signIn(page, dealer.email, dealer.password);
  await page.goto('/dealer-bids');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(2);
  await findsNothing(page);
  await page.getByRole('button', { name: 'Все статусы' }).tap();
  await hasComeIn(page.getByRole('dialog'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^На рассмотрении/ })
    .tap();
  await expect(cards).toHaveCount(1);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page
    .getByRole('button', { name: /^Все \d/ })
    .first()
    .tap();
  await expect(cards).toHaveCount(2);
  await page.getByRole('button', { name: 'Фильтры', exact: true }).tap();
  const sheet = page.getByRole('dialog');
  await hasComeIn(sheet);
  await choose(page, /^Клиент ?Все/, /^Ivan Sokolov/);
  await expect(sheet.getByRole('button', { name: /^Клиент ?Ivan Sokolov/ })).toBeVisible();
  await findsNothing(page);
  await sheet.getByRole('button', { name: 'Показать ставки' }).tap();
  await expect(cards).toHaveCount(1);
  await expect(cards.first()).toContainText('Ivan Sokolov');
  await expect(page.getByRole('button', { name: 'Фильтры: 1' })).toBeVisible();
});

// @covers MGMT-04, MGMT-05, MGMT-08, SHELL-06
test('a manager starts with today, saves a filter under a name and downloads the list', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const manager = await someone({ role: 'manager' });
  const client = await someone({ fullName: 'Marat Akhmetov' });
  await sql('update users set manager_id = $2 where id = $1', [client.userId, manager.userId]);
  const lot = await bidOf(sql, client);
  await signIn(page, manager.email, manager.password);
  await page.goto('/bid-manager');
  await expect(page).toHaveURL(/auctionDate=/);
  await page.getByRole('button', { name: /^Remove/ }).click();
  await expect(page).not.toHaveURL(/auctionDate=/);
  await page.getByRole('button', { name: 'My clients' }).click();
  const rows = page.getByRole('table').locator('tbody tr');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText(String(lot.lot_no));
  await page.getByRole('button', { name: 'Sold', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: /Sold/ })).toHaveAttribute('aria-sort', 'ascending');
  await findsNothing(page);

  await page.getByRole('button', { name: 'Saved filters' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Marat and others');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Marat and others', exact: true })).toBeVisible();
  await findsNothing(page);
  await page.keyboard.press('Escape');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/^bids-.*\.csv$/);

  // The saved filter is restored, until another filter replaces it.
  await page.goto('/profile');
  await page.goto('/bid-manager');
  await expect(page).toHaveURL(/mine=1/);
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await dialog.getByRole('button', { name: 'Marat and others', exact: true }).click();
  await expect(page).not.toHaveURL(/auctionDate=/);
  await expect(rows).toHaveCount(1);
});

// @covers MGMT-11, MGMT-22, SHELL-06
test('a reply with a damaged row names the damage and shows the rest; the archive links to the statistics', async ({
  page,
  signIn,
  sql,
}) => {
  const anna = await someone();
  const [bad, good, old] = [await bidOf(sql, anna), await bidOf(sql, anna), await bidOf(sql, anna, 5)];
  await sql(
    `update lots set auction_day = auction_day - 20, auction_at = auction_at - interval '20 days',
       bids_close_at = bids_close_at - interval '20 days', agent_cutoff_at = agent_cutoff_at - interval '20 days',
       cancel_until = cancel_until - interval '20 days' where id = $1`,
    [old.id],
  );
  await signIn(page, anna.email, anna.password);
  await page.route(/\/v1\/bid\/my-bid/, async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { cars: { id: string; bidAmount: unknown }[] };
    for (const car of list.cars) if (car.id === bad.id) car.bidAmount = 'much';
    await route.fulfill({ response, json: list });
  });
  await page.goto('/bids');
  await expect(page.getByRole('alert')).toContainText('bidAmount: expected');
  const rows = page.getByRole('table').locator('tbody tr');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText(String(good.lot_no));
  await page.goto('/archive-bids');
  await expect(rows.getByRole('link', { name: String(old.lot_no), exact: true })).toHaveAttribute(
    'href',
    `/sales-statistic/${old.id}`,
  );
});

test('a client whose list starts with today removes the day by its tag, or with Reset filter when there is no bid today', async ({
  page,
  signIn,
  sql,
}) => {
  const client = await someone();
  await sql(`update users set permissions = permissions || '{"bidsTodayDefault": true}' where id = $1`, [
    client.userId,
  ]);
  const lot = await bidOf(sql, client);
  await signIn(page, client.email, client.password);
  const open = async () => {
    await page.goto('/profile');
    await page.getByRole('link', { name: 'My Bids' }).click();
    await expect(page).toHaveURL(/auctionDate=\d{4}-\d\d-\d\d/);
  };
  const rows = page.getByRole('table').locator('tbody tr');
  await open();
  await page.getByRole('button', { name: 'Reset filter' }).click();
  await expect(page).not.toHaveURL(/auctionDate/);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(String(lot.lot_no));
  await open();
  await page.getByRole('button', { name: /^Remove \w{3} \d+ \w{3}$/ }).click();
  await expect(page).not.toHaveURL(/auctionDate/);
  await expect(rows).toHaveCount(1);
});
