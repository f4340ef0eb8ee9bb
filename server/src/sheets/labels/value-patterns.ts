import type { SheetField } from '@seri/contract/sheets/fields.ts';
import { monthOf } from '../canonical.ts';
import { interiorGrade, lotNumber, modelCode, overallGrade } from '../reading/patterns.ts';
import { plain } from '../reading/shapes.ts';

/** Dates of all spellings, as `平成30年 5月` or `2018年 5月`; null for another text. */
export function anyDate(text: string): string | null {
  const said = plain(text)
    .replaceAll(/[.・,、-]/g, '/')
    .replaceAll('／', '/');
  if (/^な[しレ]$|^無し?$/.test(said)) return null;
  // The sign for "year" is misread often; between four figures and a month nothing else is possible.
  const found =
    /^(?<era>令和?|平成?|昭和?|[^昭]和|[RHS])?(?<year>\d{1,4}|元)[年/](?<month>\d{1,2})月?$/u.exec(said)?.groups ??
    /^(?<year>(?:19|20)\d\d)\D{1,2}(?<month>\d{1,2})月$/u.exec(said)?.groups;
  const yearOnly = /^(?<era>令和?|平成?|昭和?|[RHS])?(?<year>\d{1,4}|元)年$/u.exec(said)?.groups;
  const { era = '', year = '', month } = found ?? yearOnly ?? {};
  const monthNumber = month === undefined ? null : Number(month);
  if (year === '' || (monthNumber !== null && (monthNumber < 1 || monthNumber > 12))) return null;
  const name = ERAS.find(({ signs }) => signs.includes(era[0] ?? '-')) ?? (era.endsWith('和') ? ERAS[0] : undefined);
  const number = year === '元' ? 1 : Number(year);
  const tail = monthNumber === null ? '' : ` ${monthNumber}月`;
  if (era === '') return number >= 1_970 && number <= 2_040 ? `${number}年${tail}` : null;
  return name && number >= 1 && number <= name.last ? `${name.ja}${number}年${tail}` : null;
}

const ERAS = [
  { ja: '令和', signs: '令R', last: 22 },
  { ja: '平成', signs: '平H', last: 31 },
  { ja: '昭和', signs: '昭S', last: 64 },
];

const DIGITS = /^\d{1,3}(,\d{3})+$|^\d+$/;

/** A figure with its unit; the unit may be printed beside it. `isUnitPrinted`: it was. */
function amount(text: string, unit: 'km' | 'cc', isUnitPrinted: boolean): string | null {
  const said = plain(text)
    .replaceAll(/[.、。]/g, ',')
    .toLowerCase();
  const [, digits = '', found = ''] = /^([\d,]+)([a-z]*)$/.exec(said) ?? [];
  if (!DIGITS.test(digits) || (found === '' ? !isUnitPrinted && digits.replaceAll(',', '').length < 4 : found !== unit))
    return null;
  const value = Number(digits.replaceAll(',', ''));
  return `${value.toLocaleString('en')} ${unit}`;
}

/** Interprets a text as a value of this field: a closed vocabulary or a strict pattern; null where it is none. */
export function fieldValue(field: SheetField, text: string, isUnitPrinted: boolean): string | null {
  switch (field) {
    case 'lotNumber':
      return /^\d{1,6}$/.test(plain(text)) ? lotNumber(text) : null;
    case 'mileage':
      return plain(text) === '不明' ? '不明' : inRange(amount(text, 'km', isUnitPrinted), 0, 999_999);
    case 'displacement':
      return inRange(amount(text, 'cc', isUnitPrinted), 49, 9_999);
    case 'firstRegistration':
      return within(anyDate(text), 1_960, thisYear());
    case 'shaken':
      return /^な[しレ]$|^無し?$/.test(plain(text)) ? 'なし' : within(anyDate(text), thisYear() - 1, thisYear() + 4);
    case 'modelCode':
      return /\d/.test(text) && /[A-Z]/i.test(text) ? modelCode(asCode(text)) : null;
    case 'chassisNumber':
      return CHASSIS.exec(asCode(text)) ? asCode(text).replace(CHASSIS, '$1-$2') : null;
    case 'overallGrade':
      return overallGrade(text);
    case 'interiorGrade':
      return interiorGrade(text);
    default:
      return null;
  }
}

/** The hyphen is lost easily; a serial number has six or seven figures. */
const CHASSIS = /^([A-Z0-9]*[A-Z][A-Z0-9]*)[- ](\d{6,7})$/;

/** Japanese chassis codes have no letters I, O and Q, so that these are figures. */
const asCode = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[ー一―－—–]/g, '-')
    .replaceAll(/\s*-\s*/g, '-')
    .trim()
    .replaceAll(/[OQ]/g, '0')
    .replaceAll(/[I|]/g, '1');

const thisYear = () => new Date().getUTCFullYear();

/** A vehicle is not registered in the future, and an inspection is valid for a few years at most. */
function within(date: string | null, from: number, to: number): string | null {
  const year = Number((date === null ? null : monthOf(date))?.slice(0, 4) ?? 0);
  return date !== null && year >= from && year <= to ? date : null;
}

function inRange(text: string | null, low: number, high: number): string | null {
  const value = Number((text ?? '').replaceAll(/[^\d]/g, ''));
  return text !== null && value >= low && value <= high ? text : null;
}

/** Signs that a value of the field consists of, for the Latin model; undefined for Japanese text. */
export const SIGNS: Partial<Record<SheetField, string>> = {
  lotNumber: '0123456789',
  mileage: '0123456789,km',
  displacement: '0123456789,c',
  firstRegistration: 'RHS0123456789/.',
  shaken: 'RHS0123456789/.',
  modelCode: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  chassisNumber: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-',
  overallGrade: '0123456789.SRAB',
  interiorGrade: 'ABCDES',
  shift: 'ABCDFGIMSTV0123456789',
  drive: 'ADFMRW24',
  grade: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.- ',
};
