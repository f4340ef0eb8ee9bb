import { type Insertable, sql } from 'kysely';
import type { Tx } from '../platform/db/db.ts';
import type { LedgerPostings } from '../platform/db/tables.ts';

export type Account =
  | 'bank'
  | 'sales'
  | 'fees'
  | 'freight'
  /** Cost of corrections to the company. */
  | 'corrections'
  /** Received money whose client is unknown. */
  | 'unassigned'
  | { clientId: number }
  | { accountId: number };

export async function findAccountId(tx: Tx, account: Account): Promise<number> {
  const accounts = tx.selectFrom('ledger_accounts').select('id');
  if (typeof account === 'string') return (await accounts.where('kind', '=', account).executeTakeFirstOrThrow()).id;
  if ('accountId' in account) return account.accountId;
  await tx
    .insertInto('ledger_accounts')
    .values({ kind: 'client', user_id: account.clientId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  return (await accounts.where('user_id', '=', account.clientId).executeTakeFirstOrThrow()).id;
}

/** Returns nothing when a posting with this key exists; waits for a concurrent one. */
export const insertPosting = (tx: Tx, posting: Insertable<LedgerPostings>) =>
  tx
    .insertInto('ledger_postings')
    .values(posting)
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning('id')
    .executeTakeFirst();

/** True when a posting has this key. */
export const isBooked = async (tx: Tx, idempotencyKey: string): Promise<boolean> =>
  (await tx
    .selectFrom('ledger_postings')
    .select('id')
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()) !== undefined;

const KEPT = ['id', 'kind', 'description', 'purchase_id', 'corrects_id'] as const;

export const findPosting = (tx: Tx, idempotencyKey: string) =>
  tx.selectFrom('ledger_postings').select(KEPT).where('idempotency_key', '=', idempotencyKey).executeTakeFirstOrThrow();

export const findPostingById = (tx: Tx, id: number) =>
  tx.selectFrom('ledger_postings').select(KEPT).where('id', '=', id).executeTakeFirst();

/** Returns the posting that reverses this one, or null. */
export const findReversal = async (tx: Tx, postingId: number): Promise<number | null> =>
  (await tx.selectFrom('ledger_postings').select('id').where('corrects_id', '=', postingId).executeTakeFirst())?.id ??
  null;

export const findEntries = (tx: Tx, postingId: number) =>
  tx
    .selectFrom('ledger_entries')
    .select(['account_id', 'amount_yen'])
    .where('posting_id', '=', postingId)
    .orderBy('account_id')
    .execute();

/** Returns the clients whose money a posting moved. */
export const findClientsOf = async (tx: Tx, postingId: number): Promise<number[]> => {
  const rows = await tx
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'account_id')
    .select('user_id')
    .where('posting_id', '=', postingId)
    .execute();
  return rows.flatMap(({ user_id }) => (user_id === null ? [] : [user_id]));
};

export const insertEntries = (
  tx: Tx,
  entries: { posting_id: number; account_id: number; amount_yen: number }[],
): Promise<unknown> => tx.insertInto('ledger_entries').values(entries).execute();

/**
 * Returns a client's balance and the exposure of their open bids, with the lock that bids take too; undefined for
 * other accounts.
 */
export const lockClient = (tx: Tx, userId: number) =>
  tx
    .selectFrom('bid_clients')
    .select(['balance_yen', 'credit_limit_yen', 'exposure_yen'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();

export const isPurchaseOf = async (tx: Tx, purchaseId: number, userId: number): Promise<boolean> =>
  (await tx
    .selectFrom('purchases')
    .select('id')
    .where('id', '=', purchaseId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined;

/** Returns the time of the database's clock, which dates the bookings. */
export async function readNow(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx);
  return (rows[0] as { now: Date }).now;
}

export const readBalance = async (tx: Tx, userId: number): Promise<number> =>
  (await tx.selectFrom('bid_clients').select('balance_yen').where('user_id', '=', userId).executeTakeFirstOrThrow())
    .balance_yen;
