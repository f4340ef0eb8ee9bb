import { isLastHour, timeLeftPhrase, timeLeftSpoken, timeLeftText } from './time-left-text.ts';

interface TimeLeftProps {
  /** ISO instant. */
  to: string;
  /** Server time in milliseconds. */
  now: number;
  /** Shown from that instant on. */
  ended: string;
  /** For use alone or after a label without a preposition: `in 3 days` instead of `3 d`. */
  phrase?: boolean;
  /** Announce the remaining minutes once a minute; for one countdown on a page, not for lists. */
  announced?: boolean;
  className?: string;
}

export function TimeLeft({ to, now, ended, phrase = false, announced = false, className = '' }: TimeLeftProps) {
  const leftMs = Date.parse(to) - now;
  if (leftMs <= 0) return <span className={`quiet ${className}`}>{ended}</span>;
  return (
    <span className={`nowrap strong ${isLastHour(leftMs) ? 'hot' : ''} ${className}`}>
      <span aria-hidden="true">{phrase ? timeLeftPhrase(leftMs) : timeLeftText(leftMs)}</span>
      <span className="visually-hidden" aria-live={announced ? 'polite' : 'off'}>
        {timeLeftSpoken(leftMs)}
      </span>
    </span>
  );
}
