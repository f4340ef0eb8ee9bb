import { SOURCE_DAYS } from '@seri/contract/feed/source-routes.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { BID } from '../../platform/db/numbers.ts';

export const SHEET_STATES = ['read', 'partly', 'failed', 'waiting', 'none'] as const;

/** Upcoming lots of a source at one auction house, alike in the state of their sheets. */
export interface LotCount {
  source: string;
  houseId: number;
  sheet: (typeof SHEET_STATES)[number];
  /** Why sheets cannot be read; null for a failure without a known cause and for all other states. */
  problem: string | null;
  lots: number;
  addedToday: number;
}

/**
 * Counts upcoming lots. One pass over an index of them, grouped before anything is sorted, because the screen of
 * imports asks again and again while some 150,000 lots are listed.
 */
export async function countLots(db: Db): Promise<LotCount[]> {
  const { rows } = await sql<LotCount>`
    select l.source, l.house_id as "houseId",
           case when not l.has_sheet then 'none'
                when r.state is null or r.state = 'waiting' then 'waiting'
                when r.state = 'failed' then 'failed'
                when exists (select from sheet_items i
                      where i.reading_id = r.id and i.ja is null and i.corrected_at is null) then 'partly'
                else 'read' end as sheet,
           case when l.has_sheet and r.state = 'failed' then r.problem end as problem,
           count(*)::float8 as lots,
           (count(*) filter (where l.created_at >= date_trunc('day', now(), 'Asia/Tokyo')))::float8 as "addedToday"
      from lots l
      left join lot_sheets s on s.lot_id = l.id
      left join sheet_readings r on r.id = s.reading_id
     where l.upcoming_page is not null
     group by 1, 2, 3, 4`.execute(db);
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
