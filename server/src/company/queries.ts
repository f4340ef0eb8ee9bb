import type { PageType } from '@seri/contract/lots/page-types.ts';
import { sql } from 'kysely';
import { clientCode } from '../platform/client-code.ts';
import type { Db } from '../platform/db/db.ts';
import { PREPARED } from '../platform/db/named-queries.ts';
import { BID, LOT } from '../platform/db/numbers.ts';

/** Returns the time of the database's clock, by which every deadline is checked. */
export async function readClock(db: Db): Promise<Date> {
  const { now } = await db.selectNoFrom(sql<Date>`clock_timestamp()`.as('now')).executeTakeFirstOrThrow();
  return now;
}

/** Clients of a dealer and visitors who signed up are excluded: the log-in page offers one account of each kind. */
export const findDemoAccounts = (db: Db) =>
  db
    .selectFrom('users')
    .select(['email', 'role_id', 'user_type'])
    .where('is_demo', '=', true)
    .where('dealer_id', 'is', null)
    .where('terms_accepted_at', 'is', null)
    .where('password_hash', 'is not', null)
    .orderBy('user_type')
    .orderBy('id')
    .execute();

/** Counts the new bids of one client, or of all clients for managers. */
export async function countNewBids(db: Db, userId: number | null): Promise<number> {
  const { count } = await db
    .selectFrom('bids')
    .modifyFront(PREPARED)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 1)
    .$if(userId !== null, (query) => query.where('user_id', '=', userId))
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts bids that wait for a manager and whose cut-off is less than half an hour away. */
export async function countUrgentBids(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from bids b join lots l on l.id = b.lot_id
    where b.status = ${BID.new} and l.lot_source = 'auction' and l.agent_cutoff_at > clock_timestamp()
      and l.agent_cutoff_at <= clock_timestamp() + interval '30 minutes'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts accepted bids under negotiation for three working days without an outcome (business-rules.md#negotiation). */
export async function countOverdueNegotiations(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from bids b join lots l on l.id = b.lot_id
    where b.status = ${BID.bid} and l.status = ${LOT.notSold} and working_days_since(l.auction_day) >= 3`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts what waits for a manager besides bids. */
export async function countWaiting(db: Db): Promise<{ deposits: number; imports: number; names: number }> {
  const { rows } = await sql<{ deposits: number; imports: number; names: number }>`
    select (select count(*) from incoming_transfers where user_id is null)::integer as deposits,
      (select count(*) from feed_imports where (rows_refused > 0 or problem is not null)
         and started_at > now() - interval '1 day')::integer as imports,
      (select count(*) from feed_names where state = 'new')::integer as names`.execute(db);
  return rows[0] ?? { deposits: 0, imports: 0, names: 0 };
}

const UNREACHED_SHOWN = 5;

/**
 * Returns the recipients of undeliverable emails of the last three days, unless a later one arrived; null is the
 * agent (decision 005).
 */
export async function findUnreached(db: Db): Promise<{ name: string; clientId: string | null }[]> {
  const { rows } = await sql<{ user_id: number | null; full_name: string | null }>`
    select m.user_id, max(u.full_name) as full_name from mails m left join users u on u.id = m.user_id
    where (m.drop_reason like 'given up:%' or m.drop_reason like 'address refused:%')
      and m.dropped_at > clock_timestamp() - interval '3 days'
      and (u.email_verified_at is not null or m.kind = 'order_sheet')
      and not exists (select from mails later where later.sent_at > m.dropped_at
        and later.user_id is not distinct from m.user_id and (m.user_id is not null or later.kind = m.kind))
    group by m.user_id order by max(m.dropped_at) desc limit ${UNREACHED_SHOWN}`.execute(db);
  return rows.map(({ user_id, full_name }) => ({
    name: full_name ?? '',
    clientId: user_id === null ? null : clientCode(user_id),
  }));
}

/** Counts bids with unread messages: of one client, or of all clients for managers. */
export async function countUnreadChats(db: Db, userId: number | null): Promise<number> {
  const unread =
    userId === null
      ? sql`chats where last_client_id > staff_read_id`
      : sql`bids b join chats c on c.bid_id = b.id where b.user_id = ${userId} and c.last_staff_id > c.client_read_id`;
  const { rows } = await sql<{
    count: number;
  }>`${PREPARED} select count(*)::integer as count from ${unread}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts the user's unread notifications behind the bell. */
export async function countUnread(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .modifyFront(PREPARED)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts a user's saved searches by page, as the menu shows them: text, '' for none (business-rules.md#saved-searches). */
export async function countSearches(db: Db, userId: number): Promise<Record<PageType, string>> {
  const rows = await db
    .selectFrom('saved_searches')
    .modifyFront(PREPARED)
    .select((eb) => ['page_type', eb.fn.countAll<number>().as('count')])
    .where('user_id', '=', userId)
    .groupBy('page_type')
    .execute();
  const none = { bikes: '', 'bike-stats': '', 'car-auction': '', stock: '', stats: '' };
  return { ...none, ...Object.fromEntries(rows.map(({ page_type, count }) => [page_type, String(count)])) };
}
