import type { BidSort } from '@seri/contract/bids/list-routes.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { t } from '../../shell/i18n/i18n.ts';
import lists from '../core/lists.module.css';
import type { Sorting } from '../filters/sort-cycle.ts';
import { ColumnHead } from '../lists/column-heads.tsx';
import { SelectAllBids } from '../queue/select-bid.tsx';
import css from './manager.module.css';
import columns from './manager-columns.module.css';
import { ManagerRow } from './manager-row.tsx';

interface ManagerGridProps {
  rows: readonly BidRow[];
  sorting: Sorting;
  onSort: (column: BidSort) => void;
  onOnlyClient: (userId: number) => void;
}

export function ManagerGrid({ rows, sorting, onSort, onOnlyClient }: ManagerGridProps) {
  const head = { sorting, onSort };
  return (
    <div className={`panel ${css.frame}`}>
      <table className={`${lists.table} ${css.grid} ${columns.columns}`}>
        <caption className="visually-hidden">{t('bids.keys.caption')}</caption>
        <thead>
          <tr>
            <th scope="col" className={css.tickCell}>
              <SelectAllBids rows={rows} />
            </th>
            <ColumnHead {...head} columns={['lotNo', 'auctionName']} />
            <ColumnHead {...head} columns={['auctionDate']} />
            <ColumnHead {...head} columns={['year', 'chassis']} />
            <ColumnHead {...head} columns={['condition', 'mileage']} />
            <th scope="col">{t('bids.col.client')}</th>
            <ColumnHead {...head} columns={['startPrice', 'soldPrice']} align="right" />
            <ColumnHead {...head} columns={['bidAmount']} align="right" />
            <ColumnHead {...head} columns={['bidGroup']} />
            <th scope="col" title={t('bids.col.autoLong')}>
              {t('bids.col.auto')}
            </th>
            <ColumnHead {...head} text={t('bids.col.status')} columns={['status']} />
            <th scope="col">
              <span className="visually-hidden">{t('chat.chat')}</span>
            </th>
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
