import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import type { Db, Tx } from '../../platform/db/db.ts';

/** Statuses that the bids of a lot are notified about (business-rules.md#outcomes). */
const { sold, soldByNegotiation, notSold, cancelled, removed, unsold } = LOT_STATUS;
const ENDED = `(${sold}, ${soldByNegotiation}, ${notSold}, ${cancelled}, ${removed}, ${unsold})`;

const STORE_RESULTS = `
with newest as (
  select distinct on (source, source_id) * from feed_outcomes_stage where not from_lot
   order by source, source_id, updated_at desc, line desc
), old as (
  select r.source, r.source_id, r.buyer_order_key from lot_results r join newest n using (source, source_id)
), kept as (
  insert into lot_results as r (source, source_id, updated_at, status, sold_price_yen, buyer_order_key)
  select source, source_id, updated_at, status, sold_price_yen, buyer_order_key from newest order by source, source_id
  on conflict (source, source_id) do update set
    updated_at = excluded.updated_at, status = excluded.status, sold_price_yen = excluded.sold_price_yen,
    buyer_order_key = excluded.buyer_order_key
  where excluded.updated_at >= r.updated_at
    and row(r.updated_at, r.status, r.sold_price_yen, r.buyer_order_key) is distinct from
        row(excluded.updated_at, excluded.status, excluded.sold_price_yen, excluded.buyer_order_key)
  returning r.source, r.source_id, r.buyer_order_key
), other_buyer as (
  update lots l set outcome_pending = true
    from kept k left join old o using (source, source_id)
   where l.source = k.source and l.source_id = k.source_id and k.buyer_order_key is distinct from o.buyer_order_key
)
select count(*)::integer as kept from kept`;

const APPLY_OUTCOMES = `
with known as (
  select line, source, source_id, updated_at, status, sold_price_yen, from_lot
    from feed_outcomes_stage
  union all
  select 0, r.source, r.source_id, r.updated_at, r.status, r.sold_price_yen, false
    from lots l join lot_results r on r.source = l.source and r.source_id = l.source_id
   where l.id = any($1::bigint[])
), newest as (
  select distinct on (source, source_id) * from known
   order by source, source_id, updated_at desc, from_lot, line desc
), judged as (
  select n.*, l.id, l.result_updated_at as old_stamp,
         row(coalesce(l.listed_status, l.status), l.sold_price_yen)
           is distinct from row(n.status, n.sold_price_yen) as differs,
         l.status in ${ENDED} or n.status in ${ENDED} as concerns_bids
    from newest n join lots l on l.source = n.source and l.source_id = n.source_id
   where l.result_updated_at is null or n.updated_at > l.result_updated_at
      or (n.updated_at = l.result_updated_at and not n.from_lot)
), applied as (
  update lots l
     set status = case when j.differs then j.status else l.status end,
         listed_status = case when j.differs then null else l.listed_status end, sold_price_yen = j.sold_price_yen, result_updated_at = j.updated_at,
         outcome_pending = l.outcome_pending or (j.differs and j.concerns_bids and l.id <> all($1::bigint[])),
         updated_at = case when j.differs then now() else l.updated_at end
    from judged j
   where l.id = j.id and (j.differs or j.old_stamp is distinct from j.updated_at)
  returning l.id, j.differs, j.from_lot, l.status
), runs_again as (
  insert into feed_touched_lots select id from applied
   where differs and status in (${LOT_STATUS.ongoing}, ${LOT_STATUS.upcoming})
)
select coalesce(jsonb_agg(id), '[]') as changed,
       coalesce(jsonb_agg(id) filter (where from_lot), '[]') as "changedByLotRow"
  from applied where differs`;

export interface OutcomesMerged {
  resultsKept: number;
  changed: number[];
  changedByLotRow: number[];
}

/** Merges the staged results after the lots; `inserted` are new lots, whose results may have arrived earlier. */
export async function mergeOutcomes(client: PoolClient, inserted: number[]): Promise<OutcomesMerged> {
  const stored = await client.query<{ kept: number }>(STORE_RESULTS);
  const applied = await client.query<Omit<OutcomesMerged, 'resultsKept'>>(APPLY_OUTCOMES, [inserted]);
  return { resultsKept: stored.rows[0]?.kept ?? 0, ...(applied.rows[0] as Omit<OutcomesMerged, 'resultsKept'>) };
}

/** Small enough for the statement timeout on a busy machine. */
const DELETE_BATCH_SIZE = 500;

/** Lots without bids have no one to notify. */
export async function clearOutcomesWithoutBids(db: Db): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      update lots set outcome_pending = false
       where id in (select id from lots l
                     where outcome_pending and not exists (select from bids where bids.lot_id = l.id)
                     order by id limit ${DELETE_BATCH_SIZE})`.execute(db);
    if (numAffectedRows < DELETE_BATCH_SIZE) return;
  }
}

export const findPendingOutcomes = (db: Db) =>
  db.selectFrom('lots').select('id').where('outcome_pending', '=', true).orderBy('id').execute();

/** The result to notify the bids of, or undefined when another process has done it. */
export const findPendingOutcome = (tx: Tx, lotId: number) =>
  tx
    .selectFrom('lots')
    .leftJoin('lot_results', (join) =>
      join.onRef('lot_results.source', '=', 'lots.source').onRef('lot_results.source_id', '=', 'lots.source_id'),
    )
    .select(['lots.status', 'lots.sold_price_yen', 'lot_results.buyer_order_key'])
    .where('lots.id', '=', lotId)
    .where('lots.outcome_pending', '=', true)
    .executeTakeFirst();

/** Marks only the notified result; a newer one stays pending. */
export async function markOutcomeNotified(
  tx: Tx,
  lotId: number,
  notified: { status: number; sold_price_yen: number | null; buyer_order_key: string | null },
): Promise<void> {
  await sql`
    update lots l set outcome_pending = false
     where l.id = ${lotId} and l.status = ${notified.status} and l.sold_price_yen is not distinct from ${notified.sold_price_yen}
       and not exists (select from lot_results r where r.source = l.source and r.source_id = l.source_id
                          and r.buyer_order_key is distinct from ${notified.buyer_order_key}::text)`.execute(tx);
}

/** Results that arrived before their lot; they apply when it is listed. */
export const countPendingResults = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from lot_results r
     where not exists (select from lots l where l.source = r.source and l.source_id = r.source_id)`.execute(db);
  return rows[0]?.waiting ?? 0;
};
