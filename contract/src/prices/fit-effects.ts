import type { Factor } from './backfit.ts';
import { countsOf, type Fitted, type spreadOf } from './fit-spread.ts';
import { type Prepared, USUAL_KM_PER_YEAR } from './prepare-fit.ts';
import type { ClassEffects, CommonEffects, ModelEffects, Slopes, Stratum, TrimEffects } from './price-model.ts';
import { MONTHS_BACK, type PriceSales, type SaleColumns } from './price-sales.ts';

export interface Assembly {
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

/** Effects that all models share, with the ranges of each stratum. */
export function commonEffects(
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

/** Effects of each model, by its key. */
export function modelEffects({ sales, columns, prepared, full, support, spread }: Assembly): Map<string, ModelEffects> {
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
