import type { PageType } from '@seri/contract/lots/page-types.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';

/** The database's clock: the one every deadline is judged by. */
export async function readClock(db: Db): Promise<Date> {
  const { now } = await db.selectNoFrom(sql<Date>`clock_timestamp()`.as('now')).executeTakeFirstOrThrow();
  return now;
}

/** Clients of a dealer and visitors who signed up are left out: the log-in page offers one account of each kind. */
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

/** Bids nobody has looked at yet: of one client, or of all for managers. */
export async function countNewBids(db: Db, userId: number | null): Promise<number> {
  const { count } = await db
    .selectFrom('bids')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 1)
    .$if(userId !== null, (query) => query.where('user_id', '=', userId))
    .executeTakeFirstOrThrow();
  return count;
}

/** Bids that wait for a manager and can be forwarded for less than half an hour. */
export async function countUrgentBids(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from bids b join lots l on l.id = b.lot_id
    where b.status = 1 and l.lot_source = 'auction' and l.agent_cutoff_at > clock_timestamp()
      and l.agent_cutoff_at <= clock_timestamp() + interval '30 minutes'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A person's saved searches by page, as the menu shows them: text, '' for none (decisions D4.25). */
export async function countSearches(db: Db, userId: number): Promise<Record<PageType, string>> {
  const rows = await db
    .selectFrom('saved_searches')
    .select((eb) => ['page_type', eb.fn.countAll<number>().as('count')])
    .where('user_id', '=', userId)
    .groupBy('page_type')
    .execute();
  const none = { bikes: '', 'bike-stats': '', 'car-auction': '', stock: '', stats: '' };
  return { ...none, ...Object.fromEntries(rows.map(({ page_type, count }) => [page_type, String(count)])) };
}
