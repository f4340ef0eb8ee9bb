import type { Dimension } from './cells/units.ts';

/** Fields of a row that measure something, and what. */
export const DIMENSIONS: Readonly<Record<string, Dimension | undefined>> = {
  mileage: 'distance',
  engine: 'engine',
  horsePower: 'power',
  startPrice: 'money',
  soldPrice: 'money',
  averagePrice: 'money',
};
/** Fields that are numbers, with those that only count. */
export const NUMBERS: ReadonlySet<string> = new Set([...Object.keys(DIMENSIONS), 'lotNo', 'month', 'status']);
/** Fields whose cells name a year, a month or a day. */
export const DATES: ReadonlySet<string> = new Set(['year', 'month', 'updatedAt', 'auctionDate']);
/** Fields that are an instant or a day. */
export const TIMES: ReadonlySet<string> = new Set(['updatedAt', 'auctionDate']);
