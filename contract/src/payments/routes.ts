import * as z from 'zod/mini';
import { noQuery, option, pageInfo, route } from '../http.ts';
import { yen } from '../money.ts';
import { balanceInfo } from '../users/routes.ts';
import { PAYMENT_TYPES, paymentsQuery } from './list-search.ts';

export const paymentRecord = z.object({
  id: z.int(),
  date: z.string(),
  type: z.enum(PAYMENT_TYPES),
  description: z.string(),
  amount: yen,
  /** Balance after this record. */
  balance: yen,
  eta: z.nullable(z.string()),
  etd: z.nullable(z.string()),
});
export type PaymentRecord = z.infer<typeof paymentRecord>;

export const payments = route({
  method: 'GET',
  path: '/v1/payments/',
  budget: 'read',
  summary: 'Own payments from the ledger, newest first, with totals under the filter',
  access: { userType: 2 },
  query: paymentsQuery,
  reply: z.object({
    success: z.literal(true),
    records: z.array(paymentRecord),
    typesList: z.array(option),
    purposesList: z.array(option),
    totalBalance: z.nullable(z.string()),
    totalReceived: z.nullable(z.string()),
    totalSpent: z.nullable(z.string()),
    pageInfo,
  }),
});

export const paymentsBalance = route({
  method: 'GET',
  path: '/v1/payments/balance',
  budget: 'read',
  summary: 'Balance, credit and the amount available for bids',
  access: { userType: 2 },
  query: noQuery,
  reply: z.object({ success: z.literal(true), balanceInfo }),
});

export const invoice = route({
  method: 'GET',
  path: '/v1/payments/invoice',
  budget: 'file',
  cost: 4,
  summary: 'The invoice of a purchase as PDF in the reader’s language: own ones, for managers of bids all',
  access: { all: ['downloadInvoice'] },
  query: z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(20)) }),
  /** The bytes of the PDF, not JSON. */
  reply: z.string(),
  errors: ['NotFound'],
});
