import { PAGE_SIZES } from '@seri/contract/http.ts';
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readStored, writeStored } from '../../shell/i18n/storage.ts';
import { ListPager } from '../../ui/data/list-pager.tsx';
import type { CheckedList } from '../core/checked-list.ts';
import { LoadMore } from './load-more.tsx';

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

const DEFAULT_SIZE = 20;

/** The page size is remembered for all lists; a size in the address takes precedence. */
export function rememberedSize(asked: number): number {
  const stored = Number(readStored('pageSize'));
  return asked === DEFAULT_SIZE && stored ? stored : asked;
}

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
          writeStored('pageSize', String(size));
          onPageSize(size);
        }}
      />
    ),
  };
};
