import { PICTURE_GIVE_UP_HOURS, type PictureFailure } from '@seri/contract/photos/failures.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { BID } from '../../platform/db/numbers.ts';
import type { PictureKind } from '../../platform/web-pictures.ts';

/** A running worker renews its leases, so that a picture that waits for a decoder is not fetched twice. */
const LEASE_SECONDS = 120;
/** Pauses of a host that fails as a whole. */
const HOST_PAUSE_SECONDS = 5;
const MAX_HOST_PAUSE_SECONDS = 900;
const REQUEUE_BATCH_SIZE = 2_000;
/** One claim at a time, so that the number of connections per host holds for all workers together. */
const CLAIM_LOCK = 7_274_021;
/** Connections for pictures that failed before, to one host and to all, while others wait: slow ones leave room for these. */
const FAILED_PER_HOST = 1;
const MAX_FAILED = 4;

export interface ClaimedPicture {
  id: number;
  key: string;
  kind: PictureKind;
  address: string;
  storeName: string | null;
  host: string;
  attempts: number;
  etag: string | null;
  storedName: string | null;
  token: string;
}

/**
 * Claims the next pictures: those a reader is looking at, then those of lots with bids or favorites, then those of lots
 * whose bidding ends first; none during a manager's pause. At most `perHost` of one host are claimed at a time, by all
 * workers together, few of them for pictures that failed before while others wait.
 */
export async function claimPictures(
  db: Db,
  { limit, perHost }: { limit: number; perHost: number },
): Promise<ClaimedPicture[]> {
  return db.transaction().execute(async (tx) => {
    const { rows: locks } = await sql<{ mayClaim: boolean }>`
      select pg_try_advisory_xact_lock(${CLAIM_LOCK}) and not exists (select from picture_pauses) as "mayClaim"`.execute(
      tx,
    );
    if (!locks[0]?.mayClaim) return [];
    const { rows } = await sql<ClaimedPicture>`
      with of_hosts as (
        select next.* from picture_hosts h
          cross join lateral (
            select greatest(0, ${perHost} - count(*)) as free,
                   ${FAILED_PER_HOST} - count(*) filter (where f.failure is not null) as for_failed
              from picture_fetches f
             where f.state = 'fetching' and f.host = h.host and f.leased_until > clock_timestamp()) now
          cross join lateral (
            select * from ${ranked(sql`(${firstOf(sql`f.failure is null`)} union all ${firstOf(sql`f.failure is not null`)})`)} both_kinds
             where not has_failed or nth <= greatest(now.for_failed, now.free - new_ones)
             order by urgency desc, due_at, id limit now.free) next
         where h.paused_until is null or h.paused_until <= clock_timestamp()),
      now as (
        select ${MAX_FAILED} - count(*) as for_failed from picture_fetches f
         where f.state = 'fetching' and f.failure is not null and f.leased_until > clock_timestamp()),
      chosen as (
        select all_hosts.id from ${ranked(sql`(select id, urgency, due_at, has_failed from of_hosts)`)} all_hosts, now
         where not has_failed or nth <= greatest(now.for_failed, ${limit}::bigint - new_ones)
         order by urgency desc, due_at, id limit ${limit})
      update picture_fetches f
         set state = 'fetching', lease_token = gen_random_uuid(), attempts = attempts + 1,
             leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
        from chosen where f.id = chosen.id
      returning f.id, key, kind, address, store_name as "storeName", f.host, attempts, etag, stored_name as "storedName",
        lease_token as token`.execute(tx);
    return rows;
  });
}

/** The first waiting pictures of a host `h` that meet a condition, as many as it has free connections. */
const firstOf = (condition: RawBuilder<unknown>) => sql`
  (select f.id, f.urgency, f.due_at, f.failure is not null as has_failed from picture_fetches f
    where f.state = 'waiting' and f.host = h.host and ${condition}
    order by f.urgency desc, f.due_at, f.id limit now.free)`;

/** With the place of each among the new or the failed ones, and the number of new ones. */
const ranked = (pictures: RawBuilder<unknown>) => sql`
  (select *, row_number() over (partition by has_failed order by urgency desc, due_at, id) as nth,
          count(*) filter (where not has_failed) over () as new_ones
     from ${pictures} pictures)`;

export async function renewLeases(db: Db, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return;
  await sql`update picture_fetches set leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where state = 'fetching' and lease_token = any(${[...tokens]}::uuid[])`.execute(db);
}

/** Returns pictures of dead workers and those whose pause is over to the queue, and gives up those that never came. */
export async function requeuePictures(db: Db): Promise<{ goneIds: number[] }> {
  await sql`update picture_fetches set state = 'waiting', lease_token = null
    where state = 'fetching' and leased_until < clock_timestamp()`.execute(db);
  const { rows } = await sql<{ id: number }>`
    with over as (
      select id, added_at < clock_timestamp() - make_interval(hours => ${PICTURE_GIVE_UP_HOURS}) as is_late
        from picture_fetches where state = 'retry' and next_at <= clock_timestamp()
       order by next_at limit ${REQUEUE_BATCH_SIZE} for update skip locked)
    update picture_fetches f
       set state = case when over.is_late then 'gone' else 'waiting' end,
           settled_at = case when over.is_late then clock_timestamp() end
      from over where f.id = over.id
    returning case when f.state = 'gone' then f.id end as id`.execute(db);
  return { goneIds: rows.flatMap(({ id }) => id ?? []) };
}

/** Raises the pictures of lots with live bids or favorites. */
export async function raiseWantedPictures(db: Db): Promise<void> {
  await sql`
    update picture_fetches set urgency = 1
     where state in ('waiting', 'retry') and urgency = 0 and id in (
       select named.fetch_id from lot_picture_fetches named
        where named.lot_id in (select lot_id from bids where status in (${BID.new}, ${BID.bid}, ${BID.win})
                               union select lot_id from favorites))`.execute(db);
}

/** A reader is looking at this picture: it is fetched before all others. */
async function raisePicture(db: Db, key: string): Promise<void> {
  await sql`update picture_fetches set urgency = 2 where key = ${key} and state = 'waiting' and urgency < 2`.execute(
    db,
  );
}

export interface StoredResult {
  name: string;
  bytes: number;
  widthPx: number;
  heightPx: number;
  etag: string | null;
}

/** Records a stored picture and names the scan on its lots; null when another worker has taken the picture over. */
export async function markStored(
  db: Db,
  { id, kind, token, host }: ClaimedPicture,
  { name, bytes, widthPx, heightPx, etag }: StoredResult,
): Promise<{ sheetLotIds: number[] } | null> {
  return db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      update picture_fetches set state = 'stored', stored_name = ${name}, bytes = ${bytes}, width = ${widthPx},
        height = ${heightPx}, etag = ${etag}, failure = null, detail = null, lease_token = null, leased_until = null,
        next_at = null, settled_at = clock_timestamp()
       where id = ${id} and lease_token = ${token}`.execute(tx);
    if (numAffectedRows !== 1n) return null;
    // A pause that the host has asked for stays.
    await sql`update picture_hosts set failures = 0 where host = ${host} and failures > 0`.execute(tx);
    if (kind !== 'sheet') return { sheetLotIds: [] };
    const image = name.replace(/^sheets\//, '');
    const { rows } = await sql<{ id: number }>`
      update lots l
         set sheet = coalesce(l.sheet, '{"damages": [], "remarksJa": [], "seed": 0}') || jsonb_build_object('image', ${image}::text),
             updated_at = now()
        from lot_picture_fetches named
        join picture_fetches f on f.id = named.fetch_id
       where f.id = ${id} and l.id = named.lot_id and l.sheet_image = 'web/' || f.key
         and l.sheet ->> 'image' is distinct from ${image}
      returning l.id`.execute(tx);
    return { sheetLotIds: rows.map((row) => row.id) };
  });
}

export interface FailedResult {
  failure: PictureFailure;
  detail: string | null;
  /** Seconds until the next attempt; null: it never comes. */
  againInSeconds: number | null;
  /** Failures of the host itself that are tolerated in a row before it is paused; null: of this picture alone. */
  hostTolerance: number | null;
  /** Seconds of pause that the host has asked for. */
  retrySeconds: number;
}

export async function markFailed(db: Db, { id, token, host }: ClaimedPicture, failed: FailedResult): Promise<void> {
  const { failure, detail, againInSeconds, hostTolerance, retrySeconds } = failed;
  const { numAffectedRows } = await sql`
    update picture_fetches
       set state = ${againInSeconds === null ? 'gone' : 'retry'}, failure = ${failure}, detail = ${detail},
           next_at = clock_timestamp() + make_interval(secs => ${againInSeconds}::integer),
           settled_at = case when ${againInSeconds === null} then clock_timestamp() end,
           lease_token = null, leased_until = null
     where id = ${id} and lease_token = ${token}`.execute(db);
  if (hostTolerance !== null) await pauseHost(db, host, { hostTolerance, retrySeconds });
  // Another worker that has taken it over may have stored it.
  if (againInSeconds === null && numAffectedRows === 1n) await hidePictures(db, [id]);
}

/** Longer with each failure in a row. Failures of connections that were open during a pause count once. */
async function pauseHost(
  db: Db,
  host: string,
  { hostTolerance, retrySeconds }: { hostTolerance: number; retrySeconds: number },
): Promise<void> {
  await sql`
    update picture_hosts
       set failures = failures + 1,
           paused_until = case when failures >= ${hostTolerance} then clock_timestamp() + make_interval(secs =>
             greatest(${retrySeconds}::integer,
                      least(${MAX_HOST_PAUSE_SECONDS}::float8, ${HOST_PAUSE_SECONDS} * 2 ^ least(failures - ${hostTolerance}::integer, 20)))) end
     where host = ${host} and (paused_until is null or paused_until <= clock_timestamp())`.execute(db);
}

/** The host says that a picture fetched again is the stored one. */
export async function markUnchanged(db: Db, { id, token }: ClaimedPicture): Promise<void> {
  await sql`update picture_fetches set state = 'stored', failure = null, detail = null, lease_token = null,
      leased_until = null, next_at = null, settled_at = clock_timestamp()
    where id = ${id} and lease_token = ${token}`.execute(db);
}

/** Returns a claimed picture to the queue: the worker is stopping. */
export async function releasePicture(db: Db, { id, token }: ClaimedPicture): Promise<void> {
  await sql`update picture_fetches set state = 'waiting', attempts = attempts - 1, lease_token = null, leased_until = null
    where id = ${id} and lease_token = ${token}`.execute(db);
}

/** Removes photos that never come from their lots; a repeated feed row does not bring them back. */
export async function hidePictures(db: Db | Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update lots l
       set images = array(select image from unnest(l.images) with ordinality as shown (image, nth)
                           where image <> all(gone.addresses) order by nth)
      from (select named.lot_id, array_agg('/p/web/' || f.key) as addresses
              from picture_fetches f join lot_picture_fetches named on named.fetch_id = f.id
             where f.id = any(${[...ids]}::bigint[]) and f.kind = 'photo' group by named.lot_id) gone
     where l.id = gone.lot_id and l.images && gone.addresses`.execute(db);
}

export interface FetchedPicture {
  state: 'waiting' | 'fetching' | 'retry' | 'stored' | 'gone' | 'removed';
  kind: PictureKind;
  storedName: string | null;
}

async function findFetched(db: Db, key: string): Promise<FetchedPicture | undefined> {
  const { rows } = await sql<FetchedPicture>`
    select state, kind, stored_name as "storedName" from picture_fetches where key = ${key}`.execute(db);
  return rows[0];
}

/** The fetched pictures as `openPictures` needs them. */
export const fetchedPictures = (db: Db) => ({
  find: (key: string) => findFetched(db, key),
  raise: (key: string) => raisePicture(db, key),
});
