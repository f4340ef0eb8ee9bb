import { plain } from './reading/shapes.ts';

const ERA_STARTS: Record<string, number> = { 令: 2018, R: 2018, 平: 1988, H: 1988, 昭: 1925, S: 1925 };

/** A date of a sheet as `2018-05` or `2018`; null for another text. */
export function monthOf(ja: string): string | null {
  const {
    era = '',
    year = '',
    month,
  } = /^(?<era>令和|平成|昭和|[RHS])?(?<year>元|\d{1,4})(?:年|\/)(?:(?<month>\d{1,2})月?)?$/u.exec(plain(ja))?.groups ??
  {};
  if (year === '') return null;
  const number = year === '元' ? 1 : Number(year);
  const start = era === '' ? 0 : ERA_STARTS[era[0] ?? ''];
  if (start === undefined) return null;
  return month === undefined ? String(start + number) : `${start + number}-${month.padStart(2, '0')}`;
}

/** A value of a sheet without its spelling, so that it can be compared: `61,000 km` as `61000`, dates as `2018-05`. */
export function canonicalValue(field: string, ja: string): string {
  switch (field) {
    case 'mileage':
    case 'displacement':
      return /\d/.test(ja) ? plain(ja).replaceAll(/[^\d]/g, '') : plain(ja);
    case 'firstRegistration':
    case 'shaken':
      return monthOf(ja) ?? plain(ja);
    default:
      return plain(ja).toUpperCase();
  }
}

/** Fields that are compared with the lot's own row (server/schema/sheets/functions.sql). */
const COMPARED: ReadonlySet<string> = new Set([
  'mileage',
  'firstRegistration',
  'displacement',
  'lotNumber',
  'overallGrade',
  'modelCode',
]);

/** The canonical value of a field that the lot has as well; null for others and for "unknown". */
export function comparedValue(field: string, ja: string): string | null {
  if (!COMPARED.has(field)) return null;
  const value = canonicalValue(field, ja);
  return value === '不明' || value.length > 40 ? null : value;
}
