import { startTransition, useDeferredValue, useEffect, useState } from 'react';
import { isFirstNavigation, markNavigated } from '../../shell/api/initial-data.ts';
import { appendChunk, type Lots, startRendering, visibleRows } from './incremental-list.ts';

/**
 * Renders a list in chunks, so that the page stays responsive. `first` limits the lots rendered at once on a page that
 * was just opened, where the rest is below the fold. `isPreviousResult`: the lots still belong to the previous filter.
 */
export function useIncrementalList(
  lots: Lots | undefined,
  first?: number,
): { drawn: Lots | undefined; isPreviousResult: boolean } {
  const [atOnce] = useState(() => (first && isFirstNavigation() ? lots?.slice(0, first) : lots));
  useEffect(markNavigated, []);
  const list = useDeferredValue(lots, atOnce);
  const [drawing, setDrawing] = useState(() => startRendering(undefined, list));
  const now = drawing.list === list ? drawing : startRendering(drawing, list);
  if (now !== drawing) setDrawing(now);
  useEffect(() => {
    const next = appendChunk(now);
    if (next) startTransition(() => setDrawing((last) => (last === now ? next : last)));
  }, [now]);
  const drawn = visibleRows(now);
  return { drawn, isPreviousResult: drawn?.[0] !== lots?.[0] };
}
