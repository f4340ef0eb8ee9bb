import { expect, test } from '../fixtures/fixtures.ts';
import { bidOn } from '../fixtures/manager-bids.ts';

const MANAGER = 'manager@demo.seri';

test('managers get an alarm for undecided bids shortly before the cut-off', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const { lot } = await bidOn(sql, 1, 25);
  await signIn(page, MANAGER);
  await page.goto('/bid-manager');
  const alarm = page.getByRole('alert').filter({ hasText: 'less than 30 minutes' });
  await expect(alarm).toBeVisible();
  await findsNothing(page);
  await alarm.getByRole('button', { name: 'Show new bids by time' }).click();
  await expect(page).toHaveURL(/bidStatus=1/);
  await expect(page.getByRole('row').filter({ hasText: String(lot.lot_no) })).toBeVisible();
});

// @covers MGMT-30
test('an order refused by the agent is sent again from its row', async ({ page, signIn, sql }) => {
  const { lot, bidId } = await bidOn(sql, 2, 600);
  await sql(
    `insert into agent_orders (lot_id, version, kind, bid_id, client_id, max_yen, overbid_yen, state, last_error)
     select lot_id, 1, 'order', id, user_id, amount_yen, 0, 'failed', 'refused' from bids where id = $1`,
    [bidId],
  );
  await signIn(page, MANAGER);
  await page.goto(`/bid-manager?lotNo=${lot.lot_no}`);
  const row = page.getByRole('row').filter({ hasText: String(lot.lot_no) });
  await row.getByRole('button', { name: 'Send again' }).click();
  await expect(row.getByRole('button', { name: 'Send again' })).toHaveCount(0);
  await expect
    .poll(
      async () => (await sql<{ version: number }>('select version from agent_orders where lot_id = $1', [lot.id]))[0],
    )
    .toEqual({ version: 2 });
});

// @covers MGMT-30
test('confirms a sheet mailed to the agent, which accepts its orders', async ({ page, signIn, sql, findsNothing }) => {
  const { lot, bidId } = await bidOn(sql, 2, 600);
  await sql(
    `insert into agent_orders (lot_id, version, kind, bid_id, client_id, max_yen, overbid_yen, state)
     select lot_id, 1, 'order', id, user_id, amount_yen, 0, 'sent' from bids where id = $1`,
    [bidId],
  );
  await sql(
    `insert into agent_order_versions (lot_id, version, kind, bid_id, client_id, max_yen, overbid_yen)
     select lot_id, version, kind, bid_id, client_id, max_yen, overbid_yen from agent_orders where lot_id = $1`,
    [lot.id],
  );
  const [house] = await sql<{ name: string }>(
    `with written as (
       insert into order_sheets (house_id, day, version, csv, content_hash, orders)
       select house_id, auction_day, 1, '', '', jsonb_build_array(jsonb_build_object('lotId', id, 'version', 1, 'kind', 'order'))
         from lots where id = $1 returning house_id)
     select name from auction_houses join written on house_id = id`,
    [lot.id],
  );
  await signIn(page, MANAGER);
  await page.goto('/bid-manager');
  const sheets = page.getByRole('region', { name: 'Order sheets not confirmed by the agent' });
  await expect(sheets).toContainText('not emailed yet');
  await findsNothing(page);
  await sheets.getByRole('button', { name: `${house?.name}: the agent has received it` }).click();
  await expect(sheets).toBeHidden();
  await expect
    .poll(async () => (await sql<{ state: string }>('select state from agent_orders where lot_id = $1', [lot.id]))[0])
    .toEqual({ state: 'acknowledged' });
});
