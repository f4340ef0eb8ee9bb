import type { Yen } from '@seri/contract/money.ts';
import type { Tx } from '../platform/db.ts';
import { japanDay } from '../platform/japan-time.ts';
import {
  type Account,
  findAccountId,
  findEntries,
  findPosting,
  insertEntries,
  insertPosting,
} from './ledger-queries.ts';

export interface Posting {
  kind: 'remittance' | 'car_purchase' | 'correction';
  /** The same key books once; other entries under a known key are an error of the caller. */
  idempotencyKey: string;
  /** What the client reads in his payments. */
  description: string;
  /** A day in Japan. */
  bookedOn: string;
  purchaseId?: number | undefined;
  /** Sums to zero; amounts of 0 are left out. */
  entries: { account: Account; amountYen: Yen }[];
}

/** Writes one balanced posting and answers its id; a repeat answers the first one's. Entries are never edited (quality I13). */
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
  });
  if (!inserted) return ensureSamePosting(tx, posting.idempotencyKey, entries);
  await insertEntries(
    tx,
    entries.map((entry) => ({ ...entry, posting_id: inserted.id })),
  );
  return inserted.id;
}

interface Deposit {
  userId: number;
  amountYen: Yen;
  description: string;
  idempotencyKey: string;
  now: Date;
}

/** Money from a client reached the bank. */
export function bookDeposit(tx: Tx, { userId, amountYen, now, ...rest }: Deposit): Promise<number> {
  return bookPosting(tx, {
    ...rest,
    kind: 'remittance',
    bookedOn: japanDay(now),
    entries: [
      { account: { clientId: userId }, amountYen },
      { account: 'bank', amountYen: -amountYen },
    ],
  });
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

async function ensureSamePosting(
  tx: Tx,
  idempotencyKey: string,
  entries: { account_id: number; amount_yen: number }[],
): Promise<number> {
  const { id } = await findPosting(tx, idempotencyKey);
  const booked = await findEntries(tx, id);
  const shape = (rows: typeof entries) =>
    rows
      .map((row) => `${row.account_id}:${row.amount_yen}`)
      .sort()
      .join();
  if (shape(booked) !== shape(entries)) throw new Error(`posting ${idempotencyKey} is in the books with other amounts`);
  return id;
}
