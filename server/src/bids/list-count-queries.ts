import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import {
  type BidListFilter,
  inList,
  LIST_STATUSES,
  listed,
  listedUnder,
  narrowed,
  seenBy,
} from './list-conditions-queries.ts';

/** Counters of an archive are exact up to here, above it estimates (business-rules.md#list-totals). */
const MAX_COUNTED = 10_000;

export interface BidCounts {
  byStatus: Map<number, number>;
  /** Of the archive, counted for managers beside their active list. */
  archive: number;
  /** Of the whole list, without any filter. */
  total: number;
  isCapped: boolean;
}

interface Counted {
  status: number;
  listed: number;
  unfiltered: number;
}

/** All counters of a list in one statement; of the archive at most so many rows are read as are counted. */
export async function countBids(db: Db, f: BidListFilter, withArchive: boolean): Promise<BidCounts> {
  const { rows } = await (f.list === 'active' ? activeCounts(f, withArchive) : archiveCounts(f)).execute(db);
  const tabs = rows.filter(({ status }) => status > 0);
  const counted = [...rows.map((row) => row.listed), ...rows.map((row) => row.unfiltered)];
  return {
    byStatus: new Map(tabs.map(({ status, listed: count }) => [status, Math.min(count, MAX_COUNTED)])),
    archive: Math.min(rows.find(({ status }) => status === 0)?.listed ?? 0, MAX_COUNTED),
    total: tabs.reduce((sum, { unfiltered }) => sum + Math.min(unfiltered, MAX_COUNTED), 0),
    isCapped: f.list === 'archive' && counted.some((count) => count > MAX_COUNTED),
  };
}

const capped = (condition: RawBuilder<SqlBool>) =>
  sql<number>`(select count(*) from (select from ${listed} where ${condition} limit ${MAX_COUNTED + 1}) few)`;

function activeCounts(f: BidListFilter, withArchive: boolean) {
  const filters = narrowed(f);
  const archive = sql`union all select 0, ${capped(listedUnder({ ...f, list: 'archive' }))}, 0`;
  return sql<Counted>`
    select b.status, count(*) ${filters ? sql`filter (where ${filters})` : sql``} as listed, count(*) as unfiltered
    from ${listed} where ${seenBy(f.whose)} and ${inList.active} group by b.status ${withArchive ? archive : sql``}`;
}

function archiveCounts(f: BidListFilter) {
  const ofStatus = sql<SqlBool>`b.status = tab.status`;
  const all = sql<SqlBool>`${seenBy(f.whose)} and ${inList.archive} and ${ofStatus}`;
  const filters = narrowed(f);
  const unfiltered = capped(all);
  return sql<Counted>`
    select tab.status, ${filters ? capped(sql<SqlBool>`${all} and ${filters}`) : unfiltered} as listed, ${unfiltered} as unfiltered
    from unnest(${[...LIST_STATUSES.archive]}::smallint[]) tab (status)`;
}
