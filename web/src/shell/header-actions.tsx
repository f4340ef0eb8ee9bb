import { type ReactNode, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

let slot: HTMLElement | null = null;
const listeners = new Set<() => void>();

/** The header hands over its place for a screen's buttons. */
export function setHeaderSlot(element: HTMLElement | null): void {
  slot = element;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Puts a screen's icon buttons into the header, beside its title. */
export function HeaderActions({ children }: { children: ReactNode }) {
  const target = useSyncExternalStore(subscribe, () => slot);
  return target && createPortal(children, target);
}
