import { demoPeople } from '@seri/contract/company/routes.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shell/api/api.ts';
import { initialData } from '../../shell/api/initial-data.ts';

/** People of the demonstration with their stories, which change as auctions run. */
export const demoPeopleQuery = () =>
  queryOptions({
    queryKey: ['company', 'demo-people'],
    queryFn: ({ signal }) => call(demoPeople, { signal }),
    staleTime: 30_000,
    ...(initialData.demoPeople ? { initialData: initialData.demoPeople } : {}),
  });
