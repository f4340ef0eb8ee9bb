import { groupThousands } from '../theme/number-text.ts';
import css from './money.module.css';

interface MoneyProps {
  /** Whole yen; null is unknown. */
  yen: number | null;
  /** Text for unknown. */
  none?: string;
  /** Write a plus before positive amounts. */
  signed?: boolean;
  className?: string;
}

export function Money({ yen, none = '–', signed = false, className = '' }: MoneyProps) {
  if (yen === null) return <span className={`quiet ${className}`}>{none}</span>;
  return (
    <span className={`${css.money} ${className}`}>
      {signed && yen > 0 && '+'}
      {groupThousands(yen)}
      <span className={css.sign}>¥</span>
    </span>
  );
}

/** A number with its unit, small beside it: `61 000 km`. */
export function Measure({
  value,
  unit,
  none = '–',
  className = '',
}: {
  value: number | null;
  unit: string;
  none?: string;
  className?: string;
}) {
  if (value === null) return <span className={`quiet ${className}`}>{none}</span>;
  return (
    <span className={`${css.money} ${className}`}>
      {groupThousands(value)}
      <span className={css.sign}>{unit}</span>
    </span>
  );
}
