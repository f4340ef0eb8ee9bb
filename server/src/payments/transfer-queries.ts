import type { Transfer } from '@seri/contract/payments/back-office-routes.ts';
import { clientsNamed } from '@seri/contract/payments/find-reference.ts';
import type { Insertable } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import type { IncomingTransfers } from '../platform/db/tables.ts';

type StoredTransfer = Omit<Transfer, 'candidates'> & { assignments: number };

const selectTransfers = (db: Db) =>
  db
    .selectFrom('incoming_transfers')
    .select([
      'id as transferId',
      'bank_id as bankId',
      'amount_yen as amountYen',
      'sender',
      'reference',
      'received_on as receivedOn',
      'user_id as userId',
      'assigned_posting_id as postingId',
      'assignments',
    ]);

/** Waits for a concurrent insert of the same bank number. */
export const lockBankId = (tx: Tx, bankId: string): Promise<StoredTransfer | undefined> =>
  selectTransfers(tx).where('bank_id', '=', bankId).forUpdate().executeTakeFirst();

export const lockTransfer = (tx: Tx, id: number): Promise<StoredTransfer | undefined> =>
  selectTransfers(tx).where('id', '=', id).forUpdate().executeTakeFirst();

/** Returns undefined when the bank number exists already. */
export const insertTransfer = async (tx: Tx, row: Insertable<IncomingTransfers>): Promise<number | undefined> =>
  (
    await tx
      .insertInto('incoming_transfers')
      .values(row)
      .onConflict((conflict) => conflict.column('bank_id').doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id;

export async function saveAssignment(
  tx: Tx,
  id: number,
  { userId, postingId, assignments }: { userId: number; postingId: number; assignments: number },
): Promise<void> {
  await tx
    .updateTable('incoming_transfers')
    .set({ user_id: userId, assigned_posting_id: postingId, assignments })
    .where('id', '=', id)
    .execute();
}

/** Returns a transfer to waiting when its posting is reversed. */
export async function freeTransfer(tx: Tx, assignedPostingId: number): Promise<void> {
  await tx
    .updateTable('incoming_transfers')
    .set({ user_id: null, assigned_posting_id: null })
    .where('assigned_posting_id', '=', assignedPostingId)
    .execute();
}

export async function findTransfers(
  db: Db,
  { state, page, pageSize }: { state: 'waiting' | 'all'; page: number; pageSize: number },
): Promise<{ items: StoredTransfer[]; found: number; all: number }> {
  const selected = state === 'waiting' ? selectTransfers(db).where('user_id', 'is', null) : selectTransfers(db);
  const [items, counts] = await Promise.all([
    selected
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    db
      .selectFrom('incoming_transfers')
      .select((eb) => [
        eb.fn.countAll<number>().as('all'),
        eb.fn.countAll<number>().filterWhere('user_id', 'is', null).as('waiting'),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  return { items, found: state === 'waiting' ? counts.waiting : counts.all, all: counts.all };
}

/** Adds the existing clients whose codes are in the references. */
export async function withCandidates(db: Db, rows: readonly StoredTransfer[]): Promise<Transfer[]> {
  const named = rows.map(({ reference }) => clientsNamed(reference));
  const ids = [...new Set(named.flat())];
  const known = ids.length === 0 ? [] : await findClientIds(db, ids);
  return rows.map(({ assignments: _, ...row }, at) => ({
    ...row,
    candidates: (named[at] ?? []).filter((id) => known.includes(id)),
  }));
}

const findClientIds = async (db: Db, ids: readonly number[]): Promise<number[]> => {
  const rows = await db
    .selectFrom('bid_clients')
    .select('user_id')
    .where('user_id', 'in', [...ids])
    .execute();
  return rows.map(({ user_id }) => user_id);
};

export async function findPostings(db: Db, userId: number, { page, pageSize }: { page: number; pageSize: number }) {
  const entries = db
    .selectFrom('ledger_accounts')
    .innerJoin('ledger_entries', 'ledger_entries.account_id', 'ledger_accounts.id')
    .where('ledger_accounts.user_id', '=', userId);
  const [client, count, items] = await Promise.all([
    db.selectFrom('bid_clients').select('balance_yen').where('user_id', '=', userId).executeTakeFirst(),
    entries.select((eb) => eb.fn.countAll<number>().as('all')).executeTakeFirstOrThrow(),
    entries
      .innerJoin('ledger_postings as p', 'p.id', 'ledger_entries.posting_id')
      .leftJoin('ledger_postings as mirror', 'mirror.corrects_id', 'p.id')
      .select([
        'p.id as postingId',
        'p.kind',
        'p.description',
        'p.booked_on as bookedOn',
        'amount_yen as amountYen',
        'p.purchase_id as purchaseId',
        'p.corrects_id as correctsId',
        'mirror.id as correctedById',
        'p.booked_through as bookedThrough',
        'p.created_at as at',
      ])
      .orderBy('p.booked_on', 'desc')
      .orderBy('ledger_entries.id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
  ]);
  return client ? { balanceYen: client.balance_yen, all: count.all, items } : null;
}
