import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

const PAGE_SIZE = 5_000;

/**
 * Rebuilds every bid from its events and reports each column that differs from the row. Columns outside the log are
 * skipped: comment, held_yen, group_cleared (see the group's decisions).
 */
export async function findUnreplayed(db: Db): Promise<string[]> {
  const broken: string[] = [];
  let last = 0;
  for (let page = await findIds(db, last); page.length > 0; page = await findIds(db, last)) {
    const end = page.at(-1) ?? last;
    broken.push(...(await replayPage(db, last, end)));
    last = end;
  }
  return broken;
}

const findIds = async (db: Db, after: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('bids')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE_SIZE)
    .execute();
  return rows.map(({ id }) => id);
};

/** A reported result and a full group update status_at even if the status does not change. */
async function replayPage(db: Db, after: number, upTo: number): Promise<string[]> {
  const { rows } = await sql<{ broken: string }>`
    with steps as (
      select *, after - '{notForwardedNow,lastHourAccepted,offerYen,importVerdict,importDestination}'::text[] as state, lag(after) over per_bid as previous
      from bid_events where bid_id > ${after} and bid_id <= ${upTo}
      window per_bid as (partition by bid_id order by id)),
    logged as (
      select bid_id,
        (array_agg(state order by id desc))[1] as state,
        (array_agg(lot_id order by id desc))[1] as lot_id,
        (array_agg(client_id order by id desc))[1] as user_id,
        (array_agg(actor_id order by id))[1] as placed_by,
        min(at) as created_at,
        max(at) filter (where event in ('placed', 'replaced')) as bid_at,
        max(at) filter (where previous is null or event in ('outcome', 'group_full')
          or previous -> 'status' <> state -> 'status') as status_at,
        max(at) filter (where previous is null or previous -> 'amountYen' <> state -> 'amountYen') as amount_at
      from steps group by bid_id),
    replayed as (
      select bid_id, '{"group_round": null}'
        || (select jsonb_object_agg(lower(regexp_replace(key, '([A-Z])', '_\\1', 'g')), value) from jsonb_each(state))
        || jsonb_build_object('lot_id', lot_id, 'user_id', user_id, 'placed_by', placed_by, 'created_at', created_at,
          'bid_at', bid_at, 'status_at', status_at, 'amount_at', amount_at) as row
      from logged)
    select case when r.bid_id is null then format('bid %s: not in the log', b.id)
      else format('bid %s: the log gives %s %s, the bid has %s', b.id, c.key, c.value, to_jsonb(b) -> c.key)
      end as broken
    from bids b left join replayed r on r.bid_id = b.id
      left join lateral jsonb_each(r.row) c on c.value is distinct from to_jsonb(b) -> c.key
    where b.id > ${after} and b.id <= ${upTo} and (r.bid_id is null or c.key is not null)
    order by b.id, c.key`.execute(db);
  return rows.map(({ broken }) => broken);
}
