/** Scroll position in a page of the browser's history. */
interface ScrollPosition {
  /** Scroll offset in px. */
  top: number;
  /** Number of loaded pages of its endless list. */
  pages: number;
  /**
   * First visible link, its index among links to the same address, and its px below the upper edge: the rows above it
   * may change.
   */
  link?: { href: string; nth: number; below: number };
}

const STORED = 'seri.places';
/** Maximum number of history entries with a stored position. */
const MAX_ENTRIES = 50;
/** Stop waiting for a list that has not loaded by then. */
const MAX_WAIT_MS = 15_000;
const USER_SCROLL_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

const positions = new Map<string, ScrollPosition>(read());
let shownPages = 0;
let stopRestoring: (() => void) | null = null;

function read(): [string, ScrollPosition][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '[]');
  } catch {
    // Storage is forbidden or holds something else: start at the top.
    return [];
  }
}

function write(): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify([...positions].slice(-MAX_ENTRIES)));
  } catch {
    // The positions of this visit stay in memory.
  }
}

const linksTo = (href?: string): HTMLAnchorElement[] =>
  [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].filter(
    (link) => href === undefined || link.getAttribute('href') === href,
  );
const linkInView = (): ScrollPosition['link'] => {
  for (const link of linksTo()) {
    const { top, height } = link.getBoundingClientRect();
    const href = link.getAttribute('href');
    if (href && height > 0 && top >= 0 && top < innerHeight)
      return { href, nth: linksTo(href).indexOf(link), below: top };
  }
  return undefined;
};

/** Called by an endless list with its number of pages on the screen; 0 when it unmounts. */
export function reportPages(pages: number): void {
  shownPages = pages;
}

/** Number of pages the endless list had at the last visit of this history entry; 0 for a new one. */
export const storedPageCount = (): number => positions.get(String(globalThis.history?.state?.__TSR_key))?.pages ?? 0;

/** Stores the position before the page is left. A position that is still being restored stays unchanged. */
export function saveScrollPosition(key: string): void {
  if (stopRestoring) return;
  const link = linkInView();
  positions.delete(key);
  positions.set(key, { top: scrollY, pages: shownPages, ...(link ? { link } : {}) });
}

/** Stores the positions on unload, so that they survive a reload. */
export function saveScrollPositionOnLeaving(currentKey: () => string): void {
  addEventListener('pagehide', () => {
    saveScrollPosition(currentKey());
    write();
  });
}

/** Restores the stored position as soon as the page is long enough, unless the reader scrolls meanwhile. */
export function restoreScrollPosition(key: string): void {
  stopRestoring?.();
  const position = positions.get(key);
  if (!position || position.top === 0) return;
  const userScroll = new AbortController();
  const growing = new ResizeObserver(() => tryNow());
  const timeout = setTimeout(() => stopRestoring?.(), MAX_WAIT_MS);
  stopRestoring = () => {
    stopRestoring = null;
    userScroll.abort();
    growing.disconnect();
    clearTimeout(timeout);
  };
  for (const kind of USER_SCROLL_EVENTS)
    addEventListener(kind, () => stopRestoring?.(), { signal: userScroll.signal, passive: true, capture: true });
  const tryNow = () => {
    const top = topOf(position);
    if (top === null) return;
    scrollTo({ top, behavior: 'instant' });
    if (Math.abs(scrollY - top) < 2) stopRestoring?.();
  };
  growing.observe(document.body);
}

/** Scroll offset in px that restores the position of the stored row; null while the row has not loaded. */
function topOf({ link, top, pages }: ScrollPosition): number | null {
  const row = link && linksTo(link.href)[link.nth];
  if (row && link) {
    const { top: below, height } = row.getBoundingClientRect();
    if (height > 0) return Math.max(0, scrollY + below - link.below);
  }
  // The row is gone or not loaded yet: use the stored offset once all pages have loaded.
  const isLong = document.documentElement.scrollHeight - innerHeight >= top;
  return isLong && shownPages >= pages ? top : null;
}
