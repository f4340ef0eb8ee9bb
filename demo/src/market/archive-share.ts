import { shiftDay } from '@seri/server/platform/i18n/japan-time.ts';

/** Past days of which the archive holds every lot. */
const COMPLETE_DAYS = 14;
/** Share of the lots in the archive for distant days. */
const MIN_SHARE = 0.027;
/** Share just before the complete days; decreases with every earlier day. */
const NEAR_SHARE = 0.6;
const NEAR_DAYS = 12;

/** Cars offered per month, relative to the average: most before the end of Japan's business year in March. */
const SEASON = [0.88, 1.02, 1.24, 1.08, 0.92, 1.0, 1.02, 0.84, 1.08, 1.06, 1.0, 0.86];

/** Month and day of the first and last day without auctions: New Year, the holidays of early May, Obon. */
const CLOSED: readonly (readonly [from: string, to: string])[] = [
  ['12-29', '12-31'],
  ['01-01', '01-05'],
  ['05-03', '05-06'],
  ['08-11', '08-16'],
];

/**
 * The share of a day's lots that the archive holds, relative to `today`: all of the last two weeks, fewer of earlier
 * days, with seasonal variation, and none on closed days.
 */
export function archiveShare(today: string): (day: string) => number {
  const firstCompleteDay = shiftDay(today, -COMPLETE_DAYS);
  const completeSinceMs = Date.parse(firstCompleteDay);
  return (day) => {
    if (day >= firstCompleteDay) return 1;
    const monthAndDay = day.slice(5);
    if (CLOSED.some(([from, to]) => monthAndDay >= from && monthAndDay <= to)) return 0;
    const days = (completeSinceMs - Date.parse(day)) / 86_400_000;
    const season = SEASON[Number(day.slice(5, 7)) - 1] ?? 1;
    return Math.min(1, (MIN_SHARE + NEAR_SHARE * Math.exp(-days / NEAR_DAYS)) * season);
  };
}
