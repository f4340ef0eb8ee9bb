import { UNLIMITED } from '@seri/contract/money.ts';
import { type Booking, booking, type Reversal, reversal } from '@seri/contract/payments/bookings.ts';
import { ApiError, NotFound } from '../platform/calls/errors.ts';
import type { Tx } from '../platform/db/db.ts';
import { checked } from '../platform/http/invalid.ts';
import { japanDay } from '../platform/i18n/japan-time.ts';
import { type Booker, bookDeposit, bookPosting } from './book-posting.ts';
import {
  type Account,
  findClientsOf,
  findEntries,
  findPostingById,
  findReversal,
  isBooked,
  isPurchaseOf,
  lockClient,
  readNow,
} from './ledger-queries.ts';
import { freeTransfer } from './transfer-queries.ts';

/** The contra account of each kind of booking. */
const OTHER_SIDE = {
  deposit: 'bank',
  remittance: 'bank',
  refund: 'bank',
  fee: 'fees',
  freight: 'freight',
  correction: 'corrections',
} as const satisfies Record<Booking['kind'], Account>;

/** The caller is part of the key, so that keys of different callers never collide. */
const keyOf = (booker: Booker, key: string): string => {
  if (booker.through === 'manager') return `manager:${booker.userId}:${key}`;
  return booker.through === 'program' ? `program:${booker.tokenId}:${key}` : `operator:${key}`;
};

/**
 * Books an entry to a client's money by a user or a program, today in Japan, once per key; returns the posting's id.
 * Throws NotFound, Payment.NotCovered, Idempotency.Mismatch.
 */
export async function bookMoney(tx: Tx, input: Booking, booker: Booker): Promise<number> {
  const { kind, key, userId, amountYen, purchaseId: purchase, ...rest } = checked(booking, input);
  const client = await lockClient(tx, userId);
  if (!client) throw new NotFound();
  const purchaseId = purchase ?? undefined;
  if (purchaseId !== undefined && !(await isPurchaseOf(tx, purchaseId, userId))) throw new NotFound();
  const now = await readNow(tx);
  const common = { ...rest, booker, idempotencyKey: keyOf(booker, key), purchaseId };
  if (kind === 'deposit' || kind === 'remittance') return bookDeposit(tx, { ...common, userId, amountYen, kind, now });
  const change = kind === 'correction' ? amountYen : -amountYen;
  const isRepeat = await isBooked(tx, common.idempotencyKey);
  if (kind === 'refund' && !isRepeat && !isFree(client, amountYen)) throw new ApiError('Payment.NotCovered');
  return bookPosting(tx, {
    ...common,
    kind,
    bookedOn: japanDay(now),
    entries: [
      { account: { clientId: userId }, amountYen: change },
      { account: OTHER_SIDE[kind], amountYen: -change },
    ],
  });
}

/** A payout may not exceed the balance, nor use money that open bids need. */
const isFree = (
  client: { balance_yen: number; credit_limit_yen: number; exposure_yen: number },
  amountYen: number,
): boolean => {
  const left = client.balance_yen - amountYen;
  return left >= 0 && (client.credit_limit_yen === UNLIMITED || left + client.credit_limit_yen >= client.exposure_yen);
};

/**
 * Reverses a posting by its mirror; the first posting stays in the ledger. Returns the mirror's id, the same one each
 * time. The correct amount is booked separately. Throws NotFound, Payment.NotReversible.
 */
export async function reversePosting(tx: Tx, input: Reversal, booker: Booker): Promise<number> {
  const { postingId, description } = checked(reversal, input);
  const first = await findPostingById(tx, postingId);
  if (!first) throw new NotFound();
  if (first.corrects_id !== null || first.kind === 'transfer') throw new ApiError('Payment.NotReversible');
  for (const userId of (await findClientsOf(tx, postingId)).sort((a, b) => a - b)) await lockClient(tx, userId);
  const done = await findReversal(tx, postingId);
  if (done !== null) return done;
  const entries = await findEntries(tx, postingId);
  const mirrorId = await bookPosting(tx, {
    kind: 'correction',
    idempotencyKey: `reversal:${postingId}`,
    description,
    bookedOn: japanDay(await readNow(tx)),
    purchaseId: first.purchase_id ?? undefined,
    correctsId: postingId,
    booker,
    entries: entries.map(({ account_id, amount_yen }) => ({
      account: { accountId: account_id },
      amountYen: -amount_yen,
    })),
  });
  await freeTransfer(tx, postingId);
  return mirrorId;
}
