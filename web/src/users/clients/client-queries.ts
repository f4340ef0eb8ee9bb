import { listClients, viewClient } from '@seri/contract/users/client-routes.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shell/api/api.ts';

type ClientListQuery = { search?: string; roleId?: number; page: number; pageSize: number };

export const clientQueries = {
  all: ['users', 'clients'] as const,
  list: (query: ClientListQuery) =>
    queryOptions({
      queryKey: [...clientQueries.all, 'list', query],
      queryFn: ({ signal }) => call(listClients, { query, signal }),
      placeholderData: (before) => before,
    }),
  one: (userId: number) =>
    queryOptions({
      queryKey: [...clientQueries.all, 'one', userId],
      queryFn: ({ signal }) => call(viewClient, { query: { userId }, signal }),
    }),
};
