import { shiftDay } from '@seri/server/platform/i18n/japan-time.ts';

/** Past days of which the archive holds every lot. */
const WHOLE_DAYS = 14;
/** What the archive keeps of a day long past. */
const LEAST_SHARE = 0.027;
/** Just behind the whole days it keeps more, and less with every day. */
const NEAR_SHARE = 0.6;
const NEAR_DAYS = 12;

/** Cars offered in a month, beside the average of the year: most before the end of Japan's business year in March. */
const SEASON = [0.88, 1.02, 1.24, 1.08, 0.92, 1.0, 1.02, 0.84, 1.08, 1.06, 1.0, 0.86];

/** Month and day from which and to which no house is open: New Year, the holidays of early May, Obon. */
const CLOSED: readonly (readonly [from: string, to: string])[] = [
  ['12-29', '12-31'],
  ['01-01', '01-05'],
  ['05-03', '05-06'],
  ['08-11', '08-16'],
];

/**
 * Which part of the lots of a day the archive holds, seen from `today`: all of the last two weeks, ever fewer of those
 * before, by the season and none of the days on which the houses are closed.
 */
export function archiveShare(today: string): (day: string) => number {
  const firstWholeDay = shiftDay(today, -WHOLE_DAYS);
  const wholeSinceMs = Date.parse(firstWholeDay);
  return (day) => {
    if (day >= firstWholeDay) return 1;
    const monthAndDay = day.slice(5);
    if (CLOSED.some(([from, to]) => monthAndDay >= from && monthAndDay <= to)) return 0;
    const days = (wholeSinceMs - Date.parse(day)) / 86_400_000;
    const season = SEASON[Number(day.slice(5, 7)) - 1] ?? 1;
    return Math.min(1, (LEAST_SHARE + NEAR_SHARE * Math.exp(-days / NEAR_DAYS)) * season);
  };
}
