import { PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import type { PictureFailure } from '@seri/contract/photos/failures.ts';
import { MAX_FAILED_PICTURES } from '@seri/contract/photos/source-routes.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { PictureKind } from '../../platform/web-pictures.ts';

export interface StateCount {
  source: string;
  kind: PictureKind;
  state: 'stored' | 'waiting' | 'failed';
  pictures: number;
}

/** Pictures by source, kind and state; removed ones are not counted. */
export async function countPictures(db: Db): Promise<StateCount[]> {
  const { rows } = await sql<StateCount>`
    select source, kind, case state when 'stored' then 'stored' when 'gone' then 'failed' else 'waiting' end as state,
           sum(pictures)::float8 as pictures
      from (select source, kind, state, count(*) as pictures from picture_fetches where state <> 'removed'
             group by source, kind, state) counted
     group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows;
}

export interface FailureCount {
  source: string;
  failure: PictureFailure;
  pictures: number;
  again: number;
  nextAt: Date | null;
  attempts: number;
}

export async function countFailures(db: Db): Promise<FailureCount[]> {
  const { rows } = await sql<FailureCount>`
    select source, failure, count(*)::float8 as pictures, (count(*) filter (where state <> 'gone'))::float8 as again,
           min(next_at) filter (where state <> 'gone') as "nextAt", max(attempts) as attempts
      from picture_fetches where failure is not null and state in ('waiting', 'fetching', 'retry', 'gone')
     group by source, failure order by source, count(*) desc, failure`.execute(db);
  return rows;
}

/** Pictures stored in the last minute, by source. */
export async function countLastMinute(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ source: string; pictures: number }>`
    select source, count(*)::float8 as pictures from picture_fetches
     where state = 'stored' and settled_at > clock_timestamp() - interval '1 minute' group by source`.execute(db);
  return new Map(rows.map(({ source, pictures }) => [source, pictures]));
}

/** Sources with a waiting picture on a host that is paused, with the end of the longest pause. */
export async function findPausedSources(db: Db): Promise<Map<string, Date>> {
  const { rows } = await sql<{ source: string; until: Date }>`
    select next.source, max(h.paused_until) as until
      from picture_hosts h
      cross join lateral (select source from picture_fetches f
         where f.host = h.host and f.state in ('waiting', 'retry') limit 1) next
     where h.paused_until > clock_timestamp() group by next.source`.execute(db);
  return new Map(rows.map(({ source, until }) => [source, until]));
}

/** Start of the managers' pause; null when pictures are fetched. */
export async function findPause(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('picture_pauses').select('paused_at').executeTakeFirst();
  return row?.paused_at ?? null;
}

/** A repeated pause keeps its start. Pictures that are being fetched are finished. */
export async function setPause(db: Db, isPaused: boolean): Promise<void> {
  if (isPaused) await sql`insert into picture_pauses default values on conflict do nothing`.execute(db);
  else await db.deleteFrom('picture_pauses').execute();
}

export interface FailedRow {
  address: string;
  detail: string | null;
  attempts: number;
  nextAt: Date | null;
  lotId: number | null;
  pageType: PageType | null;
  lotNo: number | null;
  house: string | null;
}

/** The page that opens a lot, whatever its state. */
const pageTypeOf: RawBuilder<string> = sql`case when l.lot_source = 'stock' then 'stock'
  when l.vehicle = 'car' then coalesce(l.sales_page, 'car-auction') else coalesce(l.sales_page, 'bikes') end`;

export async function findFailedPictures(db: Db, source: string, failure: PictureFailure): Promise<FailedRow[]> {
  const { rows } = await sql<FailedRow>`
    select f.address, f.detail, f.attempts, case when f.state = 'gone' then null else f.next_at end as "nextAt",
           l.id as "lotId", ${pageTypeOf} as "pageType", l.lot_no as "lotNo", h.name as house
      from (select * from picture_fetches where source = ${source} and failure = ${failure}
               and state in ('waiting', 'fetching', 'retry', 'gone') order by id desc limit ${MAX_FAILED_PICTURES}) f
      left join lateral (select lots.* from lot_picture_fetches named join lots on lots.id = named.lot_id
         where named.fetch_id = f.id order by lots.id desc limit 1) l on true
      left join auction_houses h on h.id = l.house_id
     order by f.id desc`.execute(db);
  return rows.map((row) => ({ ...row, pageType: row.pageType && row.pageType in PAGE_RULES ? row.pageType : null }));
}

export interface AgainFilter {
  source?: string | undefined;
  failure?: PictureFailure | undefined;
  lotId?: number | undefined;
  /** Stored pictures as well: their hosts are asked whether they have changed. */
  withStored?: boolean;
}

/** Queues pictures again that have not come, for another day, and shows the hidden ones on their lots again. */
export const fetchAgain = (db: Db, filter: AgainFilter): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    const { rows } = await sql<{ id: number; was: string }>`
      with chosen as (
        select id, state from picture_fetches f
         where state in ('retry', 'gone'${filter.withStored ? sql`, 'stored'` : sql``}) and ${matching(filter)}
         order by id for update)
      update picture_fetches f
         set state = 'waiting', attempts = 0, next_at = null, added_at = clock_timestamp(), settled_at = null
        from chosen where f.id = chosen.id
      returning f.id, chosen.state as was`.execute(tx);
    const hidden = rows.flatMap(({ id, was }) => (was === 'gone' ? [id] : []));
    await showAgain(tx, hidden);
    await sql`update picture_hosts h set paused_until = null, failures = 0
      where paused_until is not null and exists (select from picture_fetches f
        where f.host = h.host and f.state = 'waiting' and ${matching(filter)})`.execute(tx);
    return rows.length;
  });

const matching = ({ source, failure, lotId }: AgainFilter): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...(source === undefined ? [] : [sql`f.source = ${source}`]),
      ...(failure === undefined ? [] : [sql`f.failure = ${failure}`]),
      ...(lotId === undefined ? [] : [sql`f.id in (select fetch_id from lot_picture_fetches where lot_id = ${lotId})`]),
    ],
    sql` and `,
  );

/** At the end of their lots' photos: the next row of the feed restores the order. */
async function showAgain(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update lots l set images = l.images || shown.addresses
      from (select named.lot_id, array_agg('/p/web/' || f.key order by f.id) as addresses
              from picture_fetches f join lot_picture_fetches named on named.fetch_id = f.id
              join lots o on o.id = named.lot_id
             where f.id = any(${[...ids]}::bigint[]) and f.kind = 'photo' and '/p/web/' || f.key <> all(o.images)
             group by named.lot_id) shown
     where l.id = shown.lot_id`.execute(tx);
}
