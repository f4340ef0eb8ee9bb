import { feedImports, refusedRows } from '@seri/contract/feed/import-routes.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';

/** Refetch interval of a running import. */
const REFETCH_MS = 2_000;

export const importQueries = {
  all: ['feed', 'imports'] as const,
  list: (query: { state: 'all' | 'trouble'; page: number; pageSize: number }) =>
    queryOptions({
      queryKey: [...importQueries.all, 'list', query],
      queryFn: ({ signal }) => call(feedImports, { query: query, signal }),
      placeholderData: (before) => before,
      refetchInterval: ({ state }) =>
        state.data?.items.some((one) => one.finishedAt === null && one.problem === null) ? REFETCH_MS : false,
    }),
  refused: (importId: number, { page, pageSize }: { page: number; pageSize: number }) =>
    queryOptions({
      queryKey: [...importQueries.all, 'refused', importId, page, pageSize],
      queryFn: ({ signal }) => call(refusedRows, { query: { importId, page, pageSize }, signal }),
      placeholderData: (before) => before,
    }),
};
