import { type Likeness, priceOfAlike, type SaleCell } from '@seri/contract/lots/likeness.ts';
import { fitPrices, type PriceFit } from '@seri/contract/prices/fit-prices.ts';
import { conditionKey, monthNumber, scorePrice } from '@seri/contract/prices/price-model.ts';
import { rangeOf } from '@seri/contract/prices/price-range.ts';
import { PriceSales } from '@seri/contract/prices/price-sales.ts';
import type { BenchSale } from './price-data.ts';

export interface Judged {
  sale: BenchSale;
  stratum: string;
  middleYen: number;
  lowYen: number;
  highYen: number;
  isRefused: boolean;
  averageYen: number | null;
}

export function fitOf(sales: readonly BenchSale[], until: number): PriceFit | null {
  const columns = new PriceSales();
  for (const sale of sales) columns.add(sale);
  return fitPrices(columns, until);
}

/** Estimates of `later` from a fit of `earlier`, beside today's average on the same lots. */
export function judge(earlier: readonly BenchSale[], later: readonly BenchSale[]): Judged[] {
  const until = Math.max(...earlier.map(({ day }) => monthNumber(day)));
  const fit = fitOf(earlier, until);
  if (!fit) return [];
  const cells = Map.groupBy(
    earlier.filter(({ year }) => year !== null),
    ({ maker, model }) => `${maker}\n${model}`,
  );
  const merged = new Map<string, SaleCell[]>();
  for (const [name, sales] of cells) merged.set(name, cellsOf(sales));
  return later.map((sale) => {
    const name = `${sale.maker}\n${sale.model}`;
    const score = scorePrice(sale, fit.common, fit.models.get(name) ?? null);
    const range = rangeOf(score, fit.common);
    const likeness = likenessOf(sale);
    const average = likeness ? priceOfAlike(likeness, merged.get(name) ?? [], null) : null;
    return {
      sale,
      stratum: score.stratum,
      ...range,
      averageYen: average?.averageYen ?? null,
    };
  });
}

function cellsOf(sales: readonly BenchSale[]): SaleCell[] {
  const found = new Map<string, SaleCell>();
  for (const sale of sales) {
    const likeness = likenessOf(sale);
    if (!likeness) continue;
    const key = JSON.stringify(likeness);
    const cell = found.get(key) ?? { ...likeness, sales: 0, yen: 0 };
    found.set(key, { ...cell, sales: cell.sales + 1, yen: cell.yen + sale.soldYen });
  }
  return [...found.values()];
}

const BOUNDS_KM = [10_000, 30_000, 50_000, 80_000, 120_000, 200_000];
function likenessOf({ year, trimWords, condition, mileageKm }: BenchSale): Likeness | null {
  if (year === null) return null;
  return {
    year,
    trimWords,
    conditionBand: conditionBandOf(conditionKey(condition)),
    mileageBand: mileageKm === null ? -9 : BOUNDS_KM.filter((bound) => mileageKm >= bound).length,
  };
}

function conditionBandOf(condition: string): number {
  if (['S', '6', '5'].includes(condition)) return 5;
  if (['4.5', '4'].includes(condition)) return 4;
  if (['3.5', '3'].includes(condition)) return 3;
  if (['2', '1'].includes(condition)) return 2;
  return ['R', 'RA', 'RB', 'R2', 'R?', '***', 'WR'].includes(condition) ? 0 : -9;
}

export interface Figures {
  lots: number;
  error: number;
  averageError: number;
  averageLots: number;
  errorBeside: number;
  coverage: number;
  width: number;
  bias: number;
}

const share = (of: readonly boolean[]) => of.filter(Boolean).length / Math.max(1, of.length);
const mean = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / Math.max(1, of.length);
const errorOf = (yen: number, sold: number) => Math.abs(yen / sold - 1);

/** Error as mean absolute percentage, today's average beside it on the lots that have one. */
export function figuresOf(judged: readonly Judged[]): Figures {
  const beside = judged.filter(({ averageYen }) => averageYen !== null);
  return {
    lots: judged.length,
    error: mean(judged.map(({ middleYen, sale }) => errorOf(middleYen, sale.soldYen))),
    averageLots: beside.length,
    averageError: mean(beside.map(({ averageYen, sale }) => errorOf(averageYen ?? 0, sale.soldYen))),
    errorBeside: mean(beside.map(({ middleYen, sale }) => errorOf(middleYen, sale.soldYen))),
    coverage: share(judged.map(({ lowYen, highYen, sale }) => sale.soldYen >= lowYen && sale.soldYen <= highYen)),
    width: mean(judged.map(({ lowYen, highYen, middleYen }) => (highYen - lowYen) / middleYen)),
    bias: mean(judged.map(({ middleYen, sale }) => Math.log(middleYen / sale.soldYen))),
  };
}
