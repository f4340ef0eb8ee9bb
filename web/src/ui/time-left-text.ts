import { t } from './text.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const isLastHour = (leftMs: number): boolean => leftMs > 0 && leftMs < HOUR_MS;

/** `in 3 d`, `in 2 h 10 min`, `41:07` in the last hour. */
export function timeLeftText(leftMs: number): string {
  if (leftMs >= DAY_MS) return t('ui.timeLeft.days', { days: Math.floor(leftMs / DAY_MS) });
  if (leftMs >= HOUR_MS) return hoursText(leftMs);
  const seconds = Math.max(0, Math.floor(leftMs / 1_000));
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`;
}

/** For a screen reader: the same, changing once a minute. */
export function timeLeftSpoken(leftMs: number): string {
  if (leftMs >= HOUR_MS) return timeLeftText(leftMs);
  return t('ui.timeLeft.minutes', { minutes: Math.max(0, Math.floor(leftMs / MINUTE_MS)) });
}

function hoursText(leftMs: number): string {
  const hours = Math.floor(leftMs / HOUR_MS);
  const minutes = Math.floor((leftMs % HOUR_MS) / MINUTE_MS);
  return minutes === 0 ? t('ui.timeLeft.hours', { hours }) : t('ui.timeLeft.hoursMinutes', { hours, minutes });
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
