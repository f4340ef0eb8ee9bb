import * as z from 'zod/mini';
import { dayParam, intParam, pageParams } from '../http.ts';

// Search parameters of these lists, separate from their calls because every page of the web app loads this file.
export const PURCHASE_STATUSES = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

/** Own purchases. */
export const purchasedQuery = z.strictObject({
  qSearch: z.optional(z.string().check(z.maxLength(100))),
  dateFrom: z.optional(dayParam),
  dateTo: z.optional(dayParam),
  status: z.optional(z.string().check(z.regex(/^[0-8]$/))),
  ...pageParams,
});
export type PurchasedQuery = z.infer<typeof purchasedQuery>;

/** Purchases of all clients. */
export const managedSearch = z.strictObject({
  /** Part of a name, vehicle, chassis number or SKU; a whole lot number, client code or purchase number (`P55`). */
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  status: z.optional(intParam(0, PURCHASE_STATUSES.length - 1)),
  userId: z.optional(intParam(1, 2_147_483_647)),
  ...pageParams,
});
