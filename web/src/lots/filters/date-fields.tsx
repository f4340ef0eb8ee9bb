import { t } from '../../shell/i18n/i18n.ts';
import { DayField } from '../../ui/forms/day-field.tsx';
import css from './day-strip.module.css';

const ENDS = ['dateFrom', 'dateTo'] as const;

export interface DateFieldsProps {
  /** Takes the focus of the button that opened the fields. */
  takesFocus?: boolean;
  dateFrom: string | undefined;
  dateTo: string | undefined;
  onChange: (changes: { dateFrom?: string | undefined } | { dateTo?: string | undefined }) => void;
  /** Called when an end starts or stops holding an invalid day. */
  onWrong: (end: (typeof ENDS)[number], isWrong: boolean) => void;
}

/** Typed date range; the field debounces typing by 700 ms. */
export function DateFields({ takesFocus = false, onChange, onWrong, ...days }: DateFieldsProps) {
  return (
    <div className={css.span} ref={takesFocus ? focusFirst : undefined}>
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

const focusFirst = (fields: HTMLDivElement | null) => fields?.querySelector('input')?.focus();
