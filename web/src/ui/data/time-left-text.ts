import { t } from '../theme/text.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const isLastHour = (leftMs: number): boolean => leftMs > 0 && leftMs < HOUR_MS;

/** `3 d`, `2 h 10 m`, `41:07` in the last hour: below a heading or label that names the countdown. */
export function timeLeftText(leftMs: number): string {
  if (leftMs >= DAY_MS) return t('ui.timeLeft.days', { days: Math.floor(leftMs / DAY_MS) });
  if (leftMs >= HOUR_MS) return hoursText(leftMs, 'ui.timeLeft.hours', 'ui.timeLeft.hoursMinutes');
  return clockText(leftMs);
}

/** `in 3 days`, `in 2 h 10 min`, `in 41:07`: after a label without its own preposition (`Bidding closes`). */
export function timeLeftPhrase(leftMs: number): string {
  if (leftMs >= DAY_MS) return t('ui.timeLeft.inDays', { count: Math.floor(leftMs / DAY_MS) });
  if (leftMs >= HOUR_MS) return hoursText(leftMs, 'ui.timeLeft.inHours', 'ui.timeLeft.inHoursMinutes');
  return t('ui.timeLeft.inClock', { clock: clockText(leftMs) });
}

/** For a screen reader: the phrase, changing once a minute. */
export function timeLeftSpoken(leftMs: number): string {
  if (leftMs >= HOUR_MS) return timeLeftPhrase(leftMs);
  return t('ui.timeLeft.minutes', { minutes: Math.max(0, Math.floor(leftMs / MINUTE_MS)) });
}

function hoursText(leftMs: number, whole: string, withMinutes: string): string {
  const hours = Math.floor(leftMs / HOUR_MS);
  const minutes = Math.floor((leftMs % HOUR_MS) / MINUTE_MS);
  return minutes === 0 ? t(whole, { hours }) : t(withMinutes, { hours, minutes });
}

function clockText(leftMs: number): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1_000));
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
