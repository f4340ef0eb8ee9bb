import { type BidGroupOption, bidGroups, setBidGroup } from '@seri/contract/bids/group-routes.ts';
import type { BidList, BidRow } from '@seri/contract/bids/records.ts';
import {
  type BidHistoryQuery,
  type BidIndexQuery,
  bidHistory,
  bidIndex,
  checkBid,
  createBid,
  createBidFor,
  type MyBidsQuery,
  myBids,
  type PlacedBid,
  updateBidStatus,
} from '@seri/contract/bids/routes.ts';
import { bidTypes, exportTypes } from '@seri/contract/bids/type-routes.ts';
import { ERROR_CODES } from '@seri/contract/errors.ts';
import type { BodyInput } from '@seri/contract/http.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import type { BidInfo, BikeLot, CarLot } from '@seri/contract/lots/records.ts';
import { PAGES } from '@seri/contract/lots/routes.ts';
import { UNLIMITED } from '@seri/contract/money.ts';
import { viewProfile } from '@seri/contract/users/routes.ts';
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { ApiError, call } from '../shell/api.ts';
import { countersQuery } from '../shell/counters.ts';
import { language, languageId } from '../shell/i18n.ts';
import { useRepeatSafe } from '../shell/repeat-safe.ts';
import { sessionQuery } from '../shell/session.ts';
import { type BidLot, bidLotOf } from './bid-lot.ts';

/** Until events are pushed, lists ask again while somebody looks at them. */
const POLL_MS = 10_000;
const TYPES_STALE_MS = 10 * 60_000;
const polled = { refetchInterval: POLL_MS, refetchIntervalInBackground: false } as const;
const languageNumber = () => String(languageId(language)) as '692' | '693';

const nextPage = ({ pageInfo }: BidList) =>
  pageInfo.page * pageInfo.pageSize < pageInfo.totalSearchResults ? pageInfo.page + 1 : undefined;

const lotKey = (lotId: string) => ['lots', 'lot', lotId];

export const bidQueries = {
  /** The prefix a change of bids invalidates. */
  all: ['bids'] as const,
  lists: ['bids', 'list'] as const,
  /** The lot under the key all screens share, so that a bid shows everywhere at once. */
  lot: (pageType: PageType, lotId: string) =>
    queryOptions({
      queryKey: lotKey(lotId),
      queryFn: ({ signal }): Promise<CarLot | BikeLot> =>
        call(PAGES[pageType].viewLot, { query: { id: lotId }, signal }),
      select: (lot) => bidLotOf(pageType, lot),
      // Whoever has bid waits for an answer.
      refetchInterval: ({ state }) => (state.data?.bidInfo.myBid ? POLL_MS : false),
    }),
  /** What holds on this lot before anything is typed. */
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
  /** The placeholder and the ten groups of one client: of the viewer, or of the one a manager looks at. */
  groups: (userId: number | null = null) =>
    queryOptions({
      queryKey: [...bidQueries.all, 'groups', userId],
      queryFn: ({ signal }) => call(bidGroups, { query: userId === null ? {} : { userId }, signal }),
    }),
  types: (isStaff: boolean) =>
    queryOptions({
      queryKey: [...bidQueries.all, 'types', isStaff],
      queryFn: ({ signal }) =>
        call(isStaff ? exportTypes : bidTypes, { query: { language: languageNumber() }, signal }),
      staleTime: TYPES_STALE_MS,
    }),
  mine: (search: MyBidsQuery) =>
    infiniteQueryOptions({
      queryKey: [...bidQueries.lists, 'mine', search],
      queryFn: ({ pageParam, signal }) => call(myBids, { query: { ...search, page: pageParam }, signal }),
      initialPageParam: 1,
      getNextPageParam: nextPage,
      ...polled,
    }),
  archive: (search: BidHistoryQuery) =>
    infiniteQueryOptions({
      queryKey: [...bidQueries.lists, 'archive', search],
      queryFn: ({ pageParam, signal }) => call(bidHistory, { query: { ...search, page: pageParam }, signal }),
      initialPageParam: 1,
      getNextPageParam: nextPage,
      ...polled,
    }),
  index: (search: BidIndexQuery) =>
    queryOptions({
      queryKey: [...bidQueries.lists, 'index', search],
      queryFn: ({ signal }) => call(bidIndex, { query: search, signal }),
      placeholderData: (before) => before,
      ...polled,
    }),
};

/** Bids change the lot, what may still be bid, the balance in the header and the badge of the menu. */
const refreshAfterBid = (client: QueryClient, lotId: string) =>
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

/** The highest amount that passes on this lot, asked afresh when the button is pressed: null is no limit, missing is nothing (decisions D5.11). */
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

/** How many cars a group buys: what may be bid and what is held change with it. */
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

/** Placing on one lot: the my-bid block changes at once, everything that depends on it is asked again. Staff place for a client. */
export function useBidOnLot(lotId: string, isStaff: boolean) {
  const client = useQueryClient();
  const place = useRepeatSafe<typeof createBid | typeof createBidFor>(isStaff ? createBidFor : createBid);
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
  const cancel = useRepeatSafe(updateBidStatus);
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

type IndexKeyed = readonly [readonly unknown[], BidList | undefined];

/** Shows a change in every page of the bid manager before the server has answered; the answer takes it back for this row alone. */
export async function showOnRow(client: QueryClient, bidId: number, patch: Partial<BidRow>): Promise<() => void> {
  const queryKey = [...bidQueries.lists, 'index'];
  await client.cancelQueries({ queryKey });
  const before = client.getQueriesData<BidList>({ queryKey }).map(([key, list]): IndexKeyed => [key, list]);
  const put = (row: BidRow, values: Partial<BidRow>) => (row.bidId === bidId ? { ...row, ...values } : row);
  client.setQueriesData<BidList>(
    { queryKey },
    (list) => list && { ...list, cars: list.cars.map((row) => put(row, patch)) },
  );
  return () => {
    for (const [key, list] of before) {
      const old = list?.cars.find((row) => row.bidId === bidId);
      if (!old) continue;
      const values = Object.fromEntries(Object.keys(patch).map((name) => [name, old[name as keyof BidRow]]));
      client.setQueryData<BidList>(key, (now) => now && { ...now, cars: now.cars.map((row) => put(row, values)) });
    }
  };
}

/** After a manager's change: rows, counters of the tabs and the badge of the menu. */
export const refreshLists = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: bidQueries.lists }),
    client.invalidateQueries({ queryKey: countersQuery.queryKey }),
  ]);

/** The answer 200 with `error` is a refusal too (platform section 7). */
export function refusedInside(answer: { success: boolean; error?: string }): ApiError | null {
  if (answer.success && !answer.error) return null;
  return new ApiError(ERROR_CODES.find((code) => code === answer.error) ?? 'Default', 200, { error: answer.error });
}

/** Names of the clients whose bids were seen so far; there is no list of all of them for a filter yet. */
export function useKnownClients(): Map<number, string> {
  const client = useQueryClient();
  const lists = client.getQueriesData<BidList>({ queryKey: [...bidQueries.lists, 'index'] });
  const names = lists
    .flatMap(([, list]) => list?.cars ?? [])
    .flatMap(({ user }) => (user && 'balance' in user ? [user] : []));
  return new Map(names.map((user) => [user.jasClientId, user.name]));
}
