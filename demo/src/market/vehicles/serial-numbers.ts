import type { Seeded } from '@seri/server/platform/db/seeded.ts';

const FIRST_YEAR = 1998;
const LAST_YEAR = 2027;
const FIRST_SERIAL = 1_000_001;
const SERIALS_A_MONTH = 24_000;
/** Maximum months between production and first registration. */
const MAX_MONTHS_BEFORE = 2;

export interface BuiltMonth {
  year: number;
  month: number;
}

/** The serial numbers of a month, equal for all chassis codes; inclusive bounds. */
export function serialsOf({ year, month }: BuiltMonth): { from: number; to: number } {
  const months = (Math.min(Math.max(year, FIRST_YEAR), LAST_YEAR) - FIRST_YEAR) * 12 + month - 1;
  const from = FIRST_SERIAL + months * SERIALS_A_MONTH;
  return { from, to: from + SERIALS_A_MONTH - 1 };
}

/** A serial number for a vehicle first registered in this month. */
export function serialNumber(random: Seeded, { year, month }: BuiltMonth): number {
  const { from, to } = serialsOf({ year, month: Math.max(1, month - random.whole(0, MAX_MONTHS_BEFORE)) });
  return random.whole(from, to);
}
