import { useMediaQuery } from '@mantine/hooks';
import type { LotSort, Sorting } from '@seri/contract/lots/filter.ts';
import { isSalesPage, type PageType } from '@seri/contract/lots/page-types.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { useRowKeys } from '../../ui/data/row-keys.ts';
import { SortHeader } from '../../ui/data/sort-header.tsx';
import { minWidth } from '../../ui/theme/widths.ts';
import { pageText, photosShown, priceSortOf, showsPrices, takesBids } from '../core/listing-page.ts';
import type { ListedLot } from '../core/queries.ts';
import { useVisited } from '../core/visited-lots.ts';
import { LotRow } from './lot-row.tsx';
import css from './lot-table.module.css';

const IN_FIRST_VIEW = 8;

interface LotTableProps {
  pageType: PageType;
  lots: readonly ListedLot[];
  sorting: Sorting<LotSort>;
  onSort: (sort: LotSort) => unknown;
}

export function LotTable({ pageType, lots, sorting, onSort }: LotTableProps) {
  const visited = useVisited(pageType);
  const keys = useRowKeys(lots);
  const hasPrices = showsPrices(pageType);
  // Also while totals are computed, so that no column comes and goes. A past sale can no longer come to the reader.
  const hasDoor = takesBids(pageType) && hasPrices;
  const hasStatus = useMediaQuery(minWidth(1440), undefined, { getInitialValueInEffect: false }) ?? true;
  const sortOf = (sort: LotSort) => ({
    order: sorting.sort === sort ? (sorting.order ?? 'ASC') : undefined,
    onSort: () => void onSort(sort),
  });
  return (
    <div className={`panel ${css.frame}`}>
      <table className={css.table} data-photos={photosShown(pageType)} data-bids={takesBids(pageType) || undefined}>
        <caption className="visually-hidden">{pageText(pageType, 'caption')}</caption>
        <thead>
          <tr>
            <th scope="col" className={`${css.lotCell} ${css.lotHead}`}>
              {t('lots.table.lot')}
            </th>
            <SortHeader className={css.year} {...sortOf('year')}>
              {t('lots.sort.year')}
            </SortHeader>
            <PairHeader
              className={css.grade}
              sorts={{ condition: t('lots.table.condition'), mileage: t('lots.table.mileage') }}
              sortOf={sortOf}
            />
            <th scope="col" className={css.engine}>
              {t('lots.table.engine')}
            </th>
            <SortHeader className={css.auction} {...sortOf('auctionDate')}>
              {t(showsPrices(pageType) ? 'lots.table.auction' : 'lots.table.offer')}
            </SortHeader>
            {hasStatus && (
              <th scope="col" className={css.status}>
                {t('lots.table.status')}
              </th>
            )}
            {hasPrices && !isSalesPage(pageType) && (
              <PairHeader
                className={css.price}
                sorts={{ averagePrice: t('lots.table.likely'), startPrice: t('lots.table.price') }}
                sortOf={sortOf}
              />
            )}
            {isSalesPage(pageType) && (
              <SortHeader className={css.price} {...sortOf(priceSortOf(pageType))} align="right">
                {t(`lots.sort.${priceSortOf(pageType)}`)}
              </SortHeader>
            )}
            {hasDoor && (
              <SortHeader className={css.door} {...sortOf('door')} align="right">
                {t('lots.door.title')}
              </SortHeader>
            )}
            <th scope="col" className={css.toolsCell}>
              <span className="visually-hidden">{t('lots.table.tools')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lots.map((lot, index) => (
            <LotRow
              key={keys[index]}
              pageType={pageType}
              lot={lot}
              eager={index < IN_FIRST_VIEW}
              isVisited={visited.includes(lot.id)}
              hasStatus={hasStatus}
              hasDoor={hasDoor}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PairHeaderProps {
  className: string | undefined;
  /** The two sorts and their names. */
  sorts: Partial<Record<LotSort, string>>;
  sortOf: (sort: LotSort) => { order: 'ASC' | 'DESC' | undefined; onSort: () => void };
}

/** Two values in one column, each with its own sort. */
function PairHeader({ className, sorts, sortOf }: PairHeaderProps) {
  const names = Object.entries(sorts) as [LotSort, string][];
  const active = names.map(([sort]) => sortOf(sort).order).find((order) => order);
  return (
    <th scope="col" className={className} aria-sort={active ? (active === 'ASC' ? 'ascending' : 'descending') : 'none'}>
      <span className={css.pair}>
        {names.map(([sort, name]) => {
          const { order, onSort } = sortOf(sort);
          return (
            <button key={sort} type="button" data-sorted={order} onClick={onSort}>
              {name}
              {order && <span aria-hidden="true">{order === 'ASC' ? ' ↑' : ' ↓'}</span>}
            </button>
          );
        })}
      </span>
    </th>
  );
}
