import type { Yen } from '@seri/contract/money.ts';
import type { Actor } from '../platform/calls/actor.ts';
import { ApiError } from '../platform/calls/errors.ts';
import type { Tx } from '../platform/db/db.ts';
import { japanDay } from '../platform/i18n/japan-time.ts';
import { queueMail } from '../platform/mail-outbox.ts';
import { notify } from '../platform/notifications.ts';
import {
  type Account,
  findAccountId,
  findEntries,
  findPosting,
  insertEntries,
  insertPosting,
  readBalance,
} from './ledger-queries.ts';

export type PostingKind =
  | 'deposit'
  | 'remittance'
  | 'car_purchase'
  | 'fee'
  | 'freight'
  | 'refund'
  | 'correction'
  /** Received money that waits, or waited, for its client. */
  | 'transfer';

/** The actor of a booking; the portal itself when absent. */
export type Booker =
  | { through: 'operator' }
  | { through: 'manager'; userId: number }
  | { through: 'program'; tokenId: number };

/** Returns the actor as the ledger records it. */
export function bookerOf(actor: Actor): Booker {
  if (actor === null) return { through: 'operator' };
  return typeof actor === 'number'
    ? { through: 'manager', userId: actor }
    : { through: 'program', tokenId: actor.tokenId };
}

export interface Posting {
  kind: PostingKind;
  /** The same key books once; other entries under a known key are an error of the caller. */
  idempotencyKey: string;
  /** The text in the client's payments. */
  description: string;
  /** A day in Japan. */
  bookedOn: string;
  purchaseId?: number | undefined;
  /** The posting that this one reverses; its entries are the negated entries of that one. */
  correctsId?: number | undefined;
  booker?: Booker | undefined;
  /** The sum is zero; amounts of 0 are left out. */
  entries: { account: Account; amountYen: Yen }[];
}

/**
 * Writes one balanced posting and returns its id; a repeat returns the first one's id. Entries are never edited
 * (business-rules.md#ledger).
 */
export async function bookPosting(tx: Tx, posting: Posting): Promise<number> {
  ensureBalanced(posting);
  const moved = posting.entries.filter((entry) => entry.amountYen !== 0);
  const entries: { account_id: number; amount_yen: number }[] = [];
  for (const { account, amountYen } of moved)
    entries.push({ account_id: await findAccountId(tx, account), amount_yen: amountYen });

  const inserted = await insertPosting(tx, {
    kind: posting.kind,
    idempotency_key: posting.idempotencyKey,
    description: posting.description,
    booked_on: posting.bookedOn,
    purchase_id: posting.purchaseId ?? null,
    corrects_id: posting.correctsId ?? null,
    ...writtenBy(posting.booker),
  });
  if (!inserted) return ensureSamePosting(tx, posting, entries);
  await insertEntries(
    tx,
    entries.map((entry) => ({ ...entry, posting_id: inserted.id })),
  );
  return inserted.id;
}

const writtenBy = (booker: Booker | undefined) => ({
  booked_through: booker?.through ?? 'portal',
  booked_by: booker?.through === 'manager' ? booker.userId : null,
  booked_by_token: booker?.through === 'program' ? booker.tokenId : null,
});

interface Deposit {
  userId: number;
  amountYen: Yen;
  description: string;
  idempotencyKey: string;
  now: Date;
  kind?: 'deposit' | 'remittance' | 'transfer';
  /** The account the money comes from. */
  from?: 'bank' | 'unassigned';
  purchaseId?: number | undefined;
  booker?: Booker | undefined;
  /** Past bookings of a demonstration send no notifications. */
  isPast?: boolean;
}

/** Books money that a client paid to the bank, and notifies the client. */
export async function bookDeposit(
  tx: Tx,
  { userId, amountYen, now, kind = 'deposit', from = 'bank', isPast = false, ...rest }: Deposit,
): Promise<number> {
  const postingId = await bookPosting(tx, {
    ...rest,
    kind,
    bookedOn: japanDay(now),
    entries: [
      { account: { clientId: userId }, amountYen },
      { account: from, amountYen: -amountYen },
    ],
  });
  const dedupeKey = `posting:${postingId}`;
  if (!isPast) await notify(tx, { userId, kind: 'deposit_booked', data: { amountYen }, dedupeKey });
  if (isPast) return postingId;
  const { description } = rest;
  const balanceYen = await readBalance(tx, userId);
  await queueMail(tx, { kind: 'deposit_booked', userId, amountYen, balanceYen, description }, dedupeKey);
  return postingId;
}

interface Purchase {
  purchaseId: number;
  userId: number;
  carPriceYen: Yen;
  feesYen: Yen;
  description: string;
  /** A day in Japan. */
  bookedOn: string;
}

/** The client pays for a car: its price to sales, agent's fee and haulage to fees; once per purchase. */
export function bookPurchase(tx: Tx, { userId, carPriceYen, feesYen, ...rest }: Purchase): Promise<number> {
  return bookPosting(tx, {
    ...rest,
    kind: 'car_purchase',
    idempotencyKey: `purchase:${rest.purchaseId}`,
    entries: [
      { account: { clientId: userId }, amountYen: -(carPriceYen + feesYen) },
      { account: 'sales', amountYen: carPriceYen },
      { account: 'fees', amountYen: feesYen },
    ],
  });
}

function ensureBalanced({ entries }: Posting): void {
  const amounts = entries.map((entry) => entry.amountYen);
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  const exact = amounts.every(Number.isSafeInteger) && Number.isSafeInteger(sum);
  if (!exact || sum !== 0) throw new Error(`a posting must sum to zero in whole yen: ${amounts.join(', ')}`);
  if (!amounts.some((amount) => amount !== 0)) throw new Error('a posting must move money');
}

/** Throws Idempotency.Mismatch when the key belongs to another posting. */
async function ensureSamePosting(
  tx: Tx,
  posting: Posting,
  entries: { account_id: number; amount_yen: number }[],
): Promise<number> {
  const first = await findPosting(tx, posting.idempotencyKey);
  const booked = await findEntries(tx, first.id);
  const shape = (rows: typeof entries) =>
    rows
      .map((row) => `${row.account_id}:${row.amount_yen}`)
      .sort()
      .join();
  const isSame =
    shape(booked) === shape(entries) &&
    first.kind === posting.kind &&
    first.purchase_id === (posting.purchaseId ?? null) &&
    first.corrects_id === (posting.correctsId ?? null);
  if (!isSame) throw new ApiError('Idempotency.Mismatch');
  return first.id;
}
