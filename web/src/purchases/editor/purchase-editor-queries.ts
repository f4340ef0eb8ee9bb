import type { ReplyOf } from '@seri/contract/http.ts';
import { listPurchases, viewPurchase } from '@seri/contract/purchases/manager-routes.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shell/api/api.ts';
import { purchaseQueries } from '../queries.ts';

export type ManagedDetails = ReplyOf<typeof viewPurchase>;
type PurchaseListQuery = { search?: string; status?: number; userId?: number; page: number; pageSize: number };

/** Purchases of all clients, for managers. */
export const purchaseEditorQueries = {
  list: (query: PurchaseListQuery) =>
    queryOptions({
      queryKey: [...purchaseQueries.all, 'manager', query],
      queryFn: ({ signal }) => call(listPurchases, { query, signal }),
      placeholderData: (before) => before,
    }),
  one: (purchaseId: number) =>
    queryOptions({
      queryKey: [...purchaseQueries.all, 'manager-one', purchaseId],
      queryFn: ({ signal }) => call(viewPurchase, { query: { purchaseId }, signal }),
    }),
};
