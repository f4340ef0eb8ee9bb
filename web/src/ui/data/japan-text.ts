import { languageOfTexts, t } from '../theme/text.ts';

const JAPAN = 'Asia/Tokyo';
const formatters = new Map<string, Intl.DateTimeFormat>();

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>;

function partsOf(at: string | number, options: Intl.DateTimeFormatOptions, timeZone: string | undefined): Parts {
  const locale = languageOfTexts() === 'ru' ? 'ru' : 'en-US';
  const key = JSON.stringify([locale, options, timeZone]);
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    formatters.set(key, formatter);
  }
  // A bare day has no time of day: noon keeps it the same day in Japan.
  const instant = new Date(typeof at === 'string' && at.length === 10 ? `${at}T12:00:00+09:00` : at);
  const parts: Parts = {};
  for (const { type, value } of formatter.formatToParts(instant)) parts[type] = value;
  return parts;
}

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const SECONDS = { ...CLOCK, second: '2-digit' } as const;
const dayMonth = ({ day, month }: Parts): string => `${day} ${month}`;

/** `10:30` in Japan. */
export function japanClock(at: string | number): string {
  const { hour, minute } = partsOf(at, CLOCK, JAPAN);
  return `${hour}:${minute}`;
}

/** `08:18:42` in Japan. */
export function japanSeconds(at: string | number): string {
  const { hour, minute, second } = partsOf(at, SECONDS, JAPAN);
  return `${hour}:${minute}:${second}`;
}

/** `24 Nov` in Japan; takes an instant or a `YYYY-MM-DD`. */
export const japanDay = (at: string | number): string =>
  dayMonth(partsOf(at, { day: 'numeric', month: 'short' }, JAPAN));

/** The same, with a dash for an unknown day. */
export const japanDayOrDash = (day: string | null): string => (day === null ? '–' : japanDay(day));

/** `Tue` in Japan. */
export const japanWeekday = (at: string | number): string => partsOf(at, { weekday: 'short' }, JAPAN).weekday ?? '';

/** `Tue 24 Nov` in Japan. */
export const japanDate = (at: string | number): string => `${japanWeekday(at)} ${japanDay(at)}`;

/** `24 Nov 2026` in Japan. */
export const japanFullDate = (at: string | number): string => {
  const parts = partsOf(at, { day: 'numeric', month: 'short', year: 'numeric' }, JAPAN);
  return `${dayMonth(parts)} ${parts.year}`;
};

const isBareDay = (at: string | number): boolean => typeof at === 'string' && at.length === 10;

/** `24 Nov 10:30` in Japan; a bare day has no time of day. */
export const japanDateTime = (at: string | number): string =>
  isBareDay(at) ? japanDay(at) : `${japanDay(at)} ${japanClock(at)}`;

/** `Tue 24 Nov 10:30` in Japan; a bare day has no time of day. */
export const japanFullTime = (at: string | number): string =>
  isBareDay(at) ? japanDate(at) : `${japanDate(at)} ${japanClock(at)}`;

/** `Tue 24 Nov 10:30, Japan time`: for sentences that do not name the zone themselves. */
export const zonedTime = (at: string | number): string => t('ui.japanTime', { time: japanFullTime(at) });

/** `Tue 24 Nov 03:30, your time`. */
export const zonedOwnTime = (at: string | number): string => t('ui.readerTime', { time: ownFullTime(at) });

/** `10:00–11:00, Japan time`. */
export const zonedSpan = (from: string | number, to: string | number): string =>
  t('ui.japanTime', { time: `${japanClock(from)}–${japanClock(to)}` });

/** `10:30, Japan time`. */
export const zonedClock = (at: string | number): string => t('ui.japanTime', { time: japanClock(at) });

/**
 * `Tue 24 Nov 10:30, Japan time (your time: Tue 24 Nov 03:30)`: for times that a decision depends on. Omits the second
 * time if the reader's clock equals Japan's.
 */
export function decisionTime(at: string | number): string {
  const [japan, own] = [japanFullTime(at), ownFullTime(at)];
  return isBareDay(at) || japan === own ? zonedTime(at) : t('ui.bothTimes', { japan, own });
}

/** `YYYY-MM-DD` in Japan, as the API writes days. */
export const japanIsoDay = (at: string | number): string =>
  new Date(new Date(at).getTime() + 9 * 3_600_000).toISOString().slice(0, 10);

/** The same instant by the reader's own clock: `Tue 24 Nov 03:30`. */
export function ownFullTime(at: string | number): string {
  const day = partsOf(at, { weekday: 'short', day: 'numeric', month: 'short' }, undefined);
  const { hour, minute } = partsOf(at, CLOCK, undefined);
  return `${day.weekday} ${dayMonth(day)} ${hour}:${minute}`;
}
