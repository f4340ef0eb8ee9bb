import {
  deleteFilter as deleteFilterCall,
  myFilters,
  type SavedFilter,
  saveFilter as saveFilterCall,
} from '@seri/contract/bids/filter-routes.ts';
import {
  type BidHistoryQuery,
  type BidIndexQuery,
  type BidType,
  bidFilters,
  bidHistory,
  bidIndex,
  type DealerBidsQuery,
  dealerBids,
  dealerClients,
  historyFilters,
  type ListName,
  type MyBidsQuery,
  myBids,
  searchBids,
} from '@seri/contract/bids/list-routes.ts';
import type { BodyInput } from '@seri/contract/http.ts';
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { type ApiError, call } from '../../shell/api/api.ts';
import { type CheckedList, checkedList } from './checked-list.ts';
import { callParameters } from './list-filter.ts';
import { withPendingPatches } from './optimistic-row.ts';
import { bidQueries } from './queries.ts';

const CHOICES_STALE_MS = 60_000;

interface Paged {
  page: number;
}

/** Query of an endless list: the next rows load near its end (business-rules.md#endless-lists). */
const endless = <S extends Paged>(
  name: string,
  search: S,
  fetchPage: (search: S, signal: AbortSignal) => Promise<unknown>,
) =>
  infiniteQueryOptions({
    queryKey: [...bidQueries.lists, name, search],
    queryFn: async ({ pageParam, signal }) => checkedList(await fetchPage({ ...search, page: pageParam }, signal)),
    initialPageParam: 1,
    getNextPageParam: ({ pageInfo }: CheckedList) =>
      pageInfo.page * pageInfo.pageSize < pageInfo.totalSearchResults ? pageInfo.page + 1 : undefined,
  });

const paged = <S extends Paged>(
  name: string,
  search: S,
  fetchPage: (search: S, signal: AbortSignal) => Promise<unknown>,
  shown = (list: CheckedList, _client: QueryClient) => list,
) =>
  queryOptions({
    queryKey: [...bidQueries.lists, name, search],
    queryFn: async ({ signal, client }) => shown(checkedList(await fetchPage(search, signal)), client),
    placeholderData: (before) => before,
  });

const fetchArchive = (search: BidHistoryQuery, signal: AbortSignal) =>
  call(bidHistory, { query: callParameters(search), signal });

export const listQueries = {
  mine: (search: MyBidsQuery) =>
    endless('mine', search, (query, signal) => call(myBids, { query: callParameters(query), signal })),
  dealer: (search: DealerBidsQuery) =>
    endless('dealer', search, (query, signal) => call(dealerBids, { query: callParameters(query), signal })),
  archive: (search: BidHistoryQuery) => endless('archive', search, fetchArchive),
  /** Archive with numbered pages, for managers. */
  archivePage: (search: BidHistoryQuery) => paged('archive-page', search, fetchArchive),
  index: (search: BidIndexQuery) =>
    paged(
      'index',
      search,
      (query, signal) => call(bidIndex, { query: callParameters(query), signal }),
      withPendingPatches,
    ),
  /** Filter choices of a list. */
  choices: (list: ListName, bidType: BidType) =>
    queryOptions({
      queryKey: [...bidQueries.all, 'choices', list, bidType],
      queryFn: ({ signal }) =>
        list === 'history' ? call(historyFilters, { signal }) : call(bidFilters, { query: { bidType }, signal }),
      staleTime: CHOICES_STALE_MS,
    }),
  dealerClients: queryOptions({
    queryKey: [...bidQueries.all, 'dealer-clients'],
    queryFn: async ({ signal }) => (await call(dealerClients, { signal })).clientList,
    staleTime: CHOICES_STALE_MS,
  }),
  hints: (list: ListName, bidType: BidType, lotNo: string) =>
    queryOptions({
      queryKey: [...bidQueries.all, 'hints', list, bidType, lotNo],
      queryFn: async ({ signal }) => (await call(searchBids, { query: { lotNo, list, bidType }, signal })).cars,
    }),
  // Outside the keys of bids, as no bid changes them.
  savedFilters: queryOptions({
    queryKey: ['bid-filters'],
    queryFn: async ({ signal }): Promise<SavedFilter[]> => (await call(myFilters, { signal })).items,
  }),
};

function useFilterChange<B>(send: (body: B) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation<unknown, ApiError, B>({
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: listQueries.savedFilters.queryKey }),
  });
}
export const useSaveFilter = () =>
  useFilterChange((body: BodyInput<typeof saveFilterCall>) => call(saveFilterCall, { body }));
export const useDeleteFilter = () =>
  useFilterChange((body: BodyInput<typeof deleteFilterCall>) => call(deleteFilterCall, { body }));
