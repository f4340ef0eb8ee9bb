import * as z from 'zod/mini';
import { ONE_LINE } from '../auth/fields.ts';
import { positiveYen } from '../money.ts';

/** What the company books by hand; a car's purchase is booked when its win is settled. */
export const BOOKED_KINDS = ['deposit', 'remittance', 'fee', 'freight', 'refund', 'correction'] as const;
export type BookedKind = (typeof BOOKED_KINDS)[number];

/** What the client reads beside the amount. */
const description = z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(ONE_LINE));
/** The caller's own name of the event: under one key money is booked once, for ever. */
const key = z.string().check(z.minLength(1), z.maxLength(100), z.regex(ONE_LINE));

/** Numbers of clients and purchases, as the database keeps them. */
export const smallId = z.int().check(z.minimum(1), z.maximum(2_147_483_647));

export const booking = z
  .strictObject({
    userId: smallId,
    kind: z.enum(BOOKED_KINDS),
    /** Above zero; of a correction below zero too: then it is taken from the client. */
    amountYen: z.int().check(z.minimum(-999_999_999), z.maximum(999_999_999)),
    description,
    /** The car it is for, bought by this client. */
    purchaseId: z.optional(z.nullable(smallId)),
    key,
  })
  .check(
    z.refine(({ kind, amountYen }) => (kind === 'correction' ? amountYen !== 0 : amountYen > 0), {
      path: ['amountYen'],
    }),
  );
export type Booking = z.input<typeof booking>;

export const reversal = z.strictObject({ postingId: z.int(), description });
export type Reversal = z.input<typeof reversal>;

/** A transfer as the bank tells of it. */
export const incomingTransfer = z.strictObject({
  /** The bank's own number of this transfer. */
  bankId: key,
  amountYen: positiveYen,
  /** Who sent it, as the bank writes him. */
  sender: z.string().check(z.trim(), z.maxLength(200), z.regex(ONE_LINE)),
  /** What the sender wrote: his client code, if all went well. */
  reference: z.string().check(z.trim(), z.maxLength(200), z.regex(ONE_LINE)),
  /** A day in Japan. */
  receivedOn: z.iso.date().check(z.regex(/^[1-9]/)),
});
export type IncomingTransfer = z.input<typeof incomingTransfer>;
