import { t } from '../../shell/i18n/i18n.ts';
import { DayField } from '../../ui/forms/day-field.tsx';
import css from './day-strip.module.css';

const ENDS = ['dateFrom', 'dateTo'] as const;

interface DateFieldsProps {
  dateFrom: string | undefined;
  dateTo: string | undefined;
  onChange: (changes: { dateFrom?: string | undefined } | { dateTo?: string | undefined }) => void;
  /** An end holds something that is no day. */
  onWrong: (end: (typeof ENDS)[number], isWrong: boolean) => void;
}

/** A span of days, typed; the field waits 700 ms for the last digit by itself. */
export function DateFields({ onChange, onWrong, ...days }: DateFieldsProps) {
  return (
    <div className={css.span}>
      {ENDS.map((end) => (
        <DayField
          key={end}
          label={t(`lots.days.${end}`)}
          invalid={t('lots.days.invalid')}
          value={days[end]}
          onChange={(day) => onChange({ [end]: day })}
          onWrong={(isWrong) => onWrong(end, isWrong)}
        />
      ))}
    </div>
  );
}
