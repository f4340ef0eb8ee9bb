import { demoMail, demoMails } from '@seri/contract/mail/routes.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';

const REFRESH_MS = 4_000;

export const demoMailQueries = {
  list: () =>
    queryOptions({
      queryKey: ['demo-mail', 'list'],
      queryFn: ({ signal }) => call(demoMails, { signal }),
      refetchInterval: REFRESH_MS,
      refetchIntervalInBackground: false,
    }),
  /** A sent mail never changes. */
  mail: (id: number) =>
    queryOptions({
      queryKey: ['demo-mail', id],
      queryFn: ({ signal }) => call(demoMail, { query: { id }, signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
};
