import type { Backfit, Factor } from './backfit.ts';
import type { Prepared } from './prepare-fit.ts';
import { ageBand, type CommonEffects, priceBand, STRATA, type Stratum, stratumOf } from './price-model.ts';
import type { PriceSales, SaleColumns } from './price-sales.ts';

const MIN_STRATUM_SALES = 60;

export interface Fitted {
  fit: Backfit;
  factors: Record<FactorName, Factor>;
  slopes: Record<'all' | 'class' | 'model' | 'trim', Factor[]>;
  classMonths: Factor;
  modelMonths: Factor;
}
type FactorName =
  | 'class'
  | 'maker'
  | 'model'
  | 'firstWord'
  | 'trim'
  | 'trimYear'
  | 'modelYear'
  | 'engine'
  | 'code'
  | 'variant'
  | 'condition'
  | 'classCondition'
  | 'modelCondition'
  | 'house'
  | 'kmKind';

export interface Residuals {
  /** NaN for sales that were not held back. */
  values: Float32Array;
  /** Sales of the trim that the fit had seen. */
  trained: Float32Array;
}

/** Number of sales that count, by level. */
export function countsOf(ids: Int32Array, weight: Float32Array, size: number): Float64Array {
  const counts = new Float64Array(size);
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] ?? -1;
    if (id >= 0 && (weight[i] ?? 0) > 0) counts[id] = (counts[id] ?? 0) + 1;
  }
  return counts;
}

const CLASS_WEIGHT = 20;
const MODEL_WEIGHT = 12;
const TRIM_WEIGHT = 10;
const SPREAD_PRIOR = 40;
/** A residual counts at most this much, as a logarithm: a price of 1 yen must not widen all ranges. */
const MAX_RESIDUAL = 0.9;

/** Variances from the residuals of the fit itself, each enlarged by the pull of its own sale. */
export function ownSpread(sales: PriceSales, columns: SaleColumns, full: Fitted, common: CommonEffects) {
  const trims = countWeights(columns.trim, columns.weight, sales.trims.list.length);
  const shrink = full.factors.trim.shrink;
  const modelSize = sales.models.list.length;
  const [modelTop, modelAll] = [new Float64Array(modelSize), new Float64Array(modelSize)];
  const trimTop = new Float64Array(trims.length);
  const [classOfModel, modelOfTrim] = [new Int32Array(modelSize), new Int32Array(trims.length)];
  for (let i = 0; i < columns.count; i++) {
    const [w, trim, model] = [columns.weight[i] ?? 0, columns.trim[i] ?? 0, columns.model[i] ?? 0];
    const all = (trims[trim] ?? 0) + shrink;
    const alone = Math.min(MAX_RESIDUAL, Math.abs(full.fit.residual[i] ?? 0) * (all / Math.max(0.5 * all, all - w)));
    modelTop[model] = (modelTop[model] ?? 0) + w * alone * alone;
    modelAll[model] = (modelAll[model] ?? 0) + w;
    trimTop[trim] = (trimTop[trim] ?? 0) + w * alone * alone;
    classOfModel[model] = columns.class[i] ?? 0;
    modelOfTrim[trim] = model;
  }
  const classVariance = Float64Array.from(
    sales.classes.list,
    (name) => common.classes[name]?.variance ?? common.variance,
  );
  const modelVariance = modelTop.map(
    (top, id) =>
      (top + MODEL_WEIGHT * (classVariance[classOfModel[id] ?? 0] ?? common.variance)) /
      ((modelAll[id] ?? 0) + MODEL_WEIGHT),
  );
  const trimVariance = trimTop.map(
    (top, id) =>
      (top + TRIM_WEIGHT * (modelVariance[modelOfTrim[id] ?? 0] ?? common.variance)) / ((trims[id] ?? 0) + TRIM_WEIGHT),
  );
  return { variance: common.variance, classVariance, modelVariance, trimVariance };
}

function countWeights(ids: Int32Array, weight: Float32Array, size: number): Float64Array {
  const sums = new Float64Array(size);
  for (let i = 0; i < ids.length; i++) sums[ids[i] ?? 0] = (sums[ids[i] ?? 0] ?? 0) + (weight[i] ?? 0);
  return sums;
}

/** Variances of trims, models and classes, and the factors of the scale by condition, age and price. */
export function spreadOf(
  sales: PriceSales,
  columns: SaleColumns,
  prepared: Prepared,
  full: Fitted,
  residual: Residuals,
) {
  const { count, weight } = columns;
  const square = (i: number) => Math.min(MAX_RESIDUAL, Math.abs(residual.values[i] ?? 0)) ** 2;
  const sums = (ids: Int32Array, size: number) => {
    const [top, all] = [new Float64Array(size), new Float64Array(size)];
    for (let i = 0; i < count; i++) {
      const id = ids[i] ?? -1;
      if (id < 0 || Number.isNaN(residual.values[i])) continue;
      top[id] = (top[id] ?? 0) + (weight[i] ?? 0) * square(i);
      all[id] = (all[id] ?? 0) + (weight[i] ?? 0);
    }
    return { top, all };
  };
  const whole = sums(new Int32Array(count), 1);
  const variance = Math.max(1e-4, ((whole.top[0] ?? 0) + 0.04 * 2) / ((whole.all[0] ?? 0) + 2));
  const ofClass = sums(columns.class, sales.classes.list.length);
  const ofModel = sums(columns.model, sales.models.list.length);
  const ofTrim = sums(columns.trim, sales.trims.list.length);
  const classVariance = ofClass.top.map(
    (top, id) => (top + CLASS_WEIGHT * variance) / ((ofClass.all[id] ?? 0) + CLASS_WEIGHT),
  );
  const classOfModel = new Int32Array(sales.models.list.length);
  const modelOfTrim = new Int32Array(sales.trims.list.length);
  for (let i = 0; i < count; i++) {
    classOfModel[columns.model[i] ?? 0] = columns.class[i] ?? 0;
    modelOfTrim[columns.trim[i] ?? 0] = columns.model[i] ?? 0;
  }
  const modelVariance = ofModel.top.map(
    (top, id) =>
      (top + MODEL_WEIGHT * (classVariance[classOfModel[id] ?? 0] ?? variance)) /
      ((ofModel.all[id] ?? 0) + MODEL_WEIGHT),
  );
  const trimVariance = ofTrim.top.map(
    (top, id) =>
      (top + TRIM_WEIGHT * (modelVariance[modelOfTrim[id] ?? 0] ?? variance)) / ((ofTrim.all[id] ?? 0) + TRIM_WEIGHT),
  );
  // Without the sale itself, as for a new vehicle.
  const scale = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const trim = columns.trim[i] ?? 0;
    const w = Number.isNaN(residual.values[i]) ? 0 : (weight[i] ?? 0);
    const top =
      (ofTrim.top[trim] ?? 0) - w * square(i) + TRIM_WEIGHT * (modelVariance[columns.model[i] ?? 0] ?? variance);
    scale[i] = Math.sqrt(Math.max(1e-6, top / ((ofTrim.all[trim] ?? 0) - w + TRIM_WEIGHT)));
  }
  const bands = {
    conditions: Array.from(columns.condition, (id) => sales.conditions.list[id] ?? '-'),
    ages: Array.from(prepared.age, (age) => ageBand(age < 0 ? (prepared.basis.means[0] ?? 7) : age)),
    prices: Array.from(columns.logYen, (logYen, i) => priceBand(logYen - (full.fit.residual[i] ?? 0))),
  };
  const factors: CommonEffects['spread'] = { conditions: {}, ages: {}, prices: {} };
  for (let round = 0; round < 2; round++)
    for (const kind of ['conditions', 'ages', 'prices'] as const) {
      const mean = new Map<string, { top: number; all: number }>();
      let [top, all] = [0, 0];
      for (let i = 0; i < count; i++) {
        if (Number.isNaN(residual.values[i])) continue;
        const ratio = Math.min(4, Math.sqrt(square(i)) / (scale[i] ?? 1)) * (weight[i] ?? 0);
        const sum = mean.get(bands[kind][i] ?? '') ?? { top: 0, all: 0 };
        mean.set(bands[kind][i] ?? '', { top: sum.top + ratio, all: sum.all + (weight[i] ?? 0) });
        top += ratio;
        all += weight[i] ?? 0;
      }
      const usual = all === 0 ? 1 : top / all;
      if (usual <= 0) continue;
      for (const [band, sum] of mean) {
        const share = (sum.top + SPREAD_PRIOR * usual) / ((sum.all + SPREAD_PRIOR) * usual);
        factors[kind][band] = (factors[kind][band] ?? 1) * share;
      }
      for (let i = 0; i < count; i++) {
        const sum = mean.get(bands[kind][i] ?? '');
        if (sum) scale[i] = (scale[i] ?? 1) * ((sum.top + SPREAD_PRIOR * usual) / ((sum.all + SPREAD_PRIOR) * usual));
      }
    }
  return { variance, classVariance, modelVariance, trimVariance, scale, factors };
}

/** Ends of a range in deviations without enough residuals: wider than those of a normal distribution. */
const UNKNOWN_DISTANCE = 1.6;

/** Ranges of each stratum of support, from the residuals of sales that were held back. */
export function strataOf(
  columns: SaleColumns,
  prepared: Prepared,
  residual: Residuals,
  scale: Float32Array,
  support: Float64Array,
): Record<string, Stratum> {
  const found = new Map<string, [z: number, weight: number][]>(STRATA.map((name) => [name, []]));
  const all: [number, number][] = [];
  const yearSlope = yearSpread(columns, prepared);
  for (let i = 0; i < columns.count; i++) {
    const value = residual.values[i] ?? Number.NaN;
    const w = columns.weight[i] ?? 0;
    if (Number.isNaN(value) || w === 0) continue;
    const z: [number, number] = [value / (scale[i] ?? 1), w];
    const hasYear = (columns.built[i] ?? 0) > 0;
    found.get(stratumOf(residual.trained[i] ?? 0, hasYear))?.push(z);
    all.push(z);
    // The year of a vehicle without one is that of its generation: what it would have cost this sale.
    if (hasYear) {
      const shift = yearSlope(i);
      if (shift !== null)
        found
          .get(stratumOf(support[columns.trim[i] ?? 0] ?? 0, false))
          ?.push([(value + shift) / (scale[i] ?? 1), w * 0.25]);
    }
  }
  const whole = quantiles(all);
  return Object.fromEntries(
    STRATA.map((name) => {
      const own = found.get(name) ?? [];
      if (own.length >= MIN_STRATUM_SALES) return [name, quantiles(own)];
      const wider = name === '0' || name === '1' || name === 'year-0' || name === 'year-10' ? 1.35 : 1.05;
      if (all.length < MIN_STRATUM_SALES)
        return [name, { low: -UNKNOWN_DISTANCE * wider, middle: 0, high: UNKNOWN_DISTANCE * wider, sales: 0 }];
      return [name, { low: whole.low * wider, middle: whole.middle, high: whole.high * wider, sales: own.length }];
    }),
  );
}

/** Effect on the logarithm of replacing the year of a sale by the usual one of its generation. */
function yearSpread(columns: SaleColumns, prepared: Prepared): (i: number) => number | null {
  const lossPerYear = 0.1;
  return (i) => {
    const usual = prepared.codeYears.of(columns.code[i] ?? -1, columns.model[i] ?? 0);
    return usual === 0 ? null : lossPerYear * ((prepared.year[i] ?? usual) - usual);
  };
}

function quantiles(values: [z: number, weight: number][]): Stratum {
  values.sort((a, b) => a[0] - b[0]);
  const all = values.reduce((sum, [, w]) => sum + w, 0);
  const at = (share: number) => {
    let passed = 0;
    for (const [z, w] of values) {
      passed += w;
      if (passed >= share * all) return z;
    }
    return values.at(-1)?.[0] ?? 0;
  };
  return { low: at(0.1), middle: at(0.5), high: at(0.9), sales: values.length };
}
