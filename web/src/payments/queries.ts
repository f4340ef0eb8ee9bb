import type { PaymentsQuery } from '@seri/contract/payments/list-search.ts';
import { payments, paymentsBalance } from '@seri/contract/payments/routes.ts';
import { clientBalances } from '@seri/contract/payments/statement-routes.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';

export const paymentQueries = {
  all: ['payments'] as const,
  list: (search: PaymentsQuery) =>
    queryOptions({
      queryKey: [...paymentQueries.all, 'list', search],
      queryFn: ({ signal }) => call(payments, { query: search, signal }),
      placeholderData: (before) => before,
    }),
  balance: () =>
    queryOptions({
      queryKey: [...paymentQueries.all, 'balance'],
      queryFn: ({ signal }) => call(paymentsBalance, { signal }),
    }),
  clients: () =>
    queryOptions({
      queryKey: [...paymentQueries.all, 'clients'],
      queryFn: ({ signal }) => call(clientBalances, { signal }),
    }),
};
