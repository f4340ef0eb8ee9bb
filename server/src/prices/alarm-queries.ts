import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

export interface OpenAlarm {
  source: string;
  vehicle: 'car' | 'bike';
  firstDay: string;
  sales: number;
  /** Median of sold price over estimate. */
  ratio: number;
}

/** Sources whose sales do not count at present, because their prices moved away from all estimates. */
export async function findOpenAlarms(db: Db): Promise<OpenAlarm[]> {
  const { rows } = await sql<OpenAlarm>`
    select source, vehicle, first_day::text as "firstDay", sales, ratio from price_alarms
     where released_at is null order by source, vehicle`.execute(db);
  return rows;
}

/** Counts the sales of a source again. Returns the number of its alarms. */
export async function releaseSource(db: Db, source: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update price_alarms set released_at = clock_timestamp() where source = ${source} and released_at is null`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
