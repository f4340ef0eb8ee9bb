import type { LotFilter } from '@seri/contract/lots/filter.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import { countFromCounters } from './counter-queries.ts';
import { type Audience, all, type Condition, matching } from './matching-queries.ts';

export const EXACT_UP_TO = 10_000;

/** The number of matching lots: exact from the counters or up to 10,000, beyond that the planner's estimate (business-rules.md#list-totals). */
export async function countMatching(
  db: Db,
  pageType: PageType,
  filter: LotFilter,
  audience: Audience,
): Promise<number> {
  if (filter.open) return countByDeadline(db, pageType, filter, audience);
  const isCounted = await countFromCounters(db, pageType, filter);
  if (isCounted !== null) return isCounted + (await countPrivate(db, pageType, filter, audience));
  const where = matching(pageType, filter, audience);
  const counted = await countUpTo(db, where, EXACT_UP_TO + 1);
  return counted <= EXACT_UP_TO ? counted : Math.max(counted, await expectedMatching(db, where));
}

/** Open lots, or those whose bidding is closed, which are some of one day: counted one by one, and exact. */
async function countByDeadline(db: Db, pageType: PageType, filter: LotFilter, audience: Audience): Promise<number> {
  const { rows } = await sql<{ lots: number }>`
    select count(*)::integer as lots from lots where ${matching(pageType, filter, audience)}`.execute(db);
  return rows[0]?.lots ?? 0;
}

/** Lots that fit, and no more than `most` of them. */
export async function countUpTo(db: Db, where: Condition, most: number): Promise<number> {
  const { rows } = await sql<{ lots: number }>`
    select count(*) as lots from (select from lots where ${where} limit ${most}) counted`.execute(db);
  return rows[0]?.lots ?? 0;
}

/** The counters know public lots alone. */
async function countPrivate(db: Db, pageType: PageType, filter: LotFilter, audience: Audience): Promise<number> {
  if (audience === 'everybody') return 0;
  return countUpTo(db, all([matching(pageType, filter, audience), sql`is_private`]), EXACT_UP_TO);
}

/** What the planner expects. */
export async function expectedMatching(db: Db, where: Condition): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>`
    explain (format json) select from lots where ${where}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
}
