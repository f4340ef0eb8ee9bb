import {
  acceptOffer,
  declineOffer,
  makeOffer,
  viewNegotiation,
  withdrawOffer,
} from '@seri/contract/bids/negotiation-routes.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api/api.ts';
import { useIdempotentMutation } from '../../shell/api/idempotent-mutation.ts';
import { bidQueries, refreshAfterBid } from '../core/queries.ts';

/** All offers on one bid, for staff. */
export const offersQuery = (bidId: number) =>
  queryOptions({
    queryKey: [...bidQueries.all, 'negotiation', bidId],
    queryFn: ({ signal }) => call(viewNegotiation, { query: { bidId }, signal }),
  });

interface OfBid {
  lotId: string;
}

/** Staff commands for the seller's offer. */
export function useOffers({ lotId }: OfBid) {
  const client = useQueryClient();
  return {
    make: useIdempotentMutation(makeOffer),
    withdraw: useIdempotentMutation(withdrawOffer),
    refresh: () => refreshAfterBid(client, lotId),
  };
}

/** The client's answers to an offer. */
export function useAnswer({ lotId }: OfBid) {
  const client = useQueryClient();
  return {
    accept: useIdempotentMutation(acceptOffer),
    decline: useIdempotentMutation(declineOffer),
    refresh: () => refreshAfterBid(client, lotId),
  };
}
