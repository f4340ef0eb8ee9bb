import type { Page } from '@playwright/test';
import { fillBid, panelOf, quietLot, type Sql } from '../fixtures/bidding.ts';
import { expect, hasComeIn, test } from '../fixtures/fixtures.ts';
import { newPerson, type Person } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

/** A client of this file alone whose bids are accepted at once. */
async function buyer(sql: Sql): Promise<Person> {
  const person = await newPerson(readDemonstration().databaseUrl);
  await sql('update bid_clients set credit_limit_yen = 9000000 where user_id = $1', [person.userId]);
  await sql('update users set autobid = true where id = $1', [person.userId]);
  return person;
}

const chooseGroup = async (page: Page, letter: string) => {
  await panelOf(page)
    .getByRole('button', { name: /^Group/ })
    .click();
  await page.getByRole('listbox').getByRole('option', { name: letter, exact: true }).click();
};

async function confirm(page: Page): Promise<void> {
  await panelOf(page).getByRole('button', { name: 'Place bid' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: /^Confirm/ }).click();
  await expect(dialog.getByText('Your bid is in group A')).toBeVisible();
}

const orderOf = (sql: Sql, lotId: string) => async () =>
  (await sql<{ kind: string }>('select kind from agent_orders where lot_id = $1', [lotId]))[0]?.kind ?? 'none';

// @covers BID-06, BID-21, BID-25
test('a client bids on two lots of a group that buys one: the first is ordered, the second waits until the group buys two', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const anna = await buyer(sql);
  await signIn(page, anna.email, anna.password);
  const lots = [await quietLot(sql), await quietLot(sql)].sort((a, b) => Number(a.auction_at) - Number(b.auction_at));
  const [first, second] = lots as [(typeof lots)[0], (typeof lots)[0]];

  await fillBid(page, first.id, 300_000);
  const panel = panelOf(page);
  await chooseGroup(page, 'A');
  await expect(panel.getByRole('button', { name: /^Buys/ })).toHaveText(/1 car/);
  await expect(panel.getByText('The lot with the earliest auction goes first')).toBeVisible();
  await findsNothing(page);
  await panel.getByRole('button', { name: 'Place bid' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('A, buys 1 car')).toBeVisible();
  await findsNothing(page);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: /^Confirm/ }).click();
  await expect(dialog.getByText('It goes to the auction when its turn in the group comes.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel.getByRole('region', { name: 'Your bid' })).toContainText('Group A');
  await expect.poll(orderOf(sql, first.id)).toBe('order');

  await fillBid(page, second.id, 300_000);
  await chooseGroup(page, 'A');
  await expect(panel.getByText('1 bid in the group')).toBeVisible();
  // Only one of the two can be bought, so the group's exposure is its highest bid.
  await expect(panel.getByText('Committed in open bids')).toBeVisible();
  await expect(panel).toContainText('310\u2009000');
  await confirm(page);
  await page.goto('/bids');
  await expect(page.getByRole('main')).toContainText('Group A, queued');
  await findsNothing(page);
  expect(await orderOf(sql, second.id)()).toBe('none');

  await page.goto(`/car-auction/${second.id}`);
  await expect(panel.getByRole('region', { name: 'Your bid' })).toContainText('queued');
  await panel.getByRole('button', { name: /^Buys/ }).click();
  await page.getByRole('listbox').getByRole('option', { name: '2 cars', exact: true }).click();
  await expect.poll(orderOf(sql, second.id)).toBe('order');
});

// @covers BID-23
test('a full group shows a notice before any input, and the number that makes room is one click away', async ({
  page,
  signIn,
  sql,
}) => {
  const anna = await buyer(sql);
  await signIn(page, anna.email, anna.password);
  const [won, lot] = [await quietLot(sql), await quietLot(sql)];
  await sql(`insert into bid_groups (user_id, value, cars, round) values ($1, 1, 1, 1)`, [anna.userId]);
  await sql(
    `insert into bids (lot_id, user_id, placed_by, lot_source, amount_yen, status, group_value, group_round)
     values ($2, $1, $1, 'auction', 300000, 6, 1, 1)`,
    [anna.userId, won.id],
  );
  await page.goto(`/car-auction/${lot.id}`);
  const panel = panelOf(page);
  await chooseGroup(page, 'A');
  await expect(panel.getByRole('alert')).toContainText('The group is full');
  await expect(panel.getByRole('button', { name: 'Place bid' })).toBeDisabled();
  await panel.getByRole('button', { name: 'Buy 2 cars' }).click();
  await expect(panel.getByText('The group is full')).toBeHidden();
  await expect(panel.getByRole('button', { name: 'Place bid' })).toBeEnabled();
  await expect(panel.getByRole('button', { name: /^Buys/ })).toHaveText(/2 cars/);
});

test('a manager moves a bid into a group of its client', async ({ page, signIn, sql }) => {
  const anna = await buyer(sql);
  const lot = await quietLot(sql);
  const [bid] = await sql<{ id: string }>(
    `insert into bids (lot_id, user_id, placed_by, lot_source, amount_yen, status)
     values ($2, $1, $1, 'auction', 300000, 1) returning id::text`,
    [anna.userId, lot.id],
  );
  await signIn(page, 'manager@demo.seri');
  await page.goto(`/bid-manager?lotNo=${lot.lot_no}`);
  const row = page.getByRole('row').filter({ hasText: String(lot.lot_no) });
  await row.hover();
  await row.getByRole('button', { name: `Edit the bid on lot ${lot.lot_no}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Group/ }).click();
  await page.getByRole('option', { name: 'C', exact: true }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('Group C');
  await expect
    .poll(async () => (await sql<{ group_round: number }>('select group_round from bids where id = $1', [bid?.id]))[0])
    .toEqual({ group_round: 1 });
});

test('группа на телефоне @phone-only', async ({ page, signIn, sql, findsNothing }) => {
  const anna = await newPerson(readDemonstration().databaseUrl, { language: 'ru' });
  await sql('update bid_clients set credit_limit_yen = 9000000 where user_id = $1', [anna.userId]);
  await signIn(page, anna.email, anna.password);
  const lot = await quietLot(sql);
  await page.goto(`/car-auction/${lot.id}`);
  await page.getByRole('button', { name: 'Сделать ставку' }).first().tap();
  await hasComeIn(page.getByRole('dialog'));
  await page.getByRole('button', { name: /^Группа/ }).tap();
  await page.getByRole('option', { name: 'B', exact: true }).tap();
  await expect(page.getByRole('button', { name: /^Купить/ })).toHaveText(/1 автомобиль/);
  await findsNothing(page);
});

for (const isRaise of [false, true]) {
  const bid = isRaise ? 'a raise in a group' : 'a first bid';
  // @covers BID-06
  test(`figures that arrive late move no part of the form for ${bid}`, async ({ page, signIn, sql }) => {
    const anna = await buyer(sql);
    const lot = await quietLot(sql);
    // Only a lot with a price has room for the chance to win; the first lots get theirs some seconds after the start.
    const price = () => sql('select from lots where id = $1 and average_price_yen is not null', [lot.id]);
    await expect.poll(price, { timeout: 30_000 }).toHaveLength(1);
    await signIn(page, anna.email, anna.password);
    if (isRaise) {
      await fillBid(page, lot.id, 300_000);
      await chooseGroup(page, 'A');
      await confirm(page);
    }

    const held = Promise.withResolvers<void>();
    await page.route(/similar-sales|bid\/check|bid\/group|bid\/type|lot-costs/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`/car-auction/${lot.id}`);
    const panel = panelOf(page);
    // The last part above the button is the verdict, which has one line or two.
    const place = () =>
      panel.locator('form').evaluate((form) => {
        const total = [...form.querySelectorAll('span')].find((part) => part.textContent === 'At my door');
        return Math.round((total?.getBoundingClientRect().y ?? 0) - form.getBoundingClientRect().y);
      });
    if (isRaise) {
      await expect(panel.getByRole('button', { name: /^Export type/ })).toBeDisabled();
      await expect(panel.getByRole('button', { name: /^Group/ })).toHaveText(/A$/);
    }
    await expect(panel.getByText('At my door')).toBeVisible();
    const before = await place();
    held.resolve();
    const late = [/^60\s%\sfrom/, /of 8\s990\s000/, /FOB/, /^Russia:/];
    for (const text of isRaise ? [...late, '1 bid in the group'] : late)
      await expect(panel.getByText(text).first()).toBeVisible();
    expect(await place()).toBe(before);
  });
}
