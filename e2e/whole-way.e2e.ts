import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, STAGE_FILE, test } from './fixtures.ts';

interface HallLot {
  id: string;
  lot_no: number;
  source_id: string;
  start_price_yen: number;
}

/** A hall lot that runs soon, with enough time for three people to act: bidding for it closes three seconds before it runs. */
async function soonestLot(sql: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>) {
  const [lot] = await sql<HallLot>(`
    update lots set bids_close_at = auction_at - interval '3 s'
     where id = (select lots.id from lots join auction_houses h on h.id = house_id
                  where h.name = 'Seri Demo Hall' and auction_at > now() + interval '75 s' and start_price_yen < 400000
                  order by auction_at limit 1)
    returning id::text, lot_no, source_id, start_price_yen`);
  if (!lot) throw new Error('the hall lists no lots');
  return lot;
}

/** The house's hidden prices for one lot. */
function rig(sourceId: string, prices: { reserveYen: number; rivalYen: number }) {
  const { rigFile } = JSON.parse(readFileSync(STAGE_FILE, 'utf8')) as { rigFile: string };
  const all = JSON.parse(readFileSync(rigFile, 'utf8')) as Record<string, unknown>;
  writeFileSync(rigFile, JSON.stringify({ ...all, [sourceId]: prices }));
}

async function bid(
  page: Page,
  lotId: string,
  amountYen: number,
  words: { place: RegExp; confirm: RegExp; done: RegExp },
) {
  await page.goto(`/car-auction/${lotId}`);
  const panel = page
    .getByRole('region', { name: /Bid on this lot|Ставка на этот лот/ })
    .or(page.locator('aside'))
    .first();
  await panel.getByRole('textbox').first().fill(String(amountYen));
  await panel.getByRole('combobox').first().selectOption({ index: 1 });
  await panel.getByRole('button', { name: words.place }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: words.confirm }).click();
  await expect(dialog.getByText(words.done)).toBeVisible();
}

test('one bid goes the whole way: two clients bid, the manager confirms, the hall sells, one buys and pays, one loses', async ({
  browser,
  sql,
  signIn,
}) => {
  test.setTimeout(240_000);
  const lot = await soonestLot(sql);
  rig(lot.source_id, { reserveYen: lot.start_price_yen, rivalYen: lot.start_price_yen + 20_000 });
  const [anna, ivan, kenji] = await Promise.all([0, 1, 2].map(async () => (await browser.newContext()).newPage()));
  if (!anna || !ivan || !kenji) throw new Error('no pages');
  await signIn(anna, 'client@demo.seri');
  await signIn(ivan, 'client2@demo.seri');
  await signIn(kenji, 'manager@demo.seri');

  await test.step('Anna finds the lot by its number and bids; Ivan, in Russian, bids less', async () => {
    await anna.getByRole('textbox', { name: /Quick search/ }).fill(String(lot.lot_no));
    await anna.getByRole('textbox', { name: /Quick search/ }).press('Enter');
    await expect(anna).toHaveURL(new RegExp(`search=lotNo-${lot.lot_no}`));
    await bid(anna, lot.id, lot.start_price_yen + 100_000, {
      place: /^Place bid$/,
      confirm: /^Confirm/,
      done: /Your bid is accepted for review/,
    });
    await bid(ivan, lot.id, lot.start_price_yen + 50_000, {
      place: /^Сделать ставку$/,
      confirm: /^Подтвердить/,
      done: /Ставка принята на рассмотрение/,
    });
  });

  await test.step('the manager passes both bids on', async () => {
    await kenji.goto(`/bid-manager?lotNo=${lot.lot_no}`);
    const rows = kenji.getByRole('row').filter({ hasText: String(lot.lot_no) });
    await expect(rows).toHaveCount(2);
    for (const name of ['Anna Petrova', 'Ivan Sokolov']) {
      await rows.filter({ hasText: name }).getByRole('button', { name: 'Bid', exact: true }).click();
      await kenji
        .getByRole('dialog')
        .getByRole('button', { name: /^(Confirm|Accept)$/ })
        .click();
      await expect(rows.filter({ hasText: name }).getByRole('button', { name: 'Bid', exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
    }
    await expect(rows.filter({ hasText: 'Anna Petrova' }).getByText(/Agent has it|Agent has the order/)).toBeVisible({
      timeout: 20_000,
    });
  });

  await test.step('the hall sells the lot to Anna; Ivan sees that his bid has finished', async () => {
    await anna.goto(`/archive-bids?lotNo=${lot.lot_no}`);
    await expect(anna.getByText('Won', { exact: true }).first()).toBeVisible({ timeout: 150_000 });
    await ivan.goto('/bids');
    await expect(
      ivan
        .getByRole('row')
        .filter({ hasText: String(lot.lot_no) })
        .getByText('Завершено'),
    ).toBeVisible();
  });

  await test.step('Anna sees the car she bought and what it cost', async () => {
    const [purchase] = await sql<{ total: number; price: number }>(
      'select total_yen::int as total, car_price_yen::int as price from purchases where lot_id = $1',
      [lot.id],
    );
    expect(purchase?.price).toBe(lot.start_price_yen + 25_000);
    const total = new RegExp(String(purchase?.total).replace(/\B(?=(\d{3})+$)/g, '\\s'));
    await anna.goto('/purchased-cars');
    await expect(anna.getByText(total).first()).toBeVisible();
    await anna.goto('/payments');
    await expect(anna.getByText(total).first()).toBeVisible();
  });
});
