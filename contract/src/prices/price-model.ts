/**
 * The price model: the logarithm of a price is a sum of effects (docs/price-model.md). `common` effects are shared by
 * all models of a vehicle type, `own` effects belong to one model. The fit is in `fit-prices.ts`; this file scores one
 * vehicle by look-ups.
 */

/** The facts of a vehicle that its price depends on. */
export interface PriceFacts {
  maker: string;
  model: string;
  /** Words of the trim in capitals, separated by one space. */
  trimWords: string;
  year: number | null;
  /** Month of the first registration, 1 to 12. */
  month: number | null;
  engineCc: number | null;
  chassisCode: string;
  mileageKm: number | null;
  /** The odometer is doubted by the auction house. */
  isMileageDoubted: boolean;
  /** The auction grade as the house wrote it. */
  condition: string;
  equip: string;
  gearbox: string;
  drive: string;
  /** Id or name of the auction house. */
  house: string;
  /** Day of the auction in Japan, YYYY-MM-DD. */
  day: string;
}

/** Number of variables that have slopes: age, age squared, and two of the mileage. */
export const SLOPES = 4;
export type Slopes = readonly [number, number, number, number];

/** Coefficients that make the four variables independent of one another over all sales. */
export interface Basis {
  means: readonly number[];
  /** Row `i` holds the shares of the variables before `i`. */
  shares: readonly (readonly number[])[];
  deviations: readonly number[];
}

/** Effects of a vehicle type (logarithms), by name of their level. */
export interface CommonEffects {
  /** Last month of the sales (YYYY-MM) and the number of months before it. */
  month: string;
  months: number;
  basis: Basis;
  mean: number;
  classes: Record<string, ClassEffects>;
  makers: Record<string, number>;
  conditions: Record<string, number>;
  houses: Record<string, number>;
  words: Record<string, WordEffect>;
  /** Effects of an unknown and a doubted mileage. */
  unknownMileage: number;
  doubtedMileage: number;
  slopes: Slopes;
  /** Factors of the scale by condition, age and price. */
  spread: { conditions: Record<string, number>; ages: Record<string, number>; prices: Record<string, number> };
  /** Variance of the logarithm over all sales. */
  variance: number;
  strata: Record<string, Stratum>;
  /** Strata whose ranges are not shown, because too many or too few results of the last 90 days lay inside. */
  withheld?: string[];
  shrink: Shrink;
}
export interface ClassEffects {
  effect: number;
  slopes: Slopes;
  conditions: Record<string, number>;
  /** One effect a month; the last one is the newest. */
  months: number[];
  variance: number;
}
export interface WordEffect {
  effect: number;
  sales: number;
  /** Standard error of the effect. */
  error: number;
}
/** Quantiles of the standardized residual in a stratum of support. */
export interface Stratum {
  low: number;
  middle: number;
  high: number;
  sales: number;
}
/** Weights of sales that each kind of effect is shrunk by. */
export type Shrink = Record<string, number>;

export interface ModelEffects {
  effect: number;
  sales: number;
  slopes: Slopes;
  variance: number;
  months: number[];
  firstWords: Record<string, number>;
  trims: Record<string, TrimEffects>;
  years: Record<string, number>;
  engines: Record<string, number>;
  codes: Record<string, number>;
  variants: Record<string, number>;
  conditions: Record<string, number>;
  /** Usual year of first registration by chassis code; the key `` is the whole model. */
  codeYears: Record<string, number>;
  /** Usual kilometers a year. */
  kmPerYear: number;
  /** Mean effect of the condition and of the house over its sales, for the drivers. */
  usualCondition: number;
  usualHouse: number;
}
export interface TrimEffects {
  effect: number;
  /** Sales within 36 months. */
  sales: number;
  slopes: Slopes;
  variance: number;
  years: Record<string, number>;
}

const MAX_KM = 400_000;
const MAX_AGE_YEARS = 45;
const USUAL_KM_PER_YEAR = 8_000;
const NO_SLOPES: Slopes = [0, 0, 0, 0];

/** "5.0" counts as "5"; unknown marks stay as they are. */
export const conditionKey = (condition: string): string => condition.trim().toUpperCase().replace(/\.0$/, '') || '-';

const CLASS_BOUNDS_CC = [50, 125, 250, 400, 660, 1_000, 1_500, 2_000, 3_000];
/** The class of a vehicle: its engine size. */
export const classKey = (engineCc: number | null): string =>
  engineCc === null || engineCc <= 0 ? '-' : String(CLASS_BOUNDS_CC.find((bound) => engineCc <= bound) ?? 'more');

/** Engine sizes of a model are compared in steps of 100 cc. */
export const engineKey = (engineCc: number | null): string =>
  engineCc === null || engineCc <= 0 ? '' : String(Math.round(engineCc / 100));

/** Gearbox and drive of a model's versions. */
export const variantKey = ({ gearbox, drive }: Pick<PriceFacts, 'gearbox' | 'drive'>): string =>
  `${gearbox} ${drive}`.trim().toUpperCase();

/** The first word of a trim, which names its family. */
export const firstWordOf = (trimWords: string): string => trimWords.split(' ', 1)[0] ?? '';

/** Words of equipment and trim, each once. */
export function wordsOf({ equip, trimWords }: Pick<PriceFacts, 'equip' | 'trimWords'>): string[] {
  const words = `${equip.normalize('NFKC').toUpperCase()} ${trimWords}`.split(/[\s,、・/|;()（）【】]+/);
  return [...new Set(words)].filter((word) => word.length > 1 && word.length <= 24);
}

/** Months from the year 0 to a day. */
export const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/** Years from the first registration to the auction; registration in the middle of the year when its month is unknown. */
export function ageYearsOf({ year, month, day }: Pick<PriceFacts, 'year' | 'month' | 'day'>): number {
  const age = (monthNumber(day) - (year ?? 0) * 12 - ((month ?? 7) - 1)) / 12;
  return Math.max(0, Math.min(MAX_AGE_YEARS, age));
}

/** The variables before they are made independent. An unknown mileage counts as the usual one of the age. */
export function rawVariables(ageYears: number, mileageKm: number | null, kmPerYear = USUAL_KM_PER_YEAR): number[] {
  const km = Math.max(0, Math.min(MAX_KM, mileageKm ?? kmPerYear * Math.max(0.3, ageYears)));
  return [ageYears, ageYears * ageYears, Math.log1p(km / 10_000), km / 100_000];
}

/** Applies the basis to the raw variables. */
export function variablesOf(raw: readonly number[], { means, shares, deviations }: Basis): number[] {
  const result: number[] = [];
  for (let i = 0; i < SLOPES; i++) {
    let value = (raw[i] ?? 0) - (means[i] ?? 0);
    for (let j = 0; j < i; j++) value -= (shares[i]?.[j] ?? 0) * (result[j] ?? 0);
    result.push(value / (deviations[i] || 1));
  }
  return result;
}

const AGE_BOUNDS = [1, 3, 6, 10, 15, 25];
const PRICE_BOUNDS_YEN = [100_000, 250_000, 500_000, 1_000_000, 2_000_000, 4_000_000];
/** The age band of the public record: 0 is under a year. */
export const ageBand = (ageYears: number): string => String(AGE_BOUNDS.filter((bound) => ageYears >= bound).length);
/** The price band of the public record, by the logarithm of yen. */
export const priceBand = (logYen: number): string =>
  String(PRICE_BOUNDS_YEN.filter((bound) => Math.exp(logYen) >= bound).length);

/** Strata of support: sales of the trim; a vehicle without a year has strata of its own. */
export const STRATA = ['0', '1', '3', '10', '40', 'year-0', 'year-10'] as const;
/** The stratum of a vehicle, by the number of its trim's sales. */
export function stratumOf(trimSales: number, hasYear: boolean): (typeof STRATA)[number] {
  if (!hasYear) return trimSales >= 10 ? 'year-10' : 'year-0';
  if (trimSales >= 40) return '40';
  if (trimSales >= 10) return '10';
  if (trimSales >= 3) return '3';
  return trimSales >= 1 ? '1' : '0';
}

/** The parts of a score, as logarithms. They add up to `logYen`. */
export interface PriceScore {
  logYen: number;
  /** Standard deviation of the logarithm. */
  scale: number;
  trimSales: number;
  modelSales: number;
  stratum: (typeof STRATA)[number];
  parts: { mileage: number; condition: number; house: number; market: number; words: [word: string, effect: number][] };
  ageYears: number;
  usualKm: number;
  /** The year that was used: the vehicle's own, or the usual one of its generation. */
  year: number | null;
}

const dot = (slopes: readonly number[], x: readonly number[]): number => {
  let sum = 0;
  for (let i = 0; i < SLOPES; i++) sum += (slopes[i] ?? 0) * (x[i] ?? 0);
  return sum;
};

/** Months that the market driver looks back. */
export const MARKET_MONTHS = 4;
const MIN_WORD_SALES = 30;
const MAX_WORD_DRIVERS = 3;

/** Scores one vehicle. `own` is null for a model without sales. */
export function scorePrice(facts: PriceFacts, common: CommonEffects, own: ModelEffects | null): PriceScore {
  const condition = conditionKey(facts.condition);
  const ofClass = common.classes[classKey(facts.engineCc)];
  const trim = own?.trims[facts.trimWords];
  const year = facts.year ?? own?.codeYears[facts.chassisCode] ?? own?.codeYears[''] ?? null;
  const ageYears = year === null ? (common.basis.means[0] ?? 7) : ageYearsOf({ ...facts, year });
  const kmPerYear = own?.kmPerYear ?? USUAL_KM_PER_YEAR;
  const usualKm = kmPerYear * Math.max(0.3, ageYears);

  const slopesOf = [common.slopes, ofClass?.slopes ?? NO_SLOPES, own?.slopes ?? NO_SLOPES, trim?.slopes ?? NO_SLOPES];
  const curve = (km: number | null) => {
    const x = variablesOf(rawVariables(ageYears, km, kmPerYear), common.basis);
    return slopesOf.reduce((sum, slopes) => sum + dot(slopes, x), 0);
  };
  const atUsual = curve(usualKm);
  const mileage =
    (facts.mileageKm === null ? common.unknownMileage : curve(facts.mileageKm) - atUsual) +
    (facts.isMileageDoubted ? common.doubtedMileage : 0);

  const grade =
    (common.conditions[condition] ?? 0) + (ofClass?.conditions[condition] ?? 0) + (own?.conditions[condition] ?? 0);
  const house = common.houses[facts.house] ?? 0;
  const last = common.months - 1;
  const at = Math.max(0, Math.min(last, last + monthNumber(facts.day) - monthNumber(common.month)));
  const before = Math.max(0, at - MARKET_MONTHS);
  const marketAt = (month: number) => (ofClass?.months[month] ?? 0) + (own?.months[month] ?? 0);

  let words = 0;
  const shown: [string, number][] = [];
  for (const word of wordsOf(facts)) {
    const found = common.words[word];
    if (!found) continue;
    words += found.effect;
    if (found.sales >= MIN_WORD_SALES && Math.abs(found.effect) > 2 * found.error) shown.push([word, found.effect]);
  }
  shown.sort((a, b) => Math.abs(b[1]) - Math.abs(a[1])).splice(MAX_WORD_DRIVERS);

  const logYen =
    common.mean +
    (ofClass?.effect ?? 0) +
    (common.makers[facts.maker] ?? 0) +
    (own?.effect ?? 0) +
    (own?.firstWords[firstWordOf(facts.trimWords)] ?? 0) +
    (trim?.effect ?? 0) +
    (year === null ? 0 : (trim?.years[year] ?? 0) + (own?.years[year] ?? 0)) +
    (own?.engines[engineKey(facts.engineCc)] ?? 0) +
    (own?.codes[facts.chassisCode] ?? 0) +
    (own?.variants[variantKey(facts)] ?? 0) +
    grade +
    house +
    marketAt(at) +
    words +
    atUsual +
    mileage;

  const { spread } = common;
  const variance = trim?.variance ?? own?.variance ?? ofClass?.variance ?? common.variance;
  const scale =
    Math.sqrt(variance) *
    (spread.conditions[condition] ?? spread.conditions['-'] ?? 1) *
    (spread.ages[ageBand(ageYears)] ?? 1) *
    (spread.prices[priceBand(logYen)] ?? 1);
  const trimSales = trim?.sales ?? 0;
  return {
    logYen,
    scale,
    trimSales,
    modelSales: own?.sales ?? 0,
    stratum: stratumOf(trimSales, facts.year !== null),
    parts: {
      mileage,
      condition: grade - (own?.usualCondition ?? 0),
      house: house - (own?.usualHouse ?? 0),
      market: marketAt(at) - marketAt(before),
      words: shown,
    },
    ageYears,
    usualKm,
    year,
  };
}
