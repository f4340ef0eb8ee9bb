import { LIVE_STATUSES } from '@seri/contract/bids/statuses.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { BLANK, blankEmail, RULES, type Rule } from './rules.ts';

/** Delivered, or ended without shipping: purchases without open obligations (business-rules.md#purchase-statuses). */
const ENDED_PURCHASES = [5, 6, 7, 8];

const rules = Object.entries(RULES) as [string, Rule][];
const belongsTo = ({ userColumns }: Rule, userId: number) =>
  sql.join(
    userColumns.map((column) => sql`${sql.ref(column)} = ${userId}`),
    sql` or `,
  );

/** The person's rows of every exported table, with the exported columns only; rows in no particular order. */
export async function findExportedRows(
  db: Db | Tx,
  userId: number,
): Promise<{ table: string; rows: Record<string, unknown>[] }[]> {
  const found: { table: string; rows: Record<string, unknown>[] }[] = [];
  for (const [table, rule] of rules) {
    if (!rule.exported) continue;
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(rule.exported.map((column) => sql.ref(column)))} from ${sql.table(table)}
       where ${belongsTo(rule, userId)}`.execute(db);
    found.push({ table, rows });
  }
  return found;
}

/** The person's account and their bookings, oldest first. */
export async function findExportedAccount(db: Db | Tx, userId: number) {
  const account = await db
    .selectFrom('users')
    .select(['id', 'email', 'full_name', 'company', 'mobile', 'office_phone', 'address', 'city', 'country_id'])
    .select(['language', 'role_id', 'permissions', 'created_at', 'last_login_at', 'terms_accepted_at'])
    .select(['bid_email_notify', 'referral_code', 'client_note'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const payments = await db
    .selectFrom('ledger_entries as entry')
    .innerJoin('ledger_accounts as account', 'account.id', 'entry.account_id')
    .innerJoin('ledger_postings as posting', 'posting.id', 'entry.posting_id')
    .select(['posting.booked_on', 'posting.kind', 'posting.description', 'entry.amount_yen'])
    .where('account.user_id', '=', userId)
    .orderBy('entry.id')
    .execute();
  return { account, payments };
}

/** The person's open obligations, each a count or an amount in yen; all zero without obligations. */
export async function countObligations(tx: Tx, userId: number) {
  const { rows } = await sql<{ openBids: number; cars: number; balanceYen: number; clients: number }>`
    select (select count(*)::integer from bids
             where user_id = ${userId} and status in (${sql.join([...LIVE_STATUSES])})) as "openBids",
           (select count(*)::integer from purchases
             where user_id = ${userId} and (status is null or status not in (${sql.join(ENDED_PURCHASES)}))) as "cars",
           coalesce((select balance_yen from bid_clients where user_id = ${userId}), 0)::float8 as "balanceYen",
           (select count(*)::integer from users where dealer_id = ${userId} or manager_id = ${userId}) as "clients"
  `.execute(tx);
  return rows[0] ?? { openBids: 0, cars: 0, balanceYen: 0, clients: 0 };
}

/** Replaces personal data with blanks. Requests made before the account existed are found by address. */
export async function blankAccount(tx: Tx, userId: number): Promise<void> {
  const { email } = await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
  await tx.deleteFrom('account_requests').where('email', '=', email).execute();
  for (const [table, rule] of rules)
    if (rule.erased) await sql`delete from ${sql.table(table)} where ${belongsTo(rule, userId)}`.execute(tx);
  await tx
    .updateTable('users')
    .set({ ...BLANK, email: blankEmail(userId), dealer_id: null, manager_id: null })
    .where('id', '=', userId)
    .execute();
}
