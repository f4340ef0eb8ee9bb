import { useSyncExternalStore } from 'react';

export interface TabStore<T> {
  get: () => T;
  set: (next: T) => void;
  subscribe: (listener: () => void) => () => void;
}

/** State that pages share and that lives as long as the browser's tab. All state outside components is in such a store. */
export function createTabStore<T>(initial: T): TabStore<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The store's value; with `select`, a part of it. Renders again when that changes. */
export function useTabStore<T>(store: TabStore<T>): T;
export function useTabStore<T, Part>(store: TabStore<T>, select: (value: T) => Part): Part;
export function useTabStore<T>(store: TabStore<T>, select: (value: T) => unknown = (value) => value): unknown {
  const read = () => select(store.get());
  return useSyncExternalStore(store.subscribe, read, read);
}
