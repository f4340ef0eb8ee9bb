// Kept instead of Mantine's DateInput, because days are typed and the listing loads without Mantine.

import { useEffect, useEffectEvent, useId } from 'react';
import { t } from '../theme/text.ts';
import css from './day-field.module.css';
import { dayWithDashes, isDay } from './day-text.ts';
import box from './field-box.module.css';
import { useDebouncedInput } from './use-debounced-input.ts';

interface DayFieldProps {
  label: string;
  /** Shown if the typed text is not a valid day. */
  invalid: string;
  /** YYYY-MM-DD */
  value: string | undefined;
  onChange: (day: string | undefined) => void;
  /** Called when the field starts or stops holding an invalid day. */
  onWrong?: (isWrong: boolean) => void;
}

/** Field for a day as YYYY-MM-DD, or empty; an impossible day changes nothing and shows a message. */
export function DayField({ label, invalid, value = '', onChange, onWrong }: DayFieldProps) {
  const id = useId();
  const [text, setText, isSettled, flush] = useDebouncedInput(
    value,
    (typed) => onChange(typed || undefined),
    isAcceptable,
  );
  const isWrong = isSettled && !isAcceptable(text);
  const reportWrong = useEffectEvent((wrong: boolean) => onWrong?.(wrong));
  useEffect(() => reportWrong(isWrong), [isWrong]);
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
          onBlur={flush}
          onKeyDown={(event) => {
            // Pass the typed day on first, so that Enter sends the surrounding form with it.
            if (event.key === 'Enter' && flush()) event.stopPropagation();
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
