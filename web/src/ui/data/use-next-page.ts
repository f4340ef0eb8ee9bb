import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { reportPages, storedPageCount } from './scroll-restoration.ts';

export interface EndlessList {
  data: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

const BEFORE_THE_END = '150px';

/**
 * Fetches the next page shortly before the element with this ref comes into view; after a failure only a press does. On
 * a return to a list it loads as many pages as before, so that the scroll position can be restored. `isDrawn`: all
 * fetched pages are rendered, so the end is in its final place.
 */
export function useNextPage<Element extends HTMLElement>(
  list: EndlessList,
  isRendered = true,
): RefObject<Element | null> {
  const end = useRef<Element>(null);
  const [storedPages] = useState(storedPageCount);
  const pages = list.data?.pages.length ?? 0;
  const isWaiting = isRendered && list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError;
  const fetchNext = useEffectEvent(() => void list.fetchNextPage());
  const isShort = isWaiting && pages > 0 && pages < storedPages;
  useEffect(() => {
    if (isShort) fetchNext();
  }, [isShort]);
  useEffect(() => reportPages(pages), [pages]);
  useEffect(() => () => reportPages(0), []);
  // Observe again after each page: after a short page the end is still in view, and the old observer would not fire.
  useEffect(() => {
    if (!(isWaiting && end.current)) return;
    const observer = new IntersectionObserver(
      // A busy page receives several entries at once; the last one is current.
      (entries) => entries.at(-1)?.isIntersecting && fetchNext(),
      { rootMargin: BEFORE_THE_END },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWaiting]);
  return end;
}
