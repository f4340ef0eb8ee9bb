/** Scroll position in a page of the browser's history. */
interface Place {
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
const MOST = 50;
/** Stop waiting for a list that has not loaded by then. */
const PATIENCE_MS = 15_000;
const OWN_HAND = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

const places = new Map<string, Place>(read());
let shownPages = 0;
let stopRestoring: (() => void) | null = null;

function read(): [string, Place][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '[]');
  } catch {
    // Storage is forbidden or holds something else: start at the top.
    return [];
  }
}

function write(): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify([...places].slice(-MOST)));
  } catch {
    // The positions of this visit stay in memory.
  }
}

const linksTo = (href?: string): HTMLAnchorElement[] =>
  [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].filter(
    (link) => href === undefined || link.getAttribute('href') === href,
  );
const linkInView = (): Place['link'] => {
  for (const link of linksTo()) {
    const { top, height } = link.getBoundingClientRect();
    const href = link.getAttribute('href');
    if (href && height > 0 && top >= 0 && top < innerHeight)
      return { href, nth: linksTo(href).indexOf(link), below: top };
  }
  return undefined;
};

/** Called by an endless list with its number of pages on the screen; 0 when it unmounts. */
export function showPages(pages: number): void {
  shownPages = pages;
}

/** Number of pages the endless list had at the last visit of this history entry; 0 for a new one. */
export const pagesBefore = (): number => places.get(String(globalThis.history?.state?.__TSR_key))?.pages ?? 0;

/** Stores the position before the page is left. A position that is still being restored stays unchanged. */
export function saveScrollPosition(key: string): void {
  if (stopRestoring) return;
  const link = linkInView();
  places.delete(key);
  places.set(key, { top: scrollY, pages: shownPages, ...(link ? { link } : {}) });
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
  const place = places.get(key);
  if (!place || place.top === 0) return;
  const hand = new AbortController();
  const growing = new ResizeObserver(() => tryNow());
  const patience = setTimeout(() => stopRestoring?.(), PATIENCE_MS);
  stopRestoring = () => {
    stopRestoring = null;
    hand.abort();
    growing.disconnect();
    clearTimeout(patience);
  };
  for (const kind of OWN_HAND)
    addEventListener(kind, () => stopRestoring?.(), { signal: hand.signal, passive: true, capture: true });
  const tryNow = () => {
    const top = topOf(place);
    if (top === null) return;
    scrollTo({ top, behavior: 'instant' });
    if (Math.abs(scrollY - top) < 2) stopRestoring?.();
  };
  growing.observe(document.body);
}

/** Scroll offset in px that restores the position of the stored row; null while the row has not loaded. */
function topOf({ link, top, pages }: Place): number | null {
  const row = link && linksTo(link.href)[link.nth];
  if (row && link) {
    const { top: below, height } = row.getBoundingClientRect();
    if (height > 0) return Math.max(0, scrollY + below - link.below);
  }
  // The row is gone or not loaded yet: use the stored offset once all pages have loaded.
  const isLong = document.documentElement.scrollHeight - innerHeight >= top;
  return isLong && shownPages >= pages ? top : null;
}
