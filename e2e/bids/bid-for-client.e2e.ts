import { chooseType, panelOf, quietLot } from '../fixtures/bidding.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { newPerson } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

const MANAGER = 'manager@demo.seri';

// @covers BID-09, BID-13
test('a manager finds a client, sees that client’s limit, and bids for them', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const anna = await newPerson(readDemonstration().databaseUrl);
  const name = `Zinaida Quist ${anna.userId}`;
  await sql('update users set full_name = $2 where id = $1', [anna.userId, name]);
  await sql('update bid_clients set credit_limit_yen = 700000 where user_id = $1', [anna.userId]);
  const lot = await quietLot(sql);
  await signIn(page, MANAGER);
  await page.goto(`/car-auction/${lot.id}`);
  const panel = panelOf(page);
  const search = panel.getByRole('textbox', { name: 'Client' });
  await panel.getByRole('button', { name: 'Place bid' }).click();
  await expect(panel.getByRole('status').filter({ hasText: 'Required field' })).toBeVisible();
  await search.fill('Zin');
  await expect(panel.getByText('Type more characters')).toBeVisible();
  await search.fill('Nobody of this name');
  await expect(panel.getByText('No client found')).toBeVisible();
  await search.fill('Quist');
  await page.getByRole('option', { name: new RegExp(name) }).click();
  await expect(search).toHaveValue(new RegExp(name));
  await expect(panel).toContainText('690\u2009000');
  await findsNothing(page);

  await panel.getByRole('textbox').nth(1).fill('400000');
  await chooseType(panel);
  await panel.getByRole('button', { name: 'Place bid' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(name);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: /^Confirm/ }).click();
  await expect(dialog.getByRole('status')).toContainText(`for ${name}`);
  await findsNothing(page);
  const rows = await sql<{ amount_yen: string; by_staff: boolean }>(
    'select amount_yen, placed_by <> user_id as by_staff from bids where user_id = $1',
    [anna.userId],
  );
  expect(rows).toEqual([{ amount_yen: expect.anything(), by_staff: true }]);
});

// @covers BID-09
test('too many matches ask for more input, and a failed search shows an error', async ({ page, signIn, sql }) => {
  const lot = await quietLot(sql);
  await signIn(page, MANAGER);
  await page.goto(`/car-auction/${lot.id}`);
  const search = panelOf(page).getByRole('textbox', { name: 'Client' });
  await page.route('**/v1/user/search*', (route) =>
    route.fulfill({
      json: Array.from({ length: 11 }, (_, place) => ({ value: place + 1, label: `Client ${place}` })),
    }),
  );
  await search.fill('Clie');
  await expect(panelOf(page).getByText('Too many matches. Type more of the name')).toBeVisible();
  // Other lists of the page have options too.
  await expect(page.getByRole('option', { name: /^Client \d/ })).toHaveCount(0);
  await page.unroute('**/v1/user/search*');
  await page.route('**/v1/user/search*', (route) => route.abort());
  await search.fill('Client');
  await expect(panelOf(page).getByRole('status').first()).not.toBeEmpty();
});
