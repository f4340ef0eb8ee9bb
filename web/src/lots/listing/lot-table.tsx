import { useMediaQuery } from '@mantine/hooks';
import type { LotSort, Sorting } from '@seri/contract/lots/filter.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { SortHeader } from '../../ui/data/sort-header.tsx';
import { minWidth } from '../../ui/theme/widths.ts';
import { pageText, photosShown, priceSortOf, showsPrices, takesBids } from '../core/listing-page.ts';
import type { ListedLot } from '../core/queries.ts';
import { useVisited } from '../core/visited-lots.ts';
import { LotRow } from './lot-row.tsx';
import css from './lot-table.module.css';
import { useHasTools } from './lot-tools.tsx';

const IN_FIRST_VIEW = 8;

interface LotTableProps {
  pageType: PageType;
  lots: readonly ListedLot[];
  sorting: Sorting<LotSort>;
  onSort: (sort: LotSort) => unknown;
}

export function LotTable({ pageType, lots, sorting, onSort }: LotTableProps) {
  const visited = useVisited(pageType);
  const hasTools = useHasTools(pageType);
  const hasPrices = showsPrices(pageType);
  // A past sale can no longer be brought to the reader.
  const hasDoor = takesBids(pageType) && lots.some(({ door }) => door !== undefined);
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
            <PairHeader sorts={['condition', 'mileage']} sortOf={sortOf} />
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
            {hasPrices && (
              <SortHeader className={css.price} {...sortOf(priceSortOf(pageType))} align="right">
                {t(`lots.sort.${priceSortOf(pageType)}`)}
              </SortHeader>
            )}
            {hasDoor && (
              <SortHeader className={css.door} {...sortOf('door')} align="right">
                {t('lots.door.title')}
              </SortHeader>
            )}
            {hasTools && (
              <th scope="col" className={css.toolsCell}>
                <span className="visually-hidden">{t('lots.table.tools')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lots.map((lot, index) => (
            <LotRow
              key={lot.id}
              pageType={pageType}
              lot={lot}
              eager={index < IN_FIRST_VIEW}
              isVisited={visited.includes(lot.id)}
              hasStatus={hasStatus}
              hasDoor={hasDoor}
              hasTools={hasTools}
            />
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
    <th scope="col" className={css.grade} aria-sort={active ? (active === 'ASC' ? 'ascending' : 'descending') : 'none'}>
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
