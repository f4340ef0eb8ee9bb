import { markField } from '@seri/contract/lots/mileage.ts';
import { PAGE_RULES, PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import type { EarlierBid, LotAppearance } from '@seri/contract/lots/records.ts';
import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import type { Viewer } from '../platform/viewer.ts';
import type { Appearance, FoundBid } from './history-queries.ts';
import { auctionDate } from './listing-records.ts';
import { isStaff, opensOn } from './open-lot.ts';

/** On the statistics from the result on (decisions D3.14). */
const WITH_RESULT: readonly number[] = [
  LOT_STATUS.sold,
  LOT_STATUS.soldByNegotiation,
  LOT_STATUS.notSold,
  LOT_STATUS.unsold,
];
type Placed = Pick<Appearance, 'status' | 'vehicle' | 'lot_source'>;

/** The page an appearance opens on for this reader: that of its time, else another he may see it on; null when none. */
export const pageOf = (found: Placed, viewer: Viewer): PageType | null =>
  pageAmong(found, (page) => viewer.permissions[PAGE_RULES[page].flag]);

function pageAmong(found: Placed, mayOpen: (page: PageType) => boolean): PageType | null {
  const time = WITH_RESULT.includes(found.status) ? 'past' : 'coming';
  const open = PAGE_TYPES.filter((page) => opensOn(page, found) && mayOpen(page));
  return open.find((page) => PAGE_RULES[page].time === time) ?? open[0] ?? null;
}

export const toAppearance = (found: Appearance, pageType: PageType): LotAppearance => ({
  id: String(found.id),
  pageType,
  auctionName: found.house_name,
  auctionDate: auctionDate(found),
  lotNo: found.lot_no,
  status: found.status,
  condition: found.condition,
  mileage: found.mileage_km,
  ...markField(found.mileage_mark),
  startPrice: found.start_price_yen,
  soldPrice: found.sold_price_yen,
});

/** A bid on the vehicle; one's own opens its lot whatever the flags (decisions D3.14), and only the staff is told whose it was. */
export const toEarlierBid = (found: FoundBid, viewer: Viewer): EarlierBid => ({
  bidId: found.bid_id,
  id: String(found.id),
  pageType: isStaff(viewer) ? pageOf(found, viewer) : pageAmong(found, () => true),
  auctionName: found.house_name,
  auctionDate: auctionDate(found),
  lotNo: found.lot_no,
  bidAmount: found.amount_yen,
  bidStatus: found.bid_status,
  soldPrice: found.sold_price_yen,
  ...(isStaff(viewer)
    ? { client: { name: found.client_name, clientId: `C-${String(found.client_id).padStart(4, '0')}` } }
    : {}),
});
