import { Temporal } from 'temporal-polyfill';

const ZONE = 'Asia/Tokyo';

/** The day in Japan at an instant, YYYY-MM-DD. */
export const japanDay = (at: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(ZONE).toPlainDate().toString();

const MAX_WRITTEN = 10_000;
/** The lots of a hall share their times, and every list writes them again: it took a fourteenth of a page's time. */
const written = new Map<number, string>();

/** ISO 8601 with +09:00, as auction times travel (business-rules.md#auction-times). */
export function japanIso(at: Date): string {
  const ms = at.getTime();
  const known = written.get(ms);
  if (known) return known;
  const text = Temporal.Instant.fromEpochMilliseconds(ms).toString({ timeZone: ZONE, smallestUnit: 'second' });
  if (written.size >= MAX_WRITTEN) written.clear();
  written.set(ms, text);
  return text;
}

/** The instant of a wall-clock time (HH:MM) on a Japanese day. */
export const japanInstant = (day: string, time: string): Date =>
  new Date(Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(ZONE).epochMilliseconds);

/** A day some days later or earlier. */
export const shiftDay = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

/** 1 = Monday to 7 = Sunday. */
export const weekday = (day: string): number => Temporal.PlainDate.from(day).dayOfWeek;
