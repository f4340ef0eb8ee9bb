import { MAX_PAGE, PAGE_SIZES } from '@seri/contract/http.ts';
import { useQuery } from '@tanstack/react-query';
import { groupThousands } from '../shell/format.ts';
import { t } from '../shell/i18n.ts';
import { ListPager } from '../ui/list-pager.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { TagList } from '../ui/tag-list.tsx';
import { LotFilters } from './lot-filters.tsx';
import css from './lot-list.module.css';
import { ListFailed, NothingFound } from './lot-list-states.tsx';
import { filterOf } from './lot-search.ts';
import { LotTable } from './lot-table.tsx';
import { tagsOf } from './lot-tags.ts';
import { lotQueries } from './queries.ts';
import { SortMenu } from './sort-menu.tsx';
import { useListingTitle } from './use-listing-title.ts';
import type { LotSearch } from './use-lot-search.ts';

/** The listing of a wide screen: filter panel, tags, table, numbered pages. */
export function LotTableView({ lots }: { lots: LotSearch }) {
  const { search } = lots;
  const { data, error, isPlaceholderData, refetch } = useQuery(lotQueries.list(search));
  useListingTitle(search, data?.pageInfo);
  return (
    <>
      <LotFilters lots={lots} />
      <div className={css.tools}>
        <div className={css.tags}>
          <TagList tags={tagsOf(filterOf(search), lots.apply)} onClear={lots.clear} clearLabel={t('Common.ClearAll')} />
        </div>
        <SortMenu sorting={search} onSort={lots.sort} />
      </div>
      {error && !data && <ListFailed error={error} onRetry={refetch} onReset={lots.clear} />}
      {!(data || error) && (
        <div className="panel">
          <SkeletonRows rows={search.pageSize} />
        </div>
      )}
      {data?.carsList.length === 0 && <NothingFound search={search} lots={lots} />}
      {data && data.carsList.length > 0 && (
        <LotTable lots={data.carsList} sorting={search} onSort={lots.sort} isStale={isPlaceholderData} />
      )}
      {data && data.pageInfo.totalSearchResults > 0 && <Pages lots={lots} data={data} />}
    </>
  );
}

type Listing = { carsList: readonly unknown[]; pageInfo: { page: number; totalSearchResults: number } };

function Pages({ lots, data }: { lots: LotSearch; data: Listing }) {
  const { page, pageSize } = lots.search;
  const total = data.pageInfo.totalSearchResults;
  const first = (data.pageInfo.page - 1) * pageSize + 1;
  const goTo = (chosen: number) => {
    lots.setPage(chosen);
    scrollTo({ top: 0 });
  };
  const shown = {
    from: groupThousands(first),
    to: groupThousands(first + data.carsList.length - 1),
    total: groupThousands(total),
  };
  return (
    <ListPager
      page={page}
      pageSize={pageSize}
      total={Math.min(total, MAX_PAGE * pageSize)}
      pageSizes={PAGE_SIZES}
      onPage={goTo}
      onPageSize={lots.setPageSize}
    >
      {data.carsList.length > 0 && t('lots.shown', shown)}{' '}
      <button type="button" className={css.toTop} onClick={() => scrollTo({ top: 0 })}>
        {t('Common.BackToTop')}
      </button>
    </ListPager>
  );
}
