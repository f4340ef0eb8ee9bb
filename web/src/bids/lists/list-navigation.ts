import type { BidSort } from '@seri/contract/bids/list-routes.ts';
import { useMinContentWidth } from '../../shell/layout/use-min-content-width.ts';
import { nextSorting, type Sorting } from '../filters/sort-cycle.ts';

export interface ListSearch {
  lotNo?: string | undefined;
  page?: number | undefined;
  sort?: BidSort | undefined;
  order?: 'ASC' | 'DESC' | undefined;
}
export type SetSearch<S> = (patch: Partial<S>, how?: { replace: boolean }) => unknown;

const RESTART: ListSearch = { page: undefined, sort: undefined, order: undefined };

/** Changes of filter or tab go back to page 1 and clear the column sort (business-rules.md#page-resets). */
export function listNavigation<S extends ListSearch>(search: S, setSearch: SetSearch<S>) {
  const sorting: Sorting = { sort: search.sort, order: search.order };
  const move = (patch: Partial<S> | ListSearch, replace = false) => setSearch(patch as Partial<S>, { replace });
  return {
    sorting,
    sortBy: (column: BidSort) => move({ ...nextSorting(sorting, column), page: undefined }),
    change: (patch: Partial<S>, replace = false) => move({ ...RESTART, ...patch }, replace),
    searchLot: (lotNo: string | undefined) => move({ ...RESTART, lotNo }, true),
  };
}

const TABLE_PX = 1_140;

/** True if the content is wide enough for the columns of a table. */
export const useIsTable = (): boolean => useMinContentWidth(TABLE_PX);
