import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Events come in bursts: collect for this long, so that each query is refetched once. */
const BATCH_MS = 150;
/** Minimum interval between two rounds of refetching. */
const MIN_ROUND_MS = 900;

export interface Refreshes {
  add(keys: readonly QueryKey[]): void;
  stop(): void;
}

/** Refetches the queries that events invalidate: batched, and never while the previous round is running. */
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
