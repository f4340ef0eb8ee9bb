import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { hidePictures } from './fetch-queries.ts';

export interface OldPicture {
  id: number;
  /** As text: a date of JavaScript lacks the microseconds. */
  settledAt: string;
}

/**
 * Stored photos of lots whose auction was before the day, in the order of their arrival. A lot with a bid or a purchase
 * keeps its photos, and so does a photo that a newer lot shows as well.
 */
export async function findOldPhotos(
  db: Db,
  { days, after, limit }: { days: number; after: OldPicture | null; limit: number },
): Promise<(OldPicture & { isFree: boolean })[]> {
  const { rows } = await sql<OldPicture & { isFree: boolean }>`
    select f.id, f.settled_at::text as "settledAt", not exists (
        select from lot_picture_fetches named join lots l on l.id = named.lot_id
         where named.fetch_id = f.id and (l.auction_day >= (now() at time zone 'Asia/Tokyo')::date - ${days}::integer
           or l.upcoming_page = 'stock'
           or exists (select from bids where bids.lot_id = l.id)
           or exists (select from purchases where purchases.lot_id = l.id))) as "isFree"
      from picture_fetches f
     where f.state = 'stored' and f.kind = 'photo'
       and f.settled_at < clock_timestamp() - make_interval(days => ${days}::integer)
       and (f.settled_at, f.id) > (coalesce(${after?.settledAt ?? null}::timestamptz, '-infinity'), ${after?.id ?? 0})
     order by f.settled_at, f.id limit ${limit}`.execute(db);
  return rows;
}

/** Pictures of lots that are no longer there, a day after they came. */
export async function findOrphans(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from picture_fetches f
     where f.added_at < clock_timestamp() - interval '1 day'
       and not exists (select from lot_picture_fetches named where named.fetch_id = f.id)
     order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The pictures of one lot, or of a source. */
export async function findPicturesOf(db: Db, of: { lotId: number } | { source: string }): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select f.id from picture_fetches f where f.state <> 'removed' and ${
      'lotId' in of
        ? sql`f.id in (select fetch_id from lot_picture_fetches where lot_id = ${of.lotId})`
        : sql`f.source = ${of.source}`
    } order by f.id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Marks pictures as removed, takes them off their lots, and records their files for removal, except those with the
 * content of another picture. They are not fetched again.
 */
export const markRemoved = (db: Db, ids: readonly number[]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await takeScansOff(tx, ids);
    await recordFiles(tx, ids);
    await sql`update picture_fetches set state = 'removed', stored_name = null, etag = null, lease_token = null,
        settled_at = clock_timestamp()
      where id = any(${[...ids]}::bigint[])`.execute(tx);
    await hidePictures(tx, ids);
  });

/** The same for pictures that no lot shows any more, of which nothing is kept. */
export const deletePictures = (db: Db, ids: readonly number[]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await recordFiles(tx, ids);
    await sql`delete from picture_fetches where id = any(${[...ids]}::bigint[])`.execute(tx);
  });

async function recordFiles(tx: Tx, ids: readonly number[]): Promise<void> {
  const own = sql`any(${[...ids]}::bigint[])`;
  await sql`
    insert into photos_to_remove (name)
    select distinct f.stored_name from picture_fetches f
     where f.id = ${own} and f.stored_name is not null
       and not exists (select from picture_fetches o where o.stored_name = f.stored_name and o.id <> all(${[...ids]}::bigint[]))
    on conflict do nothing`.execute(tx);
}

async function takeScansOff(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update lots l set sheet = l.sheet - 'image', updated_at = now()
      from lot_picture_fetches named join picture_fetches f on f.id = named.fetch_id
     where f.id = any(${[...ids]}::bigint[]) and f.kind = 'sheet' and l.id = named.lot_id
       and l.sheet ->> 'image' = regexp_replace(f.stored_name, '^sheets/', '')`.execute(tx);
}

/** Files of fetched pictures that are to be removed from the store. */
export async function findFilesToRemove(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from photos_to_remove where name like 'fetched/%' or name like 'sheets/fetched/%'
     order by name limit ${limit}`.execute(db);
  return rows.map(({ name }) => name);
}

/** Whether a picture has come with this content since its file was recorded for removal. */
export async function isStillShown(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from picture_fetches where stored_name = ${name}) as found`.execute(db);
  return rows[0]?.found ?? false;
}

export const forgetFile = (db: Db, name: string) =>
  db.deleteFrom('photos_to_remove').where('name', '=', name).execute();
