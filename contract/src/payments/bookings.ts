import * as z from 'zod/mini';
import { ONE_LINE } from '../auth/fields.ts';
import { positiveYen } from '../money.ts';

/** Kinds of manual bookings; a car is booked when its win is settled. */
export const BOOKED_KINDS = ['deposit', 'remittance', 'fee', 'freight', 'refund', 'correction'] as const;
export type BookedKind = (typeof BOOKED_KINDS)[number];

/** The text shown to the client beside the amount. */
const description = z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(ONE_LINE));
/** The caller's own key of the event: money is booked at most once per key, without expiry. */
const key = z.string().check(z.minLength(1), z.maxLength(100), z.regex(ONE_LINE));

/** Ids of clients and purchases, a 32-bit integer in the database. */
export const smallId = z.int().check(z.minimum(1), z.maximum(2_147_483_647));

export const booking = z
  .strictObject({
    userId: smallId,
    kind: z.enum(BOOKED_KINDS),
    /** Positive; a correction may be negative, which debits the client. */
    amountYen: z.int().check(z.minimum(-999_999_999), z.maximum(999_999_999)),
    description,
    /** The car of the booking, purchased by this client. */
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

/** A transfer as reported by the bank. */
export const incomingTransfer = z.strictObject({
  /** The bank's own id of this transfer. */
  bankId: key,
  amountYen: positiveYen,
  /** Name of the sender as the bank writes it. */
  sender: z.string().check(z.trim(), z.maxLength(200), z.regex(ONE_LINE)),
  /** The sender's reference, which should contain the client code. */
  reference: z.string().check(z.trim(), z.maxLength(200), z.regex(ONE_LINE)),
  /** A day in Japan. */
  receivedOn: z.iso.date().check(z.regex(/^[1-9]/)),
});
export type IncomingTransfer = z.input<typeof incomingTransfer>;
