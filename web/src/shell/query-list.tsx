import { PAGE_SIZES } from '@seri/contract/http.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ListPager } from '../ui/data/list-pager.tsx';
import { SkeletonRows } from '../ui/data/skeleton.tsx';
import { FailedState } from '../ui/data/state-message.tsx';
import { errorText, requestIdOf } from './api/error-text.ts';

interface Paged {
  pageInfo: { totalSearchResults: number };
}

interface QueryListProps<Data extends Paged, Item> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPending' | 'isError' | 'refetch'>;
  itemsOf: (data: Data) => readonly Item[];
  skeleton?: { rows: number; photoWidth?: number };
  /** Title of the failure. */
  failed: string;
  /** Shown if the list has no items. */
  empty: ReactNode;
  at: { page: number; pageSize: number };
  /** Called with a page, or with a page size and page 1 as undefined. */
  onMove: (to: { page?: number | undefined; pageSize?: number }) => unknown;
  /** The table, cards or rows of the items. */
  children: (items: readonly Item[], data: Data) => ReactNode;
}

/** A list with numbered pages in all its states: loading, failed, empty, or items with a pager. */
export function QueryList<Data extends Paged, Item>(props: QueryListProps<Data, Item>) {
  const { query, itemsOf, skeleton = { rows: 8, photoWidth: 0 }, failed, empty, at, onMove, children } = props;
  const { data } = query;
  if (query.isPending) return <SkeletonRows {...skeleton} />;
  if (!data) {
    return (
      query.isError && (
        <FailedState
          title={failed}
          text={errorText(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )
    );
  }
  const items = itemsOf(data);
  if (items.length === 0) return empty;
  const total = data.pageInfo.totalSearchResults;
  return (
    <>
      {children(items, data)}
      {total > PAGE_SIZES[0] && (
        <ListPager
          page={at.page}
          pageSize={at.pageSize}
          total={total}
          pageSizes={PAGE_SIZES}
          onPage={(page) => void onMove({ page })}
          onPageSize={(pageSize) => void onMove({ pageSize, page: undefined })}
        />
      )}
    </>
  );
}
