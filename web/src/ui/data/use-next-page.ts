import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { pagesBefore, showPages } from './scroll-restoration.ts';

export interface EndlessList {
  data: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

const BEFORE_THE_END = '150px';

/**
 * Asks for the next page shortly before the element with this ref comes into view; after a failure only a press does.
 * A reader who returns to a list gets as many pages as before, so that the list can scroll back to the same place.
 * `isDrawn`: the pages that have come stand on the screen, so that the end is where it will be.
 */
export function useNextPage<Element extends HTMLElement>(list: EndlessList, isDrawn = true): RefObject<Element | null> {
  const end = useRef<Element>(null);
  const [wanted] = useState(pagesBefore);
  const pages = list.data?.pages.length ?? 0;
  const isWaiting = isDrawn && list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError;
  const ask = useEffectEvent(() => void list.fetchNextPage());
  const isShort = isWaiting && pages > 0 && pages < wanted;
  useEffect(() => {
    if (isShort) ask();
  }, [isShort]);
  useEffect(() => showPages(pages), [pages]);
  useEffect(() => () => showPages(0), []);
  // Watched anew after each page: a short one leaves the end in view, of which an old watch would say nothing.
  useEffect(() => {
    if (!(isWaiting && end.current)) return;
    const observer = new IntersectionObserver(
      // A busy page is told of several changes at once, the last of which is how it stands.
      (entries) => entries.at(-1)?.isIntersecting && ask(),
      { rootMargin: BEFORE_THE_END },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWaiting]);
  return end;
}
