import * as z from 'zod/mini';
import { yen } from '../money.ts';

const wish = z.object({ group: z.string(), value: z.boolean() });

/** One row of a listing (lots specification section 3, decisions 14). */
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
  engine: z.nullable(z.int()),
  color: z.string(),
  equip: z.string(),
  gearbox: z.string(),
  chassis: z.string(),
  condition: z.string(),
  status: z.int(),
  startPrice: z.nullable(yen),
  soldPrice: z.nullable(yen),
  averagePrice: z.nullable(yen),
  /** End of bidding for this lot, ISO with +09:00: what the list counts down to. */
  biddingDeadline: z.string(),
  myBid: z.boolean(),
  myBidAmount: z.nullable(yen),
  wishList: z.array(wish),
  images: z.array(z.string()),
  lotType: z.enum(['auction', 'stock', 'bike']),
  link: z.optional(z.string()),
  priv: z.boolean(),
  isUss: z.boolean(),
});
export type ListingLot = z.infer<typeof listingLot>;

export const bidInfo = z.object({
  bidGroupShow: z.boolean(),
  exportTypeShow: z.boolean(),
  exportTypeOptional: z.boolean(),
  startPrice: z.nullable(yen),
  averagePrice: z.nullable(yen),
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
  cancellationAllowed: z.boolean(),
  /** Until when the own bid may be cancelled, ISO with +09:00. */
  cancelUntil: z.string(),
  /** Inland haulage of the house plus the agent's fee: shown before the confirm (decisions D5.26). */
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
  }),
  carInfo: z.object({
    maker: z.string(),
    model: z.string(),
    year: z.nullable(z.int()),
    chassisId: z.string(),
    mileage: z.nullable(z.int()),
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
});
export type CarLot = z.infer<typeof carLot>;
