import { type ClientDoor, type DoorReply, lotCosts, setDoor, viewDoor } from '@seri/contract/costs/routes.ts';
import type { ReplyOf } from '@seri/contract/http.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';
import { showFailure } from '../shell/toast.tsx';

export type LotCosts = ReplyOf<typeof lotCosts>;
export type CostTableHead = NonNullable<LotCosts['table']>;

const STALE_MS = 10 * 60_000;

export const costQueries = {
  all: ['costs'] as const,
  /** Facts and rules of a lot; the price is calculated here, without another call. */
  lot: (pageType: PageType, id: string) =>
    queryOptions({
      queryKey: ['costs', 'lot', pageType, id],
      queryFn: ({ signal }): Promise<LotCosts> => call(lotCosts, { query: { pageType, id }, signal }),
      staleTime: STALE_MS,
    }),
  door: queryOptions({
    queryKey: ['costs', 'door'],
    queryFn: ({ signal }): Promise<DoorReply> => call(viewDoor, { signal }),
    staleTime: STALE_MS,
  }),
};

export type DoorAnswer = Pick<ClientDoor, 'buyer' | 'currency'> & { destination: string };

/** Saves the door; totals of lots and lists follow. */
export function useSetDoor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: DoorAnswer) => call(setDoor, { body }),
    onSuccess: async (reply) => {
      client.setQueryData(costQueries.door.queryKey, reply);
      await Promise.all([
        client.invalidateQueries({ queryKey: ['costs', 'lot'] }),
        client.invalidateQueries({ queryKey: ['lots'] }),
        client.invalidateQueries({ queryKey: ['favorites'] }),
      ]);
    },
    onError: showFailure,
  });
}
