import { useSyncExternalStore } from 'react';

const TICK_MS = 1_000;
const MINUTE_MS = 60 * TICK_MS;
const HOUR_MS = 60 * MINUTE_MS;
let offsetMs = 0;
let tickedAt = serverNow();
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Server time in milliseconds since 1970; the device's own clock may be wrong by hours. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

/** Sets the server time at the middle of the request that returned it (`performance.now()` values). */
export function setServerTime(serverTime: string, sentAt: number, receivedAt: number): void {
  const server = Date.parse(serverTime);
  if (Number.isNaN(server)) return;
  offsetMs = server + (receivedAt - sentAt) / 2 - Date.now();
  tick();
}

function tick(): void {
  tickedAt = serverNow();
  for (const listener of listeners) listener();
}

// One timer for the whole page, at the full second, so that all countdowns change together.
function schedule(): void {
  timer = setTimeout(
    () => {
      tick();
      schedule();
    },
    TICK_MS - (serverNow() % TICK_MS),
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    tickedAt = serverNow();
    schedule();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };
}

const lastTick = () => tickedAt;

/** Server time in milliseconds, updated every second. */
export const useNow = (): number => useSyncExternalStore(subscribe, lastTick, lastTick);

/** A value derived from the server time in milliseconds; renders only when it changes. */
export function useByClock<T extends string | number | boolean>(read: (nowMs: number) => T): T {
  const now = () => read(tickedAt);
  return useSyncExternalStore(subscribe, now, now);
}

/**
 * Server time in milliseconds for a countdown to an ISO instant or milliseconds. Updates only when the countdown's text
 * changes: each minute until the last hour, and never after the end. Otherwise seventy rows would render each second.
 */
export function useNowUntil(end: string | number): number {
  const endMs = typeof end === 'number' ? end : Date.parse(end);
  const now = () => {
    const leftMs = endMs - tickedAt;
    if (leftMs <= 0) return endMs;
    const stepMs = leftMs < HOUR_MS ? TICK_MS : MINUTE_MS;
    return endMs - Math.max(1, Math.floor(leftMs / stepMs) * stepMs);
  };
  return useSyncExternalStore(subscribe, now, now);
}
