import { PAGE_SIZES } from '@seri/contract/http.ts';
import { hasOpenLots } from '@seri/contract/lots/page-types.ts';
import { useQuery } from '@tanstack/react-query';
import { useDoorMoney } from '../../costs/door-row-panel.tsx';
import { ApiError } from '../../shell/api/api.ts';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ListPager } from '../../ui/data/list-pager.tsx';
import { TagList } from '../../ui/data/tag-list.tsx';
import { filterOf } from '../core/lot-search.ts';
import type { LotViewName } from '../core/lot-views.ts';
import { type Listing, lotQueries } from '../core/queries.ts';
import type { LotSearch } from '../core/use-lot-search.ts';
import { ViewSwitcher } from '../core/view-switcher.tsx';
import { ListingSearches } from '../filters/listing-searches.tsx';
import { LotFilters, SearchFields } from '../filters/lot-filters.tsx';
import { tagsOf } from '../filters/lot-tags.ts';
import { OpenChips } from '../filters/open-chips.tsx';
import { SortMenu } from '../filters/sort-menu.tsx';
import { FinderField } from '../finder/finder-field.tsx';
import { SalesOverview } from '../sales/sales-overview-panel.tsx';
import { ListAge } from './list-age.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { LotItems } from './lot-items.tsx';
import css from './lot-list.module.css';
import { ListFailed, NothingFound } from './lot-list-states.tsx';
import { useIncrementalList } from './use-incremental-list.ts';
import { useListingTitle } from './use-listing-title.ts';

export interface ListViewProps {
  lots: LotSearch;
  view: LotViewName;
  onView: (view: LotViewName) => void;
}

/** Listing on a wide screen: filter panel, tags, lots in the chosen layout, numbered pages. */
export function LotTableView({ lots, view, onView }: ListViewProps) {
  const { pageType, search } = lots;
  const { data, error, isPlaceholderData, refetch } = useQuery(lotQueries.list(pageType, search));
  useListingTitle(pageType, search, data?.pageInfo);
  const { visible: items, isPreviousResult } = useIncrementalList(data?.lots);
  const doorMoney = useDoorMoney(Boolean(search.doorFrom || search.doorTo));
  const isBeyondEnd = !data && error instanceof ApiError && error.code === 'Lists.PageBeyondEnd';
  const isEmpty = data?.lots.length === 0 || isBeyondEnd;
  // Open or closed has no tag: its own control removes it.
  const tags = (
    <div className={css.tags}>
      <TagList
        tags={tagsOf({ ...filterOf(search), open: undefined }, lots.apply, doorMoney)}
        onClear={lots.clear}
        clearLabel={t('Common.ClearAll')}
      />
    </div>
  );
  return (
    <>
      <div className={css.finder}>
        <FinderField lots={lots} />
        <SearchFields lots={lots} />
      </div>
      <LotFilters lots={lots} />
      <div className={css.tools}>
        {hasOpenLots(pageType) ? <OpenChips lots={lots} pageInfo={data?.pageInfo} /> : tags}
        <ListingSearches lots={lots} />
        <SortMenu pageType={pageType} sorting={search} onSort={lots.sort} />
        <ViewSwitcher view={view} onChange={onView} />
      </div>
      {hasOpenLots(pageType) && tags}
      <SalesOverview pageType={pageType} filter={filterOf(search)} />
      {error && !data && !isBeyondEnd && (
        <ListFailed pageType={pageType} error={error} onRetry={refetch} onReset={lots.clear} />
      )}
      {!(items?.length || error || isEmpty) && <ListSkeleton view={view} isWide count={search.pageSize} />}
      {isEmpty && <NothingFound search={search} lots={lots} pageInfo={data?.pageInfo} />}
      <ListAge at={data?.pageInfo.currentAt} />
      {items && items.length > 0 && !isEmpty && (
        <LotItems isWide lots={lots} items={items} view={view} isStale={isPlaceholderData || isPreviousResult} />
      )}
      {items && data && data.pageInfo.totalSearchResults > 0 && <Pages lots={lots} data={data} />}
    </>
  );
}

function Pages({ lots, data }: { lots: LotSearch; data: Listing }) {
  const { page, pageSize } = lots.search;
  const { totalSearchResults: total } = data.pageInfo;
  const first = (data.pageInfo.page - 1) * pageSize + 1;
  const goTo = (chosen: number) => {
    lots.setPage(chosen);
    scrollTo({ top: 0 });
  };
  const shown = {
    from: groupThousands(first),
    to: groupThousands(first + data.lots.length - 1),
    total: groupThousands(total),
  };
  return (
    <ListPager
      page={page}
      pageSize={pageSize}
      total={total}
      pageSizes={PAGE_SIZES}
      onPage={goTo}
      onPageSize={lots.setPageSize}
    >
      {data.lots.length > 0 && t('lots.shown', shown)}{' '}
      <button type="button" className={css.toTop} onClick={() => scrollTo({ top: 0 })}>
        {t('Common.BackToTop')}
      </button>
    </ListPager>
  );
}
