import { menuCounters } from '@seri/contract/company/routes.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';

/** Numbers beside menu entries; whoever places or answers a bid invalidates it. */
export const countersQuery = queryOptions({
  queryKey: ['company', 'counters'],
  queryFn: ({ signal }) => call(menuCounters, { signal }),
  refetchInterval: 60_000,
});
