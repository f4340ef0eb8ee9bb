import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import {
  type BidListFilter,
  filterConditions,
  inFilteredList,
  inList,
  inScope,
  listed,
} from './list-conditions-queries.ts';

export interface BidCounts {
  byStatus: Map<number, number>;
  /** Bids in the archive, counted for managers beside the active list. */
  archive: number;
  /** Bids in the whole list, without filters. */
  total: number;
}

interface Counted {
  status: number;
  listed: number;
  unfiltered: number;
}

/** All counters of a list in one statement. */
export async function countBids(db: Db, f: BidListFilter, withArchive: boolean): Promise<BidCounts> {
  const filters = filterConditions(f);
  const archive = sql`
    union all select 0, (select count(*) from ${listed} where ${inFilteredList({ ...f, list: 'archive' })}), 0`;
  const { rows } = await sql<Counted>`
    select b.status, count(*) ${filters ? sql`filter (where ${filters})` : sql``} as listed, count(*) as unfiltered
      from ${listed} where ${inScope(f.scope)} and ${inList[f.list]} group by b.status ${withArchive ? archive : sql``}`.execute(
    db,
  );
  const tabs = rows.filter(({ status }) => status > 0);
  return {
    byStatus: new Map(tabs.map(({ status, listed: count }) => [status, count])),
    archive: rows.find(({ status }) => status === 0)?.listed ?? 0,
    total: tabs.reduce((sum, { unfiltered }) => sum + unfiltered, 0),
  };
}
