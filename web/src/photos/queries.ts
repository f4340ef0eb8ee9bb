import {
  cancelExtraImages,
  downloadBikePhotos,
  downloadBikeStatsPhotos,
  downloadCarPhotos,
  downloadPurchased,
  extraImages,
  extraImagesProgress,
} from '@seri/contract/photos/routes.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';

const DOWNLOADS = {
  'car-auction': downloadCarPhotos,
  bikes: downloadBikePhotos,
  'bike-stats': downloadBikeStatsPhotos,
  'purchased-cars': downloadPurchased,
} as const;
/** Pages with photo downloads; fixed price and car statistics have no such call (business-rules.md#photo-downloads). */
export type DownloadPage = keyof typeof DOWNLOADS;

export const useDownloadLink = () =>
  useMutation({
    mutationFn: ({ page, id }: { page: DownloadPage; id: string }) => call(DOWNLOADS[page], { query: { id } }),
  });

/** The server answers within a minute, found or not. */
const EXTRA_TIMEOUT_MS = 75_000;

export interface ExtraPhotosOf {
  lotId: string;
  auction: string;
  lotNo: number;
  auctionDate: string;
}

export const useExtraImages = () =>
  useMutation({
    mutationFn: ({ lotId, auction, lotNo, auctionDate }: ExtraPhotosOf) =>
      call(extraImages, {
        query: { carId: lotId, auction, lotNo: String(lotNo), auctionDate },
        timeoutMs: EXTRA_TIMEOUT_MS,
      }),
  });

export const useCancelExtraImages = () =>
  useMutation({ mutationFn: (lotId: string) => call(cancelExtraImages, { body: { carId: lotId } }) });

export const extraImagesProgressOf = (lotId: string, isRunning: boolean) =>
  queryOptions({
    queryKey: ['photos', 'extra', lotId],
    queryFn: ({ signal }) => call(extraImagesProgress, { query: { carId: lotId }, signal }),
    enabled: isRunning,
    refetchInterval: 1_000,
    gcTime: 0,
  });
