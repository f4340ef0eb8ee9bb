import { Backfit, type Factor } from './backfit.ts';
import { commonEffects, modelEffects } from './fit-effects.ts';
import { countsOf, type Fitted, ownSpread, type Residuals, spreadOf, strataOf } from './fit-spread.ts';
import { type Prepared, prepare, USUAL_KM_PER_YEAR } from './prepare-fit.ts';
import { type CommonEffects, type ModelEffects, monthNumber, scorePrice } from './price-model.ts';
import { MONTHS_BACK, type PriceSale, PriceSales, type SaleColumns } from './price-sales.ts';

const SWEEPS = 16;
const OWN_SWEEPS = 8;
/** Above this number of sales one held-back fifth is enough for the ranges. */
const MANY_SALES = 400_000;
const FOLDS = 5;
const MIN_WORD_SALES = 30;
const MAX_WORDS = 400;

export interface PriceFit {
  common: CommonEffects;
  /** By `maker\nmodel`. */
  models: Map<string, ModelEffects>;
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

/** Residuals of sales that the fit did not see; NaN for sales that were not held back. */
function heldBackResiduals(sales: PriceSales, columns: SaleColumns, prepared: Prepared, isQuick: boolean): Residuals {
  const values = new Float32Array(columns.count).fill(Number.NaN);
  const trained = new Float32Array(columns.count);
  const folds = isQuick || columns.count > MANY_SALES ? 1 : Math.min(FOLDS, columns.count);
  for (let fold = 0; fold < folds; fold++) {
    const { fit } = fitOnce(sales, columns, prepared, { fold, sweeps: folds === 1 ? 6 : SWEEPS });
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
