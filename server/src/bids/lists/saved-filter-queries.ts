import { MAX_FILTERS } from '@seri/contract/bids/filter-routes.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

export const findFilters = (db: Db, userId: number) =>
  db
    .selectFrom('bid_filters')
    .select(['id', 'title', 'params'])
    .where('user_id', '=', userId)
    .orderBy('title')
    .orderBy('id')
    .execute();

/** Replaces the filter of the same title, or uses the first free place; false if there is none. Locks the user, since concurrent calls would pick the same place. */
export async function putFilter(
  db: Db,
  { userId, title, params }: { userId: number; title: string; params: string },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow();
    const { rows } = await sql<{ id: number }>`
      insert into bid_filters (user_id, place, title, params)
      select ${userId}::integer, place, ${title}, ${params} from generate_series(1, ${MAX_FILTERS}::integer) place
       where place in (select place from bid_filters where user_id = ${userId} and title = ${title})
          or place not in (select place from bid_filters where user_id = ${userId})
       order by place not in (select place from bid_filters where user_id = ${userId} and title = ${title}), place limit 1
      on conflict (user_id, place) do update set params = excluded.params
      returning id`.execute(tx);
    return rows.length === 1;
  });
}

export async function deleteFilter(db: Db, { userId, id }: { userId: number; id: number }): Promise<boolean> {
  const deleted = await db
    .deleteFrom('bid_filters')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}
