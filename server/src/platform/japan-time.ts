import { Temporal } from 'temporal-polyfill';

const ZONE = 'Asia/Tokyo';

/** The day in Japan at an instant, YYYY-MM-DD. */
export const japanDay = (at: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(ZONE).toPlainDate().toString();

/** ISO 8601 with +09:00, as auction times travel (decisions D4.33). */
export const japanIso = (at: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toString({ timeZone: ZONE, smallestUnit: 'second' });

/** The instant of a wall-clock time (HH:MM) on a Japanese day. */
export const japanInstant = (day: string, time: string): Date =>
  new Date(Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(ZONE).epochMilliseconds);

/** A day some days later or earlier. */
export const shiftDay = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

/** 1 = Monday to 7 = Sunday. */
export const weekday = (day: string): number => Temporal.PlainDate.from(day).dayOfWeek;
