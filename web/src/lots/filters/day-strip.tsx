import { useQuery } from '@tanstack/react-query';
import { serverNow } from '../../shell/i18n/clock.ts';
import { japanDay, japanIsoDay, japanWeekday } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { lotQueries } from '../core/queries.ts';
import css from './day-strip.module.css';

interface DayStripProps {
  days: readonly string[];
  onChange: (days: string[]) => void;
  /** Squares for the filter sheet of a phone instead of one strip. */
  tiles?: boolean;
}

/** The next auction days in Japan; several may be chosen. */
export function DayStrip({ days, onChange, tiles = false }: DayStripProps) {
  const { data } = useQuery(lotQueries.weekDays());
  const offered = data?.dayList.map((day) => day.value) ?? [];
  const today = japanIsoDay(serverNow());
  const toggle = (day: string) =>
    onChange(days.includes(day) ? days.filter((chosen) => chosen !== day) : [...days, day].sort());
  return (
    <fieldset className={tiles ? css.tiles : css.strip} aria-label={t('lots.days.name')}>
      {!tiles && (
        <button type="button" aria-pressed={days.length === 0} onClick={() => onChange([])}>
          <b>{t('lots.days.all')}</b>
          <span>{t('lots.days.allNote')}</span>
        </button>
      )}
      {offered.map((day) => (
        <button key={day} type="button" aria-pressed={days.includes(day)} onClick={() => toggle(day)}>
          <b>{day === today && !tiles ? t('lots.days.today', { day: japanWeekday(day) }) : japanWeekday(day)}</b>
          <span>{tiles ? japanDay(day).split(' ')[0] : japanDay(day)}</span>
        </button>
      ))}
    </fieldset>
  );
}
