import { bidTypes } from '@seri/contract/bids/type-routes.ts';
import type { ReplyOf } from '@seri/contract/http.ts';
import type { PurchasedQuery } from '@seri/contract/purchases/list-search.ts';
import { purchasedCars, purchasedDetails, savedAddresses } from '@seri/contract/purchases/routes.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';
import { language, languageId } from '../shell/i18n/i18n.ts';

const TYPES_STALE_MS = 10 * 60_000;

export type PurchaseDetails = ReplyOf<typeof purchasedDetails>;

export const purchaseQueries = {
  all: ['purchases'] as const,
  list: (search: PurchasedQuery) =>
    queryOptions({
      queryKey: [...purchaseQueries.all, 'list', search],
      queryFn: ({ signal }) => call(purchasedCars, { query: search, signal }),
      placeholderData: (before) => before,
    }),
  car: (id: string) =>
    queryOptions({
      queryKey: [...purchaseQueries.all, 'car', id],
      queryFn: ({ signal }) => call(purchasedDetails, { query: { id }, signal }),
    }),
  addresses: () =>
    queryOptions({
      queryKey: [...purchaseQueries.all, 'addresses'],
      queryFn: ({ signal }) => call(savedAddresses, { query: {}, signal }),
    }),
  exportTypes: () =>
    queryOptions({
      queryKey: [...purchaseQueries.all, 'export-types'],
      queryFn: ({ signal }) =>
        call(bidTypes, { query: { language: languageId(language) === 692 ? '692' : '693' }, signal }),
      staleTime: TYPES_STALE_MS,
    }),
};
