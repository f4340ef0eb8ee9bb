import type { NameKind } from '@seri/contract/feed/list-search.ts';
import { feedNames } from '@seri/contract/feed/name-routes.ts';
import type { QueryInput } from '@seri/contract/http.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';

type NameListQuery = Omit<QueryInput<typeof feedNames>, 'page' | 'pageSize'> & { page: number; pageSize: number };

const MATCHES = 20;
/** Refetch interval of the counts while a decision is applied. */
const REFETCH_MS = 2_000;

/** Names as the sources write them. */
export const feedQueries = {
  names: ['feed', 'names'] as const,
  list: (query: NameListQuery) =>
    queryOptions({
      queryKey: [...feedQueries.names, 'list', query],
      queryFn: ({ signal }) => call(feedNames, { query: query, signal }),
      placeholderData: (before) => before,
      refetchInterval: ({ state }) => (state.data?.items.some((name) => name.changing !== null) ? REFETCH_MS : false),
    }),
  targets: (kind: NameKind, maker: string, search: string) =>
    queryOptions({
      queryKey: [...feedQueries.names, 'targets', kind, maker, search],
      queryFn: ({ signal }) =>
        call(feedNames, { query: { kind, maker, search, state: 'own', pageSize: MATCHES }, signal }),
    }),
};
