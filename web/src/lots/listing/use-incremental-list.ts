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
): { visible: Lots | undefined; isPreviousResult: boolean } {
  const [initial] = useState(() => (first && isFirstNavigation() ? lots?.slice(0, first) : lots));
  useEffect(markNavigated, []);
  const list = useDeferredValue(lots, initial);
  const [progress, setProgress] = useState(() => startRendering(undefined, list));
  const now = progress.list === list ? progress : startRendering(progress, list);
  if (now !== progress) setProgress(now);
  useEffect(() => {
    const next = appendChunk(now);
    if (!next) return;
    // At most one chunk in a frame, and the next after it is painted, so that a press between them need not wait.
    const frame = requestAnimationFrame(() =>
      startTransition(() => setProgress((last) => (last === now ? next : last))),
    );
    return () => cancelAnimationFrame(frame);
  }, [now]);
  const visible = visibleRows(now);
  return { visible, isPreviousResult: visible?.[0] !== lots?.[0] };
}
