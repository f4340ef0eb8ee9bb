import { bidDayView } from '@seri/contract/bids/day-routes.ts';
import { type BidGroupOption, bidGroups, setBidGroup } from '@seri/contract/bids/group-routes.ts';
import { checkBid, createBid, createBidFor, type PlacedBid, updateBidStatus } from '@seri/contract/bids/routes.ts';
import { bidTypes, exportTypes } from '@seri/contract/bids/type-routes.ts';
import { ERROR_CODES } from '@seri/contract/errors.ts';
import type { BodyInput } from '@seri/contract/http.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import type { BidInfo, BikeLot, CarLot } from '@seri/contract/lots/records.ts';
import { PAGES } from '@seri/contract/lots/routes.ts';
import { UNLIMITED } from '@seri/contract/money.ts';
import { viewProfile } from '@seri/contract/users/routes.ts';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../shell/api/api.ts';
import { useIdempotentMutation } from '../../shell/api/idempotent-mutation.ts';
import { language, languageId } from '../../shell/i18n/i18n.ts';
import { countersQuery } from '../../shell/live/counters.ts';
import { sessionQuery } from '../../shell/session/session.ts';
import { type BidLot, bidLotOf } from './bid-lot.ts';

const TYPES_STALE_MS = 10 * 60_000;
const languageNumber = () => String(languageId(language)) as '692' | '693';

const lotKey = (lotId: string) => ['lots', 'lot', lotId];

export const bidQueries = {
  /** Prefix for invalidation after a change of bids. */
  all: ['bids'] as const,
  lists: ['bids', 'list'] as const,
  /** The lot under the key that all screens share, so that a bid shows everywhere at once. */
  lot: (pageType: PageType, lotId: string) =>
    queryOptions({
      queryKey: lotKey(lotId),
      queryFn: ({ signal }): Promise<CarLot | BikeLot> =>
        call(PAGES[pageType].viewLot, { query: { id: lotId }, signal }),
      select: (lot) => bidLotOf(pageType, lot),
    }),
  /** Bidding conditions on this lot before an amount is typed. */
  check: ({ id, lotType }: BidLot, group: number | null = null, clientId: number | null = null) =>
    queryOptions({
      queryKey: [...bidQueries.all, 'check', id, group, clientId],
      queryFn: ({ signal }) =>
        call(checkBid, {
          body: {
            carId: id,
            lotType,
            ...(group === null ? {} : { bidGroup: group }),
            ...(clientId === null ? {} : { userId: String(clientId) }),
          },
          signal,
        }),
      placeholderData: (before) => before,
      refetchInterval: 60_000,
    }),
  /** The empty option and the ten groups of one client: the current user or the client a manager views. */
  groups: (userId: number | null = null) =>
    queryOptions({
      queryKey: [...bidQueries.all, 'groups', userId],
      queryFn: ({ signal }) => call(bidGroups, { query: userId === null ? {} : { userId }, signal }),
    }),
  /** Outside the keys of bids, as no bid changes them. */
  types: (isStaff: boolean) =>
    queryOptions({
      queryKey: ['bid-types', isStaff],
      queryFn: ({ signal }) =>
        call(isStaff ? exportTypes : bidTypes, { query: { language: languageNumber() }, signal }),
      staleTime: TYPES_STALE_MS,
    }),
  /** An auction day; today by default. */
  day: (day: string | undefined) =>
    queryOptions({
      queryKey: [...bidQueries.lists, 'day', day],
      queryFn: ({ signal }) => call(bidDayView, { query: day === undefined ? {} : { day }, signal }),
      placeholderData: (before) => before,
    }),
};

/** A bid changes the lot, the available credit, the balance in the header and the badge of the menu. */
export const refreshAfterBid = (client: QueryClient, lotId: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: lotKey(lotId) }),
    client.invalidateQueries({ queryKey: bidQueries.all }),
    client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    client.invalidateQueries({ queryKey: countersQuery.queryKey }),
  ]);

const showOnLot = (client: QueryClient, lotId: string, info: Partial<BidInfo>) =>
  client.setQueryData<CarLot | BikeLot>(
    lotKey(lotId),
    (lot) => lot && { ...lot, bidInfo: { ...lot.bidInfo, ...info } },
  );

/**
 * Fetches the highest amount allowed on this lot when the button is pressed: null is no limit, missing is nothing
 * (business-rules.md#exposure).
 */
export const useFreshBidAllow = (lotId: string) =>
  useMutation({
    mutationFn: async ({ group, clientId }: { group: number | null; clientId: number | null }) => {
      const query = {
        carId: lotId,
        ...(group === null ? {} : { bidGroup: group }),
        ...(clientId === null ? {} : { userId: clientId }),
      };
      const { balanceInfo, permissions } = await call(viewProfile, { query });
      if (!permissions.creditLimitCheck) return null;
      const { bidAllow = 0 } = balanceInfo;
      return bidAllow === UNLIMITED ? null : bidAllow;
    },
  });

/** Sets the number of cars a group buys; available credit and held money change with it. */
export function useSetGroup() {
  const client = useQueryClient();
  return useMutation<BidGroupOption, ApiError, BodyInput<typeof setBidGroup>>({
    mutationFn: (body) => call(setBidGroup, { body }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: bidQueries.all }),
        client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      ]),
  });
}

/**
 * Places a bid on one lot. Updates the my-bid block at once and refetches everything that depends on it. Staff place
 * for a client.
 */
export function useBidOnLot(lotId: string, isStaff: boolean) {
  const client = useQueryClient();
  const place = useIdempotentMutation<typeof createBid | typeof createBidFor>(isStaff ? createBidFor : createBid);
  const refresh = () => refreshAfterBid(client, lotId);
  const showPlaced = (placed: PlacedBid, group: number | null) => {
    if (isStaff) return refresh();
    showOnLot(client, lotId, {
      myBid: true,
      jasId: placed.bidId,
      myBidAmount: placed.bidAmount,
      myBidDate: placed.bidDate,
      bidStatusId: placed.bidStatus,
      myBidGroup: group,
    });
    return refresh();
  };
  return { place, showPlaced, refresh };
}

export function useCancelBid(lotId: string) {
  const client = useQueryClient();
  const cancel = useIdempotentMutation(updateBidStatus);
  const refresh = () => refreshAfterBid(client, lotId);
  const showCancelled = () => {
    showOnLot(client, lotId, {
      myBid: false,
      jasId: null,
      myBidAmount: null,
      myBidDate: null,
      bidStatusId: null,
      myBidGroup: null,
      groupWaits: false,
      cancellationAllowed: false,
    });
    return refresh();
  };
  return { cancel, showCancelled, refresh };
}

/** Refetches rows, tab counters and the badge of the menu after a manager's change. */
export const refreshLists = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: bidQueries.lists }),
    client.invalidateQueries({ queryKey: countersQuery.queryKey }),
  ]);

/** An answer 200 with `error` is a refusal too (business-rules.md#saving-a-bid). */
export function refusedInside(answer: { success: boolean; error?: string }): ApiError | null {
  if (answer.success && !answer.error) return null;
  return new ApiError(ERROR_CODES.find((code) => code === answer.error) ?? 'Default', 200, { error: answer.error });
}
