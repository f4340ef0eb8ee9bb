import type { Db, Tx } from '@seri/server/platform/db/db.ts';
import { LOT } from '@seri/server/platform/db/numbers.ts';
import { sql } from 'kysely';

/** The next similar lots, but not within hours. */
export async function findUpcomingLots(
  db: Db,
  { vehicle = 'car', maker, model }: { vehicle?: 'car' | 'bike'; maker: string; model: string },
  count: number,
  yearFrom = 0,
): Promise<number[]> {
  const { rows } = await sql<{ id: string }>`
    select id from lots
     where vehicle = ${vehicle} and maker = ${maker} and model = ${model}
       and lot_source = 'auction' and status = ${LOT.upcoming}
       and coalesce(year, 0) >= ${yearFrom} and not is_private and bids_close_at > now() + interval '12 hours'
     order by auction_at, id limit ${count}`.execute(db);
  return rows.map(({ id }) => Number(id));
}

/** A person's newest search with this title. */
export async function findSearchId(db: Db | Tx, userId: number, title: string): Promise<number | null> {
  const row = await db
    .selectFrom('saved_searches')
    .select('id')
    .where('user_id', '=', userId)
    .where('title', '=', title)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Cars unsold yesterday or before, for negotiations. */
export async function findUnsoldCars(db: Db, count: number): Promise<{ id: number; startYen: number }[]> {
  const { rows } = await sql<{ id: string; startYen: string }>`
    select id, start_price_yen as "startYen" from lots
     where vehicle = 'car' and lot_source = 'auction' and status = ${LOT.unsold} and source = 'demo' and not is_private
       and start_price_yen between 150000 and 400000 and auction_at < now() - interval '6 hours'
       and not exists (select from bids where lot_id = lots.id)
     order by auction_at desc, id limit ${count}`.execute(db);
  return rows.map(({ id, startYen }) => ({ id: Number(id), startYen: Number(startYen) }));
}

/** Reopens the lot, so that a client's bid can be placed on it. */
export const openForBids = (db: Db, lotId: number) =>
  sql`update lots set status = ${LOT.upcoming}, auction_at = now() + interval '3 hours',
      bids_close_at = now() + interval '1 hour',
        agent_cutoff_at = now() + interval '2 hours', cancel_until = now() + interval '1 hour'
      where id = ${lotId}`.execute(db);

/** The sale has passed without a result, the agent had the order, and the auction house negotiates with the seller. */
export async function leaveUnsold(
  db: Db,
  { lotId, sourceId, calledAt }: { lotId: number; sourceId: string; calledAt: Date },
): Promise<void> {
  const before = (hours: number) => new Date(calledAt.getTime() - hours * 3_600_000);
  await sql`update agent_orders set state = 'acknowledged', acknowledged_at = now() where lot_id = ${lotId}`.execute(
    db,
  );
  await sql`update lots set status = ${LOT.notSold}, source_id = ${sourceId}, auction_at = ${calledAt},
    bids_close_at = ${before(2)},
              agent_cutoff_at = ${before(1)}, cancel_until = ${before(12)},
              auction_day = (${calledAt}::timestamptz at time zone 'Asia/Tokyo')::date
            where id = ${lotId}`.execute(db);
}

/** Spreads the notifications over days: the newest is current, the oldest is six days old and read. */
export const spreadNotifications = (db: Db) =>
  sql`with placed as (
        select id, (row_number() over (partition by user_id order by id desc) - 1)::float8
                 / count(*) over (partition by user_id) as share
          from notifications)
      update notifications n set
        created_at = now() - interval '12 minutes' - interval '6 days' * placed.share,
        read_at = case when placed.share > 0.5 then now() - interval '1 day' end
      from placed where placed.id = n.id`.execute(db);

/** Spreads the imports over days. */
export const spreadImports = (db: Db) =>
  sql`with placed as (select id, row_number() over (order by id desc) - 1 as days from feed_imports where source_name <> 'demonstration')
      update feed_imports i set started_at = i.started_at - make_interval(days => placed.days::int),
                                finished_at = i.finished_at - make_interval(days => placed.days::int)
      from placed where placed.id = i.id`.execute(db);

/** Backdates the search, so that lots since the day before are new to it. */
export const beginAlertEarlier = (db: Db, searchId: number) =>
  sql`update saved_searches set alert_since = now() - interval '1 day' where id = ${searchId}`.execute(db);
