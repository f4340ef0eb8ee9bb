import type { ProductionMonthRow } from '@seri/contract/feed/rows.ts';
import type { PoolClient } from 'pg';

interface MonthsMerged {
  written: number;
  /** Lines that overlap an existing range, with that range. */
  taken: [number, string][];
}

/** Merges ranges of serial numbers: writes only differences and ignores older timestamps. */
export async function mergeProductionMonths(
  client: PoolClient,
  months: (ProductionMonthRow & { line: number })[],
): Promise<MonthsMerged> {
  if (months.length === 0) return { written: 0, taken: [] };
  const { rows } = await client.query<MonthsMerged>('select * from merge_production_months($1::jsonb)', [
    JSON.stringify(months),
  ]);
  return rows[0] as MonthsMerged;
}
