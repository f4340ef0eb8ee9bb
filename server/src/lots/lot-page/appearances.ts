import { lotStateAt } from '@seri/contract/lots/lot-state.ts';
import { markField } from '@seri/contract/lots/mileage.ts';
import { PAGE_RULES, PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import type { ComparedListing } from '@seri/contract/lots/passport/contradictions.ts';
import type { EarlierBid, LotAppearance } from '@seri/contract/lots/records.ts';
import { RESULT_STATUSES } from '@seri/contract/lots/view-flags.ts';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import { clientCode } from '../../platform/client-code.ts';
import { auctionDate, lotFacts } from '../core/listing-records.ts';
import { hasFlagFor, isStaff, opensOn } from '../core/open-lot.ts';
import type { Appearance, FoundBid } from './history-queries.ts';

type Placed = Pick<Appearance, 'status' | 'vehicle' | 'lot_source' | 'auction_day'>;

/**
 * The page that opens a listing for this reader: that of its time, else another one that the reader may see; null where
 * no flag opens it at `now` (business-rules.md#view-flags).
 */
export const pageOf = (found: Placed, currentUser: CurrentUser, now: Date): PageType | null =>
  hasFlagFor(currentUser, found, now)
    ? pageAmong(found, (page) => currentUser.permissions[PAGE_RULES[page].flag])
    : null;

function pageAmong(found: Placed, mayOpen: (page: PageType) => boolean): PageType | null {
  const time = RESULT_STATUSES.includes(found.status) ? 'past' : 'coming';
  const open = PAGE_TYPES.filter((page) => opensOn(page, found) && mayOpen(page));
  return open.find((page) => PAGE_RULES[page].time === time) ?? open[0] ?? null;
}

export const toAppearance = (
  found: Appearance,
  pageType: PageType,
  contradictions: LotAppearance['contradictions'],
): LotAppearance => ({
  id: String(found.id),
  pageType,
  auctionName: found.house_name,
  auctionDate: auctionDate(found),
  lotNo: found.lot_no,
  status: found.status,
  state: lotStateAt(lotFacts(found), found.now.getTime()),
  condition: found.condition,
  mileage: found.mileage_km,
  ...markField(found.mileage_mark),
  startPrice: found.start_price_yen,
  soldPrice: found.sold_price_yen,
  images: found.images,
  contradictions,
});

/** A listing as {@link contradictionsOf} compares it. */
export const toCompared = (found: Pick<Appearance, 'auction_day' | 'mileage_km' | 'condition'>): ComparedListing => ({
  auctionDay: found.auction_day,
  mileageKm: found.mileage_km,
  condition: found.condition,
});

/** A bid on the vehicle. An own bid opens its lot without flags (business-rules.md#own-lots); only staff see the bidder. */
export const toEarlierBid = (found: FoundBid, currentUser: CurrentUser, now: Date): EarlierBid => ({
  bidId: found.bid_id,
  id: String(found.id),
  pageType: isStaff(currentUser) ? pageOf(found, currentUser, now) : pageAmong(found, () => true),
  auctionName: found.house_name,
  auctionDate: auctionDate(found),
  lotNo: found.lot_no,
  bidAmount: found.amount_yen,
  bidStatus: found.bid_status,
  soldPrice: found.sold_price_yen,
  ...(isStaff(currentUser) ? { client: { name: found.client_name, clientId: clientCode(found.client_id) } } : {}),
});
