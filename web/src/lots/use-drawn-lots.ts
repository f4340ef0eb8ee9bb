import { useDeferredValue, useEffect, useState } from 'react';
import { hasArrived, isArriving } from '../shell/boot.ts';
import type { ListedLot } from './queries.ts';

type Lots = readonly ListedLot[];

/**
 * Lots as they are drawn: in pieces, between which the page answers. `first` is how many come at once on a page that was
 * just opened, where the rest is below its edge. `isBefore`: they are still those of the filter before this one.
 */
export function useDrawnLots(lots: Lots | undefined, first?: number): { drawn: Lots | undefined; isBefore: boolean } {
  const [atOnce] = useState(() => (first && isArriving() ? lots?.slice(0, first) : lots));
  useEffect(hasArrived, []);
  const drawn = useDeferredValue(lots, atOnce);
  return { drawn, isBefore: drawn?.[0] !== lots?.[0] };
}
