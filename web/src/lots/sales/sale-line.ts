import type { SalePoint } from '@seri/contract/lots/records.ts';

const MIN_BIN = 3;
const MAX_BINS = 12;

/** Middle prices over the mileage: the median of each of up to twelve groups of equal size. */
export function middleLine(
  points: readonly { mileage: number; soldPrice: number }[],
): { mileage: number; middleYen: number }[] {
  const sorted = points.toSorted((a, b) => a.mileage - b.mileage);
  const bins = Math.max(1, Math.min(MAX_BINS, Math.floor(sorted.length / MIN_BIN)));
  return Array.from({ length: bins }, (_, bin) => {
    const some = sorted.slice(Math.floor((bin * sorted.length) / bins), Math.floor(((bin + 1) * sorted.length) / bins));
    return {
      mileage: median(some.map(({ mileage }) => mileage)),
      middleYen: median(some.map(({ soldPrice }) => soldPrice)),
    };
  });
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : Math.round(((sorted[half - 1] ?? upper) + upper) / 2);
}

const MAX_STEPS = 5;

/** Up to five spans of years with about as many sales each, the oldest first. */
export function yearSteps(years: readonly (number | null)[]): { from: number; to: number }[] {
  const known = years.filter((year) => year !== null).toSorted((a, b) => a - b);
  const distinct = [...new Set(known)];
  if (distinct.length <= MAX_STEPS) return distinct.map((year) => ({ from: year, to: year }));
  const starts = new Set<number>();
  for (let step = 0; step < MAX_STEPS; step++) starts.add(known[Math.floor((step * known.length) / MAX_STEPS)] ?? 0);
  const sorted = [...starts].toSorted((a, b) => a - b);
  return sorted.map((from, place) => ({ from, to: (sorted[place + 1] ?? (known.at(-1) ?? from) + 1) - 1 }));
}

const COLUMNS = ['day', 'house', 'name', 'year', 'mileage', 'condition', 'startPrice', 'soldPrice'] as const;

/** A cell that a spreadsheet does not take for a formula. */
const cell = (value: string | number | null): string => {
  const text = value === null ? '' : String(value);
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
};

/** The sales as CSV with a byte-order mark, prices in yen, mileage in km. */
export const saleFile = (points: readonly SalePoint[]): string =>
  `\ufeff${[COLUMNS.map(cell), ...points.map((point) => COLUMNS.map((column) => cell(point[column])))]
    .map((row) => row.join(','))
    .join('\r\n')}\r\n`;
