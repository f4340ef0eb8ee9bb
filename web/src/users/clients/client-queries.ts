import { listClientHistory, viewClientFigures } from '@seri/contract/users/client-figures-routes.ts';
import { listClients, viewClient } from '@seri/contract/users/client-routes.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../shell/api/api.ts';

type ClientListQuery = { search?: string; roleId?: number; page: number; pageSize: number };

export const clientQueries = {
  all: ['users', 'clients'] as const,
  /** Pages of one client, which every change of a bid refreshes. */
  pages: ['bids', 'client'] as const,
  list: (query: ClientListQuery) =>
    queryOptions({
      queryKey: [...clientQueries.all, 'list', query],
      queryFn: ({ signal }) => call(listClients, { query, signal }),
      placeholderData: (before) => before,
    }),
  one: (userId: number) =>
    queryOptions({
      queryKey: [...clientQueries.pages, 'one', userId],
      queryFn: ({ signal }) => call(viewClient, { query: { userId }, signal }),
    }),
  figures: (userId: number) =>
    queryOptions({
      queryKey: [...clientQueries.pages, 'figures', userId],
      queryFn: ({ signal }) => call(viewClientFigures, { query: { userId }, signal }),
    }),
  history: (userId: number) =>
    infiniteQueryOptions({
      queryKey: [...clientQueries.pages, 'history', userId],
      queryFn: ({ pageParam, signal }) =>
        call(listClientHistory, { query: { userId, page: pageParam, pageSize: 20 }, signal }),
      initialPageParam: 1,
      getNextPageParam: ({ pageInfo: { page, pageSize, totalResults } }) =>
        page * pageSize < totalResults ? page + 1 : undefined,
    }),
};
