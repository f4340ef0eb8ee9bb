import { Temporal } from 'temporal-polyfill';

const ZONE = 'Asia/Tokyo';

/** Returns the day in Japan at an instant, YYYY-MM-DD. */
export const japanDay = (at: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(ZONE).toPlainDate().toString();

const MAX_WRITTEN = 10_000;
/** Cache of formatted times: the lots of an auction share theirs, and every list formats them again. */
const formatted = new Map<number, string>();

/** Returns ISO 8601 with +09:00, the format of auction times (business-rules.md#auction-times). */
export function japanIso(at: Date): string {
  const ms = at.getTime();
  const cached = formatted.get(ms);
  if (cached) return cached;
  const text = Temporal.Instant.fromEpochMilliseconds(ms).toString({ timeZone: ZONE, smallestUnit: 'second' });
  if (formatted.size >= MAX_WRITTEN) formatted.clear();
  formatted.set(ms, text);
  return text;
}

/** Returns the instant of a wall-clock time (HH:MM) on a Japanese day. */
export const japanInstant = (day: string, time: string): Date =>
  new Date(Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(ZONE).epochMilliseconds);

/** Returns the day that is `days` later; earlier when negative. */
export const shiftDay = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

/** Returns 1 (Monday) to 7 (Sunday). */
export const weekday = (day: string): number => Temporal.PlainDate.from(day).dayOfWeek;

const DAY = { day: 'numeric', month: 'short', timeZone: 'Asia/Tokyo' } as const;

/** The day in Japan as people write it, such as `24 Nov` for `en-GB`. */
export const japanDayText = (at: Date, locale: string): string => new Intl.DateTimeFormat(locale, DAY).format(at);

/** The same with the time of day, such as `24 Nov, 10:30`; the text around it names the zone. */
export const japanDateTime = (at: Date, locale: string): string =>
  new Intl.DateTimeFormat(locale, { ...DAY, hour: '2-digit', minute: '2-digit' }).format(at);
