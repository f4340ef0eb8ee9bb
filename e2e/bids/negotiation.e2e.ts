import type { Locator, Page } from '@playwright/test';
import { type FixtureLot, panelOf, quietLot, type Sql } from '../fixtures/bidding.ts';
import { expect, hasComeIn, test } from '../fixtures/fixtures.ts';
import { newPerson, type Person } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

const MANAGER = 'manager@demo.seri';

interface Unsold {
  client: Person;
  lot: FixtureLot;
}

/** A client's accepted bid of 300,000 yen that was ordered and too low at the auction. */
async function unsold(sql: Sql, language: 'en' | 'ru'): Promise<Unsold> {
  const client = await newPerson(readDemonstration().databaseUrl, { language });
  await sql('update bid_clients set credit_limit_yen = 900000, exposure_yen = 300000 where user_id = $1', [
    client.userId,
  ]);
  const lot = await quietLot(sql);
  await sql(
    `with bid as (
       insert into bids (lot_id, user_id, placed_by, lot_source, amount_yen, status)
       values ($2, $1, $1, 'auction', 300000, 2) returning *)
     insert into agent_orders (lot_id, version, kind, bid_id, client_id, max_yen, overbid_yen, state)
     select lot_id, 1, 'order', id, user_id, amount_yen, 0, 'acknowledged' from bid`,
    [client.userId, lot.id],
  );
  await sql(
    `update lots set status = 4535, auction_at = now() - interval '1 h', bids_close_at = now() - interval '3 h',
       agent_cutoff_at = now() - interval '2 h', cancel_until = now() - interval '13 h',
       auction_day = (now() at time zone 'Asia/Tokyo')::date where id = $1`,
    [lot.id],
  );
  return { client, lot };
}

const rowOf = (page: Page, { lot_no }: FixtureLot): Locator =>
  page.getByRole('row').filter({ hasText: String(lot_no) });

/** In the manager's dialog: enters the seller's price. */
async function ask(page: Page, amountYen: number): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel("Seller's minimum").fill(String(amountYen));
  await dialog.getByRole('button', { name: 'Ask the client' }).click();
  const newest = dialog.getByRole('listitem').first();
  await expect(newest).toContainText(new RegExp(`${String(amountYen / 1_000)}\\s000.*awaiting an answer`));
}

// @covers MGMT-31
test('a manager makes an offer, and a newer one while the client looks; the client accepts the newer price, and it is sent to the agent', async ({
  page,
  elsewhere,
  signIn,
  sql,
  findsNothing,
}) => {
  const { client, lot } = await unsold(sql, 'en');
  await signIn(page, MANAGER);
  await page.goto(`/bid-manager?lotNo=${lot.lot_no}`);
  const row = rowOf(page, lot);
  await expect(row).toContainText('Not sold, negotiation under way');
  await row.getByRole('button', { name: 'Negotiate' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel("Seller's minimum").fill('300000');
  await expect(dialog.getByText('The bid already covers this amount')).toBeVisible();
  await ask(page, 400_000);
  await findsNothing(page);

  const phone = await (await elsewhere()).newPage();
  // Without events: the newer price must arrive while the client agrees to the older one.
  await phone.route('**/v1/events/stream*', (route) => route.abort());
  await signIn(phone, client.email, client.password);
  await phone.goto(`/car-auction/${lot.id}`);
  const panel = panelOf(phone);
  await expect(panel.getByText(/The seller asks 400\s000\s¥/)).toBeVisible();
  await findsNothing(phone);
  await panel.getByRole('button', { name: 'Answer the seller' }).click();
  const answer = phone.getByRole('dialog');
  await expect(answer.getByRole('button', { name: /^Accept/ })).toBeDisabled();
  await answer.getByRole('checkbox').check();

  await ask(page, 420_000);
  await answer.getByRole('button', { name: /^Accept 400/ }).click();
  await expect(answer.getByText(/The seller's offer has changed.*420\s000/)).toBeVisible();
  await expect(answer.getByRole('button', { name: /^Accept 420/ })).toBeDisabled();
  await answer.getByRole('checkbox').check();
  await findsNothing(phone);
  await answer.getByRole('button', { name: /^Accept 420/ }).click();
  await expect(answer).toBeHidden();
  await expect(panel.getByText(/You accepted 420\s000\s¥/)).toBeVisible();
  await expect
    .poll(() => sql('select version, max_yen::int as yen, after_sale from agent_orders where lot_id = $1', [lot.id]))
    .toEqual([{ version: 2, yen: 420_000, after_sale: true }]);

  await page.reload();
  await expect(row).toContainText(/Client accepted 420\s000\s¥/);
});

// @covers MGMT-31
test('on a phone the offer is in the list of bids, where it is declined; a bid with a low limit shows why @phone-only', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const { client, lot } = await unsold(sql, 'ru');
  await sql(
    `insert into negotiation_offers (bid_id, lot_id, offer_yen, asked_by)
     select id, lot_id, 950000, user_id from bids where lot_id = $1`,
    [lot.id],
  );
  await signIn(page, client.email, client.password);
  await page.goto('/bids');
  await expect(page.getByText(/Продавец просит 950\s000\s¥/)).toBeVisible();
  await findsNothing(page);
  await page.getByRole('button', { name: /^Ответить продавцу/ }).click();
  const dialog = page.getByRole('dialog');
  await hasComeIn(dialog);
  await dialog.getByRole('checkbox').check();
  await findsNothing(page);
  await dialog.getByRole('button', { name: /^Принять/ }).click();
  await expect(dialog.getByRole('alert')).toContainText(/Недостаточно средств.*900\s000/);
  await dialog.getByRole('button', { name: 'Отклонить' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/Вы отказались от 950\s000\s¥/)).toBeVisible();
});
