import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

const MAX_RETRIES = 2;

/** Only what may pass by itself is tried again: no answer, or a server that is busy. */
const mayPass = (error: Error): boolean =>
  error instanceof ApiError && (error.code === 'Offline' || error.status === 503 || error.status === 502);

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 10_000, retry: (failures, error) => failures < MAX_RETRIES && mayPass(error) },
      mutations: { retry: false },
    },
  });
