import { lotCosts } from '@seri/contract/costs/routes.ts';
import type { ReplyOf } from '@seri/contract/http.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';

export type LotCosts = ReplyOf<typeof lotCosts>;
export type CostTableHead = NonNullable<LotCosts['table']>;

const STALE_MS = 10 * 60_000;

export const costQueries = {
  /** Facts and rules of a lot; the price is calculated here, without another call. */
  lot: (pageType: PageType, id: string) =>
    queryOptions({
      queryKey: ['costs', 'lot', pageType, id],
      queryFn: ({ signal }): Promise<LotCosts> => call(lotCosts, { query: { pageType, id }, signal }),
      staleTime: STALE_MS,
    }),
};
