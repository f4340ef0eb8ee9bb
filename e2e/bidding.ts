import { readFileSync, writeFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, STAGE_FILE } from './fixtures.ts';

export type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

export interface StageLot {
  id: string;
  lot_no: number;
  source_id: string;
  start_price_yen: number;
  auction_at: Date;
}

/** A hall lot that runs after so many seconds; bidding on it closes shortly before it runs, so that a story need not wait. */
export async function hallLot(sql: Sql, inSeconds: number): Promise<StageLot> {
  const [lot] = await sql<StageLot>(
    `update lots set bids_close_at = auction_at - interval '3 s'
      where id = (select lots.id from lots join auction_houses h on h.id = house_id
                   where h.name = 'Seri Demo Hall' and vehicle = 'car' and auction_at > now() + $1 * interval '1 s' and start_price_yen < 400000
                     and not exists (select 1 from bids where lot_id = lots.id)
                   order by auction_at limit 1)
     returning id::text, lot_no, source_id, start_price_yen, auction_at`,
    [inSeconds],
  );
  if (!lot) throw new Error('the hall lists no lots');
  return lot;
}

/** Numbers of lots that a story has taken: no other lot has one like it. */
const TAKEN_FROM = 5_000_000;

/** A lot of another house, days ahead, that nobody has bid on and no other story gets. */
export async function quietLot(sql: Sql): Promise<StageLot> {
  const [lot] = await sql<StageLot>(
    `update lots set lot_no = $1 + id where id = (
       select id from lots
        where vehicle = 'car' and lot_source = 'auction' and auction_at > now() + interval '30 h' and status = 4532
          and start_price_yen between 100000 and 300000 and lot_no < $1
          and not exists (select 1 from bids where lot_id = lots.id)
        order by random() limit 1 for update skip locked)
     returning id::text, lot_no, source_id, start_price_yen, auction_at`,
    [TAKEN_FROM],
  );
  if (!lot) throw new Error('no coming lots');
  return lot;
}

/** The house's hidden prices for one lot. */
export function rig(sourceId: string, prices: { reserveYen: number; rivalYen: number }): void {
  const { rigFile } = JSON.parse(readFileSync(STAGE_FILE, 'utf8')) as { rigFile: string };
  const all = JSON.parse(readFileSync(rigFile, 'utf8')) as Record<string, unknown>;
  writeFileSync(rigFile, JSON.stringify({ ...all, [sourceId]: prices }));
}

export const panelOf = (page: Page): Locator =>
  page.getByRole('region', { name: /^(Bid on this lot|Ставка на этот лот)$/ });

/** Opens the lot and fills amount and export type; nothing is pressed yet. */
export async function fillBid(page: Page, lotId: string, amountYen: number): Promise<Locator> {
  await page.goto(`/car-auction/${lotId}`);
  const panel = panelOf(page);
  await panel.getByRole('textbox').first().fill(String(amountYen));
  await chooseType(page, panel);
  return panel;
}

export async function chooseType(page: Page, panel: Locator): Promise<void> {
  await panel.getByRole('button', { name: /^(Export type|Вид экспорта)/ }).click();
  await page.getByRole('listbox').getByRole('option', { name: 'FOB' }).first().click();
  await expect(page.getByRole('listbox')).toBeHidden();
}

/** The whole flow of a client: fill, press, tick the terms, confirm. */
export async function placeBid(page: Page, lotId: string, amountYen: number): Promise<Locator> {
  const panel = await fillBid(page, lotId, amountYen);
  await panel.getByRole('button', { name: /^(Place bid|Сделать ставку)$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: /^(Confirm|Подтвердить)/ }).click();
  await expect(
    dialog.getByText(/Bid received – under review|Ставка получена и находится на рассмотрении/),
  ).toBeVisible();
  return dialog;
}
