import { BadCell, quoted } from './plain-text.ts';
import { readDateParts, type YearOptions } from './years.ts';

export type DayOrder = 'ymd' | 'dmy' | 'mdy';

const YEAR_LAST: Readonly<Record<Exclude<DayOrder, 'ymd'>, RegExp>> = {
  dmy: /^(?<d>\d{1,2}) ?[-/.] ?(?<m>\d{1,2}) ?[-/.] ?(?<y>\d{4})$/,
  mdy: /^(?<m>\d{1,2}) ?[-/.] ?(?<d>\d{1,2}) ?[-/.] ?(?<y>\d{4})$/,
};
const WEEKDAY = / ?(?:\((?:[日月火水木金土]|mon|tue|wed|thu|fri|sat|sun)[a-z]*(?:曜日?)?\)|[日月火水木金土]曜日?)$/i;

export interface DayOptions extends YearOptions {
  order?: DayOrder | undefined;
}

/** A day as YYYY-MM-DD, eras included. Its existence is checked later, with the whole row. */
export function readDay(cell: string, { order = 'ymd', ...options }: DayOptions = {}): string {
  const text = cell.replace(WEEKDAY, '');
  const { y, m, d } = (order === 'ymd' ? undefined : YEAR_LAST[order].exec(text)?.groups) ?? {};
  if (y !== undefined && m !== undefined && d !== undefined) return `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
  if (order !== 'ymd' && !/\d{4}.*\d.*\d|[a-z]|年/i.test(text)) throw new BadCell(`${quoted(cell)} is no day`);
  const { year, month, day } = partsOf(text, cell, options);
  if (month === null || day === null) throw new BadCell(`${quoted(cell)} is no day`);
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function partsOf(text: string, cell: string, options: YearOptions) {
  try {
    return readDateParts(text, options);
  } catch (error) {
    if (error instanceof BadCell && error.message.endsWith('is no year'))
      throw new BadCell(`${quoted(cell)} is no day`);
    throw error;
  }
}

const CLOCK =
  /^(?<half>午前|午後|am |pm )? ?(?<h>\d{1,2}) ?[:時]? ?(?:(?<m>\d{2}|\d(?= ?分)) ?(?:[:分] ?(?:(?<s>\d{2})秒?)?)?)?(?:\.\d+)? ?(?<half2>[ap]\.?m\.?)?$/i;
const NOON = 12;

/** Reads a Japanese or international clock time: `10:30`, `1030`, `10時30分`, `午後1時`, `1:05 PM`. */
export function readInstant(day: string, clock: string, offset: string): string {
  const { half, half2, h, m = '00', s = '00' } = CLOCK.exec(clock)?.groups ?? {};
  if (h === undefined) throw new BadCell(`${quoted(clock)} is no time`);
  const word = (half ?? half2 ?? '').toLowerCase().replaceAll('.', '').trim();
  let hour = Number(h);
  if (word !== '') {
    // 午後0時 is noon and 12 AM is midnight.
    if (hour > NOON) throw new BadCell(`${quoted(clock)} is no time`);
    const isAfternoon = word === '午後' || word === 'pm';
    hour = (hour % NOON) + (isAfternoon ? NOON : 0);
  }
  return `${day}T${String(hour).padStart(2, '0')}:${m.padStart(2, '0')}:${s}${offset}`;
}

const WITH_CLOCK =
  /^(?<day>.+?)(?:T|(?<=日|\)) ?| )(?<clock>(?:午前|午後) ?\d{1,2}.*?|\d{1,2}[:時]\d{0,2}.*?) ?(?<zone>Z|JST|UTC|[+-]\d{2}:?\d{2})?$/;
const NAMED_ZONES: Readonly<Record<string, string>> = { Z: 'Z', UTC: 'Z', JST: '+09:00' };

export interface TimeOptions extends DayOptions {
  /** Time zone of times without one. */
  offset: string;
}

/** An instant with its zone, or only a day. */
export function readTime(cell: string, { offset, ...options }: TimeOptions): string {
  const { day, clock, zone } = WITH_CLOCK.exec(cell)?.groups ?? {};
  if (day === undefined || clock === undefined) return readDay(cell, options);
  const given = zone === undefined ? offset : (NAMED_ZONES[zone] ?? zone.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2'));
  return readInstant(readDay(day, options), clock, given);
}
