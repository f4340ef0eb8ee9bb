import { LEDGER_TEXTS } from '@seri/contract/payments/ledger-texts.ts';
import type { PaymentsFilter } from '@seri/contract/payments/statement-routes.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { BID } from '../platform/db/numbers.ts';

export interface PaymentRow {
  id: number;
  bookedOn: string;
  type: 'remittances' | 'carPurchase';
  description: string;
  amountYen: number;
  /** Balance of the account right after this record. */
  balanceYen: number;
  eta: string | null;
  etd: string | null;
}

export type Language = 'en' | 'ru';

/** The SQL equivalent of `descriptionInRussian`, so that filters match the displayed text. */
const description = (language: Language) =>
  language === 'en'
    ? sql`p.description`
    : sql`case split_part(p.description, ': ', 1) ${sql.join(
        LEDGER_TEXTS.map(({ en, ru }) => sql`when ${en} then ${ru} || substr(p.description, ${en.length + 1}::int)`),
        sql` `,
      )} else p.description end`;

/** A client's entries in ledger order, by day and then by id, with the balance after each. */
const statement = (userId: number, language: Language) => sql`
  select e.id, p.booked_on as "bookedOn", ${description(language)} as description, e.amount_yen as "amountYen", b.eta, b.etd,
         case when p.kind in ('car_purchase', 'fee', 'freight') or p.purchase_id is not null
              then 'carPurchase' else 'remittances' end as type,
         (sum(e.amount_yen) over (order by p.booked_on, e.id))::bigint as "balanceYen"
    from ledger_accounts a
    join ledger_entries e on e.account_id = a.id
    join ledger_postings p on p.id = e.posting_id
    left join purchases b on b.id = p.purchase_id
   where a.user_id = ${userId}`;

function matching({ qSearch, dateFrom, dateTo, type }: PaymentsFilter) {
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

export interface Payments {
  records: PaymentRow[];
  all: number;
  found: number;
  /** Sums under the filter as digits, as a total may exceed a safe integer; null when nothing was found. */
  balance: string | null;
  received: string | null;
  spent: string | null;
}

/** Returns records, newest first, and totals from one statement, so that a concurrent booking is in all of them or in none. */
export async function findPayments(
  db: Db,
  userId: number,
  query: PaymentsFilter & { limit: number; offset: number },
  language: Language,
): Promise<Payments> {
  const { rows } = await sql<Payments>`
    with s as materialized (${statement(userId, language)}),
         found as (select * from s where ${matching(query)})
    select (select count(*) from s) as all, count(*) as found,
           sum(f."amountYen")::text as balance,
           sum(greatest(f."amountYen", 0))::text as received,
           sum(greatest(-f."amountYen", 0))::text as spent,
           (select coalesce(json_agg(r order by r."bookedOn" desc, r.id desc), '[]')
              from (select * from found order by "bookedOn" desc, id desc
                     limit ${query.limit} offset ${query.offset}) r) as records
      from found f`.execute(db);
  return rows[0] as Payments;
}

/** Returns the id of a client's latest entry, 0 without any. */
export async function findNewestEntry(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(e.id), 0)::bigint as id from ledger_accounts a join ledger_entries e on e.account_id = a.id
     where a.user_id = ${userId}`.execute(db);
  return rows[0]?.id ?? 0;
}

interface PaymentsPortion extends PaymentsFilter {
  /** Entries after this one are neither read nor counted. */
  upTo: number;
  most: number;
  after?: Pick<PaymentRow, 'bookedOn' | 'id'> | undefined;
}

/** Returns the next records under a filter, newest first, after the given one. */
export async function findPaymentsAfter(
  db: Db,
  userId: number,
  { upTo, most, after, ...filter }: PaymentsPortion,
  language: Language,
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select s.* from (${statement(userId, language)} and e.id <= ${upTo}) s
     where ${matching(filter)}
       and ${after ? sql`(s."bookedOn", s.id) < (${after.bookedOn}::date, ${after.id}::bigint)` : sql`true`}
     order by s."bookedOn" desc, s.id desc limit ${most}`.execute(db);
  return rows;
}

export interface StatementFigures {
  openingYen: number;
  closingYen: number;
  receivedYen: number;
  spentYen: number;
  records: PaymentRow[];
}

/** Returns all records of these days in ledger order; the opening balance is the sum of earlier ones. */
export async function findStatement(
  db: Db,
  userId: number,
  { dateFrom, dateTo }: { dateFrom: string; dateTo: string },
  language: Language,
): Promise<StatementFigures> {
  const { rows } = await sql<StatementFigures>`
    with s as materialized (${statement(userId, language)})
    select coalesce(sum("amountYen") filter (where "bookedOn" < ${dateFrom}::date), 0)::bigint as "openingYen",
           coalesce(sum("amountYen"), 0)::bigint as "closingYen",
           coalesce(sum(greatest("amountYen", 0)) filter (where "bookedOn" >= ${dateFrom}::date), 0)::bigint as "receivedYen",
           coalesce(sum(greatest(-"amountYen", 0)) filter (where "bookedOn" >= ${dateFrom}::date), 0)::bigint as "spentYen",
           coalesce(json_agg(s order by "bookedOn", id) filter (where "bookedOn" >= ${dateFrom}::date), '[]') as records
      from s where "bookedOn" <= ${dateTo}::date`.execute(db);
  return rows[0] as StatementFigures;
}

/** Returns the addressee of a statement. */
export const findAddressee = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .select(['full_name as name', 'company', 'city'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

interface Account {
  balance: number;
  creditLimit: number;
  exposure: number;
  dailyBidLimit: number;
  dailyUssLimit: number;
  activeBids: number;
}

const LIVE_BIDS = sql<number>`(select count(*) from bids b
  where b.user_id = c.user_id and b.status in (${BID.new}, ${BID.bid}, ${BID.win}))`;

/** Returns money and limits of a bidding account; the daily limit is what is left of it today in Japan. */
export async function findAccount(db: Db, userId: number): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select c.balance_yen as balance, c.credit_limit_yen as "creditLimit", c.exposure_yen as exposure,
           c.daily_uss_limit as "dailyUssLimit",
           case when c.daily_bid_limit = -1 then -1
                when c.bids_day = (clock_timestamp() at time zone 'Asia/Tokyo')::date
                then greatest(0, c.daily_bid_limit - c.bids_that_day) else c.daily_bid_limit end as "dailyBidLimit",
           ${LIVE_BIDS} as "activeBids"
      from bid_clients c where c.user_id = ${userId}`.execute(db);
  return rows[0];
}

export interface ClientAccount {
  userId: number;
  name: string;
  balance: number;
  creditLimit: number;
  exposure: number;
  activeBids: number;
  /** True when the client's credit limit applies. */
  isBound: boolean;
}

/** Returns a dealer's own clients, whose balances are separate from the dealer's (business-rules.md#dealers). */
export async function findAccountsOf(db: Db, dealerId: number): Promise<ClientAccount[]> {
  const { rows } = await sql<ClientAccount>`
    select c.user_id as "userId", u.full_name as name, c.balance_yen as balance, c.credit_limit_yen as "creditLimit",
           c.exposure_yen as exposure, ${LIVE_BIDS} as "activeBids",
           coalesce((u.permissions ->> 'creditLimitCheck')::boolean, false) as "isBound"
      from users u join bid_clients c on c.user_id = u.id
     where u.dealer_id = ${dealerId} order by u.full_name, u.id`.execute(db);
  return rows;
}
