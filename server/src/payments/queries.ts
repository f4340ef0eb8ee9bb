import type { PaymentsQuery } from '@seri/contract/payments/routes.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';

export interface PaymentRow {
  id: number;
  bookedOn: string;
  type: 'remittances' | 'carPurchase';
  description: string;
  amountYen: number;
  /** Of the account right after this record. */
  balanceYen: number;
  eta: string | null;
  etd: string | null;
}

type Language = 'en' | 'ru';

/** A description without anything of its own is kept in English and told in the reader's language. */
const description = (language: Language) =>
  language === 'ru' ? sql`case p.description when 'Deposit' then 'Депозит' else p.description end` : sql`p.description`;

/** A client's entries with the balance after each, counted over the whole account before any filter. */
const statement = (userId: number, language: Language) => sql`
  select e.id, p.booked_on as "bookedOn", ${description(language)} as description, e.amount_yen as "amountYen", b.eta, b.etd,
         case when p.kind = 'car_purchase' or p.purchase_id is not null then 'carPurchase' else 'remittances' end as type,
         (sum(e.amount_yen) over (order by e.id))::bigint as "balanceYen"
    from ledger_accounts a
    join ledger_entries e on e.account_id = a.id
    join ledger_postings p on p.id = e.posting_id
    left join purchases b on b.id = p.purchase_id
   where a.user_id = ${userId}`;

function matching({ qSearch, dateFrom, dateTo, type }: PaymentsQuery) {
  const words = qSearch?.trim().replace(/[\\%_]/g, '\\$&');
  return sql.join(
    [
      sql`true`,
      ...(words ? [sql`s.description ilike ${`%${words}%`}`] : []),
      ...(dateFrom ? [sql`s."bookedOn" >= ${dateFrom}::date`] : []),
      ...(dateTo ? [sql`s."bookedOn" <= ${dateTo}::date`] : []),
      ...(type ? [sql`s.type = ${type}`] : []),
    ],
    sql` and `,
  );
}

export async function findPayments(
  db: Db,
  userId: number,
  query: PaymentsQuery,
  language: Language,
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select s.* from (${statement(userId, language)}) s where ${matching(query)}
     order by s.id desc limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`.execute(db);
  return rows;
}

interface Totals {
  all: number;
  found: number;
  /** Null when nothing was found. */
  balance: string | null;
  received: string | null;
  spent: string | null;
}

/** Sums under the filter, as digits: a total may outgrow what a reader's number holds. */
export async function sumPayments(db: Db, userId: number, query: PaymentsQuery, language: Language): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select count(*) as all,
           count(*) filter (where ${matching(query)}) as found,
           (sum(s."amountYen") filter (where ${matching(query)}))::text as balance,
           (sum(greatest(s."amountYen", 0)) filter (where ${matching(query)}))::text as received,
           (sum(greatest(-s."amountYen", 0)) filter (where ${matching(query)}))::text as spent
      from (${statement(userId, language)}) s`.execute(db);
  return rows[0] as Totals;
}

interface Account {
  balance: number;
  creditLimit: number;
  exposure: number;
  dailyBidLimit: number;
  dailyUssLimit: number;
  activeBids: number;
}

/** Money and limits of a bidding account; the daily limit is what is left of it today in Japan. */
export async function findAccount(db: Db, userId: number): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select c.balance_yen as balance, c.credit_limit_yen as "creditLimit", c.exposure_yen as exposure,
           c.daily_uss_limit as "dailyUssLimit",
           case when c.daily_bid_limit = -1 then -1
                when c.bids_day = (clock_timestamp() at time zone 'Asia/Tokyo')::date
                then greatest(0, c.daily_bid_limit - c.bids_that_day) else c.daily_bid_limit end as "dailyBidLimit",
           (select count(*) from bids b where b.user_id = c.user_id and b.status in (1, 2, 6)) as "activeBids"
      from bid_clients c where c.user_id = ${userId}`.execute(db);
  return rows[0];
}
