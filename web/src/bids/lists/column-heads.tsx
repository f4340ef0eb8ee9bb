import type { BidSort } from '@seri/contract/bids/list-routes.ts';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { t } from '../../shell/i18n/i18n.ts';
import { orderOf, type Sorting } from '../filters/sort-cycle.ts';
import css from './column-heads.module.css';

interface ColumnHeadProps {
  sorting: Sorting;
  onSort: (column: BidSort) => void;
  /** Lines of the column's cells, each sortable. */
  columns: readonly BidSort[];
  /** Label of a line that cannot be sorted; comes first. */
  text?: string;
  align?: 'left' | 'right';
  className?: string | undefined;
  /** Names of the lines, where the list's own fit better. */
  labels?: Partial<Record<BidSort, string>>;
}

const ARIA = { ASC: 'ascending', DESC: 'descending' } as const;

/** Heading of a column whose cells have one or two lines, with a sort button for each. */
export function ColumnHead({ sorting, onSort, columns, text, align = 'left', className, labels }: ColumnHeadProps) {
  const order = sorting.sort && columns.includes(sorting.sort) ? sorting.order : undefined;
  return (
    <th scope="col" className={className} aria-sort={order ? ARIA[order] : 'none'}>
      <span className={css.pair} data-align={align}>
        {text}
        {columns.map((column) => (
          <SortButton
            key={column}
            column={column}
            label={labels?.[column] ?? t(`bids.head.${column}`)}
            order={orderOf(sorting, column)}
            onSort={onSort}
          />
        ))}
      </span>
    </th>
  );
}

interface SortButtonProps {
  column: BidSort;
  label: string;
  order: 'ASC' | 'DESC' | undefined;
  onSort: (column: BidSort) => void;
}

function SortButton({ column, label, order, onSort }: SortButtonProps) {
  const Arrow = order === 'DESC' ? IconChevronDown : IconChevronUp;
  return (
    <button type="button" data-sorted={order} title={t(`bids.sortBy.${column}`)} onClick={() => onSort(column)}>
      {label}
      {order && <Arrow size={14} stroke={1.6} aria-hidden />}
    </button>
  );
}
