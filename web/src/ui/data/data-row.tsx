import type { ReactNode } from 'react';
import css from './data-row.module.css';

/** Label on the left, value on the right; goes inside `DataList`. */
export function DataRow({
  label,
  children,
  strong = false,
  long = false,
}: {
  label: ReactNode;
  children: ReactNode;
  strong?: boolean;
  /** A longer value goes below its label. */
  long?: boolean;
}) {
  return (
    <div className={css.row} data-strong={strong || undefined} data-long={long || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function DataList({
  children,
  plain = false,
  className = '',
}: {
  children: ReactNode;
  plain?: boolean;
  className?: string;
}) {
  return (
    <dl className={`${css.list} ${className}`} data-plain={plain || undefined}>
      {children}
    </dl>
  );
}
