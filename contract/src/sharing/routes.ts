import * as z from 'zod/mini';
import { dayParam, noQuery, route, success } from '../http.ts';
import type { PageType } from '../lots/page-types.ts';
import { CONTRADICTIONS } from '../lots/passport/contradictions.ts';
import { bikeInspection, bikeLot, carLot, lotAppearance } from '../lots/records.ts';

const carId = z.string().check(z.minLength(1), z.maxLength(20));
/** 16 characters of base 32: the id in a shared link (business-rules.md#share-links). */
const shareId = z.string().check(z.minLength(1), z.maxLength(40));

/** `auctionType` of a password call, by page type (business-rules.md#share-links). */
export const AUCTION_TYPES = {
  'car-auction': 'main',
  bikes: 'bike',
  stock: 'one',
  stats: 'stats',
  'bike-stats': 'bike-stats',
} as const satisfies Record<PageType, string>;
/** The password path of each page type (business-rules.md#share-links). */
export const PASSWORD_PATHS = {
  'car-auction': 'auction',
  bikes: 'auction',
  stock: 'stock',
  stats: 'stats',
  'bike-stats': 'stats',
} as const satisfies Record<PageType, string>;

const passwordOf = <P extends 'auction' | 'stock' | 'stats' | 'share'>(path: P) =>
  route({
    method: 'GET',
    path: `/v1/${path}/password`,
    budget: 'read',
    changesState: true,
    summary: 'The access code of a shared link to this lot; the same until it expires after seven days',
    access: { all: ['shareCar'] },
    query: z.strictObject({
      carId: z.optional(carId),
      bikeId: z.optional(carId),
      /** Stored only for the preview; checked against the lot. */
      auctionDate: z.optional(z.union([dayParam, z.iso.datetime({ offset: true })])),
      imageUrl: z.optional(z.string().check(z.maxLength(300))),
      auctionType: z.enum(['main', 'bike', 'one', 'stats', 'bike-stats']),
    }),
    reply: z.object({
      /** Six digits, leading zeros allowed. */
      password: z.string(),
      shareId: z.string(),
      expiresAt: z.string(),
      /** Number of times the link was opened with the right code. */
      views: z.int(),
    }),
    errors: ['NotFound'],
  });

export const auctionPassword = passwordOf('auction');
export const stockPassword = passwordOf('stock');
export const statsPassword = passwordOf('stats');
export const sharePassword = passwordOf('share');

export const openShare = route({
  method: 'POST',
  path: '/v1/share/open',
  summary: 'Open a shared lot with its code: sets a cookie for this share, valid for a day',
  access: 'public',
  query: noQuery,
  body: z.strictObject({ id: shareId, code: z.string().check(z.minLength(1), z.maxLength(20)) }),
  reply: success,
  errors: ['Share.WrongCode', 'NotFound'],
  budget: 'auth',
});

const {
  wishList: _carWish,
  bidInfo: _carBid,
  ussCounter: _uss,
  own: _carOwn,
  factsWithoutManager: _carOrigins,
  ...sharedCar
} = carLot.shape;
const {
  wishList: _bikeWish,
  bidInfo: _bikeBid,
  own: _bikeOwn,
  factsWithoutManager: _bikeOrigins,
  ...sharedBike
} = bikeLot.shape;

const {
  id: _id,
  pageType: _page,
  startPrice: _start,
  soldPrice: _sold,
  status: _status,
  ...sharedListing
} = lotAppearance.shape;
/** A listing of the shared vehicle without prices and without its address (business-rules.md#shared-lots). */
export const sharedAppearance = z.object(sharedListing);
export type SharedAppearance = z.infer<typeof sharedAppearance>;

export const viewShare = route({
  method: 'GET',
  path: '/v1/share/view-lot',
  budget: 'read',
  summary: 'A shared lot without bids, favorites, note and average price, and the other listings of its vehicle',
  access: 'public',
  query: z.strictObject({ id: shareId }),
  reply: z.object({
    pageType: z.enum(['car-auction', 'stock', 'stats', 'bikes', 'bike-stats']),
    car: z.nullable(z.object(sharedCar)),
    bike: z.nullable(z.object(sharedBike)),
    inspection: z.nullable(bikeInspection),
    /** Other public listings of the same vehicle, the newest first. */
    appearances: z.array(sharedAppearance),
    /** Facts of this lot that an earlier listing contradicts. */
    contradictions: z.array(z.enum(CONTRADICTIONS)),
  }),
  errors: ['Access.Denied', 'NotFound'],
});

export const revokeShare = route({
  method: 'POST',
  path: '/v1/share/revoke',
  budget: 'write',
  summary: 'End a shared link at once; the next one has another address and code',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({ id: shareId }),
  reply: success,
  errors: ['NotFound'],
});
