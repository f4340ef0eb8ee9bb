import * as z from 'zod/mini';
import { dayParam, noQuery, route } from '../http.ts';
import { yen } from '../money.ts';
import { paymentsQuery } from './list-search.ts';

export const paymentsFilter = z.omit(paymentsQuery, { page: true, pageSize: true });
export type PaymentsFilter = z.infer<typeof paymentsFilter>;

export const exportPayments = route({
  method: 'GET',
  path: '/v1/payments/export-list',
  budget: 'read',
  summary: 'Address of own payments under these filters as a CSV file',
  access: { userType: 2 },
  query: paymentsFilter,
  reply: z.string(),
});

/** Maximum period of one statement, in days. */
export const STATEMENT_DAYS = 366;

export const statementQuery = z.strictObject({
  dateFrom: dayParam,
  dateTo: dayParam,
  /** Language of the document; the reader's own by default. */
  language: z.optional(z.enum(['692', '693'])),
  /** `1`: create it even if some characters of the names cannot be printed; they become question marks. */
  unprintable: z.optional(z.literal('1')),
});
export type StatementQuery = z.infer<typeof statementQuery>;

export const statement = route({
  method: 'GET',
  path: '/v1/payments/statement',
  budget: 'read',
  summary: 'Address of the own statement of a period, until today in Japan at the latest, as a PDF file',
  access: { userType: 2 },
  query: statementQuery,
  reply: z.string(),
  errors: ['Payment.Period', 'Payment.Unprintable'],
});

export const clientBalance = z.object({
  userId: z.int(),
  clientId: z.string(),
  name: z.string(),
  balance: yen,
  creditLimit: yen,
  bidAllow: yen,
  activeBids: z.int(),
});
export type ClientBalance = z.infer<typeof clientBalance>;

export const clientBalances = route({
  method: 'GET',
  path: '/v1/payments/client-balances',
  budget: 'read',
  summary: "A dealer's own clients with the balance and available amount of each; nothing is pooled",
  access: { roleId: 1092, all: ['dealerBidAccess'] },
  query: noQuery,
  reply: z.object({ success: z.literal(true), items: z.array(clientBalance) }),
});
