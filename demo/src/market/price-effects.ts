import { seeded } from '@seri/server/platform/db/seeded.ts';

/** Logarithm of the price lost per 10,000 km beyond the usual mileage, by body. */
const LOG_LOSS_PER_10_000_KM: Record<string, number> = {
  'kei-hatch': 0.05,
  'kei-box': 0.048,
  'kei-van': 0.046,
  'kei-truck': 0.046,
  hatchback: 0.044,
  sedan: 0.042,
  wagon: 0.04,
  minivan: 0.038,
  van: 0.03,
  suv: 0.036,
  'pickup-truck': 0.034,
  coupe: 0.042,
  roadster: 0.042,
  bike: 0.06,
};
const USUAL_LOG_LOSS = 0.04;

/** Price factor of an auction grade, relative to grade 4.5; a repaired car (R) loses about a quarter. */
export const WORTH_OF_GRADE: Record<string, number> = {
  S: 1.08,
  '6': 1.06,
  '5': 1.03,
  '4.5': 1,
  '4': 0.95,
  '3.5': 0.88,
  '3': 0.78,
  '2': 0.6,
  R: 0.75,
  RA: 0.82,
  RB: 0.77,
  R2: 0.6,
};

/** Logarithm of the price effect of kilometers beyond (or, negative, below) the usual mileage of the age. */
export const logKmEffect = (body: string, excessKm: number): number =>
  (-(LOG_LOSS_PER_10_000_KM[body] ?? USUAL_LOG_LOSS) * excessKm) / 10_000;

const SEASON = 0.025;
const LOG_RISE_PER_YEAR = 0.02;
const FIRST_YEAR = 2025;

/** Logarithm of the price level of a day's month: highest in March, with a slow rise over the years. */
export function logMonthEffect(day: string): number {
  const months = (Number(day.slice(0, 4)) - FIRST_YEAR) * 12 + Number(day.slice(5, 7)) - 1;
  return SEASON * Math.cos((2 * Math.PI * (months - 2)) / 12) + (LOG_RISE_PER_YEAR * months) / 12;
}

const levels = new Map<string, number>();

/** Logarithm of the price level of an auction house, between -6 and 6 percent. */
export function logHouseEffect(name: string): number {
  const known = levels.get(name) ?? Math.max(-0.06, Math.min(0.06, 0.03 * seeded(`level ${name}`).normal()));
  levels.set(name, known);
  return known;
}
