import { isForeignLink } from '@seri/contract/addresses.ts';
import { FAVORITE_GROUPS } from '@seri/contract/favorites/routes.ts';
import { markField } from '@seri/contract/lots/mileage.ts';
import { isSalesPage, PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import type { BikeListingLot, ListingLot } from '@seri/contract/lots/records.ts';
import { photoAddressesOf } from '@seri/contract/photos/names.ts';
import { japanIso } from '../platform/japan-time.ts';
import type { ListedLot, Marks } from './listing-queries.ts';

export type OwnMarks = Pick<ListingLot, 'myBid' | 'myBidAmount' | 'wishList'>;
/** A lot of a list as all see it who may. */
type SharedLot = Omit<ListingLot, keyof OwnMarks>;
type SharedBike = Omit<BikeListingLot, keyof OwnMarks>;

/** The instant with +09:00, or the day alone while the time is not known (decisions D4.33). */
export const auctionDate = (lot: Pick<ListedLot, 'time_known' | 'auction_at' | 'auction_day'>): string =>
  lot.time_known ? japanIso(lot.auction_at) : lot.auction_day;

/** One entry per group, true on at most one (decisions D4.24). */
const toWishList = (group: string | null) =>
  FAVORITE_GROUPS.map((letter) => ({ group: letter, value: letter === group }));

/** What one reader has done with a lot. */
export const toOwnMarks = (marks: Marks | undefined, pageType: PageType): OwnMarks => ({
  myBid: (marks?.own_amount_yen ?? null) !== null,
  myBidAmount: marks?.own_amount_yen ?? null,
  wishList: isSalesPage(pageType) ? [] : toWishList(marks?.favorite_group ?? null),
});

export function toSharedLot(lot: ListedLot, pageType: PageType): SharedLot {
  // The price of a fixed-price lot is told on its own page alone (decisions D5.8).
  const hidesPrices = PAGE_RULES[pageType].source === 'stock';
  return {
    id: String(lot.id),
    lotNo: lot.lot_no,
    auctionName: lot.house_name,
    auctionDate: auctionDate(lot),
    maker: lot.maker,
    model: lot.model,
    year: lot.year,
    grade: lot.grade,
    mileage: lot.mileage_km,
    ...markField(lot.mileage_mark),
    engine: lot.engine_cc,
    color: lot.color,
    equip: lot.equip,
    gearbox: lot.gearbox,
    chassis: lot.chassis_code,
    condition: lot.condition,
    status: lot.status,
    startPrice: hidesPrices ? null : lot.start_price_yen,
    soldPrice: lot.sold_price_yen,
    averagePrice: hidesPrices ? null : lot.average_price_yen,
    biddingDeadline: japanIso(lot.bids_close_at),
    images: photoAddressesOf(lot.images),
    lotType: PAGE_RULES[pageType].lotType,
    ...(lot.link !== null && isForeignLink(lot.link) ? { link: lot.link } : {}),
    priv: lot.is_private,
    isUss: lot.is_uss,
  };
}

/** Makers and models are known by their names, houses by a number. */
export const toSharedBike = (lot: ListedLot, pageType: PageType): SharedBike => ({
  ...toSharedLot(lot, pageType),
  makerId: lot.maker,
  modelId: lot.model,
  auctionId: String(lot.house_id),
  inspection: lot.has_inspection,
  serial: lot.chassis_number,
});
