import * as z from 'zod/mini';
import { dayParam, intParam, pageParams } from '../http.ts';

// What the addresses of these lists hold, apart from their calls: every page of the web app loads this.
export const PURCHASE_STATUSES = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

/** Of own purchases. */
export const purchasedQuery = z.strictObject({
  qSearch: z.optional(z.string().check(z.maxLength(100))),
  dateFrom: z.optional(dayParam),
  dateTo: z.optional(dayParam),
  status: z.optional(z.string().check(z.regex(/^[0-8]$/))),
  ...pageParams,
});
export type PurchasedQuery = z.infer<typeof purchasedQuery>;

/** Of everybody's. */
export const managedSearch = z.strictObject({
  /** Part of a name, of a vehicle, of a chassis number or SKU; a whole lot number, client code or purchase (`P55`). */
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  status: z.optional(intParam(0, PURCHASE_STATUSES.length - 1)),
  userId: z.optional(intParam(1, 2_147_483_647)),
  ...pageParams,
});
