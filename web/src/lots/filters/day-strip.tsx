import { useQuery } from '@tanstack/react-query';
import { serverNow } from '../../shell/i18n/clock.ts';
import { japanDay, japanIsoDay, japanWeekday } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { lotQueries } from '../core/queries.ts';
import css from './day-strip.module.css';
import chips from './open-chips.module.css';

interface DayStripProps {
  days: readonly string[];
  onChange: (days: string[]) => void;
  /** Squares for the filter sheet of a phone, chips for its list. */
  look?: 'strip' | 'tiles' | 'chips';
}

/** The next auction days in Japan; several may be chosen. */
export function DayStrip({ days, onChange, look = 'strip' }: DayStripProps) {
  const { data } = useQuery(lotQueries.weekDays());
  const offered = data?.dayList.map((day) => day.value) ?? [];
  const today = japanIsoDay(serverNow());
  const toggle = (day: string) =>
    onChange(days.includes(day) ? days.filter((chosen) => chosen !== day) : [...days, day].sort());
  return (
    <fieldset className={look === 'chips' ? chips.chips : css[look]} aria-label={t('lots.days.name')}>
      {look === 'strip' && (
        <button type="button" aria-pressed={days.length === 0} onClick={() => onChange([])}>
          <b>{t('lots.days.all')}</b>
          <span>{t('lots.days.allNote')}</span>
        </button>
      )}
      {offered.map((day) => (
        <button key={day} type="button" aria-pressed={days.includes(day)} onClick={() => toggle(day)}>
          <b>
            {day === today && look === 'strip' ? t('lots.days.today', { day: japanWeekday(day) }) : japanWeekday(day)}
          </b>{' '}
          <span>{look === 'strip' ? japanDay(day) : japanDay(day).split(' ')[0]}</span>
        </button>
      ))}
    </fieldset>
  );
}
