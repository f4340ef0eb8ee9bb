import { hasOpenLots } from '@seri/contract/lots/page-types.ts';
import { IconAdjustmentsHorizontal, IconArrowsSort } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { t, withAllTexts } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { type EndlessList, useNextPage } from '../../ui/data/use-next-page.ts';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { useHasOpened } from '../../ui/overlays/use-has-opened.ts';
import { DELAY_MS } from '../../ui/theme/delays.ts';
import { hasAuctionDays } from '../core/listing-page.ts';
import { filterOf } from '../core/lot-search.ts';
import { lotQueries, lotsOfPages } from '../core/queries.ts';
import { DayStrip } from '../filters/day-strip.tsx';
import { ListingSearches } from '../filters/listing-searches.tsx';
import { tagsOf } from '../filters/lot-tags.ts';
import { OpenChips } from '../filters/open-chips.tsx';
import { sortedText } from '../filters/sort-menu.tsx';
import { FinderField } from '../finder/finder-field.tsx';
import { SalesOverview } from '../sales/sales-overview-panel.tsx';
import { ListAge } from './list-age.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { LotItems } from './lot-items.tsx';
import { ListFailed, NothingFound } from './lot-list-states.tsx';
import css from './lot-phone.module.css';
import type { ListViewProps } from './lot-table-view.tsx';
import { useIncrementalList } from './use-incremental-list.ts';
import { useIsScrollingDown } from './use-is-scrolling-down.ts';
import { countText, useListingTitle } from './use-listing-title.ts';

const FilterSheet = lazyPart(
  withAllTexts(() => import('../filters/filter-sheet.tsx')),
  'FilterSheet',
);
const SortSheet = lazyPart(() => import('../filters/sort-sheet.tsx'), 'SortSheet');

const IN_FIRST_VIEW = 6;
/** More cards than any phone shows at once, so that the link to the end is included. */
const INITIAL_COUNT = 8;

/** Listing on a phone or tablet: sticky search and days, sheets for filters and sort, endless list. */
export function LotPhoneView({ lots, view, onView }: ListViewProps) {
  const { pageType, search, filter, change, apply } = lots;
  const [sheet, setSheet] = useState<'sort' | 'filter' | null>(null);
  const query = useInfiniteQuery(lotQueries.endless(pageType, search));
  const { data, error, isPlaceholderData } = query;
  const found = useMemo(() => data && lotsOfPages(data.pages), [data]);
  const { visible: items, isPreviousResult } = useIncrementalList(found, INITIAL_COUNT);
  const isScrollingDown = useIsScrollingDown();
  const isEmpty = found?.length === 0;
  const pageInfo = data?.pages[0]?.pageInfo;
  useListingTitle(pageType, search, pageInfo);
  const filters = tagsOf(filterOf(search), apply).length;
  const hasOpenedFilters = useHasOpened(sheet === 'filter');
  const hasOpenedSort = useHasOpened(sheet === 'sort');
  const close = () => setSheet(null);
  return (
    <>
      <div className={css.bar} data-own-bar>
        <FinderField lots={lots} />
        <ActionButton
          kind="plain"
          size="md"
          className={css.sort}
          leftSection={<IconArrowsSort size={20} stroke={1.5} aria-hidden />}
          onClick={() => setSheet('sort')}
        >
          {sortedText(search)}
        </ActionButton>
        <ActionButton
          kind="plain"
          size="md"
          className={css.filters}
          leftSection={<IconAdjustmentsHorizontal size={20} stroke={1.5} aria-hidden />}
          rightSection={filters > 0 && <span className={css.badge}>{filters}</span>}
          onClick={() => setSheet('filter')}
        >
          <span className={css.name}>{t('lots.filter.name')}</span>
        </ActionButton>
      </div>
      <Suspense>
        {hasOpenedFilters && (
          <FilterSheet
            key={String(sheet === 'filter')}
            opened={sheet === 'filter'}
            lots={lots}
            onSort={() => setSheet('sort')}
            onClose={close}
          />
        )}
        {hasOpenedSort && (
          <SortSheet opened={sheet === 'sort'} lots={lots} view={view} onView={onView} onClose={close} />
        )}
      </Suspense>
      <div className={css.chips} data-away={isScrollingDown || undefined}>
        <div className={css.days}>
          <OpenChips lots={lots} pageInfo={pageInfo} />
          {hasAuctionDays(pageType) && (
            <DayStrip look="chips" days={filter.date} onChange={(date) => change({ date }, DELAY_MS.weekDay)} />
          )}
          {pageInfo && !hasOpenLots(pageType) && <p className="quiet nowrap">{countText(pageInfo, filters > 0)}</p>}
        </div>
        <ListingSearches compact lots={lots} />
      </div>
      <SalesOverview pageType={pageType} filter={filterOf(search)} />
      {error && !found && <ListFailed pageType={pageType} error={error} onRetry={query.refetch} onReset={lots.clear} />}
      {!(items?.length || error || isEmpty) && <ListSkeleton view={view} isWide={false} count={IN_FIRST_VIEW} />}
      {isEmpty && <NothingFound search={{ ...search, page: 1 }} lots={lots} pageInfo={pageInfo} />}
      <ListAge at={pageInfo?.currentAt} />
      {items && items.length > 0 && !isEmpty && (
        <LotItems
          lots={lots}
          items={items}
          view={view}
          isWide={false}
          isStale={isPlaceholderData || isPreviousResult}
        />
      )}
      <ListEnd query={query} isRendered={items === found} />
    </>
  );
}

interface ListEndProps {
  /** True once all fetched lots are rendered. */
  isRendered: boolean;
  query: EndlessList;
}

/** Fetches the next page shortly before the end comes into view; after the last one, a link to the top. */
function ListEnd({ query, isRendered }: ListEndProps) {
  const end = useNextPage<HTMLDivElement>(query, isRendered);
  const hasMany = (query.data?.pages.length ?? 0) > 1;
  return (
    <div className={css.end}>
      {query.isFetchNextPageError && (
        <ActionButton kind="plain" size="md" onClick={() => void query.fetchNextPage()}>
          {t('lots.more')}
        </ActionButton>
      )}
      {query.hasNextPage && !query.isFetchNextPageError && (
        <div ref={end} role="status" aria-label={t('ui.loading')} className={css.spinner} />
      )}
      {hasMany && (
        <>
          {!query.hasNextPage && <p className="quiet small">{t('lots.end')}</p>}
          <ActionButton kind="quiet" size="md" onClick={() => scrollTo({ top: 0 })}>
            {t('Common.BackToTop')}
          </ActionButton>
        </>
      )}
    </div>
  );
}
