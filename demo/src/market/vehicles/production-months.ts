import type { ProductionMonthRow } from '@seri/contract/feed/rows.ts';
import { serialsOf } from './serial-numbers.ts';

const MONTHS = Array.from({ length: 12 }, (_, i) => i + 1);
/** Constant, because past months do not change and listing them again must change nothing. */
const WRITTEN_AT = '2026-01-01T00:00:00+09:00';

export interface BuiltModel {
  maker: string;
  model: string;
  transmission: string;
  codes: readonly string[];
  year: number;
}

/** Serial numbers of each month in which a demonstration vehicle may have been built, once per code and year. */
export function productionMonths(source: string, models: readonly BuiltModel[]): ProductionMonthRow[] {
  const byYear = new Map<string, BuiltModel[]>();
  for (const built of models)
    for (const code of built.codes) {
      const key = `${built.maker} ${code} ${built.year}`;
      byYear.set(key, [...(byYear.get(key) ?? []), { ...built, codes: [code] }]);
    }
  return [...byYear.values()].flatMap((sharing) => {
    const [first] = sharing;
    const [code] = first?.codes ?? [];
    if (!first || !code) return [];
    const names = new Set(sharing.map(({ model }) => model));
    return MONTHS.map((month): ProductionMonthRow => {
      const { from, to } = serialsOf({ year: first.year, month });
      return {
        kind: 'production-month',
        source,
        sourceId: `month.${first.maker}.${code}.${first.year}-${month}`,
        updatedAt: WRITTEN_AT,
        maker: first.maker,
        chassisCode: code,
        serialFrom: from,
        serialTo: to,
        year: first.year,
        month,
        // A code shared by several models identifies none of them.
        modelName: names.size === 1 ? first.model : null,
        transmission: names.size === 1 ? first.transmission : null,
        description: 'Demonstration data: drawn by a rule, not from a maker',
      };
    });
  });
}
