import type { LotSort, Sorting } from '@seri/contract/lots/filter.ts';
import type { ListingLot } from '@seri/contract/lots/records.ts';
import { t } from '../shell/i18n.ts';
import { SortHeader } from '../ui/sort-header.tsx';
import { LotRow } from './lot-row.tsx';
import css from './lot-table.module.css';

const IN_FIRST_VIEW = 8;

interface LotTableProps {
  lots: readonly ListingLot[];
  sorting: Sorting<LotSort>;
  onSort: (sort: LotSort) => unknown;
  /** The rows are those of the filter before this one. */
  isStale: boolean;
}

export function LotTable({ lots, sorting, onSort, isStale }: LotTableProps) {
  const sortOf = (sort: LotSort) => ({
    order: sorting.sort === sort ? (sorting.order ?? 'ASC') : undefined,
    onSort: () => void onSort(sort),
  });
  return (
    <div className={`panel ${css.frame}`} data-stale={isStale || undefined} aria-busy={isStale}>
      <table className={css.table}>
        <caption className="visually-hidden">{t('lots.table.caption')}</caption>
        <colgroup>
          <col />
          <col className={css.year} />
          <col className={css.grade} />
          <col className={css.engine} />
          <col className={css.auction} />
          <col className={css.status} />
          <col className={css.price} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className={css.lotHead}>
              {t('lots.table.lot')}
            </th>
            <SortHeader {...sortOf('year')}>{t('lots.table.year')}</SortHeader>
            <PairHeader sorts={['condition', 'mileage']} sortOf={sortOf} />
            <th scope="col">{t('lots.table.engine')}</th>
            <SortHeader {...sortOf('auctionDate')}>{t('lots.table.auction')}</SortHeader>
            <th scope="col">{t('lots.table.status')}</th>
            <SortHeader {...sortOf('startPrice')} align="right">
              {t('lots.table.price')}
            </SortHeader>
          </tr>
        </thead>
        <tbody>
          {lots.map((lot, index) => (
            <LotRow key={lot.id} lot={lot} eager={index < IN_FIRST_VIEW} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PairHeaderProps {
  sorts: readonly ['condition', 'mileage'];
  sortOf: (sort: LotSort) => { order: 'ASC' | 'DESC' | undefined; onSort: () => void };
}

/** Two values in one column, each with its own sort. */
function PairHeader({ sorts, sortOf }: PairHeaderProps) {
  const active = sorts.map((sort) => sortOf(sort).order).find((order) => order);
  return (
    <th scope="col" aria-sort={active ? (active === 'ASC' ? 'ascending' : 'descending') : 'none'}>
      <span className={css.pair}>
        {sorts.map((sort) => {
          const { order, onSort } = sortOf(sort);
          return (
            <button key={sort} type="button" data-sorted={order} onClick={onSort}>
              {t(`lots.table.${sort}`)}
              {order && <span aria-hidden="true">{order === 'ASC' ? ' ↑' : ' ↓'}</span>}
            </button>
          );
        })}
      </span>
    </th>
  );
}
