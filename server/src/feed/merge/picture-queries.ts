import type { PoolClient } from 'pg';
import { type PictureKind, webPicture } from '../../platform/web-pictures.ts';
import type { NumberedRow } from './stage-rows.ts';

/** A picture that a staged lot names by address. */
interface NamedPicture {
  key: string;
  kind: PictureKind;
  address: string;
  host: string;
  /** A name that the photo store may have instead, from a list with relative names. */
  storeName: string | null;
  source: string;
  sourceId: string;
}

/** The pictures that these rows name by `https:` address. */
export function webPicturesOf(rows: readonly NumberedRow[]): NamedPicture[] {
  return rows.flatMap(({ row }) => {
    if (row.kind !== 'lot') return [];
    const { source, sourceId, images, sheetImage, storeNames = {} } = row;
    const named = (entry: string, kind: PictureKind) => {
      const picture = webPicture(entry, kind);
      return picture ? [{ ...picture, storeName: storeNames[entry] ?? null, source, sourceId }] : [];
    };
    return [...images.flatMap((image) => named(image, 'photo')), ...(sheetImage ? named(sheetImage, 'sheet') : [])];
  });
}

/**
 * Applies what is known about fetched pictures to the staged lots: removes photos that never came, and names the scans
 * that are stored. So a repeated row equals its lot, and nothing is written.
 */
export async function applyFetched(client: PoolClient, pictures: readonly NamedPicture[]): Promise<void> {
  if (pictures.length === 0) return;
  const { rows } = await client.query<{ key: string; kind: PictureKind; stored: string | null }>({
    name: 'find fetched pictures',
    text: `select key, kind, stored_name as stored from picture_fetches
            where key = any($1) and (state in ('gone', 'removed') or (kind = 'sheet' and state = 'stored'))`,
    values: [[...new Set(pictures.map(({ key }) => key))]],
  });
  const hidden = rows.flatMap(({ key, kind }) => (kind === 'photo' ? [`/p/web/${key}`] : []));
  if (hidden.length > 0)
    await client.query(
      `update feed_lots_stage set images = array(
         select image from unnest(images) with ordinality as shown (image, nth) where image <> all($1) order by nth)
        where images && $1`,
      [hidden],
    );
  const scans = rows.flatMap(({ key, kind, stored }) =>
    kind === 'sheet' && stored !== null ? [{ image: `web/${key}`, stored: stored.replace(/^sheets\//, '') }] : [],
  );
  if (scans.length > 0)
    await client.query(
      `update feed_lots_stage l
          set sheet = coalesce(l.sheet, '{"damages": [], "remarksJa": [], "seed": 0}') || jsonb_build_object('image', s.stored)
         from jsonb_to_recordset($1) as s (image text, stored text) where l.sheet_image = s.image`,
      [JSON.stringify(scans)],
    );
}

/**
 * Queues the pictures of these lots, each address once, and records which lots show them. A lot that is listed again
 * with another time moves its waiting pictures in the queue. In one order, so that two imports never wait for each other.
 */
export async function queuePictures(
  client: PoolClient,
  pictures: readonly NamedPicture[],
  lotIds: readonly number[],
): Promise<void> {
  if (pictures.length === 0 || lotIds.length === 0) return;
  await client.query({
    name: 'queue pictures',
    text: `
with named as materialized (
  select p.*, l.id as lot_id,
         -- Lots that have ended follow all others, the newest first.
         case when l.lot_source = 'stock' then l.created_at + interval '1 day'
              when l.auction_at > now() then l.bids_close_at
              else timestamptz '2200-01-01' + (timestamptz '2200-01-01' - l.auction_at) end as due_at
    from jsonb_to_recordset($1) as p (key text, kind text, address text, host text, "storeName" text, source text, "sourceId" text)
    join lots l on l.source = p.source and l.source_id = p."sourceId"
   where l.id = any($2) and ('/p/web/' || p.key = any(l.images) or l.sheet_image = 'web/' || p.key)
), hosts as (
  insert into picture_hosts (host) select distinct host from named order by host on conflict do nothing
), queued as (
  insert into picture_fetches as f (key, kind, address, store_name, host, source, due_at)
  select distinct on (key) key, kind, address, "storeName", host, source, due_at from named order by key, due_at
  on conflict (key) do update set due_at = excluded.due_at where f.state in ('waiting', 'retry') and f.due_at <> excluded.due_at
  returning f.id, f.key
), known as (
  select id, key from queued
  union select f.id, f.key from picture_fetches f where f.key in (select key from named)
)
insert into lot_picture_fetches (lot_id, fetch_id)
select distinct n.lot_id, k.id from named n join known k using (key) order by 1, 2
on conflict do nothing`,
    values: [JSON.stringify(pictures), [...lotIds]],
  });
}
