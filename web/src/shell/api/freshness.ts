import { useSyncExternalStore } from 'react';
import { AS_OF_HEADER } from './own-calls.ts';

/** ISO instant of the oldest answer of this device in view; null while answers come from the network. */
let asOf: string | null = null;
const listeners = new Set<() => void>();

function change(next: string | null): void {
  if (next === asOf) return;
  asOf = next;
  for (const listener of listeners) listener();
}

/** Notes whether an answer came from the network or from this device. */
export function noteFreshness(response: Response): void {
  const time = response.headers.get(AS_OF_HEADER);
  change(time === null ? null : asOf !== null && asOf < time ? asOf : time);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useAsOf = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => asOf,
    () => null,
  );
