import { menuCounters } from '@seri/contract/company/routes.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/api.ts';

/** Counters of the menu; invalidated by placed or answered bids and by live events. */
export const countersQuery = queryOptions({
  queryKey: ['company', 'counters'],
  queryFn: ({ signal }) => call(menuCounters, { signal }),
});
