import { recordCall } from '@seri/contract/prices/record-routes.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';

const STALE_MS = 10 * 60_000;

export const priceQueries = {
  record: () =>
    queryOptions({
      queryKey: ['prices', 'record'],
      queryFn: ({ signal }) => call(recordCall, { query: {}, signal }),
      staleTime: STALE_MS,
    }),
};
