import type { PageType } from '@seri/contract/lots/page-types.ts';
import { isBikePage } from '@seri/contract/lots/page-types.ts';
import {
  AUCTION_TYPES,
  auctionPassword,
  openShare,
  PASSWORD_PATHS,
  revokeShare,
  statsPassword,
  stockPassword,
  viewShare,
} from '@seri/contract/sharing/routes.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../shell/api/api.ts';

export interface SharedLot {
  pageType: PageType;
  lotId: string;
  auctionDate: string;
  image: string | null;
  /** Maker, model and year, for the message and the window's title. */
  name: string;
}

const CALLS = { auction: auctionPassword, stock: stockPassword, stats: statsPassword } as const;
const ofLot = ({ pageType, lotId }: SharedLot) => ['sharing', 'password', pageType, lotId] as const;

export const sharingQueries = {
  password: (lot: SharedLot) =>
    queryOptions({
      queryKey: ofLot(lot),
      queryFn: ({ signal }) =>
        call(CALLS[PASSWORD_PATHS[lot.pageType]], {
          query: {
            [isBikePage(lot.pageType) ? 'bikeId' : 'carId']: lot.lotId,
            auctionDate: lot.auctionDate,
            ...(lot.image ? { imageUrl: lot.image } : {}),
            auctionType: AUCTION_TYPES[lot.pageType],
          },
          signal,
        }),
      // Views grow and a link expires while the page is open.
      staleTime: 0,
    }),
  /** Null: the code has not been entered yet. */
  shared: (shareId: string) =>
    queryOptions({
      queryKey: ['sharing', 'lot', shareId],
      queryFn: ({ signal }) =>
        call(viewShare, { query: { id: shareId }, signal }).catch((error: unknown) => {
          if (error instanceof ApiError && error.code === 'Access.Denied') return null;
          throw error;
        }),
    }),
};

export function useRevokeShare(lot: SharedLot) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (shareId: string) => call(revokeShare, { body: { id: shareId } }),
    onSuccess: () => client.removeQueries({ queryKey: ofLot(lot) }),
  });
}

export function useOpenShare(shareId: string): (values: { code: string }) => Promise<unknown> {
  const client = useQueryClient();
  return async ({ code }) => {
    await call(openShare, { body: { id: shareId, code } });
    await client.invalidateQueries(sharingQueries.shared(shareId));
  };
}
