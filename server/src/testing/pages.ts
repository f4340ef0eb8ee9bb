import { PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import type { createLot } from './lots.ts';

export const SOLD = { status: 4533, sold_price_yen: 640_000 };
export const YESTERDAY = -25 * 60;

/** What a lot needs to stand on a page. */
export function standingOn(pageType: PageType): Parameters<typeof createLot>[1] {
  const { vehicle, source, time } = PAGE_RULES[pageType];
  return { vehicle, lot_source: source, ...(time === 'past' ? { auctionInMinutes: YESTERDAY, ...SOLD } : {}) };
}
