import { menuCounters } from '@seri/contract/company/routes.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/api.ts';

/** Numbers beside menu entries; whoever places or answers a bid invalidates it, and so do live events. */
export const countersQuery = queryOptions({
  queryKey: ['company', 'counters'],
  queryFn: ({ signal }) => call(menuCounters, { signal }),
});
