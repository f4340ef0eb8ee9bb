import type { PageType } from '@seri/contract/lots/page-types.ts';
import { createTabStore, useTabStore } from '../../ui/theme/tab-store.ts';
import { MAX_COMPARED } from '../core/comparison.ts';

/** Lot chosen for comparison, with its page type and the text for the tray. */
export interface ChosenLot {
  pageType: PageType;
  id: string;
  name: string;
}

// The selection spans pages and listings.
const chosenLots = createTabStore<readonly ChosenLot[]>([]);

const isSame = (left: Pick<ChosenLot, 'pageType' | 'id'>, right: Pick<ChosenLot, 'pageType' | 'id'>): boolean =>
  left.pageType === right.pageType && left.id === right.id;

/** Adds a lot to the selection or removes it; ignores a fifth one. */
export function toggleChosen(lot: ChosenLot): void {
  const chosen = chosenLots.get();
  const others = chosen.filter((other) => !isSame(other, lot));
  if (others.length < chosen.length) chosenLots.set(others);
  else if (chosen.length < MAX_COMPARED) chosenLots.set([...chosen, lot]);
}

export const clearChosen = (): void => chosenLots.set([]);

export const useChosen = (): readonly ChosenLot[] => useTabStore(chosenLots);

/** Whether this lot is chosen, and whether the selection is full. */
export function useChoice(lot: Pick<ChosenLot, 'pageType' | 'id'>): { isChosen: boolean; isFull: boolean } {
  const isChosen = useTabStore(chosenLots, (chosen) => chosen.some((other) => isSame(other, lot)));
  const isFull = useTabStore(chosenLots, (chosen) => chosen.length >= MAX_COMPARED);
  return { isChosen, isFull: isFull && !isChosen };
}
