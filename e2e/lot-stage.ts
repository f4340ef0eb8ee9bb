import { expect, type Page } from '@playwright/test';
import type { Sql } from './bidding.ts';

export const CLIENT = 'client@demo.seri';
export const MANAGER = 'manager@demo.seri';

export interface PageLot {
  id: string;
  lot_no: number;
  house: string;
  maker: string;
  model: string;
  year: number;
  images: string[];
}

/** Lots that nobody's story changes: the n-th that fits, so that stories side by side take different ones. */
export async function findLot(sql: Sql, condition: string, nth = 0): Promise<PageLot> {
  const [lot] = await sql<PageLot>(
    `select lots.id::text, lot_no, house.name as house, maker, model, year, images
     from lots join auction_houses house on house.id = house_id
     where not is_private and year is not null and (${condition}) order by lots.id offset $1 limit 1`,
    [nth],
  );
  if (!lot) throw new Error(`the stage has no lot with ${condition}`);
  return lot;
}

const COMING = "lot_source = 'auction' and status = 4532 and auction_at > now() + interval '14 hours'";
export const COMING_CAR = `vehicle = 'car' and ${COMING} and array_length(images, 1) > 4`;
export const COMING_BIKE = `vehicle = 'bike' and ${COMING} and inspection is not null`;
export const STOCK_CAR = "vehicle = 'car' and lot_source = 'stock' and status = 4532 and start_price_yen is not null";
export const SOLD_CAR = "vehicle = 'car' and lot_source = 'auction' and status = 4533 and array_length(images, 1) > 2";
export const SOLD_BIKE = "vehicle = 'bike' and lot_source = 'auction' and status = 4533";

export const nameOf = ({ maker, model, year }: PageLot): string => `${maker} ${model} ${year}`;

/** The photo in full screen, ready for keys: its focus comes after its buttons. */
export async function isFullScreen(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible();
  await expect(page.locator('.yarl__portal :focus')).toHaveCount(1);
}

/** Failures of a page's own making; answers that a story asked to fail are left out. */
export function failuresOf(page: Page): string[] {
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  return failures;
}
