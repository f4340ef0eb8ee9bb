import type { PictureFailure } from '@seri/contract/photos/failures.ts';
import { failedPictures, pictureSources } from '@seri/contract/photos/source-routes.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';

const REFETCH_MS = 5_000;

export const sourceQueries = {
  all: ['photos', 'sources'] as const,
  list: () =>
    queryOptions({
      queryKey: [...sourceQueries.all, 'list'],
      queryFn: ({ signal }) => call(pictureSources, { signal }),
      refetchInterval: REFETCH_MS,
    }),
  failed: (source: string, failure: PictureFailure) =>
    queryOptions({
      queryKey: [...sourceQueries.all, 'failed', source, failure],
      queryFn: ({ signal }) => call(failedPictures, { query: { source, failure }, signal }),
    }),
};
