import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import css from './sort-header.module.css';

interface SortHeaderProps {
  children: string;
  /** Current sort of the list by this column. */
  order: 'ASC' | 'DESC' | undefined;
  onSort: () => void;
  align?: 'left' | 'right';
  className?: string;
}

const ARIA = { ASC: 'ascending', DESC: 'descending' } as const;

export function SortHeader({ children, order, onSort, align = 'left', className = '' }: SortHeaderProps) {
  const Arrow = order === 'DESC' ? IconChevronDown : IconChevronUp;
  return (
    <th scope="col" className={className} aria-sort={order ? ARIA[order] : 'none'}>
      <button type="button" className={css.button} data-align={align} data-sorted={order} onClick={onSort}>
        {children}
        {order && <Arrow size={14} stroke={1.6} aria-hidden />}
      </button>
    </th>
  );
}
