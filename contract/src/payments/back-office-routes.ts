import * as z from 'zod/mini';
import { instant, intParam, noQuery, pageInfo, pageParams, route } from '../http.ts';
import { yen } from '../money.ts';
import { booking, incomingTransfer, reversal, smallId } from './bookings.ts';

/** Bookings by the provider's programs; the operator's commands do the same. */
const READ = { service: 'payments:read' } as const;
const WRITE = { service: 'payments:write' } as const;
const booked = z.object({ success: z.literal(true), postingId: z.int() });
const MAX_ID = 999_999_999_999;

export const serviceBookMoney = route({
  method: 'POST',
  path: '/v1/back-office/payments/book',
  budget: 'write',
  summary: 'Book a deposit, remittance, fee, freight, refund or correction of a client, once per key',
  access: WRITE,
  query: noQuery,
  body: booking,
  reply: booked,
  errors: ['NotFound', 'Payment.NotCovered', 'Idempotency.Mismatch'],
  repeatSafe: true,
});

export const serviceReversePosting = route({
  method: 'POST',
  path: '/v1/back-office/payments/reverse',
  budget: 'write',
  summary: 'Reverse a posting; a repeat returns the same reversal',
  access: WRITE,
  query: noQuery,
  body: reversal,
  reply: booked,
  errors: ['NotFound', 'Payment.NotReversible'],
  repeatSafe: true,
});

const posting = z.object({
  postingId: z.int(),
  kind: z.string(),
  description: z.string(),
  bookedOn: z.string(),
  amountYen: yen,
  purchaseId: z.nullable(z.int()),
  /** The posting that this one reverses. */
  correctsId: z.nullable(z.int()),
  /** The posting that reversed this one. */
  correctedById: z.nullable(z.int()),
  bookedThrough: z.string(),
  at: instant,
});

export const servicePostings = route({
  method: 'GET',
  path: '/v1/back-office/payments/postings',
  budget: 'read',
  summary: 'Postings of a client, the newest first, with the balance',
  access: READ,
  query: z.strictObject({ userId: intParam(1, 2_147_483_647), ...pageParams }),
  reply: z.object({ success: z.literal(true), balanceYen: yen, items: z.array(posting), pageInfo }),
  errors: ['NotFound'],
});

export const transfer = z.object({
  transferId: z.int(),
  bankId: z.string(),
  amountYen: yen,
  sender: z.string(),
  reference: z.string(),
  receivedOn: z.string(),
  /** Null: a person has to assign it. */
  userId: z.nullable(z.int()),
  postingId: z.nullable(z.int()),
  /** Existing clients named by its reference: none, or more than one, while it is unassigned. */
  candidates: z.array(z.int()),
});
export type Transfer = z.infer<typeof transfer>;
const oneTransfer = z.object({ success: z.literal(true), transfer });

export const serviceReceiveTransfer = route({
  method: 'POST',
  path: '/v1/back-office/payments/receive-transfer',
  budget: 'write',
  summary: 'Record a bank transfer: booked if its reference names one client, else unassigned; once per bank number',
  access: WRITE,
  query: noQuery,
  body: incomingTransfer,
  reply: oneTransfer,
  errors: ['Idempotency.Mismatch'],
  repeatSafe: true,
});

export const serviceTransfers = route({
  method: 'GET',
  path: '/v1/back-office/payments/transfers',
  budget: 'read',
  summary: 'Bank transfers, unassigned ones or all, the newest first',
  access: READ,
  query: z.strictObject({ state: z._default(z.enum(['waiting', 'all']), 'waiting'), ...pageParams }),
  reply: z.object({ success: z.literal(true), items: z.array(transfer), pageInfo }),
});

export const serviceAssignTransfer = route({
  method: 'POST',
  path: '/v1/back-office/payments/assign-transfer',
  budget: 'write',
  summary: 'Assign a transfer to a client',
  access: WRITE,
  query: noQuery,
  body: z.strictObject({ transferId: z.int().check(z.maximum(MAX_ID)), userId: smallId }),
  reply: oneTransfer,
  errors: ['NotFound', 'Payment.Assigned'],
  repeatSafe: true,
});
