import { Hint } from '../overlays/hint.tsx';
import { t } from '../theme/text.ts';
import { japanClock, japanDate, japanDateTime, japanDay, japanFullTime, ownFullTime } from './japan-text.ts';

const SHAPES = { clock: japanClock, day: japanDay, date: japanDate, short: japanDateTime, full: japanFullTime };

interface JapanTimeProps {
  /** ISO instant. */
  at: string;
  /** `short`: 24 Nov 10:30; `full`: Tue 24 Nov 10:30; `clock`: 10:30; `day`: 24 Nov; `date`: Tue 24 Nov. */
  shape?: keyof typeof SHAPES;
  /** Name the zone in the text too, if no heading does. */
  zone?: boolean;
  className?: string;
}

/** A time in Japan, with the reader's own time on hover, tap and focus. */
export function JapanTime({ at, shape = 'short', zone = false, className = '' }: JapanTimeProps) {
  const text = SHAPES[shape](at);
  // A bare day is the auction's own, and the same in every time zone.
  if (at.length === 10) return <span className={`nowrap ${className}`}>{text}</span>;
  return (
    <Hint
      text={t('ui.ownTime', { time: ownFullTime(at) })}
      focus={zone ? 'own' : 'row'}
      // With its zone a time is too long for one line of a phone.
      className={zone ? className : `nowrap ${className}`}
    >
      <time dateTime={at}>{zone ? t('ui.japanTime', { time: text }) : text}</time>
    </Hint>
  );
}
