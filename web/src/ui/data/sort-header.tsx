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
  return (
    <th scope="col" className={className} aria-sort={order ? ARIA[order] : 'none'}>
      <button type="button" className={css.button} data-align={align} data-sorted={order} onClick={onSort}>
        {children}
        <SortArrow order={order} />
      </button>
    </th>
  );
}

/** The direction of a sorted column; screen readers have it from the head. */
export const SortArrow = ({ order }: Pick<SortHeaderProps, 'order'>) =>
  order && <span aria-hidden="true">{order === 'ASC' ? ' ↑' : ' ↓'}</span>;
