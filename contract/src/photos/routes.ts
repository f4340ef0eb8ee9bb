import * as z from 'zod/mini';
import type { PersonAccess } from '../http.ts';
import { noQuery, route, success } from '../http.ts';

const carId = z.string().check(z.minLength(1), z.maxLength(20));

const downloadOf = <P extends 'purchased-cars' | 'bikes' | 'bike-stats' | 'car-auction'>(
  path: P,
  access: PersonAccess,
) =>
  route({
    method: 'GET',
    path: `/v1/${path}/download-images`,
    budget: 'read',
    summary: 'Address of an archive with all photos, valid for fifteen minutes; 404 where there is none',
    access,
    query: z.strictObject({ id: carId }),
    reply: z.string(),
    errors: ['NotFound'],
  });

// The photos of a USS lot belong to the auction house until the car is bought (business-rules.md#photo-downloads).
export const downloadPurchased = downloadOf('purchased-cars', { all: ['downloadPhotos'], userType: 2 });
export const downloadCarPhotos = downloadOf('car-auction', { all: ['downloadPhotos'] });
export const downloadBikePhotos = downloadOf('bikes', { all: ['downloadPhotos'] });
export const downloadBikeStatsPhotos = downloadOf('bike-stats', { all: ['downloadPhotos'] });

export const extraImages = route({
  method: 'GET',
  path: '/v1/car-auction/uss-images',
  budget: 'read',
  waitsForWork: true,
  changesState: true,
  summary: 'Request further photos of a USS lot: starts or joins a run, and replies when it is done, in about 30 s',
  access: 'signed_in',
  query: z.strictObject({
    carId,
    auction: z.optional(z.string().check(z.maxLength(100))),
    lotNo: z.optional(z.string().check(z.maxLength(10))),
    auctionDate: z.optional(z.string().check(z.maxLength(40))),
  }),
  reply: z.object({
    success: z.literal(true),
    auctionLotDetail: z.object({
      /** Requests left today, -1 for unlimited. */
      carCommonDetail: z.object({ isUss: z.boolean(), ussLimit: z.int() }),
      carInfo: z.object({ id: z.string(), images: z.array(z.string()), auctionSheet: z.nullable(z.string()) }),
    }),
  }),
  errors: ['NotFound', 'Access.Denied', 'Photos.DailyLimit', 'Photos.Cancelled', 'Unavailable'],
});

export const extraImagesProgress = route({
  method: 'GET',
  path: '/v1/car-auction/uss-images-progress',
  budget: 'read',
  summary: 'Progress of the run for further photos, in percent',
  access: 'signed_in',
  query: z.strictObject({ carId }),
  reply: z.object({ state: z.enum(['none', 'waiting', 'working', 'done', 'failed', 'cancelled']), percent: z.int() }),
  errors: ['NotFound', 'Access.Denied'],
});

export const cancelExtraImages = route({
  method: 'POST',
  path: '/v1/car-auction/cancel-uss-images',
  budget: 'write',
  summary: 'Cancel the own request for further photos; it does not count',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({ carId }),
  reply: success,
  errors: ['NotFound', 'Access.Denied'],
});
