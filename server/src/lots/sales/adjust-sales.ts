import { ENOUGH_SALES } from '@seri/contract/lots/likeness.ts';
import { MILEAGE_BOUNDS_KM } from './price-basis.ts';

const MAX_PERCENT = 30;
const THOUSAND = 1_000;

export interface Average {
  sales: number;
  averageYen: number;
}

/** Averages of similar sales (docs/decisions/016). */
export interface Market {
  /** Sales similar in all but mileage, by the number of their mileage band. */
  bands: ReadonlyMap<number, Average>;
  /** Sales of the model, by month as `2026-10`. */
  months: ReadonlyMap<string, Average>;
}

interface Sale {
  priceYen: number;
  mileageKm: number | null;
  month: string;
}

interface Adjustment {
  /** Signed, in whole thousands of yen; null with fewer than five sales. */
  mileageYen: number | null;
  monthsYen: number | null;
  /** The price with the known adjustments; null without any. */
  adjustedYen: number | null;
}

/** Estimates the price of a sale with the mileage of the lot and at today's prices. */
export function adjustSale(sale: Sale, lotMileageKm: number | null, { bands, months }: Market): Adjustment {
  const { priceYen } = sale;
  const byMileage = differenceByMileage(sale.mileageKm, lotMileageKm, bands);
  const change = changeSince(sale.month, months);
  const mileageYen = byMileage === null ? null : limited(byMileage, priceYen);
  const monthsYen = change === null ? null : limited(priceYen * change, priceYen);
  const isAdjusted = mileageYen !== null || monthsYen !== null;
  return { mileageYen, monthsYen, adjustedYen: isAdjusted ? priceYen + (mileageYen ?? 0) + (monthsYen ?? 0) : null };
}

/** Range and median of adjusted prices; null where none could be adjusted. */
export function spanOf(adjusted: readonly (number | null)[]) {
  const prices = adjusted.filter((price) => price !== null).sort((a, b) => a - b);
  const [lowYen] = prices;
  const highYen = prices.at(-1);
  if (lowYen === undefined || highYen === undefined) return null;
  const upper = prices[Math.floor(prices.length / 2)] ?? lowYen;
  const lower = prices[Math.floor((prices.length - 1) / 2)] ?? lowYen;
  return { sales: prices.length, lowYen, medianYen: Math.round((lower + upper) / 2), highYen };
}

/** Interpolates between the averages of neighboring bands, each at the middle of its band. */
function differenceByMileage(
  fromKm: number | null,
  toKm: number | null,
  bands: ReadonlyMap<number, Average>,
): number | null {
  if (fromKm === null || toKm === null) return null;
  const line = lineOf(bandOf(toKm), bands);
  if (line.length < 2 || !line.some(({ band }) => band === bandOf(fromKm))) return null;
  return valueAt(toKm, line) - valueAt(fromKm, line);
}

interface Point {
  band: number;
  km: number;
  yen: number;
}

/** The band and its neighbors in both directions, up to the first with too few sales. */
function lineOf(start: number, bands: ReadonlyMap<number, Average>): Point[] {
  const has = (band: number) => middleKm(band) !== null && (bands.get(band)?.sales ?? 0) >= ENOUGH_SALES;
  let first = start;
  while (has(first - 1)) first--;
  const line: Point[] = [];
  for (let band = first; has(band); band++) {
    // More mileage never raises a price: a higher average has another cause.
    const yen = Math.min(bands.get(band)?.averageYen ?? 0, line.at(-1)?.yen ?? Number.POSITIVE_INFINITY);
    line.push({ band, km: middleKm(band) ?? 0, yen });
  }
  return line.some(({ band }) => band === start) ? line : [];
}

function valueAt(km: number, line: readonly Point[]): number {
  const next = line.findIndex((point, index) => index > 0 && (km <= point.km || index === line.length - 1));
  const [from, to] = [line[next - 1], line[next]];
  if (!from || !to) return 0;
  return from.yen + ((to.yen - from.yen) / (to.km - from.km)) * (km - from.km);
}

const bandOf = (km: number): number => MILEAGE_BOUNDS_KM.filter((bound) => bound <= km).length;

/** The last band is unbounded and has no middle. */
function middleKm(band: number): number | null {
  const end = MILEAGE_BOUNDS_KM[band];
  return end === undefined ? null : ((MILEAGE_BOUNDS_KM[band - 1] ?? 0) + end) / 2;
}

/** Change from the month of the sale to the latest month with enough sales, as a share of the price. */
function changeSince(month: string, months: ReadonlyMap<string, Average>): number | null {
  const enough = [...months].filter(([, { sales }]) => sales >= ENOUGH_SALES);
  const latest = enough
    .map(([name]) => name)
    .sort()
    .at(-1);
  const then = enough.find(([name]) => name === month)?.[1];
  const now = latest === undefined ? undefined : months.get(latest);
  return then && now ? now.averageYen / then.averageYen - 1 : null;
}

function limited(yen: number, priceYen: number): number {
  const most = Math.floor((priceYen * MAX_PERCENT) / 100 / THOUSAND) * THOUSAND;
  const whole = Math.round(yen / THOUSAND) * THOUSAND;
  // Adding 0 turns -0 into 0.
  return Math.max(-most, Math.min(most, whole)) + 0;
}
