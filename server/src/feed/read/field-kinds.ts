import type { Dimension } from './cells/units.ts';

/** Dimension of each field with a quantity. */
export const DIMENSIONS: Readonly<Record<string, Dimension | undefined>> = {
  mileage: 'distance',
  engine: 'engine',
  horsePower: 'power',
  power30MinutePs: 'power',
  lengthMm: 'length',
  widthMm: 'length',
  heightMm: 'length',
  weightKg: 'weight',
  startPrice: 'money',
  soldPrice: 'money',
  averagePrice: 'money',
};
/** Facts that are plain counts, often with a word behind them: `5人`, `5ドア`, `120 g/km`. */
export const FACT_COUNTS = ['seats', 'doors', 'co2GPerKm'] as const;
/** Numeric fields, including plain integers. */
export const NUMBERS: ReadonlySet<string> = new Set([
  ...Object.keys(DIMENSIONS),
  'lotNo',
  'month',
  'status',
  ...FACT_COUNTS,
]);
/** Fields whose cells contain a year, a month or a day. */
export const DATES: ReadonlySet<string> = new Set([
  ...['year', 'month', 'updatedAt', 'auctionDate', 'firstRegistrationYear', 'firstRegistrationMonth'],
]);
/** Fields with an instant or a day. */
export const TIMES: ReadonlySet<string> = new Set(['updatedAt', 'auctionDate']);
