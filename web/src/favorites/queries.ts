import {
  addFavorite,
  deleteFavorite,
  FAVORITE_GROUPS,
  type FavoriteGroup,
  favoriteGroups,
  favoriteListing,
  favoriteOutlook,
} from '@seri/contract/favorites/routes.ts';
import type { QueryOf, ReplyOf } from '@seri/contract/http.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import type { ListingLot } from '@seri/contract/lots/records.ts';
import { type Query, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';
import { callOrKeep, KEPT } from '../shell/offline/call-or-keep.ts';
import { showFailure } from '../shell/toast.tsx';

export type Wishes = ListingLot['wishList'];
export type FavoriteSearch = QueryOf<typeof favoriteListing>;
export type FavoriteList = ReplyOf<typeof favoriteListing>;
export type Outlook = ReplyOf<typeof favoriteOutlook>;

const REFRESH_MS = 60_000;
/** Prefix of listings and lots in the cache; a star pressed on one of them shows on all. */
const LOTS = 'lots';

export const favoriteQueries = {
  all: ['favorites'] as const,
  groups: () =>
    queryOptions({
      queryKey: [...favoriteQueries.all, 'groups'],
      queryFn: ({ signal }) => call(favoriteGroups, { signal }),
      refetchInterval: REFRESH_MS,
    }),
  outlook: (group: FavoriteGroup, cars: number) =>
    queryOptions({
      queryKey: [...favoriteQueries.all, 'outlook', group, cars],
      queryFn: ({ signal }) => call(favoriteOutlook, { query: { group, cars }, signal }),
      placeholderData: (before) => before,
      refetchInterval: REFRESH_MS,
    }),
  list: (search: FavoriteSearch) =>
    queryOptions({
      queryKey: [...favoriteQueries.all, 'list', search],
      queryFn: ({ signal }) => call(favoriteListing, { query: search, signal }),
      placeholderData: (before) => before,
      refetchInterval: REFRESH_MS,
    }),
};

export const groupOf = (wishes: Wishes): FavoriteGroup | null =>
  FAVORITE_GROUPS.find((group) => wishes.some((wish) => wish.group === group && wish.value)) ?? null;

interface Choice {
  group: FavoriteGroup;
  /** True if the change removes the lot from the group. */
  isRemoval: boolean;
}

/**
 * Puts a lot into a group or removes it; every list and page with the lot follows at once, and a refusal rolls back.
 */
export function useFavorite(pageType: PageType, lotId: string) {
  const client = useQueryClient();
  return useMutation({
    // Two quick choices reach the server in order.
    scope: { id: `favorites.${lotId}` },
    mutationFn: ({ group, isRemoval }: Choice) =>
      isRemoval
        ? callOrKeep(client, `favorites.${lotId}`, deleteFavorite, { query: { group, carId: lotId } })
        : callOrKeep(client, `favorites.${lotId}`, addFavorite, { body: { group, carId: lotId, type: pageType } }),
    onMutate: ({ group, isRemoval }) => showInGroup(client, lotId, isRemoval ? null : group),
    onError: (error, _choice, rollback) => {
      rollback?.();
      showFailure(error);
    },
    // A kept change is not in any answer yet.
    onSettled: (result) => void (result === KEPT || client.invalidateQueries({ queryKey: favoriteQueries.all })),
  });
}

/** Shows the lot's new group in all cached answers; returns the rollback. */
async function showInGroup(client: QueryClient, lotId: string, group: FavoriteGroup | null): Promise<() => void> {
  const predicate = ({ queryKey, state }: Query) =>
    (queryKey[0] === LOTS || queryKey[0] === favoriteQueries.all[0]) &&
    withWishes(state.data, lotId, () => []) !== state.data;
  // An answer requested before the press would restore the old group. First loads continue.
  await client.cancelQueries({ predicate });
  const before = new Map<string, Wishes>();
  client.setQueriesData({ predicate }, (data: unknown) =>
    withWishes(data, lotId, (wishes) => {
      before.set(lotId, wishes);
      return wishesOf(group);
    }),
  );
  return () =>
    client.setQueriesData({ predicate }, (data: unknown) =>
      withWishes(data, lotId, (wishes) => before.get(lotId) ?? wishes),
    );
}

const wishesOf = (chosen: FavoriteGroup | null): Wishes =>
  FAVORITE_GROUPS.map((group) => ({ group, value: group === chosen }));

type Change = (wishes: Wishes) => Wishes;
type Listed = Pick<ListingLot, 'id' | 'wishList'>;
interface CachedAnswer {
  pages?: unknown[];
  lots?: Listed[];
  carsList?: Listed[];
  bikeList?: Listed[];
  carCommonDetail?: { id: string };
  bikeCommonDetail?: { id: string };
  wishList?: Wishes;
}

/**
 * Applies a favourite change of one lot to a cached answer (a page of a list, an endless list, a lot); returns the same
 * object if it does not contain the lot.
 */
export function withWishes(data: unknown, lotId: string, change: Change): unknown {
  if (typeof data !== 'object' || data === null) return data;
  const cached = data as CachedAnswer;
  if (cached.pages) {
    const pages = cached.pages.map((page) => withWishes(page, lotId, change));
    return pages.every((page, index) => page === cached.pages?.[index]) ? data : { ...data, pages };
  }
  if ((cached.carCommonDetail ?? cached.bikeCommonDetail)?.id === lotId)
    return { ...data, wishList: change(cached.wishList ?? []) };
  const changed = LISTS.flatMap((name) => {
    const list = cached[name];
    if (!Array.isArray(list) || !list.some(({ id }) => id === lotId)) return [];
    return [[name, list.map((lot) => (lot.id === lotId ? { ...lot, wishList: change(lot.wishList) } : lot))]];
  });
  return changed.length > 0 ? { ...data, ...Object.fromEntries(changed) } : data;
}

const LISTS = ['lots', 'carsList', 'bikeList'] as const;
