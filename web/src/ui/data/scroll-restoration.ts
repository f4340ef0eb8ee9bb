/** Where a reader was on a page of the browser's history. */
interface Place {
  /** Scrolled px. */
  top: number;
  /** Pages of its endless list that had come. */
  pages: number;
  /** The first link in view, which of those to the same address it is, and its px below the upper edge: the rows above it may be others by now. */
  link?: { href: string; nth: number; below: number };
}

const STORED = 'seri.places';
/** More entries than anybody goes back through. */
const MOST = 50;
/** A list that has not come by then is not waited for any more. */
const PATIENCE_MS = 15_000;
const OWN_HAND = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

const places = new Map<string, Place>(read());
let shownPages = 0;
let stopRestoring: (() => void) | null = null;

function read(): [string, Place][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '[]');
  } catch {
    // Storage that is shut, or holds something else: the page begins at its top, as anywhere.
    return [];
  }
}

function write(): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify([...places].slice(-MOST)));
  } catch {
    // The places of this visit stay in memory.
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

/** An endless list tells how many of its pages are on the screen; 0 when it leaves. */
export function showPages(pages: number): void {
  shownPages = pages;
}

/** How many pages the endless list had when this entry of the history was last looked at; 0 for a new one. */
export const pagesBefore = (): number => places.get(String(globalThis.history?.state?.__TSR_key))?.pages ?? 0;

/** Notes where the reader is before the page is left. A place that is still being restored stays as it was. */
export function saveScrollPosition(key: string): void {
  if (stopRestoring) return;
  const link = linkInView();
  places.delete(key);
  places.set(key, { top: scrollY, pages: shownPages, ...(link ? { link } : {}) });
}

/** Keeps the places over a reload as well. */
export function saveScrollPositionOnLeaving(currentKey: () => string): void {
  addEventListener('pagehide', () => {
    saveScrollPosition(currentKey());
    write();
  });
}

/** Goes back to the noted place as soon as the page is long enough, unless the reader scrolls by himself meanwhile. */
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

/** Scrolled px that bring the noted row to where it was; null while it has not come. */
function topOf({ link, top, pages }: Place): number | null {
  const row = link && linksTo(link.href)[link.nth];
  if (row && link) {
    const { top: below, height } = row.getBoundingClientRect();
    if (height > 0) return Math.max(0, scrollY + below - link.below);
  }
  // The row is gone, or still to come: the place counts once all pages are there.
  const isLong = document.documentElement.scrollHeight - innerHeight >= top;
  return isLong && shownPages >= pages ? top : null;
}
