import type { BidRow } from '@seri/contract/bids/records.ts';
import type { BidSort } from '@seri/contract/bids/routes.ts';
import { t } from '../shell/i18n.ts';
import { SortHeader } from '../ui/sort-header.tsx';
import lists from './lists.module.css';
import css from './manager.module.css';
import { ManagerRow } from './manager-row.tsx';
import { orderOf, type Sorting } from './sort-cycle.ts';

interface ManagerGridProps {
  rows: readonly BidRow[];
  sorting: Sorting;
  onSort: (column: BidSort) => void;
  onOnlyClient: (userId: number) => void;
}

/** Widths in px; the vehicle takes what is left, the status has its own in the style sheet. */
const COLUMNS = [
  { name: 'lot', width: 148 },
  { name: 'time', width: 112 },
  { name: 'vehicle', width: undefined },
  { name: 'grade', width: 44 },
  { name: 'client', width: 136 },
  { name: 'prices', width: 94 },
  { name: 'bid', width: 112 },
  { name: 'agent', width: 94 },
  { name: 'status', width: undefined },
] as const;

export function ManagerGrid({ rows, sorting, onSort, onOnlyClient }: ManagerGridProps) {
  const header = (column: BidSort, text: string, align: 'left' | 'right' = 'left') => (
    <SortHeader order={orderOf(sorting, column)} onSort={() => onSort(column)} align={align}>
      {text}
    </SortHeader>
  );
  return (
    <div className={`panel ${css.frame}`}>
      <table className={`${lists.table} ${css.grid}`}>
        <colgroup>
          {COLUMNS.map(({ name, width }) => (
            <col key={name} className={name === 'status' ? css.statusColumn : undefined} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {header('lotNo', t('bids.col.lot'))}
            {header('auctionDate', t('bids.col.timeLeft'))}
            {header('year', t('bids.col.vehicle'))}
            {header('condition', t('bids.col.gradeShort'))}
            <th scope="col">{t('bids.col.client')}</th>
            {header('startPrice', t('bids.col.prices'), 'right')}
            {header('bidAmount', t('bids.col.bid'), 'right')}
            <th scope="col">{t('bids.col.agent')}</th>
            <th scope="col">{t('bids.col.status')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ManagerRow key={row.bidId} row={row} onOnlyClient={onOnlyClient} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
