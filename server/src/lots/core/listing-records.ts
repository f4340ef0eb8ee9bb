import { isForeignLink } from '@seri/contract/addresses.ts';
import { isNegotiable } from '@seri/contract/bids/negotiation.ts';
import { FAVORITE_GROUPS } from '@seri/contract/favorites/routes.ts';
import { type LotFacts, type LotState, lotStateAt } from '@seri/contract/lots/lot-state.ts';
import { markField } from '@seri/contract/lots/mileage.ts';
import { isSalesPage, PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import type { BikeListingLot, ListingLot } from '@seri/contract/lots/records.ts';
import { photoAddressesOf } from '@seri/contract/photos/names.ts';
import type { RowPrice } from '@seri/contract/prices/price-records.ts';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import { japanIso } from '../../platform/i18n/japan-time.ts';
import { type AtDoor, toLotDoor } from './door-queries.ts';
import type { ListedLot, Marks } from './listing-queries.ts';

export type OwnMarks = Pick<ListingLot, 'myBid' | 'myBidAmount' | 'wishList'>;
/** A listed lot without the reader's own data. */
export type SharedLot = Omit<ListingLot, keyof OwnMarks>;
type SharedBike = Omit<BikeListingLot, keyof OwnMarks>;

/** The instant with +09:00, or only the day while the time is unknown (business-rules.md#auction-times). */
export const auctionDate = (lot: Pick<ListedLot, 'time_known' | 'auction_at' | 'auction_day'>): string =>
  lot.time_known ? japanIso(lot.auction_at) : lot.auction_day;

interface Stated
  extends Pick<ListedLot, 'status' | 'time_known' | 'auction_at' | 'auction_day' | 'bids_close_at' | 'now'> {
  lot_source: 'auction' | 'stock';
}

/** The input of `lotStateAt`, as records carry it. */
export const lotFacts = (lot: Omit<Stated, 'now'>): LotFacts => ({
  source: lot.lot_source,
  status: lot.status,
  auctionDate: auctionDate(lot),
  biddingDeadline: japanIso(lot.bids_close_at),
});

/** The state of a lot for one reader: their bid may be in negotiation, and some may bid until the sale begins. */
export function stateFor(
  lot: Stated,
  currentUser: CurrentUser,
  own: { status: number | null; isTaken?: boolean },
): LotState {
  const { status, isTaken } = own;
  const isNegotiated =
    status !== null &&
    isNegotiable({ lot: { status: lot.status, auctionAt: lot.auction_at }, bidStatus: status, now: lot.now });
  const hasDeadline = currentUser.permissions.bidDeadlineCheck;
  return lotStateAt({ ...lotFacts(lot), isNegotiated, hasDeadline, isOrdered: isTaken }, lot.now.getTime());
}

/** One entry per group, true for at most one (business-rules.md#favorites). */
const toWishList = (group: string | null) =>
  FAVORITE_GROUPS.map((letter) => ({ group: letter, value: letter === group }));

/** The reader's own data about a lot, as part of its record. */
export const toOwnMarks = (marks: Marks, pageType: PageType): OwnMarks => ({
  myBid: marks.own_amount_yen !== null,
  myBidAmount: marks.own_amount_yen,
  wishList: isSalesPage(pageType) ? [] : toWishList(marks.favorite_group),
});

/** The price of a fixed-price lot is only on its own page (business-rules.md#price-columns), and so is its total. */
const isPriced = (pageType: PageType) => PAGE_RULES[pageType].source !== 'stock';

/** The total of a row and its verdict at the reader's door. */
export const doorField = (lot: AtDoor, pageType: PageType) => (isPriced(pageType) ? toLotDoor(lot) : {});

/** The range of a row; none for a lot that was never estimated. */
export function rowPriceOf(
  lot: Pick<ListedLot, 'average_price_yen' | 'average_sales' | 'price_low_yen' | 'price_high_yen'>,
): { price?: RowPrice } {
  if (lot.average_sales === null) return {};
  const isShown = lot.average_price_yen !== null;
  return {
    price: {
      lowYen: isShown ? lot.price_low_yen : null,
      highYen: isShown ? lot.price_high_yen : null,
      sales: lot.average_sales,
    },
  };
}

export function toSharedLot(lot: ListedLot, pageType: PageType): SharedLot {
  const hidesPrices = !isPriced(pageType);
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
    engine: lot.displacement_cc,
    color: lot.color,
    equip: lot.equip,
    gearbox: lot.gearbox,
    chassis: lot.chassis_code,
    condition: lot.condition,
    status: lot.status,
    startPrice: hidesPrices ? null : lot.start_price_yen,
    soldPrice: lot.sold_price_yen,
    averagePrice: hidesPrices ? null : lot.average_price_yen,
    ...(hidesPrices ? {} : rowPriceOf(lot)),
    biddingDeadline: japanIso(lot.bids_close_at),
    images: photoAddressesOf(lot.images),
    lotType: PAGE_RULES[pageType].lotType,
    ...(lot.link !== null && isForeignLink(lot.link) ? { link: lot.link } : {}),
    priv: lot.is_private,
    isUss: lot.is_uss,
  };
}

/** Makers and models are identified by name, auction houses by number. */
export const toSharedBike = (lot: ListedLot, pageType: PageType): SharedBike => ({
  ...toSharedLot(lot, pageType),
  makerId: lot.maker,
  modelId: lot.model,
  auctionId: String(lot.house_id),
  inspection: lot.has_inspection,
  serial: lot.chassis_number,
});
