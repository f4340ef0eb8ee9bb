import { ROLE } from '@seri/contract/auth/permissions.ts';
import { PAGE_RULES, PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import { sql } from 'kysely';
import { type ListFilter, matching, POSTGRES } from '../../lots/core/condition-queries.ts';
import { doorSlotOf } from '../../lots/core/door-queries.ts';
import { isOffered } from '../../platform/company-settings.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { USER } from '../../platform/db/numbers.ts';

/** Only one worker matches searches at a time: two would block on each other's matches. */
const ALERT_LOCK = 7_274_022;
/** Lots of an import that stopped midway are matched after this time even without a retry. */
const STALE_AFTER_MINUTES = 10;

export async function takeAlertLock(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${ALERT_LOCK}) as taken`.execute(tx);
  return rows[0]?.taken ?? false;
}

/** Takes up to `maxRows` queue rows of finished imports and returns their lots; a rollback returns them to the queue. */
export async function takeLotsToMatch(tx: Tx, maxRows: number): Promise<number[]> {
  const { rows } = await sql<{ lot_ids: number[] }>`
    delete from lots_to_match where id in (
      select id from lots_to_match
       where import_id <= (select max(id) from feed_imports where finished_at is not null)
          or noted_at < clock_timestamp() - make_interval(mins => ${STALE_AFTER_MINUTES})
       order by id limit ${maxRows} for update skip locked)
    returning lot_ids`.execute(tx);
  return [...new Set(rows.flatMap((row) => row.lot_ids))];
}

export interface AlertSearch {
  id: number;
  page_type: PageType;
  params: string;
  /** The owner's door among the totals of lots. */
  door_slot: number | null;
}

const PAGE_FLAGS = PAGE_TYPES.map((page) => sql`(${page}, ${PAGE_RULES[page].flag})`);

/** Every search with an alert whose owner may see its page. */
export async function findAlertSearches(tx: Tx): Promise<AlertSearch[]> {
  const { rows } = await sql<AlertSearch>`
    select s.id, s.page_type, s.params, ${doorSlotOf(sql`s.user_id`)} as door_slot
      from saved_searches s
      join users u on u.id = s.user_id
      join (values ${sql.join(PAGE_FLAGS)}) page(name, flag) on page.name = s.page_type
     where s.alert <> 'off' and u.role_id <> ${ROLE.disabled} and (u.permissions ->> page.flag)::boolean
       and ${isOffered(sql`page.flag`)}
     order by s.id`.execute(tx);
  return rows;
}

export interface SearchQuery {
  pageType: PageType;
  filter: ListFilter;
}

/** The lots that match each search, by the conditions of the listing; `insertMatches` checks their visibility. */
export async function findMatching(
  tx: Tx,
  lotIds: number[],
  questions: SearchQuery[],
): Promise<{ question: number; lot_id: number }[]> {
  const answers = questions.map(
    ({ pageType, filter }, index) =>
      sql`select ${sql.lit(index)} as question, id as lot_id from lots where ${matching(POSTGRES, { pageType, filter, audience: 'staff' })}`,
  );
  // The CTE has the name of the table, so that the conditions read only these lots, and only once for all searches.
  const { rows } = await sql<{ question: number; lot_id: number }>`
    with lots as materialized (select * from public.lots where id = any(${lotIds}::bigint[]))
    ${sql.join(answers, sql` union all `)}`.execute(tx);
  return rows;
}

/**
 * Stores the new matches of a search: lots listed (or sold, on pages of sales) since its alert began, visible to its
 * owner, and of a car it has not matched before. A lot without an identifying chassis number counts as its own car.
 */
export async function insertMatches(tx: Tx, found: { searchId: number; lotId: number }[]): Promise<void> {
  await sql`
    with found as (
      select * from unnest(${found.map((one) => one.searchId)}::integer[], ${found.map((one) => one.lotId)}::bigint[])
        as found(search_id, lot_id)
    ), alive as materialized (
      select * from saved_searches where id in (select search_id from found) and alert <> 'off' for key share
    )
    insert into search_matches (search_id, car, lot_id)
    select distinct on (alive.id, car) alive.id, car, lots.id
      from found
      join alive on alive.id = found.search_id
      join users on users.id = alive.user_id
      join lots on lots.id = found.lot_id
      cross join lateral (
        select case when is_vehicle_identity(chassis_number)
                    then chassis_number else 'lot ' || lots.id end as car) named
     where (not is_private or users.user_type = ${USER.manager} or users.id = any(viewers))
       and case when alive.page_type in ('stats', 'bike-stats')
                then auction_day >= (alert_since at time zone 'Asia/Tokyo')::date
                else lots.created_at >= alert_since end
     order by alive.id, car, lots.id
    on conflict do nothing`.execute(tx);
}

/** Matches that are due: all of instant alerts, and those of the digest found before its last sending time. */
const isDue = (digestAt: string) => sql`not m.is_notified and m.matched_at >= s.alert_since and (
  s.alert = 'instant' or s.alert = 'daily' and m.matched_at < (
    select (day - (day + ${digestAt}::time > clock.japan)::integer + ${digestAt}::time) at time zone 'Asia/Tokyo'
      from (select clock_timestamp() at time zone 'Asia/Tokyo' as japan) clock
      cross join lateral (select clock.japan::date as day) today))`;

/** Users with due matches. */
export async function findUsersWithDueMatches(db: Db, digestAt: string): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct s.user_id from search_matches m join saved_searches s on s.id = m.search_id
     where ${isDue(digestAt)} order by 1`.execute(db);
  return rows.map((row) => row.user_id);
}

/** Marks all due matches of a user as notified, as one alert. Returns its id, null if none were left. */
export async function createAlert(tx: Tx, userId: number, digestAt: string): Promise<number | null> {
  const { rows } = await sql<{ id: number; matches: number }>`
    with alert as (
      insert into search_alerts (user_id)
      select ${userId}::integer where exists (
        select from search_matches m join saved_searches s on s.id = m.search_id
         where s.user_id = ${userId} and ${isDue(digestAt)})
      returning id
    ), notified as (
      update search_matches m set is_notified = true, alert_id = (select id from alert)
        from saved_searches s
       where s.id = m.search_id and s.user_id = ${userId} and ${isDue(digestAt)}
      returning m.search_id
    )
    select id, (select count(*) from notified)::integer as matches from alert`.execute(tx);
  const [alert] = rows;
  return alert && alert.matches > 0 ? alert.id : null;
}
