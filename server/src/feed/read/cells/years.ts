import { BadCell, quoted } from './plain-text.ts';

/** Japanese eras in a mapping, and `AD` for two-digit years of 19.. or 20.. */
export const ERAS = ['R', 'H', 'S', 'T', 'AD'] as const;
export type Era = (typeof ERAS)[number];

/** The year before the first of an era, and the era's last one. */
const BEFORE: Readonly<Record<Exclude<Era, 'AD'>, { year: number; last: number }>> = {
  R: { year: 2018, last: 99 },
  H: { year: 1988, last: 31 },
  S: { year: 1925, last: 64 },
  T: { year: 1911, last: 15 },
};
const ERA_NAMES: Readonly<Record<string, Exclude<Era, 'AD'>>> = {
  ...{ r: 'R', h: 'H', s: 'S', t: 'T', 令和: 'R', 平成: 'H', 昭和: 'S', 大正: 'T', 令: 'R', 平: 'H', 昭: 'S', 大: 'T' },
};
/** Two-digit years from here on belong to the previous century. */
const FIRST_OF_LAST_CENTURY = 50;

export interface YearMonth {
  year: number;
  /** Null where the cell has only the year. */
  month: number | null;
}
export interface DateParts extends YearMonth {
  day: number | null;
}

export interface YearOptions {
  /** Era of a one- or two-digit year; without it such a year is refused. */
  era?: Era | undefined;
  /** Upper bound of a vehicle's year minus one: later years are probably in the wrong era. */
  fileYear?: number | undefined;
}

const ERA = '(?<era>令和|平成|昭和|大正|[令平昭大]|[rhst])\\.? ?';
const SEPARATOR = '(?: ?[-/.年] ?| )';
const MONTH_AND_DAY = `(?:${SEPARATOR}(?<m>\\d{1,2}) ?月?(?:${SEPARATOR.replace('年', '月')}(?<d>\\d{1,2}) ?日?)?)?`;
const BEHIND = '(?: ?(?:年式|年|年型|モデル|model|登録))?';
const OF_ERA = new RegExp(`^${ERA}(?<y>\\d{1,2}|元)(?: ?年)?${MONTH_AND_DAY}${BEHIND}$`);
const COMPACT_OF_ERA = /^(?<era>[rhst])(?<y>\d{2})(?<m>\d{2})(?<d>\d{2})?$/;
const WESTERN = new RegExp(`^(?<y>\\d{4})(?: ?年)?${MONTH_AND_DAY}${BEHIND}$`);
const COMPACT = /^(?<y>(?:19|20)\d{2})(?<m>\d{2})(?<d>\d{2})?$/;
const MONTH_FIRST = /^(?<m>\d{1,2}) ?[-/.] ?(?<y>\d{4})$/;
const SHORT = new RegExp(`^'?(?<y>\\d{1,2})(?: ?年)?${MONTH_AND_DAY}${BEHIND}$`);
/** `2011(H23)`, `H23(2011)`, `2011/H23`: the same year twice. */
const TWICE = /^(?<one>.+?) ?(?:\((?<other>[^()]+)\)|\/ ?(?<era>(?:[rhst]|令和|平成|昭和|大正).+))(?<rest>.*)$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NAMED_MONTH =
  /^(?:(?<d>\d{1,2})[ -])?(?<name>[a-z]{3,9})\.?[ -](?:(?<d2>\d{1,2}),? )?(?<y>\d{4})$|^(?<y2>\d{4})[ -](?<name2>[a-z]{3,9})\.?$/;

/**
 * Reads year, month and day of a cell in that order, as far as present: `2018/04`, `平成30年4月`, `H30.4`, `R元`,
 * `2011(H23)`, `201804`, `Apr 2018`. Refuses ambiguous cells with a reason.
 */
export function readDateParts(cell: string, options: YearOptions = {}): DateParts {
  const text = cell.toLowerCase().replace(/\u2010|\u2011|\u2012|\u2013|\u2212/gu, '-');
  // Spreadsheets write a year as 2018.0 when another cell of the column is empty.
  const float = /^(\d{4})\.0$/.exec(text)?.[1];
  if (float !== undefined) return { year: Number(float), month: null, day: null };
  const twice = TWICE.exec(text)?.groups;
  if (twice) return sameTwice(twice, options, cell);
  return (
    ofEra(OF_ERA.exec(text) ?? COMPACT_OF_ERA.exec(text), options, cell) ??
    western(WESTERN.exec(text) ?? COMPACT.exec(text) ?? MONTH_FIRST.exec(text), cell) ??
    namedMonth(text, cell) ??
    shortYear(text, options, cell)
  );
}

type Found = RegExpExecArray | null;

function ofEra(found: Found, { fileYear }: YearOptions, cell: string): DateParts | null {
  const { era = '', y = '', m, d } = found?.groups ?? {};
  const name = ERA_NAMES[era];
  if (name === undefined) return null;
  const ofEraYear = y === '元' ? 1 : Number(y);
  const { year: before, last } = BEFORE[name];
  const year = before + ofEraYear;
  if (ofEraYear < 1 || ofEraYear > last) throw new BadCell(`${quoted(cell)}: there is no such year of the era`);
  if (fileYear !== undefined && name === 'R' && year > fileYear + 1)
    throw new BadCell(`${quoted(cell)} is ${year}, a year to come: is it another era?`);
  return checked({ year, m, d }, cell);
}

function western(found: Found, cell: string): DateParts | null {
  const { y, m, d } = found?.groups ?? {};
  return y === undefined ? null : checked({ year: Number(y), m, d }, cell);
}

function namedMonth(text: string, cell: string): DateParts | null {
  const { d, name, d2, y, y2, name2 } = NAMED_MONTH.exec(text)?.groups ?? {};
  const word = name ?? name2;
  const month = word === undefined ? -1 : MONTHS.indexOf(word.slice(0, 3));
  return month === -1 ? null : checked({ year: Number(y ?? y2), m: String(month + 1), d: d ?? d2 }, cell);
}

function shortYear(text: string, { era }: YearOptions, cell: string): DateParts {
  const { y, m, d } = SHORT.exec(text)?.groups ?? {};
  if (y === undefined) throw new BadCell(`${quoted(cell)} is no year`);
  if (era === undefined)
    throw new BadCell(`${quoted(cell)} does not say which era its year counts in: write "era" into the mapping`);
  if (era === 'AD') {
    const year = Number(y) + (Number(y) >= FIRST_OF_LAST_CENTURY ? 1900 : 2000);
    return checked({ year, m, d }, cell);
  }
  const { year: before, last } = BEFORE[era];
  if (Number(y) < 1 || Number(y) > last) throw new BadCell(`${quoted(cell)}: there is no such year of the era`);
  return checked({ year: before + Number(y), m, d }, cell);
}

/** Both must be the same year; the month may be in either, or follow them. */
function sameTwice(twice: Record<string, string | undefined>, options: YearOptions, cell: string): DateParts {
  const { one = '', other, era, rest = '' } = twice;
  const [first, second] = [
    readDateParts((one + rest).trim(), options),
    readDateParts((other ?? era ?? '').trim(), options),
  ];
  if (first.year !== second.year) throw new BadCell(`${quoted(cell)} names two different years`);
  if (first.month !== null && second.month !== null && first.month !== second.month)
    throw new BadCell(`${quoted(cell)} names two different months`);
  return { year: first.year, month: first.month ?? second.month, day: first.day ?? second.day };
}

function checked(
  { year, m, d }: { year: number; m: string | undefined; d: string | undefined },
  cell: string,
): DateParts {
  const month = m === undefined ? null : Number(m);
  const day = d === undefined ? null : Number(d);
  if (month !== null && (month < 1 || month > 12)) throw new BadCell(`${quoted(cell)}: there is no month ${month}`);
  if (day !== null && (day < 1 || day > 31)) throw new BadCell(`${quoted(cell)}: there is no day ${day}`);
  return { year, month, day };
}

/** The year of a vehicle, and its month where the cell has one. */
export function readYear(cell: string, options: YearOptions = {}): YearMonth {
  const { year, month } = readDateParts(cell, options);
  return { year, month };
}

const MONTH_ALONE = /^(\d{1,2}) ?月?$/;

/** The month of a cell that contains it alone or after its year; null where there is only the year. */
export function readMonth(cell: string, options: YearOptions = {}): number | null {
  const alone = MONTH_ALONE.exec(cell)?.[1];
  if (alone === undefined) {
    const named = MONTHS.indexOf(cell.toLowerCase().slice(0, 3));
    if (named !== -1 && /^[a-z]{3,9}\.?$/i.test(cell)) return named + 1;
    return readDateParts(cell, options).month;
  }
  const month = Number(alone);
  if (month < 1 || month > 12) throw new BadCell(`${quoted(cell)}: there is no month ${month}`);
  return month;
}
