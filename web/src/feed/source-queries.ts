import { feedSources } from '@seri/contract/feed/source-routes.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';

const REFETCH_MS = 5_000;

/** Sources of the feed; `isLive` while they are shown. */
export const feedSourcesQuery = ({ isLive }: { isLive: boolean }) =>
  queryOptions({
    queryKey: ['feed', 'sources'],
    queryFn: ({ signal }) => call(feedSources, { signal }),
    refetchInterval: isLive ? REFETCH_MS : false,
  });
