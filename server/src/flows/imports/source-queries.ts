import { SOURCE_DAYS } from '@seri/contract/feed/source-routes.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { BID } from '../../platform/db/numbers.ts';

export interface SourceLots {
  source: string;
  houses: number;
  lots: number;
  lotsAddedToday: number;
  read: number;
  partly: number;
  failed: number;
  waiting: number;
  none: number;
}

/** Upcoming lots by source, with the state of their sheets. */
export async function countSourceLots(db: Db): Promise<SourceLots[]> {
  const { rows } = await sql<SourceLots>`
    with listed as (
      select l.source, l.house_id, l.created_at,
             case when l.sheet_image is null and l.sheet ->> 'image' is null and not (l.is_demo and l.sheet is not null)
                    then 'none'
                  when r.state is null or r.state = 'waiting' then 'waiting'
                  when r.state = 'failed' then 'failed'
                  when exists (select from sheet_items i
                        where i.reading_id = r.id and i.ja is null and i.corrected_at is null) then 'partly'
                  else 'read' end as sheet
        from lots l
        left join lot_sheets s on s.lot_id = l.id
        left join sheet_readings r on r.id = s.reading_id
       where l.upcoming_page is not null)
    select source, count(distinct house_id)::float8 as houses, count(*)::float8 as lots,
           (count(*) filter (where created_at >= date_trunc('day', now(), 'Asia/Tokyo')))::float8 as "lotsAddedToday",
           ${sql.join(
             (['read', 'partly', 'failed', 'waiting', 'none'] as const).map(
               (state) => sql`(count(*) filter (where sheet = ${sql.lit(state)}))::float8 as ${sql.ref(state)}`,
             ),
           )}
      from listed group by source order by source`.execute(db);
  return rows;
}

export interface SourceProblem {
  source: string;
  /** Null for a failure without a known cause. */
  problem: string | null;
  sheets: number;
}

/** Causes of upcoming lots' sheets that cannot be read, the most frequent first. */
export async function countSheetProblems(db: Db): Promise<SourceProblem[]> {
  const { rows } = await sql<SourceProblem>`
    select l.source, r.problem, count(*)::float8 as sheets
      from sheet_readings r
      join lot_sheets s on s.reading_id = r.id
      join lots l on l.id = s.lot_id
     where r.state = 'failed' and l.upcoming_page is not null
     group by l.source, r.problem order by l.source, count(*) desc, r.problem`.execute(db);
  return rows;
}

/** Upcoming lots with undecided contradictions, and those of them with open bids, by source. */
export async function countSourceContradictions(db: Db): Promise<{ source: string; lots: number; withBids: number }[]> {
  const { rows } = await sql<{ source: string; lots: number; withBids: number }>`
    select l.source, count(*)::float8 as lots,
           (count(*) filter (where exists (select from bids b
             where b.lot_id = l.id and b.status in (${BID.new}, ${BID.bid}, ${BID.win}))))::float8 as "withBids"
      from lots l
     where l.upcoming_page is not null and l.id in (select lot_id from sheet_contradictions where decision is null)
     group by l.source`.execute(db);
  return rows;
}

export interface SourceLists {
  source: string;
  /** Of its last list: a file, a polled address or a program. */
  name: string;
  endedAt: Date | null;
  rejected: number;
}

const RECENT = sql`started_at > now() - make_interval(days => ${SOURCE_DAYS}::integer)`;

/** The lists of each source in the last days. */
export async function findSourceLists(db: Db): Promise<SourceLists[]> {
  const { rows } = await sql<SourceLists>`
    select source, (array_agg(source_name order by id desc))[1] as name, max(finished_at) as "endedAt",
           sum(rows_refused)::float8 as rejected
      from feed_imports cross join lateral unnest(sources) as source where ${RECENT} group by source`.execute(db);
  return rows;
}

export interface ListTotals {
  removed: number;
  rejected: number;
}

export async function sumLists(db: Db): Promise<ListTotals> {
  const { rows } = await sql<ListTotals>`
    select coalesce(sum(lots_removed), 0)::float8 as removed, coalesce(sum(rows_refused), 0)::float8 as rejected
      from feed_imports where ${RECENT}`.execute(db);
  return rows[0] ?? { removed: 0, rejected: 0 };
}

export interface PulledSource {
  name: string;
  everySeconds: number | null;
  succeededAt: Date | null;
  isLate: boolean;
  problem: string | null;
}

/** Polled addresses; one that is no longer polled is left out after the last days. */
export async function findPulledSources(db: Db): Promise<PulledSource[]> {
  const { rows } = await sql<PulledSource>`
    select name, every_seconds as "everySeconds", succeeded_at as "succeededAt", problem,
           coalesce(clock_timestamp() - coalesce(succeeded_at, checked_at) > make_interval(secs => 2 * every_seconds)
             or (succeeded_at is null and failures > 0), false) as "isLate"
      from feed_sources
     where next_at > now() - make_interval(days => ${SOURCE_DAYS}::integer) order by name`.execute(db);
  return rows;
}
