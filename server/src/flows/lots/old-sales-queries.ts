import { type RawBuilder, sql } from 'kysely';
import { lockOutImports } from '../../feed/staging/staging-queries.ts';
import type { Db, Tx } from '../../platform/db/db.ts';

/** Tables whose rows keep their lot from being removed. */
export const REFERENCING_TABLES = [
  'agent_orders',
  'agent_order_versions',
  'bid_events',
  'bids',
  'favorites',
  'lot_fact_events',
  'lot_marks',
  'lot_note_events',
  'negotiation_offers',
  'notifications',
  'purchases',
  'search_matches',
  'shares',
] as const;
/** Tables whose rows are removed together with their lot, or, for `sheet_events`, forget it. */
export const DEPENDENT_TABLES = [
  'extra_photo_runs',
  'lot_door_changes',
  'lot_doors',
  'lot_extra_images',
  'lot_picture_fetches',
  'lot_questions',
  'lot_reference_values',
  'lot_sheets',
  'lot_stamps',
  'price_scores',
  'sheet_contradictions',
  'sheet_events',
  'sheet_readings',
] as const;

/** Pages of past sales; each has an index by time. */
export const SALES_PAGES = ['stats', 'bike-stats'] as const;
export type SalesPage = (typeof SALES_PAGES)[number];

/** A lot without references and without pending work. */
const isFree: RawBuilder<boolean> = sql`(
  not l.is_private and not l.outcome_pending and l.manager_note = ''
  and ${sql.join(
    REFERENCING_TABLES.map(
      (table) => sql`not exists (select from ${sql.table(table)} named where named.lot_id = l.id)`,
    ),
    sql` and `,
  )}
  and not exists (select from lots_to_match waiting where l.id = any(waiting.lot_ids))
  and not exists (select from sheet_contradictions found where found.lot_id = l.id and found.decided_at is not null)
  and not exists (select from extra_photo_runs run where run.lot_id = l.id and run.state in ('waiting', 'working'))
  and not exists (select from sheet_readings reading where reading.lot_id = l.id and (reading.state = 'waiting'
                    or exists (select from sheet_items item where item.reading_id = reading.id and item.corrected_at is not null))))`;

/** Cursor in the order of a page. */
export interface SaleCursor {
  at: string;
  id: number;
}
export const FIRST_CURSOR: SaleCursor = { at: '-infinity', id: 0 };

export interface OldSale extends SaleCursor {
  year: number;
  photos: number;
  free: boolean;
}

/** The next sales of a page that ended before the day `before`, oldest first. */
export async function findOldSales(
  db: Db,
  { page, before, after, limit }: { page: SalesPage; before: string; after: SaleCursor; limit: number },
): Promise<OldSale[]> {
  const { rows } = await sql<OldSale>`
    with next_ones as materialized (
      select id, time_up, auction_day, is_private, outcome_pending, manager_note, images from lots
       where sales_page = ${sql.lit(page)} and (time_up, id) > (${after.at}::timestamp, ${after.id})
         and time_up < ${before}::date
       order by time_up, id limit ${limit}
    )
    select l.id, l.time_up::text as at, extract(year from l.auction_day)::integer as year,
           (select count(*)::integer from unnest(l.images) image where image like '/p/%') as photos, ${isFree} as free
      from next_ones l order by l.time_up, l.id`.execute(db);
  return rows;
}

/** Whether the day is at least a year ago in Japan. */
export async function isYearAgo(db: Db, day: string): Promise<boolean> {
  const { rows } = await sql<{ old: boolean }>`
    select ${day}::date <= (now() at time zone 'Asia/Tokyo')::date - interval '1 year' as old`.execute(db);
  return rows[0]?.old ?? false;
}

/** Lifts the statement timeout and locks out imports, which lock the same lots in another order. */
export async function beginRemoval(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx);
  await lockOutImports(tx);
}

/** Locks the lots and skips those locked by others: a transaction that adds a reference to a lot holds a lock on it. */
export async function lockLots(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from lots where id = any(${[...ids]}::bigint[]) and sales_page is not null
     order by id for update skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The unreferenced ones among locked lots. Sees everything written before the lock; nothing can be added afterwards. */
export async function findFree(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from lots l where l.id = any(${[...ids]}::bigint[]) and ${isFree} order by l.id`.execute(tx);
  return rows.map(({ id }) => id);
}

export interface RemovedCounts {
  sales: number;
  readings: number;
}

/** Deletes locked lots with their dependent rows; the triggers of lots update counters and sums of sales. */
export async function removeLots(tx: Tx, ids: readonly number[]): Promise<RemovedCounts> {
  const gone = sql`any(${[...ids]}::bigint[])`;
  await sql`
    insert into photos_to_remove (name)
    select distinct substr(image, 4) from (
      select unnest(images) as image from lots where id = ${gone}
      union all select unnest(images) from lot_extra_images where lot_id = ${gone}) shown
     where image like '/p/%' order by 1
    on conflict do nothing`.execute(tx);
  const readings = await sql`delete from sheet_readings where lot_id = ${gone}`.execute(tx);
  await sql`delete from lot_extra_images where lot_id = ${gone}`.execute(tx);
  await sql`delete from extra_photo_runs where lot_id = ${gone}`.execute(tx);
  await sql`
    delete from lot_results r using lots l
     where l.id = ${gone} and r.source = l.source and r.source_id = l.source_id`.execute(tx);
  const sales = await sql`delete from lots where id = ${gone}`.execute(tx);
  return { sales: Number(sales.numAffectedRows ?? 0), readings: Number(readings.numAffectedRows ?? 0) };
}

/** Unmarks photos that another lot shows as well. Scans all lots once, however many are removed. */
export const keepSharedPhotos = (db: Db): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local work_mem = '64MB'`.execute(tx);
    await sql`
      delete from photos_to_remove r
       using (select unnest(images) as image from lots union all select unnest(images) from lot_extra_images) shown
       where shown.image = '/p/' || r.name`.execute(tx);
  });

export async function findPhotosToRemove(db: Db, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('photos_to_remove').select('name').orderBy('name').limit(limit).execute();
  return rows.map(({ name }) => name);
}

export const forgetPhotos = (db: Db, names: readonly string[]) =>
  db.deleteFrom('photos_to_remove').where('name', 'in', names).execute();
