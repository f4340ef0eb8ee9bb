import { type ClientDoor, type DoorReply, setDoor, viewDoor } from '@seri/contract/costs/door-routes.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';
import { showFailure } from '../shell/toast.tsx';

const STALE_MS = 10 * 60_000;

/** The reader's door. Apart from the costs of a lot, whose rules no list needs. */
export const doorQuery = queryOptions({
  queryKey: ['costs', 'door'],
  queryFn: ({ signal }): Promise<DoorReply> => call(viewDoor, { signal }),
  staleTime: STALE_MS,
});

export type DoorAnswer = Pick<ClientDoor, 'buyer' | 'currency'> & { destination: string };

/** Saves the door; totals of lots and lists follow. */
export function useSetDoor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: DoorAnswer) => call(setDoor, { body }),
    onSuccess: async (reply) => {
      client.setQueryData(doorQuery.queryKey, reply);
      await Promise.all([
        client.invalidateQueries({ queryKey: ['costs', 'lot'] }),
        client.invalidateQueries({ queryKey: ['lots'] }),
        client.invalidateQueries({ queryKey: ['favorites'] }),
      ]);
    },
    onError: showFailure,
  });
}
