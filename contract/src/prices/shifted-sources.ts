/** A sold price beside its estimate. */
export interface SourcedSale {
  source: string;
  day: string;
  soldYen: number;
  estimatedYen: number;
}
export interface ShiftedSource {
  source: string;
  /** First day of the shift, YYYY-MM-DD. */
  firstDay: string;
  sales: number;
  /** Median of sold price over estimate. */
  ratio: number;
}

const MIN_SALES = 30;
const MIN_DAY_SALES = 5;
/** A market does not move by a third within days; a wrong unit or currency does. */
const MAX_RATIO = 1.35;

/** Sources whose prices moved away from the estimates within the given days. */
export function shiftedSources(sales: readonly SourcedSale[]): ShiftedSource[] {
  return [...Map.groupBy(sales, ({ source }) => source)].flatMap(([source, of]) => {
    const days = [...Map.groupBy(of, ({ day }) => day)].sort(([a], [b]) => (a < b ? -1 : 1));
    const isShifted = ([, sold]: (typeof days)[number]) => sold.length >= MIN_DAY_SALES && isFar(ratioOf(sold));
    const first = days.findIndex(isShifted);
    if (first < 0) return [];
    const since = days.slice(first).flatMap(([, sold]) => sold);
    const ratio = ratioOf(since);
    const firstDay = days[first]?.[0] ?? '';
    return since.length >= MIN_SALES && isFar(ratio) ? [{ source, firstDay, sales: since.length, ratio }] : [];
  });
}

const isFar = (ratio: number) => ratio > MAX_RATIO || ratio < 1 / MAX_RATIO;

function ratioOf(sales: readonly SourcedSale[]): number {
  const ratios = sales.map(({ soldYen, estimatedYen }) => soldYen / estimatedYen).sort((a, b) => a - b);
  return ratios[ratios.length >> 1] ?? 1;
}
