import * as z from 'zod/mini';
import { dayParam, option, pageInfo, pageParams, route } from '../http.ts';
import { PAGE_TYPES } from '../lots/page-types.ts';
import { yen } from '../money.ts';

/** Purchase statuses: codes of the lots specification, texts of the platform one (decisions D2.9). */
export const PURCHASE_STATUSES = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

export const purchasedCar = z.object({
  id: z.string(),
  sku: z.string(),
  lotId: z.string(),
  lotNo: z.int(),
  auction: z.string(),
  maker: z.string(),
  model: z.string(),
  year: z.nullable(z.int()),
  chassis: z.string(),
  purchaseDate: z.string(),
  status: z.nullable(z.union([z.int(), z.string()])),
  totalPrice: yen,
  exportPort: z.nullable(z.string()),
  voyage: z.nullable(z.string()),
  etd: z.nullable(z.string()),
  eta: z.nullable(z.string()),
  images: z.array(z.string()),
});
export type PurchasedCar = z.infer<typeof purchasedCar>;

export const purchasedQuery = z.strictObject({
  qSearch: z.optional(z.string().check(z.maxLength(100))),
  dateFrom: z.optional(dayParam),
  dateTo: z.optional(dayParam),
  status: z.optional(z.string().check(z.regex(/^[0-8]$/))),
  ...pageParams,
});
export type PurchasedQuery = z.infer<typeof purchasedQuery>;

export const purchasedCars = route({
  method: 'GET',
  path: '/v1/purchased-cars/',
  summary: 'Own purchases, newest first',
  access: { userType: 2 },
  query: purchasedQuery,
  reply: z.object({ success: z.literal(true), carsList: z.array(purchasedCar), statusList: z.array(option), pageInfo }),
});

const cost = z.object({ value: yen, label: z.string() });
export const purchasedDetails = route({
  method: 'GET',
  path: '/v1/purchased-cars/view-car',
  summary: 'One purchase: vehicle, costs by name and their total, where it is',
  access: { userType: 2 },
  query: z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(20)) }),
  reply: z.object({
    success: z.literal(true),
    statusList: z.array(option),
    carDetail: z.object({
      id: z.string(),
      carId: z.string(),
      /** The page the lot opens on. */
      pageType: z.enum(PAGE_TYPES),
      title: z.string(),
      model: z.string(),
      yearMonth: z.string(),
      chassis: z.string(),
      mileage: z.nullable(z.int()),
      engine: z.nullable(z.int()),
      color: z.string(),
      purchaseDate: z.string(),
      auction: z.string(),
      lotNo: z.int(),
    }),
    finances: z.object({
      carPrice: cost,
      agentFee: cost,
      haulage: z.optional(cost),
      total: yen,
    }),
    logistics: z.object({
      status: z.nullable(z.union([z.int(), z.string()])),
      purchaseDate: z.string(),
      exportPort: z.nullable(z.string()),
      typeOfExport: z.nullable(z.int()),
    }),
    lotImages: z.object({ images: z.array(z.string()), thumbnails: z.array(z.string()) }),
  }),
  errors: ['NotFound'],
});
