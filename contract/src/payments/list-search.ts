import * as z from 'zod/mini';
import { dayParam, pageParams } from '../http.ts';

export const PAYMENT_TYPES = ['remittances', 'carPurchase'] as const;

/** Search parameters of the list, separate from its call because every page of the web app loads this file. */
export const paymentsQuery = z.strictObject({
  qSearch: z.optional(z.string().check(z.maxLength(100))),
  dateFrom: z.optional(dayParam),
  dateTo: z.optional(dayParam),
  type: z.optional(z.enum(PAYMENT_TYPES)),
  ...pageParams,
});
export type PaymentsQuery = z.infer<typeof paymentsQuery>;
