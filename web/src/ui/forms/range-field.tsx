import { groupThousands, numberOf } from '../theme/number-text.ts';
import { t } from '../theme/text.ts';
import css from './field-box.module.css';

interface RangeFieldProps {
  /** Muted label inside the field: `km`, `Year`. */
  label: string;
  /** 0 or undefined is an open end. */
  from: number | undefined;
  to: number | undefined;
  onChange: (range: { from: number | undefined; to: number | undefined }) => void;
  /** False for years, which have no thin spaces. */
  grouped?: boolean;
  maxDigits?: number;
}

/** Two numbers in one field; the caller decides when a typed number is final. */
export function RangeField({ label, from, to, onChange, grouped = true, maxDigits = 7 }: RangeFieldProps) {
  const textOf = (value: number | undefined) => (value ? (grouped ? groupThousands(value) : String(value)) : '');
  const bound = (end: 'from' | 'to') => (
    <input
      className={css.bound}
      inputMode="numeric"
      autoComplete="off"
      placeholder={end === 'from' ? t('ui.range.from') : t('ui.range.to')}
      aria-label={end === 'from' ? t('ui.range.fromName', { label }) : t('ui.range.toName', { label })}
      value={textOf(end === 'from' ? from : to)}
      onChange={(event) => onChange({ from, to, [end]: numberOf(event.currentTarget.value, maxDigits) || undefined })}
    />
  );
  return (
    <div className={`${css.box} ${css.range}`}>
      <span className={css.label}>{label}</span>
      {bound('from')}
      <span className="quiet" aria-hidden="true">
        –
      </span>
      {bound('to')}
    </div>
  );
}
