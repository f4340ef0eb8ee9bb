import type { PageType } from '@seri/contract/lots/page-types.ts';
import { useSyncExternalStore } from 'react';
import { MAX_COMPARED } from '../core/comparison.ts';

/** A lot on its way to the comparison: where it stands, and how the tray calls it. */
export interface ChosenLot {
  pageType: PageType;
  id: string;
  name: string;
}

// Lots are picked on several pages and pages of the list: the choice lives as long as the tab.
let chosen: readonly ChosenLot[] = [];
const listeners = new Set<() => void>();

function change(next: readonly ChosenLot[]): void {
  chosen = next;
  for (const listener of listeners) listener();
}

const isSame = (left: Pick<ChosenLot, 'pageType' | 'id'>, right: Pick<ChosenLot, 'pageType' | 'id'>): boolean =>
  left.pageType === right.pageType && left.id === right.id;

/** Ticks or unticks a lot; a fifth one is not taken. */
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

/** Whether this lot is chosen, and whether it still may be. */
export function useChoice(lot: Pick<ChosenLot, 'pageType' | 'id'>): { isChosen: boolean; isFull: boolean } {
  const has = () => chosen.some((other) => isSame(other, lot));
  const hasMost = () => chosen.length >= MAX_COMPARED;
  const isChosen = useSyncExternalStore(subscribe, has, has);
  const isFull = useSyncExternalStore(subscribe, hasMost, hasMost);
  return { isChosen, isFull: isFull && !isChosen };
}
