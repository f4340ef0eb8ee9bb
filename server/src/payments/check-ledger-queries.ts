import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

const sentence = sql<{ broken: string }>;

/** Each finds violations of an invariant of the ledger. */
const SENTENCES = [
  sentence`select format('posting %s sums to %s over %s entries', p.id, coalesce(sum(e.amount_yen), 0), count(e.id)) as broken
    from ledger_postings p left join ledger_entries e on e.posting_id = p.id
    group by p.id having count(e.id) < 2 or sum(e.amount_yen) <> 0`,
  sentence`select format('all accounts together sum to %s', sum(amount_yen)) as broken
    from ledger_entries having sum(amount_yen) <> 0`,
  sentence`select format('client %s shows %s, the entries say %s', c.user_id, c.balance_yen, coalesce(sum(e.amount_yen), 0)) as broken
    from bid_clients c left join ledger_accounts a on a.user_id = c.user_id
      left join ledger_entries e on e.account_id = a.id
    group by c.user_id having c.balance_yen <> coalesce(sum(e.amount_yen), 0)`,
  sentence`select format('posting %s does not take back posting %s', p.id, p.corrects_id) as broken
    from ledger_postings p join ledger_entries e on e.posting_id in (p.id, p.corrects_id)
    where p.corrects_id is not null
    group by p.id, p.corrects_id, e.account_id having sum(e.amount_yen) <> 0`,
  sentence`select format('purchase %s costs %s, booked are %s', b.id, b.total_yen, coalesce(-sum(e.amount_yen), 0)) as broken
    from purchases b left join ledger_postings p on p.purchase_id = b.id and p.kind = 'car_purchase'
      left join ledger_accounts a on a.user_id = b.user_id
      left join ledger_entries e on e.posting_id = p.id and e.account_id = a.id
    group by b.id having coalesce(-sum(e.amount_yen), 0) <> b.total_yen`,
  sentence`select format('transfers that wait are %s yen, booked as such are %s', waiting, booked) as broken
    from (select (select coalesce(sum(amount_yen), 0) from incoming_transfers where user_id is null) as waiting,
      (select coalesce(sum(e.amount_yen), 0) from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where a.kind = 'unassigned') as booked) sums
    where waiting <> booked`,
];

export interface LedgerCheck {
  postings: number;
  entries: number;
  faults: string[];
}

/** Compares the ledger with itself and with the stored balances, in one snapshot; takes no locks. */
export const compareLedger = (db: Db): Promise<LedgerCheck> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`set local statement_timeout = '5min'`.execute(tx);
      const { rows } = await sql<{ postings: number; entries: number }>`
        select (select count(*) from ledger_postings) as postings, (select count(*) from ledger_entries) as entries`.execute(
        tx,
      );
      const found: string[] = [];
      for (const one of SENTENCES) found.push(...(await one.execute(tx)).rows.map(({ broken }) => broken));
      return { postings: rows[0]?.postings ?? 0, entries: rows[0]?.entries ?? 0, faults: found };
    });

export async function insertCheck(db: Db, { postings, entries, faults }: LedgerCheck): Promise<void> {
  await db.insertInto('ledger_checks').values({ postings, entries, faults }).execute();
}
