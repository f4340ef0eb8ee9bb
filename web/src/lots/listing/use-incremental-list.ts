import { startTransition, useDeferredValue, useEffect, useState } from 'react';
import { hasArrived, isArriving } from '../../shell/api/initial-data.ts';
import { drawnOf, type Lots, nextPiece, startDrawing } from './incremental-list.ts';

/**
 * Lots as they are drawn: in pieces, between which the page answers. `first` is how many come at once on a page that was
 * just opened, where the rest is below its edge. `isBefore`: they are still those of the filter before this one.
 */
export function useDrawnLots(lots: Lots | undefined, first?: number): { drawn: Lots | undefined; isBefore: boolean } {
  const [atOnce] = useState(() => (first && isArriving() ? lots?.slice(0, first) : lots));
  useEffect(hasArrived, []);
  const list = useDeferredValue(lots, atOnce);
  const [drawing, setDrawing] = useState(() => startDrawing(undefined, list));
  const now = drawing.list === list ? drawing : startDrawing(drawing, list);
  if (now !== drawing) setDrawing(now);
  useEffect(() => {
    const next = nextPiece(now);
    if (next) startTransition(() => setDrawing((last) => (last === now ? next : last)));
  }, [now]);
  const drawn = drawnOf(now);
  return { drawn, isBefore: drawn?.[0] !== lots?.[0] };
}
