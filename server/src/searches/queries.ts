import type { PageType } from '@seri/contract/lots/page-types.ts';
import { type Alert, MAX_SEARCHES, type SavedSearch } from '@seri/contract/searches/routes.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';

export const findSearches = (db: Db, userId: number, pageType: PageType): Promise<SavedSearch[]> =>
  db
    .selectFrom('saved_searches')
    .select(['id', 'title', 'params', 'page_type as type', 'alert'])
    .where('user_id', '=', userId)
    .where('page_type', '=', pageType)
    .orderBy('id', 'desc')
    .$castTo<SavedSearch>()
    .execute();

export async function countSearches(db: Db, userId: number, pageType: PageType): Promise<number> {
  const { count } = await db
    .selectFrom('saved_searches')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('page_type', '=', pageType)
    .executeTakeFirstOrThrow();
  return count;
}

/** Serializes saves of one person, so that each sees the places taken by the other. */
export const lockSearches = (tx: Tx, userId: number) =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow();

interface NewSearch {
  userId: number;
  pageType: PageType;
  title: string;
  params: string;
  alert: Alert;
}

/** Saves the search in the first free place of the page; false if there is none. */
export async function insertSearch(tx: Tx, { userId, pageType, title, params, alert }: NewSearch): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    insert into saved_searches (user_id, page_type, place, title, params, alert)
    select ${userId}::integer, ${pageType}, place, ${title}, ${params}, ${alert}
      from generate_series(1, ${MAX_SEARCHES}::integer) place
     where place not in (select place from saved_searches where user_id = ${userId} and page_type = ${pageType})
     order by place limit 1
    returning id`.execute(tx);
  return rows.length === 1;
}

interface SearchChange {
  title?: string | undefined;
  alert?: Alert | undefined;
}

/** Updates a search; an alert that is switched on covers lots from now on. False if the search is not this person's. */
export async function updateSearch(
  tx: Tx,
  { userId, id }: { userId: number; id: number },
  { title = undefined, alert = undefined }: SearchChange,
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update saved_searches set
      title = coalesce(${title ?? null}, title),
      alert = coalesce(${alert ?? null}, alert),
      alert_since = case when alert = 'off' and ${alert ?? null}::text <> 'off' then clock_timestamp() else alert_since end
    where id = ${id} and user_id = ${userId}
    returning id`.execute(tx);
  return rows.length === 1;
}

/** Drops the pending matches of a search whose alert was switched off. */
export const dropPendingMatches = (tx: Tx, searchId: number) =>
  tx
    .updateTable('search_matches')
    .set({ is_notified: true })
    .where('search_id', '=', searchId)
    .where('is_notified', '=', false)
    .execute();

export async function deleteSearch(db: Db, { userId, id }: { userId: number; id: number }): Promise<boolean> {
  const deleted = await db
    .deleteFrom('saved_searches')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** After this time a car may match again; mails are deleted earlier. */
const RETENTION_DAYS = 365;

export async function deleteOldMatches(db: Db): Promise<void> {
  const isOld = (instant: string) =>
    sql<boolean>`${sql.ref(instant)} < clock_timestamp() - make_interval(days => ${RETENTION_DAYS})`;
  await db.deleteFrom('search_matches').where('is_notified', '=', true).where(isOld('matched_at')).execute();
  await db.deleteFrom('search_alerts').where(isOld('created_at')).execute();
}
