import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api.ts';
import { sessionQuery } from './session.ts';

const MAX_RETRIES = 2;

// Not in a timer: a press right after another would come before what the first one changed is drawn.
notifyManager.setScheduler(queueMicrotask);

/** Only what may pass by itself is tried again: no answer, or a server that is busy. */
const mayPass = (error: Error): boolean =>
  error instanceof ApiError && (error.code === 'Offline' || error.status === 503 || error.status === 502);

export function createQueryClient(): QueryClient {
  // The company may begin to ask for a second factor at any time; the layout leads on once the session says so.
  const onError = (error: Error): void => {
    if (error instanceof ApiError && error.code === 'Auth.SecondFactorRequired')
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { staleTime: 10_000, retry: (failures, error) => failures < MAX_RETRIES && mayPass(error) },
      // Without a connection a form says so at once; nothing waits in silence to be sent when it comes back.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
