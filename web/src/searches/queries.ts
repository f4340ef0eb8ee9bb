import type { BodyInput } from '@seri/contract/http.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { deleteSearch, mySearches, saveSearch, updateSearch } from '@seri/contract/searches/routes.ts';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';
import { countersQuery } from '../shell/live/counters.ts';

export const searchQueries = {
  all: ['searches'] as const,
  list: (pageType: PageType) =>
    queryOptions({
      queryKey: [...searchQueries.all, pageType],
      queryFn: ({ signal }) => call(mySearches, { query: { type: pageType }, signal }),
    }),
};

/** Refetches the list of the page and the menu counters. */
const refresh = (client: QueryClient, pageType: PageType) =>
  Promise.all([
    client.invalidateQueries({ queryKey: searchQueries.list(pageType).queryKey }),
    client.invalidateQueries({ queryKey: countersQuery.queryKey }),
  ]);

export function useSaveSearch(pageType: PageType) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (search: Omit<BodyInput<typeof saveSearch>, 'type'>) =>
      call(saveSearch, { body: { ...search, type: pageType } }),
    // A refusal at the limit means that the list here is outdated.
    onSettled: () => void refresh(client, pageType),
  });
}

export function useUpdateSearch(pageType: PageType) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: BodyInput<typeof updateSearch>) => call(updateSearch, { body: change }),
    // The row shows the choice until the new list has arrived; a refusal shows at once.
    onSuccess: () => refresh(client, pageType),
    onError: () => void refresh(client, pageType),
  });
}

export function useDeleteSearch(pageType: PageType) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteSearch, { body: { id } }),
    onSuccess: () => refresh(client, pageType),
    onError: () => void refresh(client, pageType),
  });
}
