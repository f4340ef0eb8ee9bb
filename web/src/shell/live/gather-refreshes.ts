import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Events come in bursts: what they concern is asked for once. */
const GATHER_MS = 150;
/** From one round to the next, however much happens. */
const ROUND_MS = 900;

export interface Refreshes {
  add(keys: readonly QueryKey[]): void;
  stop(): void;
}

/** Asks again for what events name: gathered, and never while the round before is still under way. */
export function gatherRefreshes(client: QueryClient): Refreshes {
  const waiting = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let roundAtMs = Number.NEGATIVE_INFINITY;

  const plan = () => {
    if (isRunning || timer !== undefined || waiting.size === 0) return;
    timer = setTimeout(run, Math.max(GATHER_MS, roundAtMs + ROUND_MS - performance.now()));
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
