import { useEffect, useEffectEvent, useId } from 'react';
import { t } from '../theme/text.ts';
import css from './day-field.module.css';
import { dayWithDashes, isDay } from './day-text.ts';
import box from './field-box.module.css';
import { useDebouncedInput } from './use-debounced-input.ts';

interface DayFieldProps {
  label: string;
  /** Said when what was typed is no day. */
  invalid: string;
  /** YYYY-MM-DD */
  value: string | undefined;
  onChange: (day: string | undefined) => void;
  /** Told when what stands in the field becomes no day, and when it is one again. */
  onWrong?: (isWrong: boolean) => void;
}

/** A day typed as YYYY-MM-DD or left empty; an impossible one changes nothing and says so. */
export function DayField({ label, invalid, value = '', onChange, onWrong }: DayFieldProps) {
  const id = useId();
  const [text, setText, isSettled, settleNow] = useDebouncedInput(
    value,
    (typed) => onChange(typed || undefined),
    isAcceptable,
  );
  const isWrong = isSettled && !isAcceptable(text);
  const tell = useEffectEvent((wrong: boolean) => onWrong?.(wrong));
  useEffect(() => tell(isWrong), [isWrong]);
  return (
    <div className={css.field}>
      <label className={box.box} data-bad={isWrong || undefined}>
        <span className={box.label}>{label}</span>
        <input
          className={box.bound}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t('ui.day.form')}
          aria-label={label}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? id : undefined}
          value={text}
          onBlur={settleNow}
          onKeyDown={(event) => {
            // A form around it is sent with the day that stands here, not with the one before.
            if (event.key === 'Enter' && settleNow()) event.stopPropagation();
          }}
          onChange={(event) => setText(dayWithDashes(event.currentTarget.value))}
        />
      </label>
      {isWrong && (
        <p id={id} role="alert">
          {invalid}
        </p>
      )}
    </div>
  );
}

const isAcceptable = (text: string): boolean => text === '' || isDay(text);
