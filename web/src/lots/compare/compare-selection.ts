import type { PageType } from '@seri/contract/lots/page-types.ts';
import { useSyncExternalStore } from 'react';
import { MAX_COMPARED } from '../core/comparison.ts';

/** Lot chosen for comparison, with its page type and the text for the tray. */
export interface ChosenLot {
  pageType: PageType;
  id: string;
  name: string;
}

// The selection spans pages and listings, so it lives as long as the tab.
let chosen: readonly ChosenLot[] = [];
const listeners = new Set<() => void>();

function change(next: readonly ChosenLot[]): void {
  chosen = next;
  for (const listener of listeners) listener();
}

const isSame = (left: Pick<ChosenLot, 'pageType' | 'id'>, right: Pick<ChosenLot, 'pageType' | 'id'>): boolean =>
  left.pageType === right.pageType && left.id === right.id;

/** Adds a lot to the selection or removes it; ignores a fifth one. */
export function toggleChosen(lot: ChosenLot): void {
  const others = chosen.filter((other) => !isSame(other, lot));
  if (others.length < chosen.length) change(others);
  else if (chosen.length < MAX_COMPARED) change([...chosen, lot]);
}

export const clearChosen = (): void => change([]);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const all = () => chosen;

export const useChosen = (): readonly ChosenLot[] => useSyncExternalStore(subscribe, all, all);

/** Whether this lot is chosen, and whether the selection is full. */
export function useChoice(lot: Pick<ChosenLot, 'pageType' | 'id'>): { isChosen: boolean; isFull: boolean } {
  const has = () => chosen.some((other) => isSame(other, lot));
  const hasMax = () => chosen.length >= MAX_COMPARED;
  const isChosen = useSyncExternalStore(subscribe, has, has);
  const isFull = useSyncExternalStore(subscribe, hasMax, hasMax);
  return { isChosen, isFull: isFull && !isChosen };
}
