import { Backfit, type Factor } from './backfit.ts';
import {
  ageBand,
  type Basis,
  type ClassEffects,
  type CommonEffects,
  type ModelEffects,
  monthNumber,
  priceBand,
  rawVariables,
  SLOPES,
  type Slopes,
  STRATA,
  type Stratum,
  scorePrice,
  stratumOf,
  type TrimEffects,
  variablesOf,
} from './price-model.ts';
import { MONTHS_BACK, type PriceSale, PriceSales, type SaleColumns } from './price-sales.ts';

const SWEEPS = 16;
const OWN_SWEEPS = 8;
/** Above this number of sales one held-back fifth is enough for the ranges. */
const MANY_SALES = 400_000;
const FOLDS = 5;
const MAX_AGE = 45;
const MIN_WORD_SALES = 30;
const MAX_WORDS = 400;
const MIN_STRATUM_SALES = 60;

export interface PriceFit {
  common: CommonEffects;
  /** By `maker\nmodel`. */
  models: Map<string, ModelEffects>;
}

interface Fitted {
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

/** Ids of pairs, numbered in the order of their first use; -1 where a part is unknown. */
function pairs(a: Int32Array, b: Int32Array, size: number): { ids: Int32Array; keys: number[] } {
  const known = new Map<number, number>();
  const keys: number[] = [];
  const ids = new Int32Array(a.length);
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] ?? -1, b[i] ?? -1];
    if (x < 0 || y < 0) {
      ids[i] = -1;
      continue;
    }
    const key = x * size + y;
    let id = known.get(key);
    if (id === undefined) {
      id = keys.length;
      known.set(key, id);
      keys.push(key);
    }
    ids[i] = id;
  }
  return { ids, keys };
}

/** What a fit needs besides the sales: ids of the levels, the variables, and the usual year of each generation. */
function prepare(sales: PriceSales, columns: SaleColumns, until: number, knownBasis?: Basis) {
  const { count } = columns;
  const codeYears = usualYears(columns, sales);
  const year = new Int32Array(count);
  const age = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const built = columns.built[i] || codeYears.of(columns.code[i] ?? -1, columns.model[i] ?? 0) * 12 + 6;
    year[i] = built > 12 ? Math.floor(built / 12) : -1;
    age[i] = built > 12 ? Math.max(0, Math.min(MAX_AGE, ((columns.month[i] ?? 0) - built) / 12)) : -1;
  }
  const kmPerYear = usualKm(columns, age, sales.models.list.length);
  const [meanAge] = weightedMean(age, columns.weight);
  const raw = Array.from({ length: SLOPES }, () => new Float32Array(count));
  for (let i = 0; i < count; i++) {
    const km = columns.km[i] ?? -1;
    const values = rawVariables(
      (age[i] ?? -1) < 0 ? meanAge : (age[i] ?? 0),
      km < 0 ? null : km,
      kmPerYear[columns.model[i] ?? 0],
    );
    for (let j = 0; j < SLOPES; j++) (raw[j] as Float32Array)[i] = values[j] ?? 0;
  }
  const basis = knownBasis ?? basisOf(raw, columns.weight);
  const x = Array.from({ length: SLOPES }, () => new Float32Array(count));
  const one = [0, 0, 0, 0];
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < SLOPES; j++) one[j] = raw[j]?.[i] ?? 0;
    const values = variablesOf(one, basis);
    for (let j = 0; j < SLOPES; j++) (x[j] as Float32Array)[i] = values[j] ?? 0;
  }
  const monthAt = new Int32Array(count);
  for (let i = 0; i < count; i++)
    monthAt[i] = Math.max(0, Math.min(MONTHS_BACK - 1, (columns.month[i] ?? 0) - until + MONTHS_BACK - 1));
  const kmKind = new Int32Array(count);
  for (let i = 0; i < count; i++) kmKind[i] = columns.doubted[i] ? 2 : (columns.km[i] ?? -1) < 0 ? 1 : 0;
  const trimYear = pairs(columns.trim, year, 4_096);
  const modelYear = pairs(columns.model, year, 4_096);
  const classCondition = pairs(columns.class, columns.condition, 4_096);
  const modelCondition = pairs(columns.model, columns.condition, 4_096);
  return {
    year,
    age,
    kmPerYear,
    basis,
    x,
    monthAt,
    kmKind,
    codeYears,
    trimYear,
    modelYear,
    classCondition,
    modelCondition,
  };
}
type Prepared = ReturnType<typeof prepare>;

function weightedMean(values: Float32Array, weight: Float32Array): [mean: number, weight: number] {
  let [sum, all] = [0, 0];
  for (let i = 0; i < values.length; i++)
    if ((values[i] ?? -1) >= 0) {
      sum += (weight[i] ?? 0) * (values[i] ?? 0);
      all += weight[i] ?? 0;
    }
  return [all === 0 ? 0 : sum / all, all];
}

/** Sales that hardly differ say nothing about a slope: without these bounds a fit would extrapolate it. */
const LEAST_DEVIATIONS = [1.5, 8, 0.3, 0.08];

/** Gram-Schmidt over the sales, in the order age, age squared, mileage. */
function basisOf(raw: readonly Float32Array[], weight: Float32Array): Basis {
  const count = weight.length;
  const means = raw.map((column) => {
    let [sum, all] = [0, 0];
    for (let i = 0; i < count; i++) {
      sum += (weight[i] ?? 0) * (column[i] ?? 0);
      all += weight[i] ?? 0;
    }
    return all === 0 ? 0 : sum / all;
  });
  const made: Float32Array[] = [];
  const shares: number[][] = [];
  const deviations: number[] = [];
  for (let k = 0; k < SLOPES; k++) {
    const column = new Float32Array(count);
    for (let i = 0; i < count; i++) column[i] = (raw[k]?.[i] ?? 0) - (means[k] ?? 0);
    const row = made.map((earlier) => {
      let [product, square] = [0, 0];
      for (let i = 0; i < count; i++) {
        product += (weight[i] ?? 0) * (column[i] ?? 0) * (earlier[i] ?? 0);
        square += (weight[i] ?? 0) * (earlier[i] ?? 0) ** 2;
      }
      const share = square === 0 ? 0 : product / square;
      for (let i = 0; i < count; i++) column[i] = (column[i] ?? 0) - share * (earlier[i] ?? 0);
      return share;
    });
    let [square, all] = [0, 0];
    for (let i = 0; i < count; i++) {
      square += (weight[i] ?? 0) * (column[i] ?? 0) ** 2;
      all += weight[i] ?? 0;
    }
    const deviation = Math.max(LEAST_DEVIATIONS[k] ?? 1, all > 0 ? Math.sqrt(square / all) : 0);
    for (let i = 0; i < count; i++) column[i] = (column[i] ?? 0) / deviation;
    made.push(column);
    shares.push(row);
    deviations.push(deviation);
  }
  return { means, shares, deviations };
}

/** Mean year of first registration by chassis code and by model, from the sales whose year is known. */
function usualYears(columns: SaleColumns, sales: PriceSales) {
  const sum = (size: number) => ({ years: new Float64Array(size), sales: new Float64Array(size) });
  const codes = sum(sales.codes.list.length);
  const models = sum(sales.models.list.length);
  for (let i = 0; i < columns.count; i++) {
    const built = columns.built[i] ?? 0;
    if (built === 0) continue;
    for (const [of, id] of [
      [codes, columns.code[i] ?? -1],
      [models, columns.model[i] ?? -1],
    ] as const) {
      if (id < 0) continue;
      of.years[id] = (of.years[id] ?? 0) + built / 12;
      of.sales[id] = (of.sales[id] ?? 0) + 1;
    }
  }
  const mean = ({ years, sales: of }: typeof codes, id: number) =>
    of[id] ? Math.floor((years[id] ?? 0) / (of[id] ?? 1)) : 0;
  return {
    code: (id: number) => mean(codes, id),
    model: (id: number) => mean(models, id),
    of: (code: number, model: number) => (code < 0 ? 0 : mean(codes, code)) || mean(models, model),
  };
}

const USUAL_KM_PER_YEAR = 8_000;
const KM_PRIOR_SALES = 5;
function usualKm(columns: SaleColumns, age: Float32Array, size: number): Float64Array {
  const km = new Float64Array(size).fill(USUAL_KM_PER_YEAR * KM_PRIOR_SALES);
  const years = new Float64Array(size).fill(KM_PRIOR_SALES);
  for (let i = 0; i < columns.count; i++) {
    const model = columns.model[i] ?? 0;
    const driven = columns.km[i] ?? -1;
    if (driven < 0 || (age[i] ?? -1) < 0) continue;
    km[model] = (km[model] ?? 0) + Math.min(driven, 400_000);
    years[model] = (years[model] ?? 0) + Math.max(0.3, age[i] ?? 0);
  }
  return km.map((sum, model) => sum / (years[model] ?? 1));
}

interface FitOptions {
  /** Holds back one fifth of the sales. */
  fold: number | null;
  sweeps?: number;
  /** Fits only the effects of models: to the values that known common effects leave over. */
  around?: { values: Float32Array; common: CommonEffects };
}

const fixedFactor = (name: string, ids: Int32Array, effects: number[]): Factor => ({
  name,
  ids,
  effects: Float64Array.from(effects),
  shrink: 0,
  least: 0,
  from: 0,
  variable: null,
  walk: null,
});

/** Fits the sales of one vehicle type. */
function fitOnce(
  sales: PriceSales,
  columns: SaleColumns,
  prepared: Prepared,
  { fold, sweeps = SWEEPS, around }: FitOptions,
): Fitted {
  const weight = columns.weight.slice();
  if (fold !== null) for (let i = fold; i < weight.length; i += FOLDS) weight[i] = 0;
  const fit = new Backfit(around?.values ?? columns.logYen, weight, around ? { shrink: around.common.shrink } : {});
  const { x } = prepared;
  const factor = (name: string, ids: Int32Array, size: number, shrink: number, more = {}) =>
    fit.factor(name, ids, size, shrink, more);
  /** A factor that is fixed when only the effects of one model are fitted. */
  const shared = (
    name: string,
    ids: Int32Array,
    names: { list: string[] },
    shrink: number,
    known: Record<string, number> = {},
  ) =>
    around
      ? fixedFactor(
          name,
          ids,
          names.list.map((level) => known[level] ?? 0),
        )
      : factor(name, ids, names.list.length, shrink);
  const common = around?.common;
  const nothing = new Int32Array(columns.count);
  const sizes = {
    trim: sales.trims.list.length,
    model: sales.models.list.length,
    class: sales.classes.list.length,
  };
  const model = factor('model', columns.model, sizes.model, 1);
  const classes = shared('class', columns.class, sales.classes, 1);
  const maker = shared('maker', columns.maker, sales.makers, 3);
  const slope = (name: string, ids: Int32Array, size: number, shrink: number) =>
    x.map((variable, i) => fit.slope(`${name}${i}`, ids, size, variable, shrink));
  const all = around ? [] : slope('all', nothing, 1, 1);
  const ofClass = around ? [] : slope('class', columns.class, sizes.class, 30);
  const condition = shared('condition', columns.condition, sales.conditions, 2, common?.conditions);
  const firstWord = factor('firstWord', columns.firstWord, sales.firstWords.list.length, 2);
  const trim = factor('trim', columns.trim, sizes.trim, 2);
  const code = factor('code', columns.code, sales.codes.list.length, 3);
  const engine = factor('engine', columns.engine, sales.engines.list.length, 3);
  const variant = factor('variant', columns.variant, sales.variants.list.length, 3);
  const modelYear = factor('modelYear', prepared.modelYear.ids, prepared.modelYear.keys.length, 4);
  const trimYear = factor('trimYear', prepared.trimYear.ids, prepared.trimYear.keys.length, 6);
  const classCondition = around
    ? fixedFactor(
        'classCondition',
        prepared.classCondition.ids,
        prepared.classCondition.keys.map((key) => {
          const [ofClassName, ofCondition] = [Math.floor(key / 4_096), key % 4_096];
          const effects = common?.classes[sales.classes.list[ofClassName] ?? '']?.conditions;
          return effects?.[sales.conditions.list[ofCondition] ?? ''] ?? 0;
        }),
      )
    : factor('classCondition', prepared.classCondition.ids, prepared.classCondition.keys.length, 60, {
        least: 60,
        from: 5,
      });
  const modelCondition = factor(
    'modelCondition',
    prepared.modelCondition.ids,
    prepared.modelCondition.keys.length,
    20,
    { least: 8, from: 5 },
  );
  const house = shared('house', columns.house, sales.houses, 15, common?.houses);
  const kmKind = around ? fixedFactor('kmKind', prepared.kmKind, [0, 0, 0]) : factor('kmKind', prepared.kmKind, 3, 5);
  const ofModel = slope('model', columns.model, sizes.model, 15);
  const ofTrim = slope('trim', columns.trim, sizes.trim, 20);
  const classMonths = around
    ? fixedFactor('classMonths', columns.class, [])
    : fit.walk('classMonths', columns.class, sizes.class, prepared.monthAt, MONTHS_BACK, [2, 60]);
  const modelMonths = fit.walk('modelMonths', columns.model, sizes.model, prepared.monthAt, MONTHS_BACK, [20, 200]);
  if (!around)
    fit.words(columns.wordIds, columns.wordsEnd, sales.words.list.length, {
      minSales: MIN_WORD_SALES,
      max: MAX_WORDS,
      shrink: 25,
    });
  fit.run(sweeps);
  return {
    fit,
    factors: {
      class: classes,
      maker,
      model,
      firstWord,
      trim,
      trimYear,
      modelYear,
      engine,
      code,
      variant,
      condition,
      classCondition,
      modelCondition,
      house,
      kmKind,
    },
    slopes: { all, class: ofClass, model: ofModel, trim: ofTrim },
    classMonths,
    modelMonths,
  };
}

/**
 * Fits all sales of one vehicle type.
 *
 * @param until month number (year x 12 + month - 1) of the fit; later sales are ignored
 * @param options `isQuick` estimates the ranges from one held-back fifth instead of five
 */
export function fitPrices(sales: PriceSales, until: number, { isQuick = false } = {}): PriceFit | null {
  if (sales.count === 0) return null;
  const columns = sales.finish(until);
  const prepared = prepare(sales, columns, until);
  const full = fitOnce(sales, columns, prepared, { fold: null });
  const residual = heldBackResiduals(sales, columns, prepared, isQuick);
  const support = countsOf(columns.trim, columns.weight, sales.trims.list.length);
  const spread = spreadOf(sales, columns, prepared, full, residual);
  const strata = strataOf(columns, prepared, residual, spread.scale, support);
  const assembly = { sales, columns, prepared, full, support, spread };
  return { common: commonEffects(assembly, strata, until), models: modelEffects(assembly) };
}

/**
 * Fits the effects of models again, around known common effects: between two nights, the sales of a touched model count
 * at once.
 */
export function fitModels(sales: readonly PriceSale[], common: CommonEffects): Map<string, ModelEffects> {
  if (sales.length === 0) return new Map();
  const columns = new PriceSales();
  for (const sale of sales) columns.add(sale);
  const until = Math.max(monthNumber(common.month), ...sales.map(({ day }) => monthNumber(day)));
  const finished = columns.finish(until);
  const prepared = prepare(columns, finished, until, common.basis);
  const values = finished.logYen.map((logYen, i) => {
    const sale = sales[i];
    if (!sale) return 0;
    const year = (prepared.year[i] ?? -1) > 0 ? (prepared.year[i] ?? null) : null;
    const own = { ...NO_EFFECTS, kmPerYear: prepared.kmPerYear[finished.model[i] ?? 0] ?? USUAL_KM_PER_YEAR };
    return logYen - scorePrice({ ...sale, year }, common, own).logYen;
  });
  const full = fitOnce(columns, finished, prepared, { fold: null, sweeps: OWN_SWEEPS, around: { values, common } });
  const support = countsOf(finished.trim, finished.weight, columns.trims.list.length);
  const spread = ownSpread(columns, finished, full, common);
  return modelEffects({ sales: columns, columns: finished, prepared, full, support, spread });
}

const NO_EFFECTS: ModelEffects = {
  effect: 0,
  sales: 0,
  slopes: [0, 0, 0, 0],
  variance: 0.04,
  months: [],
  firstWords: {},
  trims: {},
  years: {},
  engines: {},
  codes: {},
  variants: {},
  conditions: {},
  codeYears: {},
  kmPerYear: 8_000,
  usualCondition: 0,
  usualHouse: 0,
};

/** Variances from the residuals of the fit itself, each enlarged by the pull of its own sale. */
function ownSpread(sales: PriceSales, columns: SaleColumns, full: Fitted, common: CommonEffects) {
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

/** Number of sales that count, by level. */
function countsOf(ids: Int32Array, weight: Float32Array, size: number): Float64Array {
  const counts = new Float64Array(size);
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] ?? -1;
    if (id >= 0 && (weight[i] ?? 0) > 0) counts[id] = (counts[id] ?? 0) + 1;
  }
  return counts;
}

/** Residuals of sales that the fit did not see; NaN for sales that were not held back. */
function heldBackResiduals(sales: PriceSales, columns: SaleColumns, prepared: Prepared, isQuick: boolean) {
  const values = new Float32Array(columns.count).fill(Number.NaN);
  const trained = new Float32Array(columns.count);
  const folds = isQuick || columns.count > MANY_SALES ? 1 : Math.min(FOLDS, columns.count);
  for (let fold = 0; fold < folds; fold++) {
    const { fit } = fitOnce(sales, columns, prepared, { fold, sweeps: folds === 1 ? 6 : 9 });
    const seen = new Float64Array(sales.trims.list.length);
    for (let i = 0; i < columns.count; i++)
      if (i % FOLDS !== fold && (columns.weight[i] ?? 0) > 0)
        seen[columns.trim[i] ?? 0] = (seen[columns.trim[i] ?? 0] ?? 0) + 1;
    for (let i = fold; i < columns.count; i += FOLDS) {
      values[i] = fit.residual[i] ?? 0;
      trained[i] = seen[columns.trim[i] ?? 0] ?? 0;
    }
  }
  return { values, trained };
}
type Residuals = ReturnType<typeof heldBackResiduals>;

const CLASS_WEIGHT = 20;
const MODEL_WEIGHT = 12;
const TRIM_WEIGHT = 10;
const SPREAD_PRIOR = 40;
/** A residual counts at most this much, as a logarithm: a price of 1 yen must not widen all ranges. */
const MAX_RESIDUAL = 0.9;

/** Variances of trims, models and classes, and the factors of the scale by condition, age and price. */
function spreadOf(sales: PriceSales, columns: SaleColumns, prepared: Prepared, full: Fitted, residual: Residuals) {
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

function strataOf(
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

interface Assembly {
  sales: PriceSales;
  columns: SaleColumns;
  prepared: Prepared;
  full: Fitted;
  support: Float64Array;
  spread: Pick<ReturnType<typeof spreadOf>, 'variance' | 'classVariance' | 'modelVariance' | 'trimVariance'>;
}

const rounded = (value: number) => Math.round(value * 1e5) / 1e5;
const MIN_EFFECT = 1e-4;

const effect = (of: Factor | undefined, id: number) => rounded(of?.effects[id] ?? 0);
const slopesOf = (of: Factor[], id: number): Slopes =>
  [0, 1, 2, 3].map((place) => effect(of[place], id)) as unknown as Slopes;
const monthsOf = (of: Factor, id: number) =>
  Array.from({ length: MONTHS_BACK }, (_, month) => effect(of, id * MONTHS_BACK + month));

function commonEffects(
  { sales, prepared, full, spread }: Assembly & { spread: ReturnType<typeof spreadOf> },
  strata: Record<string, Stratum>,
  until: number,
): CommonEffects {
  const { factors, slopes } = full;
  const named = (names: { list: string[] }, of: Factor) =>
    Object.fromEntries(names.list.map((name, id) => [name, effect(of, id)]));
  const conditionsByClass = splitPairs(prepared.classCondition.keys, 4_096);
  const common: CommonEffects = {
    month: `${Math.floor(until / 12)}-${String((until % 12) + 1).padStart(2, '0')}`,
    months: MONTHS_BACK,
    basis: prepared.basis,
    mean: full.fit.mean,
    classes: Object.fromEntries(
      sales.classes.list.map((name, id): [string, ClassEffects] => [
        name,
        {
          effect: effect(factors.class, id),
          slopes: slopesOf(slopes.class, id),
          conditions: Object.fromEntries(
            (conditionsByClass.get(id) ?? []).map(([condition, pair]) => [
              sales.conditions.list[condition] ?? '',
              effect(factors.classCondition, pair),
            ]),
          ),
          months: monthsOf(full.classMonths, id),
          variance: spread.classVariance[id] ?? spread.variance,
        },
      ]),
    ),
    makers: named(sales.makers, factors.maker),
    conditions: named(sales.conditions, factors.condition),
    houses: named(sales.houses, factors.house),
    words: Object.fromEntries(
      full.fit
        .wordEffects()
        .map(({ word, effect: value, sales: count, error }) => [
          sales.words.list[word] ?? '',
          { effect: rounded(value), sales: count, error: rounded(error) },
        ]),
    ),
    unknownMileage: effect(factors.kmKind, 1) - effect(factors.kmKind, 0),
    doubtedMileage: effect(factors.kmKind, 2) - effect(factors.kmKind, 0),
    slopes: slopesOf(slopes.all, 0),
    spread: spread.factors,
    variance: spread.variance,
    strata,
    shrink: full.fit.shrinkage(),
  };
  common.mean += effect(factors.kmKind, 0);
  return common;
}

function modelEffects({ sales, columns, prepared, full, support, spread }: Assembly): Map<string, ModelEffects> {
  const { factors, slopes } = full;
  const trimsOf = Map.groupBy(
    sales.trims.list.map((name, id) => ({ name, id })),
    ({ name }) => Number(name.split('\n', 1)[0]),
  );
  const trimYears = splitPairs(prepared.trimYear.keys, 4_096);
  const modelYears = splitPairs(prepared.modelYear.keys, 4_096);
  const modelConditions = splitPairs(prepared.modelCondition.keys, 4_096);
  const byModel = (names: { list: string[] }) =>
    Map.groupBy(
      names.list.map((name, id) => ({ name, id })),
      ({ name }) => Number(name.slice(0, name.indexOf('\n'))),
    );
  const [firstWords, engines, codes] = [byModel(sales.firstWords), byModel(sales.engines), byModel(sales.codes)];
  const variants = byModel(sales.variants);
  const own = (name: string) => name.slice(name.indexOf('\n') + 1);
  const effectsOf = (of: Map<number, { name: string; id: number }[]>, model: number, factor: Factor) =>
    Object.fromEntries((of.get(model) ?? []).map(({ name, id }) => [own(name), effect(factor, id)]));
  const usual = usualEffects(columns, sales.models.list.length, factors);
  const sold = countsOf(columns.model, columns.weight, sales.models.list.length);
  const years = (pairsOf: Map<number, [number, number][]>, id: number, factor: Factor) =>
    Object.fromEntries(
      (pairsOf.get(id) ?? [])
        .map(([year, pair]): [number, number] => [year, effect(factor, pair)])
        .filter(([, value]) => Math.abs(value) >= MIN_EFFECT),
    );

  const models = new Map<string, ModelEffects>();
  for (const [id, name] of sales.models.list.entries()) {
    const trims = (trimsOf.get(id) ?? []).map(({ name: trimName, id: trim }): [string, TrimEffects] => [
      own(trimName),
      {
        effect: effect(factors.trim, trim),
        sales: support[trim] ?? 0,
        slopes: slopesOf(slopes.trim, trim),
        variance: rounded(spread.trimVariance[trim] ?? spread.variance),
        years: years(trimYears, trim, factors.trimYear),
      },
    ]);
    models.set(name, {
      effect: effect(factors.model, id),
      sales: sold[id] ?? 0,
      slopes: slopesOf(slopes.model, id),
      variance: rounded(spread.modelVariance[id] ?? spread.variance),
      months: monthsOf(full.modelMonths, id),
      firstWords: effectsOf(firstWords, id, factors.firstWord),
      trims: Object.fromEntries(trims),
      years: years(modelYears, id, factors.modelYear),
      engines: effectsOf(engines, id, factors.engine),
      codes: effectsOf(codes, id, factors.code),
      variants: effectsOf(variants, id, factors.variant),
      conditions: Object.fromEntries(
        (modelConditions.get(id) ?? []).map(([condition, pair]) => [
          sales.conditions.list[condition] ?? '',
          effect(factors.modelCondition, pair),
        ]),
      ),
      codeYears: {
        ...(prepared.codeYears.model(id) ? { '': prepared.codeYears.model(id) } : {}),
        ...Object.fromEntries(
          (codes.get(id) ?? [])
            .filter((code) => prepared.codeYears.code(code.id) > 0)
            .map((code) => [own(code.name), prepared.codeYears.code(code.id)]),
        ),
      },
      kmPerYear: Math.round(prepared.kmPerYear[id] ?? USUAL_KM_PER_YEAR),
      usualCondition: rounded(usual.condition[id] ?? 0),
      usualHouse: rounded(usual.house[id] ?? 0),
    });
  }
  return models;
}

/** The second parts of pairs and the ids of the pairs, by their first part. */
function splitPairs(keys: readonly number[], size: number): Map<number, [second: number, id: number][]> {
  const found = new Map<number, [number, number][]>();
  for (const [id, key] of keys.entries()) {
    const first = Math.floor(key / size);
    const list = found.get(first);
    if (list) list.push([key % size, id]);
    else found.set(first, [[key % size, id]]);
  }
  return found;
}

/** Mean effects of condition and house over the sales of each model. */
function usualEffects(columns: SaleColumns, size: number, factors: Fitted['factors']) {
  const [condition, house, all] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  for (let i = 0; i < columns.count; i++) {
    const model = columns.model[i] ?? 0;
    const w = columns.weight[i] ?? 0;
    const of = (factor: Factor) => factor.effects[factor.ids[i] ?? 0] ?? 0;
    condition[model] =
      (condition[model] ?? 0) + w * (of(factors.condition) + of(factors.classCondition) + of(factors.modelCondition));
    house[model] = (house[model] ?? 0) + w * of(factors.house);
    all[model] = (all[model] ?? 0) + w;
  }
  return {
    condition: condition.map((sum, id) => (all[id] ? sum / (all[id] ?? 1) : 0)),
    house: house.map((sum, id) => (all[id] ? sum / (all[id] ?? 1) : 0)),
  };
}
