import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

export interface Comparison {
  process: string;
  isFinished: boolean;
  /** Lots that differed and were read again; null while the comparison runs, and after it failed. */
  differentLots: number | null;
}

/** Asks every process with a list index to compare it with PostgreSQL. Returns the id of the request. */
export async function requestComparison(db: Db): Promise<number> {
  await sql`delete from list_comparison_requests where requested_at < now() - interval '30 days'`.execute(db);
  const { rows } = await sql<{ id: string }>`insert into list_comparison_requests default values returning id`.execute(
    db,
  );
  return Number(rows[0]?.id);
}

export async function startComparison(db: Db, requestId: number, process: string): Promise<void> {
  await sql`insert into list_comparisons (request_id, process) values (${requestId}, ${process}) on conflict do nothing`.execute(
    db,
  );
}

export async function finishComparison(db: Db, requestId: number, process: string, differentLots: number | null) {
  await sql`
    update list_comparisons set finished_at = clock_timestamp(), different_lots = ${differentLots}
     where request_id = ${requestId} and process = ${process}`.execute(db);
}

export async function findComparisons(db: Db, requestId: number): Promise<Comparison[]> {
  const { rows } = await sql<Comparison>`
    select process, finished_at is not null as "isFinished", different_lots as "differentLots"
      from list_comparisons where request_id = ${requestId} order by process`.execute(db);
  return rows;
}
