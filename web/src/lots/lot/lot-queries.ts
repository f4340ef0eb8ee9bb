import type { BIKE_PAGES, CAR_PAGES, PageType } from '@seri/contract/lots/page-types.ts';
import type { BikeLot, CarLot } from '@seri/contract/lots/records.ts';
import { bikes, carAuction, PAGES } from '@seri/contract/lots/routes.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api/api.ts';
import { initialData, loadedAt } from '../../shell/api/initial-data.ts';

/** Prices, statuses and results change while the page is open. */
const REFRESH_MS = 60_000;
const STALE_MS = 10 * 60_000;

export type CarPage = (typeof CAR_PAGES)[number];
export type BikePage = (typeof BIKE_PAGES)[number];
/** A lot to load for a comparison. */
export interface LotReference {
  pageType: PageType;
  id: string;
}

const LOT_KEY = ['lots', 'lot'] as const;

/** The lot from the document, if the page was loaded for it. */
const initialLot = <Lot>(pageType: PageType, id: string): Lot | undefined =>
  initialData.lot?.address === `${PAGES[pageType].viewLot.path}?id=${id}` ? (initialData.lot.reply as Lot) : undefined;

export const lotPageQueries = {
  /** The lot under the key that all screens share, so that a bid shows everywhere at once. */
  car: (pageType: CarPage, id: string) =>
    queryOptions({
      queryKey: [...LOT_KEY, id],
      queryFn: ({ signal }): Promise<CarLot> => call(PAGES[pageType].viewLot, { query: { id }, signal }),
      initialData: () => initialLot<CarLot>(pageType, id),
      initialDataUpdatedAt: loadedAt,
      refetchInterval: REFRESH_MS,
    }),
  bike: (pageType: BikePage, id: string) =>
    queryOptions({
      queryKey: [...LOT_KEY, id],
      queryFn: ({ signal }): Promise<BikeLot> => call(PAGES[pageType].viewLot, { query: { id }, signal }),
      initialData: () => initialLot<BikeLot>(pageType, id),
      initialDataUpdatedAt: loadedAt,
      refetchInterval: REFRESH_MS,
    }),
  any: ({ pageType, id }: LotReference) =>
    queryOptions({
      queryKey: [...LOT_KEY, id],
      queryFn: ({ signal }): Promise<CarLot | BikeLot> => call(PAGES[pageType].viewLot, { query: { id }, signal }),
    }),
  inspection: (pageType: BikePage, id: string) =>
    queryOptions({
      queryKey: ['lots', 'inspection', id],
      queryFn: ({ signal }) => call(PAGES[pageType].inspection, { query: { id }, signal }),
      staleTime: STALE_MS,
    }),
  history: ({ pageType, id }: LotReference) =>
    queryOptions({
      queryKey: ['lots', 'history', pageType, id],
      queryFn: ({ signal }) => call(PAGES[pageType].lotHistory, { query: { id }, signal }),
      staleTime: STALE_MS,
    }),
};

/** Saves the manager's note on a lot; an empty one deletes it (business-rules.md#lot-notes). */
export function useSaveNote(pageType: 'car-auction' | 'bikes', id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (comment: string) =>
      call(pageType === 'bikes' ? bikes.saveComment : carAuction.saveComment, { body: { id, comment } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...LOT_KEY, id] }),
  });
}
