import { type Basis, rawVariables, SLOPES, variablesOf } from './price-model.ts';
import { MONTHS_BACK, type PriceSales, type SaleColumns } from './price-sales.ts';

const MAX_AGE = 45;

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

/** Returns the other inputs of a fit: ids of the levels, the variables, and the usual year of each generation. */
export function prepare(sales: PriceSales, columns: SaleColumns, until: number, knownBasis?: Basis) {
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
export type Prepared = ReturnType<typeof prepare>;

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

export const USUAL_KM_PER_YEAR = 8_000;
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
