import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api.ts';
import { sessionQuery } from './session.ts';

const MAX_RETRIES = 2;

/** Retry only temporary failures: no answer, or a busy server. */
const mayPass = (error: Error): boolean =>
  error instanceof ApiError && (error.code === 'Offline' || error.status === 503 || error.status === 502);

/** `schedule` runs the changes of screens; without a timer, or a second press could arrive before the first one's change. */
export function createQueryClient(schedule: (change: () => void) => void = queueMicrotask): QueryClient {
  notifyManager.setScheduler(schedule);
  // The company may start to require a second factor at any time; refetch the session, and the layout redirects.
  const onError = (error: Error): void => {
    if (error instanceof ApiError && error.code === 'Auth.SecondFactorRequired')
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Without a connection the service worker answers with what this device has kept.
      queries: {
        networkMode: 'always',
        staleTime: 10_000,
        retry: (failures, error) => failures < MAX_RETRIES && mayPass(error),
      },
      // Without a connection a form fails at once; no request is queued until it comes back.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
