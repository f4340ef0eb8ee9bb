import type { PageInfo } from '@seri/contract/http.ts';
import type { ClientChange, ClientHabits } from '@seri/contract/users/client-figures-routes.ts';
import { type RawBuilder, sql } from 'kysely';
import type { AccountEntry } from '../../payments/match-payments.ts';
import type { Db } from '../../platform/db/db.ts';
import { BID, LOT } from '../../platform/db/numbers.ts';

type Counts = Omit<ClientHabits, 'days' | 'payable' | 'paidOnTime'>;

/** How a client bid in the last days. */
export async function countHabits(db: Db, userId: number, days: number): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with recent as (
      select b.id, b.status, l.status as lot_status, b.amount_yen, coalesce(s.middle_yen, l.average_price_yen) as middle_yen
      from bids b join lots l on l.id = b.lot_id left join price_scores s on s.lot_id = b.lot_id
      where b.user_id = ${userId} and b.created_at > clock_timestamp() - make_interval(days => ${days}))
    select count(*)::integer as bids,
      (count(*) filter (where status in (${BID.win}, ${BID.won}) or status = ${BID.finished} and lot_status in
        (${LOT.sold}, ${LOT.soldByNegotiation}, ${LOT.notSold}, ${LOT.unsold})))::integer as ran,
      (count(*) filter (where status in (${BID.win}, ${BID.won})))::integer as won,
      round((percentile_cont(0.5) within group (order by 100.0 * amount_yen / nullif(middle_yen, 0)))::numeric)::integer
        as "ofLikelyPercent",
      (count(*) filter (where exists (select from bid_events e where e.bid_id = recent.id and e.actor = 'client'
        and (e.before ->> 'status')::integer = ${BID.bid} and e.before -> 'amountYen' is not null
        and (e.after ->> 'status' = ${BID.cancel}::text or e.after -> 'amountYen' <> e.before -> 'amountYen'))))::integer
        as "changedAfterAccepted"
    from recent`.execute(db);
  return rows[0] as Counts;
}

/** All entries of a client's account, oldest first. */
export async function findAccountEntries(db: Db, userId: number): Promise<AccountEntry[]> {
  const { rows } = await sql<AccountEntry>`
    select e.amount_yen::float8 as "amountYen", p.purchase_id::float8 as "purchaseId", p.booked_on::text as "bookedOn"
    from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_postings p on p.id = e.posting_id
    where a.user_id = ${userId} order by e.id`.execute(db);
  return rows;
}

/** Purchases of a client by status, and those bought in the last days. */
export async function findPurchaseStates(
  db: Db,
  userId: number,
  days: number,
): Promise<{ purchaseId: number; status: number; isRecent: boolean }[]> {
  const { rows } = await sql<{ purchaseId: number; status: number; isRecent: boolean }>`
    select id::float8 as "purchaseId", status,
      purchased_on > (clock_timestamp() at time zone 'Asia/Tokyo')::date - ${days}::integer as "isRecent"
    from purchases where user_id = ${userId}`.execute(db);
  return rows;
}

/** Decisions about the account, changes of bids by people, and bookings. A settled win is its booking. */
const changes = (userId: number): RawBuilder<unknown> => sql`
  select e.at, e.id, 'account' as kind, coalesce(actor.full_name, token.name) as by, e.event, e.before, e.after, r.reason,
    null::integer as lot_no, null::bigint as amount_yen, null as description
  from user_events e left join users actor on actor.id = e.actor_id left join service_tokens token on token.id = e.token_id
    left join user_event_reasons r on r.event_id = e.id
  where e.user_id = ${userId}
  union all
  select e.at, e.id, 'bid', actor.full_name, e.event, e.before, e.after, null, l.lot_no, null, null
  from bid_events e join lots l on l.id = e.lot_id left join users actor on actor.id = e.actor_id
  where e.client_id = ${userId} and e.actor <> 'system' and e.event <> 'settled'
  union all
  select p.created_at, e.id, 'money', coalesce(actor.full_name, token.name), p.kind, null, null, null, null, e.amount_yen,
    p.description
  from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_postings p on p.id = e.posting_id
    left join users actor on actor.id = p.booked_by left join service_tokens token on token.id = p.booked_by_token
  where a.user_id = ${userId}`;

interface ChangeRow extends Omit<ClientChange, 'key' | 'at' | 'lotNo' | 'amountYen'> {
  id: number;
  at: Date;
  lot_no: number | null;
  amount_yen: number | null;
}

/** The changes of a client, newest first. */
export async function findChanges(
  db: Db,
  userId: number,
  { page, pageSize }: Pick<PageInfo, 'page' | 'pageSize'>,
): Promise<{ items: ClientChange[]; total: number }> {
  const [found, counted] = await Promise.all([
    sql<ChangeRow>`select * from (${changes(userId)}) changes order by at desc, kind, id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db),
    sql<{ total: number }>`select count(*)::integer as total from (${changes(userId)}) changes`.execute(db),
  ]);
  return {
    items: found.rows.map(({ id, at, kind, by, event, before, after, reason, lot_no, amount_yen, description }) => ({
      ...{ key: `${kind} ${id}`, at: at.toISOString(), kind, by, event, before, after, reason },
      ...{ lotNo: lot_no, amountYen: amount_yen, description },
    })),
    total: counted.rows[0]?.total ?? 0,
  };
}
