import { LANGUAGE } from '@seri/contract/users/routes.ts';
import { japanDay, shiftDay, weekday } from '../platform/i18n/japan-time.ts';

const SUNDAY = 7;
const DAYS_WITH_ONE_SUNDAY = [0, 1, 2, 3, 4, 5, 6];

/**
 * Returns the next six auction days in Japan, today included: auction houses sell nothing on Sundays
 * (business-rules.md#auction-days).
 */
export function auctionWeek(now: Date, language: number): { value: string; label: string }[] {
  const names = new Intl.DateTimeFormat(language === LANGUAGE.ru ? 'ru' : 'en', { weekday: 'short', timeZone: 'UTC' });
  return DAYS_WITH_ONE_SUNDAY.map((days) => shiftDay(japanDay(now), days))
    .filter((day) => weekday(day) !== SUNDAY)
    .map((day) => ({ value: day, label: capitalised(names.format(new Date(`${day}T00:00:00Z`))) }));
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
