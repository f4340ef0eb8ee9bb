import { createHash } from 'node:crypto';

/** Why a cell says nothing, for the list of refused rows. */
export class BadCell extends Error {}

/** Full-width letters and digits of Japanese lists become plain ones. */
export const plain = (cell: string): string => cell.normalize('NFKC').trim();

const NUMBER = /^[-+]?\d+(\.\d+)?$/;

/** A whole number in our own unit; thousands may be parted by commas or spaces. */
export function wholeNumber(cell: string, factor: number): number {
  const digits = cell.replace(/[,\s¥£$€]/g, '');
  if (!NUMBER.test(digits)) throw new BadCell(`${JSON.stringify(cell)} is no number`);
  return Math.round(Number(digits) * factor);
}

const ERAS: Readonly<Record<string, number>> = {
  R: 2018,
  令和: 2018,
  H: 1988,
  平成: 1988,
  S: 1925,
  昭和: 1925,
};
const ERA_YEAR = /^(R|H|S|令和|平成|昭和)\s*(\d{1,2}|元)年?$/i;
const YEAR = /^(\d{4})(?:年|[-/.年].*)?$/;

/** 2018, 2018年, H30, 平成30年; a day counts as its year. */
export function yearNumber(cell: string): number {
  const [, era, ofEra] = ERA_YEAR.exec(cell) ?? [];
  if (era !== undefined && ofEra !== undefined)
    return (ERAS[era.toUpperCase()] ?? 0) + (ofEra === '元' ? 1 : Number(ofEra));
  const [, year] = YEAR.exec(cell) ?? [];
  if (year === undefined) throw new BadCell(`${JSON.stringify(cell)} is no year`);
  return Number(year);
}

type DayOrder = 'ymd' | 'dmy' | 'mdy';
const DAYS: Readonly<Record<DayOrder, RegExp>> = {
  ymd: /^(?<y>\d{4})[-/.年]?(?<m>\d{1,2})[-/.月]?(?<d>\d{1,2})日?$/,
  dmy: /^(?<d>\d{1,2})[-/.](?<m>\d{1,2})[-/.](?<y>\d{4})$/,
  mdy: /^(?<m>\d{1,2})[-/.](?<d>\d{1,2})[-/.](?<y>\d{4})$/,
};

/** A day as YYYY-MM-DD; whether it exists is asked later, as of every row. */
export function dayOf(cell: string, order: DayOrder = 'ymd'): string {
  const { y, m, d } = DAYS[order].exec(cell)?.groups ?? {};
  if (y === undefined || m === undefined || d === undefined) throw new BadCell(`${JSON.stringify(cell)} is no day`);
  return `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
}

const CLOCK = /^(\d{1,2})[:時]?(\d{2})?(?:[:分](\d{2})?)?分?$/;

export function instantOf(day: string, clock: string, offset: string): string {
  const [, hour, minute = '00', second = '00'] = CLOCK.exec(clock) ?? [];
  if (hour === undefined) throw new BadCell(`${JSON.stringify(clock)} is no time`);
  return `${day}T${hour.padStart(2, '0')}:${minute}:${second}${offset}`;
}

const WITH_CLOCK = /^(?<day>\S+)[T ](?<clock>\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?(?<zone>Z|[+-]\d{2}:\d{2})?$/;

/** An instant with zone, or a day alone. */
export function timeOf(cell: string, order: DayOrder | undefined, offset: string): string {
  const { day, clock, zone } = WITH_CLOCK.exec(cell)?.groups ?? {};
  if (day === undefined || clock === undefined) return dayOf(cell, order);
  return instantOf(dayOf(day, order), clock, zone ?? offset);
}

const digest = (cells: readonly string[]) => createHash('sha256').update(cells.join('\u001f')).digest();

/** The same cells give the same key, in every file and on every machine. */
export const keyOf = (cells: readonly string[]): string => digest(cells).toString('hex').slice(0, 24);

/** As `keyOf`, within the numbers a lot may have. */
export const numberOf = (cells: readonly string[]): number => (digest(cells).readUIntBE(0, 6) % 9_999_999) + 1;
