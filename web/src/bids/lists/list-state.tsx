import { PAGE_SIZES } from '@seri/contract/http.ts';
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { storePageSize } from '../../shell/page-size.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { ListPager } from '../../ui/data/list-pager.tsx';
import { type EndlessList, useNextPage } from '../../ui/data/use-next-page.ts';
import type { CheckedList } from '../core/checked-list.ts';
import css from '../core/lists.module.css';

/** List data for a screen, the same for endless and paged lists. */
export interface ListState {
  rows: CheckedList['cars'];
  /** Newest answer with counters and totals. */
  first: CheckedList | undefined;
  problems: CheckedList['problems'];
  query: Pick<UseQueryResult, 'isPending' | 'error' | 'isRefetchError' | 'dataUpdatedAt' | 'refetch'>;
  /** Control that loads more rows. */
  end: ReactNode;
}

export const endlessList = (query: UseInfiniteQueryResult<InfiniteData<CheckedList>>): ListState => {
  const pages = query.data?.pages ?? [];
  return {
    rows: pages.flatMap(({ cars }) => cars),
    first: pages[0],
    problems: pages.flatMap(({ problems }) => problems),
    query,
    end: <LoadMore query={query} />,
  };
};

interface Paging {
  search: { page: number; pageSize: number };
  onPage: (page: number) => void;
  onPageSize: (pageSize: number) => void;
}

export const pagedList = (query: UseQueryResult<CheckedList>, { search, onPage, onPageSize }: Paging): ListState => {
  const total = query.data?.pageInfo.totalSearchResults ?? 0;
  return {
    rows: query.data?.cars ?? [],
    first: query.data,
    problems: query.data?.problems ?? [],
    query,
    end: total > PAGE_SIZES[0] && (
      <ListPager
        {...search}
        total={total}
        pageSizes={PAGE_SIZES}
        onPage={onPage}
        onPageSize={(size) => {
          storePageSize(size);
          onPageSize(size);
        }}
      />
    ),
  };
};

/** Loads the next page near its end. The button is for keyboards and for a retry. */
function LoadMore({ query }: { query: EndlessList }) {
  const end = useNextPage<HTMLDivElement>(query);
  if (!query.hasNextPage) return null;
  return (
    <div ref={end} className={css.more}>
      <ActionButton kind="plain" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('bids.list.more')}
      </ActionButton>
    </div>
  );
}
