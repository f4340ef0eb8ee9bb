import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Events come in bursts: collect for this long, so that each query is refetched once. */
const BATCH_MS = 150;
/** Minimum interval between two rounds of refetching. */
const MIN_ROUND_MS = 900;
/** Longest wait for an own change that is being saved: a slow one must not hide what others do. */
const MAX_WAIT_MS = 3_000;

export interface Refreshes {
  add(keys: readonly QueryKey[]): void;
  stop(): void;
}

/**
 * Refetches the queries that events invalidate: batched, never while the previous round is running, and after an own change
 * that is being saved, which causes events itself: rounds beside decisions on many bids take a third of their time.
 */
export function batchRefreshes(client: QueryClient): Refreshes {
  const waiting = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let roundAtMs = Number.NEGATIVE_INFINITY;

  const plan = () => {
    if (isRunning || timer !== undefined || waiting.size === 0) return;
    timer = setTimeout(run, Math.max(BATCH_MS, roundAtMs + MIN_ROUND_MS - performance.now()));
  };
  const run = async () => {
    timer = undefined;
    isRunning = true;
    await untilAnswered(client);
    roundAtMs = performance.now();
    const keys = [...waiting.values()];
    waiting.clear();
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
    isRunning = false;
    plan();
  };
  return {
    add: (keys) => {
      for (const key of keys) waiting.set(JSON.stringify(key), key);
      plan();
    },
    stop: () => {
      clearTimeout(timer);
      waiting.clear();
    },
  };
}

/** Resolves at once while no change is being saved, otherwise when one is answered, in {@link MAX_WAIT_MS} at most. */
function untilAnswered(client: QueryClient): Promise<void> {
  if (client.isMutating() === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(end, MAX_WAIT_MS);
    const unsubscribe = client.getMutationCache().subscribe(({ type, mutation }) => {
      if (type === 'updated' && mutation.state.status !== 'pending') end();
    });
  });
}
