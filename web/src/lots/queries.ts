import { weekDays } from '@seri/contract/company/routes.ts';
import { type LotFilter, type LotListing, lotListing } from '@seri/contract/lots/filter.ts';
import { carAuction } from '@seri/contract/lots/routes.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../shell/api.ts';
import { boot } from '../shell/boot.ts';
import { language } from '../shell/i18n.ts';
import { parseSearch, searchOf } from '../shell/search.ts';

/** Prices, statuses and results move while somebody looks. */
const REFRESH_MS = 60_000;
const CHOICES_STALE_MS = 60_000;
const MAKERS_STALE_MS = 10 * 60_000;

type Listing = Awaited<ReturnType<typeof fetchListing>>;

const fetchListing = (search: LotListing, signal: AbortSignal) =>
  call(carAuction.listing, { query: forCall(search), signal });

/** Page 1 is left out of the call (lots specification section 4). */
const forCall = ({ page, ...search }: LotListing): Partial<LotListing> => (page === 1 ? search : { ...search, page });

/** The first page may already stand in the document, when it was asked for with the same meaning. */
function bootedListing(search: LotListing): Listing | undefined {
  if (!boot.listing) return undefined;
  const [, asked = ''] = boot.listing.address.split('?');
  const isSame = JSON.stringify(searchOf(lotListing)(parseSearch(asked))) === JSON.stringify(search);
  return isSame ? (boot.listing.reply as Listing) : undefined;
}

export const lotQueries = {
  /** The prefix a change of lots or bids invalidates. */
  all: ['lots'] as const,
  list: (search: LotListing) =>
    queryOptions({
      queryKey: [...lotQueries.all, 'list', search],
      queryFn: ({ signal }) => fetchListing(search, signal),
      initialData: () => bootedListing(search),
      placeholderData: (before) => before,
      refetchInterval: REFRESH_MS,
    }),
  endless: (search: LotListing) =>
    infiniteQueryOptions({
      queryKey: [...lotQueries.all, 'endless', search],
      queryFn: ({ pageParam, signal }) => fetchListing({ ...search, page: pageParam }, signal),
      initialData: () => {
        const first = bootedListing({ ...search, page: 1 });
        return first && { pages: [first], pageParams: [1] };
      },
      initialPageParam: 1,
      getNextPageParam: ({ carsList, pageInfo }) =>
        carsList.length === pageInfo.pageSize && pageInfo.page * pageInfo.pageSize < pageInfo.totalSearchResults
          ? pageInfo.page + 1
          : undefined,
      placeholderData: (before) => before,
    }),
  filters: (filter: LotFilter) =>
    queryOptions({
      queryKey: [...lotQueries.all, 'filters', filter, language],
      queryFn: ({ signal }) => call(carAuction.filters, { query: filter, signal }),
      placeholderData: (before) => before,
      staleTime: CHOICES_STALE_MS,
    }),
  makers: () =>
    queryOptions({
      queryKey: [...lotQueries.all, 'makers'],
      queryFn: ({ signal }) => call(carAuction.makers, { signal }),
      staleTime: MAKERS_STALE_MS,
    }),
  models: (maker: string | undefined) =>
    queryOptions({
      queryKey: [...lotQueries.all, 'models', maker],
      queryFn: ({ signal }) => call(carAuction.models, { query: { id: maker ?? '' }, signal }),
      enabled: maker !== undefined,
      staleTime: CHOICES_STALE_MS,
    }),
  weekDays: () =>
    queryOptions({
      queryKey: [...lotQueries.all, 'week-days'],
      queryFn: ({ signal }) => call(weekDays, { signal }),
      staleTime: MAKERS_STALE_MS,
    }),
  /** The lot under the key all screens share, so that a bid shows everywhere at once. */
  lot: (lotId: string) =>
    queryOptions({
      queryKey: [...lotQueries.all, 'lot', lotId],
      queryFn: ({ signal }) => call(carAuction.viewLot, { query: { id: lotId }, signal }),
      refetchInterval: REFRESH_MS,
    }),
};
export type LotFilters = Awaited<ReturnType<typeof fetchFilters>>;
const fetchFilters = () => call(carAuction.filters, {});
