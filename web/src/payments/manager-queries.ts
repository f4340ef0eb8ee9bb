import { bankTransfers, clientPostings } from '@seri/contract/payments/manager-routes.ts';
import { listPurchases } from '@seri/contract/purchases/manager-routes.ts';
import { listClients, viewClient } from '@seri/contract/users/client-routes.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';
import { paymentQueries } from './queries.ts';

/** Maximum number of cars listed; beyond it managers search by number. */
const MAX_CARS = 70;
const MATCHES = 20;

/** Clients' money, for managers. */
export const paymentManagerQueries = {
  all: [...paymentQueries.all, 'manager'] as const,
  clients: (search: { search?: string; page: number; pageSize: number }) =>
    queryOptions({
      queryKey: [...paymentManagerQueries.all, 'clients', search],
      queryFn: ({ signal }) => call(listClients, { query: search, signal }),
      placeholderData: (before) => before,
    }),
  matches: (search: string) =>
    queryOptions({
      queryKey: [...paymentManagerQueries.all, 'matches', search],
      queryFn: ({ signal }) => call(listClients, { query: { search, pageSize: MATCHES }, signal }),
    }),
  client: (userId: number) =>
    queryOptions({
      queryKey: [...paymentManagerQueries.all, 'client', userId],
      queryFn: ({ signal }) => call(viewClient, { query: { userId }, signal }),
    }),
  cars: (userId: number) =>
    queryOptions({
      queryKey: [...paymentManagerQueries.all, 'cars', userId],
      queryFn: ({ signal }) => call(listPurchases, { query: { userId, pageSize: MAX_CARS }, signal }),
    }),
  postings: (userId: number, { page, pageSize }: { page: number; pageSize: number }) =>
    queryOptions({
      queryKey: [...paymentManagerQueries.all, 'postings', userId, page, pageSize],
      queryFn: ({ signal }) => call(clientPostings, { query: { userId, page, pageSize }, signal }),
      placeholderData: (before) => before,
    }),
  transfers: (state: 'waiting' | 'all', { page, pageSize }: { page: number; pageSize: number }) =>
    queryOptions({
      queryKey: [...paymentManagerQueries.all, 'transfers', state, page, pageSize],
      queryFn: ({ signal }) => call(bankTransfers, { query: { state, page, pageSize }, signal }),
      placeholderData: (before) => before,
    }),
};
