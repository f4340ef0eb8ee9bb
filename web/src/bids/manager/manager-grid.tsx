import type { BidSort } from '@seri/contract/bids/list-routes.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { useMinContentWidth } from '../../shell/layout/use-min-content-width.ts';
import lists from '../core/lists.module.css';
import type { Sorting } from '../filters/sort-cycle.ts';
import { ColumnHead } from '../lists/column-heads.tsx';
import type { QueueGroup } from '../parts/queue-groups.ts';
import { SelectAllBids } from '../queue/select-bid.tsx';
import { GroupHead } from '../workqueue/group-head.tsx';
import css from './manager.module.css';
import columns from './manager-columns.module.css';
import { ManagerRow } from './manager-row.tsx';

export interface QueueListProps {
  rows: readonly BidRow[];
  /** Null in a plain, sorted list. */
  groups: readonly QueueGroup[] | null;
  /** Folded parts by key; absent if the part cannot be folded. */
  folds: ReadonlyMap<string, boolean>;
  onFold: (key: string) => void;
  onOnlyClient: (userId: number) => void;
}

interface ManagerGridProps extends QueueListProps {
  sorting: Sorting;
  onSort: (column: BidSort) => void;
}

/** Width of the page from which the state of the order has a column; the style sheet has it less the padding. */
const ORDER_COLUMN_PX = 1_672;

/** Rows of the bid manager under their column heads, in the parts of the queue. */
export function ManagerGrid({ rows, groups, folds, onFold, onOnlyClient, sorting, onSort }: ManagerGridProps) {
  const head = { sorting, onSort };
  const hasOrderColumn = useMinContentWidth(ORDER_COLUMN_PX);
  return (
    <div className={css.frame}>
      <table className={`${lists.table} ${css.grid} ${columns.columns}`}>
        <caption className="visually-hidden">{t('bids.keys.caption')}</caption>
        <thead>
          <tr>
            <th scope="col" className={css.tickCell}>
              <SelectAllBids rows={rows} />
            </th>
            <ColumnHead {...head} columns={['lotNo', 'auctionName']} />
            <ColumnHead {...head} columns={['auctionDate']} labels={{ auctionDate: t('bids.col.cutoff') }} />
            <ColumnHead {...head} columns={['condition', 'mileage']} labels={{ mileage: t('unit.km') }} />
            <ColumnHead {...head} text={t('bids.col.vehicle')} columns={['year', 'chassis']} />
            <th scope="col">{t('bids.col.client')}</th>
            <ColumnHead {...head} columns={['bidAmount', 'startPrice', 'soldPrice']} align="right" />
            <th scope="col" className={`${lists.right} ${css.from2500}`}>
              {t('bids.col.overbidLong')}
            </th>
            <th scope="col">{t('bids.place.head')}</th>
            <ColumnHead {...head} columns={['bidGroup']} />
            <th scope="col" title={t('bids.col.autoLong')}>
              {t('bids.col.auto')}
            </th>
            {hasOrderColumn && <th scope="col">{t('bids.col.order')}</th>}
            <th scope="col" className={css.from2500}>
              {t('bids.col.message')}
            </th>
            <ColumnHead {...head} text={t('bids.col.decision')} columns={['status']} />
            <th scope="col">
              <span className="visually-hidden">{t('chat.chat')}</span>
            </th>
          </tr>
        </thead>
        {groups ? (
          groups.map((group) => {
            const isFolded = folds.get(group.key) ?? null;
            return (
              <tbody key={group.key} data-part={group.key}>
                <tr data-head>
                  <th scope="rowgroup">
                    <GroupHead group={group} isFolded={isFolded} onFold={() => onFold(group.key)} />
                  </th>
                </tr>
                {!isFolded &&
                  group.rows.map((row) => (
                    <ManagerRow
                      key={row.bidId}
                      row={row}
                      onOnlyClient={onOnlyClient}
                      isInHour={group.kind === 'hour'}
                      hasOrderColumn={hasOrderColumn}
                    />
                  ))}
              </tbody>
            );
          })
        ) : (
          <tbody>
            {rows.map((row) => (
              <ManagerRow key={row.bidId} row={row} onOnlyClient={onOnlyClient} hasOrderColumn={hasOrderColumn} />
            ))}
          </tbody>
        )}
      </table>
    </div>
  );
}
