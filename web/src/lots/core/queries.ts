import { weekDays } from '@seri/contract/company/routes.ts';
import { type LotFilter, type LotListing, lotListing, withOpenLots } from '@seri/contract/lots/filter.ts';
import type { PageType, SalesPage } from '@seri/contract/lots/page-types.ts';
import type { BikeListingLot, ListingLot, LotPageInfo } from '@seri/contract/lots/records.ts';
import { carAuction, PAGES } from '@seri/contract/lots/routes.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../shell/api/api.ts';
import { initialData, loadedAt } from '../../shell/api/initial-data.ts';
import { language } from '../../shell/i18n/i18n.ts';
import { parseSearch, searchOf } from '../../shell/search.ts';

/** Prices, statuses and results change while the page is open. */
const REFRESH_MS = 60_000;
const CHOICES_STALE_MS = 60_000;
const MAKERS_STALE_MS = 10 * 60_000;
/** Keep scrolled pages this long, so that returning readers find their position again. */
const ENDLESS_CACHE_MS = 30 * 60_000;

/** A lot of a listing; motorcycles have additional fields. */
export type ListedLot = ListingLot & Partial<Pick<BikeListingLot, 'inspection' | 'serial'>>;

export interface Listing {
  lots: ListedLot[];
  pageInfo: LotPageInfo;
}

type ListingReply = { pageInfo: LotPageInfo } & ({ carsList: ListedLot[] } | { bikeList: ListedLot[] });

/** Unifies the separate field names of cars and motorcycles (business-rules.md#published-calls). */
const listingOf = (reply: ListingReply): Listing => ({
  lots: 'carsList' in reply ? reply.carsList : reply.bikeList,
  pageInfo: reply.pageInfo,
});

async function fetchListing(pageType: PageType, search: LotListing, signal: AbortSignal): Promise<Listing> {
  return listingOf(await call(PAGES[pageType].listing, { query: forCall(search), signal }));
}

/** Page 1 is left out of the call (business-rules.md#list-parameters). */
const forCall = ({ page, ...search }: LotListing): Partial<LotListing> => (page === 1 ? search : { ...search, page });

/** First page from the document, if it was loaded for the same query. */
function initialListing(pageType: PageType, search: LotListing): Listing | undefined {
  if (!initialData.listing) return undefined;
  const [path, query = ''] = initialData.listing.address.split('?');
  if (path !== PAGES[pageType].listing.path) return undefined;
  const isSame = JSON.stringify(searchOf(lotListing)(parseSearch(query))) === JSON.stringify(search);
  return isSame ? listingOf(initialData.listing.reply as ListingReply) : undefined;
}

/** Lots without duplicates: a lot that has moved down meanwhile appears on a later page again. */
export function lotsOfPages(pages: readonly Listing[]): ListedLot[] {
  const seen = new Set<string>();
  return pages.flatMap(({ lots }) => lots.filter(({ id }) => !seen.has(id) && seen.add(id)));
}

export const lotQueries = {
  /** Prefix for invalidation after a change of lots or bids. */
  all: ['lots'] as const,
  list: (pageType: PageType, address: LotListing) => {
    const search = withOpenLots(pageType, address);
    return queryOptions({
      queryKey: [...lotQueries.all, pageType, 'list', search],
      queryFn: ({ signal }) => fetchListing(pageType, search, signal),
      initialData: () => initialListing(pageType, search),
      initialDataUpdatedAt: loadedAt,
      placeholderData: (before, query) => (query?.queryKey[1] === pageType ? before : undefined),
      refetchInterval: REFRESH_MS,
    });
  },
  endless: (pageType: PageType, address: LotListing) => {
    const search = withOpenLots(pageType, address);
    return infiniteQueryOptions({
      queryKey: [...lotQueries.all, pageType, 'endless', search],
      queryFn: ({ pageParam, signal }) => fetchListing(pageType, { ...search, page: 1, after: pageParam }, signal),
      initialData: () => {
        const first = initialListing(pageType, { ...search, page: 1 });
        return first && { pages: [first], pageParams: [undefined] };
      },
      initialDataUpdatedAt: loadedAt,
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ pageInfo }) => pageInfo.next,
      placeholderData: (before, query) => (query?.queryKey[1] === pageType ? before : undefined),
      gcTime: ENDLESS_CACHE_MS,
    });
  },
  filters: (pageType: PageType, address: LotFilter) => {
    const filter = withOpenLots(pageType, address);
    return queryOptions({
      queryKey: [...lotQueries.all, pageType, 'filters', filter, language],
      queryFn: ({ signal }) => call(PAGES[pageType].filters, { query: filter, signal }),
      placeholderData: (before, query) => (query?.queryKey[1] === pageType ? before : undefined),
      staleTime: CHOICES_STALE_MS,
    });
  },
  makers: (pageType: PageType) =>
    queryOptions({
      queryKey: [...lotQueries.all, pageType, 'makers'],
      queryFn: ({ signal }) => call(PAGES[pageType].makers, { signal }),
      staleTime: MAKERS_STALE_MS,
    }),
  models: (pageType: PageType, maker: string | undefined) =>
    queryOptions({
      queryKey: [...lotQueries.all, pageType, 'models', maker],
      queryFn: ({ signal }) => call(PAGES[pageType].models, { query: { id: maker ?? '' }, signal }),
      enabled: maker !== undefined,
      staleTime: CHOICES_STALE_MS,
    }),
  /** Monthly prices of the chosen model. */
  priceHistory: (pageType: SalesPage, filter: LotFilter) =>
    queryOptions({
      queryKey: [...lotQueries.all, pageType, 'price-history', filter],
      queryFn: ({ signal }) => call(PAGES[pageType].priceHistory, { query: filter, signal }),
      placeholderData: (before, query) => (query?.queryKey[1] === pageType ? before : undefined),
      staleTime: MAKERS_STALE_MS,
    }),
  /** Prices over mileage, and where the sales under the filters sell. */
  saleStatistics: (pageType: SalesPage, filter: LotFilter) =>
    queryOptions({
      queryKey: [...lotQueries.all, pageType, 'sale-statistics', filter],
      queryFn: ({ signal }) => call(PAGES[pageType].saleStatistics, { query: filter, signal }),
      staleTime: MAKERS_STALE_MS,
    }),
  /** The price of a lot, and the sales similar to it. */
  similarSales: ({ pageType, id }: { pageType: PageType; id: string }) =>
    queryOptions({
      queryKey: ['lots', 'similar-sales', pageType, id, language],
      queryFn: ({ signal }) => call(PAGES[pageType].similarSales, { query: { id }, signal }),
      staleTime: MAKERS_STALE_MS,
    }),
  weekDays: () =>
    queryOptions({
      queryKey: [...lotQueries.all, 'week-days'],
      queryFn: ({ signal }) => call(weekDays, { signal }),
      staleTime: MAKERS_STALE_MS,
    }),
  /** The lot under the key that all screens share, so that a bid shows everywhere at once. */
  lot: (lotId: string) =>
    queryOptions({
      queryKey: [...lotQueries.all, 'lot', lotId],
      queryFn: ({ signal }) => call(carAuction.viewLot, { query: { id: lotId }, signal }),
      refetchInterval: REFRESH_MS,
    }),
};
export type LotFilters = Awaited<ReturnType<typeof fetchFilters>>;
const fetchFilters = () => call(carAuction.filters, {});
