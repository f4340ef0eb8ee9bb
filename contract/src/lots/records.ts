import * as z from 'zod/mini';
import { negotiation } from '../bids/negotiation.ts';
import { DOOR_VERDICTS } from '../costs/verdicts.ts';
import { pageInfo } from '../http.ts';
import { yen } from '../money.ts';
import { rowPrice } from '../prices/price-records.ts';
import { vehicleFacts } from './facts.ts';
import { lotState } from './lot-state.ts';
import { ownMarks } from './marks/own-marks.ts';
import { mileageMark } from './mileage.ts';
import { PAGE_TYPES } from './page-types.ts';
import { CONTRADICTIONS } from './passport/contradictions.ts';

const wish = z.object({ group: z.string(), value: z.boolean() });

/** Yen; null: not computed yet or, for `mostYen`, without a known limit. */
const lotDoor = z.object({ leastYen: z.nullable(yen), mostYen: z.nullable(yen), verdict: z.enum(DOOR_VERDICTS) });
export type LotDoor = z.infer<typeof lotDoor>;

/** One row of a listing. Other programs read these names, so they must not change (business-rules.md#published-calls). */
export const listingLot = z.object({
  id: z.string(),
  lotNo: z.int(),
  auctionName: z.string(),
  auctionDate: z.string(),
  maker: z.string(),
  model: z.string(),
  year: z.nullable(z.int()),
  grade: z.string(),
  mileage: z.nullable(z.int()),
  mileageMark,
  engine: z.nullable(z.int()),
  color: z.string(),
  equip: z.string(),
  gearbox: z.string(),
  chassis: z.string(),
  condition: z.string(),
  status: z.int(),
  state: lotState,
  startPrice: z.nullable(yen),
  soldPrice: z.nullable(yen),
  /** The middle of the price range; null where it is refused. */
  averagePrice: z.nullable(yen),
  price: z.optional(rowPrice),
  /** End of bidding for this lot, ISO with +09:00; the list counts down to it. */
  biddingDeadline: z.string(),
  myBid: z.boolean(),
  myBidAmount: z.nullable(yen),
  wishList: z.array(wish),
  images: z.array(z.string()),
  lotType: z.enum(['auction', 'stock', 'bike']),
  link: z.optional(z.string()),
  priv: z.boolean(),
  isUss: z.boolean(),
  /** Total and verdict at the reader's door, at the average price or, without one, the start price. Absent without a door. */
  door: z.optional(lotDoor),
});
export type ListingLot = z.infer<typeof listingLot>;

/** The position of a page in its list. */
export const lotPageInfo = z.extend(pageInfo, {
  /** Value of `after` for the next page; absent on the last page. */
  next: z.optional(z.string()),
  /** Instant of the list's data, ISO with +09:00; present only when it is more than five seconds old. */
  currentAt: z.optional(z.string()),
  /** For a list with `open`: exact counts of open and closed lots under the same filter. */
  openResults: z.optional(z.int()),
  closedResults: z.optional(z.int()),
});
export type LotPageInfo = z.infer<typeof lotPageInfo>;

/** A motorcycle in a listing, with the ids for links to its maker, model and auction house, and the fields of motorcycles. */
export const bikeListingLot = z.extend(listingLot, {
  makerId: z.string(),
  modelId: z.string(),
  auctionId: z.string(),
  /** The auction house provided an inspection with ratings or remarks. */
  inspection: z.boolean(),
  serial: z.string(),
});
export type BikeListingLot = z.infer<typeof bikeListingLot>;

export const bidInfo = z.object({
  bidGroupShow: z.boolean(),
  exportTypeShow: z.boolean(),
  exportTypeOptional: z.boolean(),
  /** Export type of the reader's newest bid that has one; absent without such a bid. */
  lastExportType: z.optional(z.int()),
  startPrice: z.nullable(yen),
  /** The middle of the price range; null where it is refused. */
  averagePrice: z.nullable(yen),
  price: z.optional(rowPrice),
  soldPrice: z.nullable(yen),
  bidLimitReached: z.boolean(),
  acceptBid: z.boolean(),
  auctionFinished: z.boolean(),
  /** bids_close_at of the lot, ISO with +09:00. */
  biddingDeadline: z.string(),
  cancelDeadlineHour: z.int(),
  bidAdjustmentPrice: yen,
  myBid: z.boolean(),
  jasId: z.nullable(z.int()),
  myBidAmount: z.nullable(yen),
  myBidDate: z.nullable(z.string()),
  bidStatusId: z.nullable(z.int()),
  /** The group of the own live bid, 1 to 10. */
  myBidGroup: z.nullable(z.int()),
  /** The own bid is accepted, but its group has not cleared the order for the agent yet. */
  groupWaits: z.boolean(),
  /** Of the own bid, after the lot was not sold in its auction. */
  negotiation,
  cancellationAllowed: z.boolean(),
  /** Instant until which the own bid can be canceled, ISO with +09:00. */
  cancelUntil: z.string(),
  /** Transport in Japan plus the agent's fee, shown before the confirm (business-rules.md#cost-of-a-win). */
  feesYen: yen,
});
export type BidInfo = z.infer<typeof bidInfo>;

export const carLot = z.object({
  carCommonDetail: z.object({
    id: z.string(),
    isUss: z.boolean(),
    allowDownloadPhotos: z.boolean(),
    lotNumber: z.int(),
    info: z.string(),
    auctionSheet: z.nullable(z.string()),
    comment: z.string(),
    commentEditable: z.boolean(),
  }),
  mopDeail: z.object({
    auctionSheet: z.nullable(z.string()),
    backgroundSize: z.string(),
    backgroundPosition: z.string(),
  }),
  lotInfo: z.object({
    lotNumber: z.int(),
    auctionName: z.string(),
    auctionDate: z.string(),
    condition: z.string(),
    status: z.int(),
    state: lotState,
    /** End of bidding, ISO with +09:00, for readers without bidInfo. */
    biddingDeadline: z.optional(z.string()),
  }),
  carInfo: z.object({
    maker: z.string(),
    model: z.string(),
    year: z.nullable(z.int()),
    chassisId: z.string(),
    mileage: z.nullable(z.int()),
    mileageMark,
  }),
  carSpecification: z.object({
    engineCC: z.nullable(z.int()),
    grade: z.string(),
    color: z.string(),
    transmission: z.string(),
    drive: z.nullable(z.string()),
    horsePower: z.nullable(z.int()),
    equipment: z.string(),
  }),
  lotImages: z.object({ images: z.array(z.string()), thumbnails: z.array(z.string()) }),
  bidInfo,
  wishList: z.array(wish),
  ussCounter: z.object({ ussLimit: z.int() }),
  /** Known facts of the vehicle with their origins. */
  facts: z.optional(vehicleFacts),
  /** For managers: the facts that count without a manager's values, those of the auction list included. */
  factsWithoutManager: z.optional(vehicleFacts),
  /** The reader's own marks; absent on a shared lot. */
  own: z.optional(ownMarks),
});
export type CarLot = z.infer<typeof carLot>;

/** Ratings as the auction house wrote them; null where there are none (business-rules.md#bike-inspection). */
const rate = z.nullable(z.string());

export const bikeLot = z.object({
  bikeCommonDetail: z.object({
    id: z.string(),
    isUss: z.boolean(),
    allowDownloadPhotos: z.boolean(),
    lotNumber: z.int(),
    auctionSheet: z.nullable(z.string()),
    comment: z.string(),
    commentEditable: z.boolean(),
    info: z.string(),
  }),
  lotInfo: z.object({
    lotNumber: z.int(),
    auctionName: z.string(),
    auctionDate: z.string(),
    condition: z.string(),
    status: z.int(),
    state: lotState,
    biddingDeadline: z.optional(z.string()),
    rateEng: rate,
    rateEl: rate,
    rateExt: rate,
    rateFront: rate,
    rateRear: rate,
    rateFrame: rate,
  }),
  bikeInfo: z.object({
    maker: z.string(),
    model: z.string(),
    year: z.nullable(z.int()),
    serial: z.string(),
    mileage: z.nullable(z.int()),
    mileageMark,
    mileageNote: z.string(),
  }),
  bikeSpecification: z.object({
    grade: z.string(),
    color: z.string(),
    engineCC: z.nullable(z.int()),
    transmission: z.string(),
    drive: z.nullable(z.string()),
    equipment: z.string(),
    horsePower: z.nullable(z.int()),
  }),
  lotImages: z.object({ images: z.array(z.string()), thumbnails: z.array(z.string()) }),
  bidInfo,
  wishList: z.array(wish),
  facts: z.optional(vehicleFacts),
  factsWithoutManager: z.optional(vehicleFacts),
  own: z.optional(ownMarks),
});
export type BikeLot = z.infer<typeof bikeLot>;

/** The auction house's findings on a motorcycle, with separators (business-rules.md#bike-inspection). */
export const bikeInspection = z.object({
  /** `A-Scratch on tank B-Worn tyre` */
  list: z.string(),
  /** Addresses separated by `#`. */
  videos: z.string(),
  /** Engine, electro, exterior, front, rear, chassis: `Engine:5#oil leak-none,noise-small`, images separated by `#`. */
  rate: z.array(z.object({ txt: z.string(), img: z.string() })),
});
export type BikeInspection = z.infer<typeof bikeInspection>;

/** An earlier or later listing of the same vehicle, found by its chassis number. */
export const lotAppearance = z.object({
  id: z.string(),
  pageType: z.enum(PAGE_TYPES),
  auctionName: z.string(),
  auctionDate: z.string(),
  lotNo: z.int(),
  status: z.int(),
  state: lotState,
  condition: z.string(),
  mileage: z.nullable(z.int()),
  mileageMark,
  startPrice: z.nullable(yen),
  soldPrice: z.nullable(yen),
  /** The first photos of this listing, three at most. */
  images: z.array(z.string()),
  /** Facts that an earlier listing of the vehicle contradicts. */
  contradictions: z.array(z.enum(CONTRADICTIONS)),
});
export type LotAppearance = z.infer<typeof lotAppearance>;

/** A bid on the same vehicle at another auction: the reader's own, for managers that of any client. */
export const earlierBid = z.object({
  bidId: z.int(),
  id: z.string(),
  /** The page that opens its lot; null where the reader may not open it. */
  pageType: z.nullable(z.enum(PAGE_TYPES)),
  auctionName: z.string(),
  auctionDate: z.string(),
  lotNo: z.int(),
  bidAmount: yen,
  bidStatus: z.int(),
  soldPrice: z.nullable(yen),
  /** For managers: the client of the bid. */
  client: z.optional(z.object({ name: z.string(), clientId: z.string() })),
});
export type EarlierBid = z.infer<typeof earlierBid>;

/** Data behind an average price. */
export const priceBasis = z.object({
  model: z.string(),
  /** Words of the grade that all counted sales share with the lot; empty when the trim was not compared. */
  trim: z.string(),
  yearFrom: z.nullable(z.int()),
  yearTo: z.nullable(z.int()),
  conditions: z.array(z.string()),
  mileageFrom: z.nullable(z.int()),
  mileageTo: z.nullable(z.int()),
});

export const similarSale = z.object({
  id: z.string(),
  auctionName: z.string(),
  auctionDate: z.string(),
  lotNo: z.int(),
  model: z.string(),
  grade: z.string(),
  year: z.nullable(z.int()),
  mileage: z.nullable(z.int()),
  mileageMark,
  condition: z.string(),
  color: z.string(),
  soldPrice: yen,
  image: z.nullable(z.string()),
  /**
   * Price effect of the lot's mileage: yen, signed, in whole thousands, at most 30 % of the price; null where a mileage
   * is unknown or there are fewer than five sales (docs/decisions/016).
   */
  mileageAdjustmentYen: z.nullable(yen),
  /** Price effect of the months since the sale, from the model's averages by month; with the same limits. */
  monthsAdjustmentYen: z.nullable(yen),
  /** The price with both adjustments; null where neither is known. */
  adjustedPriceYen: z.nullable(yen),
  /** How alike the sale is, 0 to 100 %. */
  alikePercent: z.optional(z.int()),
});
export type SimilarSale = z.infer<typeof similarSale>;

/** Prices of the listed sales after adjustment to the lot, in yen; `sales` is the number of adjusted sales. */
export const adjustedSpan = z.object({ sales: z.int(), lowYen: yen, medianYen: yen, highYen: yen });

/** Sales of one month in Japan (`2026-10`) under the filters of the page. */
export const monthOfSales = z.object({
  month: z.string(),
  sales: z.int(),
  averageYen: yen,
  lowYen: yen,
  highYen: yen,
});
export type MonthOfSales = z.infer<typeof monthOfSales>;

/** A sale as a point of price over mileage. */
export const salePoint = z.object({
  id: z.string(),
  /** Day of the auction in Japan. */
  day: z.string(),
  name: z.string(),
  year: z.nullable(z.int()),
  mileage: z.nullable(z.int()),
  condition: z.string(),
  house: z.string(),
  startPrice: z.nullable(yen),
  soldPrice: yen,
});
export type SalePoint = z.infer<typeof salePoint>;

/** Lots offered and sold by an auction house, or of a model. */
export const soldGroup = z.object({
  name: z.string(),
  offered: z.int(),
  sold: z.int(),
  /** Median of sold price over start price, minus one; null without start prices. */
  overStart: z.nullable(z.number()),
});
export type SoldGroup = z.infer<typeof soldGroup>;
