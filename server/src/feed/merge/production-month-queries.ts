import type { ProductionMonthRow } from '@seri/contract/feed/rows.ts';
import type { PoolClient } from 'pg';

interface MonthsMerged {
  written: number;
  /** Lines that would overlap a range that stands, with that range. */
  taken: [number, string][];
}

/** Ranges of serial numbers; only differences are written, an older stamp never wins. */
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
