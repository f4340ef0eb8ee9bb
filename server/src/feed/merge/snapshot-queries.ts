import type { FullListRow } from '@seri/contract/feed/rows.ts';
import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import type { PoolClient } from 'pg';

/** Statuses of lots without a result from their auction house. */
const OPEN = `(${LOT_STATUS.ongoing}, ${LOT_STATUS.upcoming}, ${LOT_STATUS.unknown})`;

/** A snapshot never overrides newer rows, nor lots already auctioned. */
const IS_MISSING = `(f.updated_at is not null and l.lot_no <> all (f.lot_nos) and l.source_id <> all (f.source_ids)
  and f.updated_at > l.source_updated_at
  and not exists (select from lot_stamps k where k.lot_id = l.id and k.newest_at >= f.updated_at)
  and (l.result_updated_at is null or f.updated_at > l.result_updated_at) and f.updated_at < l.auction_at
  and coalesce(l.listed_status, l.status) in ${OPEN})`;
const LIST_OF_LOT =
  'f.source = l.source and f.house_id = l.house_id and f.auction_day = l.auction_day and f.vehicle = l.vehicle';
const LOTS_OF_LIST = `l.lot_source = 'auction' and l.source = $1 and l.house_id = $2 and l.auction_day = $3::date
  and l.vehicle = $4`;

/** A snapshot that lacks a larger share of the lots is probably truncated. */
const MAX_MISSING_SHARE = 0.3;
/** Lots that may disappear regardless of their share. */
const MIN_ALLOWED = 10;

const CHECK = `
judged as (
  select l.id, coalesce(${IS_MISSING}, false) as gone
    from scope join lots l using (id) left join feed_snapshots f on ${LIST_OF_LOT}
   where l.lot_source = 'auction'
), changed as (
  update lots l
     set status = case when j.gone then ${LOT_STATUS.removed} else l.listed_status end,
         listed_status = case when j.gone then l.status end,
         outcome_pending = l.outcome_pending or j.gone, updated_at = now()
    from judged j
   where l.id = j.id and j.gone = (l.listed_status is null)
  returning l.id, j.gone
), runs_again as (
  insert into feed_touched_lots select id from changed where not gone
)
select coalesce(jsonb_agg(id) filter (where gone), '[]') as removed,
       coalesce(jsonb_agg(id) filter (where not gone), '[]') as restored
  from changed`;

/** The lots with these ids, and those with staged results. */
const CHECK_LOTS = `
with scope as (
  select unnest($1::bigint[]) as id
  union
  select l.id from feed_outcomes_stage s join lots l using (source, source_id)
), ${CHECK}`;

const CHECK_SNAPSHOT = `with scope as (select l.id from lots l where ${LOTS_OF_LIST}), ${CHECK}`;

export interface DelistResult {
  /** Delisted lots, and relisted lots. */
  removed: number[];
  restored: number[];
}

/** Checks merged lots, and those with staged results, against earlier snapshots. */
export async function delistMissing(client: PoolClient, lotIds: number[]): Promise<DelistResult> {
  const lists = await client.query('select from feed_snapshots limit 1');
  if (lists.rowCount === 0) return { removed: [], restored: [] };
  const { rows } = await client.query<DelistResult>(CHECK_LOTS, [lotIds]);
  return rows[0] as DelistResult;
}

interface ListEffect {
  houseId: number;
  /** Counts of listed lots and of those this snapshot would delist. */
  listed: number;
  vanishing: number;
}

/** Effect of a snapshot, or null where its auction house is unknown. */
async function findListEffect(client: PoolClient, row: FullListRow): Promise<ListEffect | null> {
  const house = await client.query<{ id: number }>('select id from auction_houses where name = $1', [row.house]);
  const houseId = house.rows[0]?.id;
  if (houseId === undefined) return null;
  const { rows } = await client.query<{ listed: number; vanishing: number }>(
    `select count(*) filter (where l.listed_status is null and l.status in ${OPEN})::integer as listed,
            count(*) filter (where l.listed_status is null and ${IS_MISSING})::integer as vanishing
       from lots l cross join (select $5::timestamptz(3) as updated_at, $6::integer[] as lot_nos,
                               $7::text[] as source_ids) f
      where ${LOTS_OF_LIST}`,
    [row.source, houseId, row.day, row.vehicle, row.updatedAt, row.lotNos, row.sourceIds ?? []],
  );
  return { houseId, ...(rows[0] as { listed: number; vanishing: number }) };
}

/** Stores a snapshot that is newer than the previous one and checks its lots; null when it is older. */
async function storeSnapshot(client: PoolClient, houseId: number, row: FullListRow): Promise<DelistResult | null> {
  const place = [row.source, houseId, row.day, row.vehicle];
  const stored = await client.query(
    `insert into feed_snapshots as f (source, house_id, auction_day, vehicle, updated_at, lot_nos, source_ids)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (source, house_id, auction_day, vehicle) do update set
       updated_at = excluded.updated_at, lot_nos = excluded.lot_nos, source_ids = excluded.source_ids
     where excluded.updated_at > f.updated_at`,
    [...place, row.updatedAt, row.lotNos, row.sourceIds ?? []],
  );
  if (stored.rowCount === 0) return null;
  const { rows } = await client.query<DelistResult>(CHECK_SNAPSHOT, place);
  return rows[0] as DelistResult;
}

type SnapshotResult = DelistResult | 'known' | { refused: string };

/** Delists the lots that a snapshot lacks, or returns the reason why it does not. */
export async function applySnapshot(
  client: PoolClient,
  row: FullListRow,
  { allowRemovals }: { allowRemovals: boolean },
): Promise<SnapshotResult> {
  const effect = await findListEffect(client, row);
  if (!effect) return { refused: `unknown house ${JSON.stringify(row.house)}` };
  const { houseId, listed, vanishing } = effect;
  const limit = Math.max(MIN_ALLOWED, Math.floor(listed * MAX_MISSING_SHARE));
  if (vanishing > limit && !allowRemovals)
    return {
      refused: `the list would take off ${vanishing} of ${listed} lots at ${row.house} on ${row.day}, more than ${limit}: if it is whole, import it with --allow-removals`,
    };
  return (await storeSnapshot(client, houseId, row)) ?? 'known';
}
