import type { Insertable } from 'kysely';
import type { Tx } from '../platform/db.ts';
import type { LedgerPostings } from '../platform/tables.ts';

export type Account = 'bank' | 'sales' | 'fees' | { clientId: number };

export async function findAccountId(tx: Tx, account: Account): Promise<number> {
  const accounts = tx.selectFrom('ledger_accounts').select('id');
  if (typeof account === 'string') return (await accounts.where('kind', '=', account).executeTakeFirstOrThrow()).id;
  await tx
    .insertInto('ledger_accounts')
    .values({ kind: 'client', user_id: account.clientId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  return (await accounts.where('user_id', '=', account.clientId).executeTakeFirstOrThrow()).id;
}

/** Nothing comes back when a posting with this key is already in the books; one being written is waited for. */
export const insertPosting = (tx: Tx, posting: Insertable<LedgerPostings>) =>
  tx
    .insertInto('ledger_postings')
    .values(posting)
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning('id')
    .executeTakeFirst();

export const findPosting = (tx: Tx, idempotencyKey: string) =>
  tx.selectFrom('ledger_postings').select('id').where('idempotency_key', '=', idempotencyKey).executeTakeFirstOrThrow();

export const findEntries = (tx: Tx, postingId: number) =>
  tx
    .selectFrom('ledger_entries')
    .select(['account_id', 'amount_yen'])
    .where('posting_id', '=', postingId)
    .orderBy('account_id')
    .execute();

export const insertEntries = (
  tx: Tx,
  entries: { posting_id: number; account_id: number; amount_yen: number }[],
): Promise<unknown> => tx.insertInto('ledger_entries').values(entries).execute();
