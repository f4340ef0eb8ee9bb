import type { Dimension } from './cells/units.ts';

/** Dimension of each field with a quantity. */
export const DIMENSIONS: Readonly<Record<string, Dimension | undefined>> = {
  mileage: 'distance',
  engine: 'engine',
  horsePower: 'power',
  startPrice: 'money',
  soldPrice: 'money',
  averagePrice: 'money',
};
/** Numeric fields, including plain integers. */
export const NUMBERS: ReadonlySet<string> = new Set([...Object.keys(DIMENSIONS), 'lotNo', 'month', 'status']);
/** Fields whose cells contain a year, a month or a day. */
export const DATES: ReadonlySet<string> = new Set(['year', 'month', 'updatedAt', 'auctionDate']);
/** Fields with an instant or a day. */
export const TIMES: ReadonlySet<string> = new Set(['updatedAt', 'auctionDate']);
