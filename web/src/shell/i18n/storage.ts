/**
 * All values the web app stores in this browser (docs/browser-storage.md); public/before-paint.js reads theme, language
 * and view as well.
 */
export const STORAGE_KEYS = {
  /** `light` or `dark`; absent: as the system. */
  theme: 'seri.theme',
  /** `en` or `ru`; absent: English. */
  language: 'seri.language',
  /** `slim` or `wide`, desktop only. */
  sidebar: 'seri.sidebar',
  /** `off` disables keys without a modifier; absent: enabled. */
  keys: 'seri.keys',
  /** 20, 50 or 70, for every list. */
  pageSize: 'seri.page-size',
  /** `1` while a manager's bid lists show only their own clients. */
  bidsMine: 'seri.bids-mine',
  /** Layout of listings: `rows`, `cards` or `columns`, for all five. */
  view: 'seri.view',
  /** Page type, filters and count of the listing a lot was opened from, as JSON. */
  lastListing: 'seri.last-listing',
  /** Ids of the last twenty opened car lots, as JSON, newest first. */
  visitedCars: 'seri.visited-cars',
  /** Ids of the last twenty-one opened motorcycles. */
  visitedBikes: 'seri.visited-bikes',
  /** The last twenty search lines with their page and filters, as JSON, newest first. */
  recentLines: 'seri.recent-lines',
  /** Checked parts of auction sheets by lot, the last sixty lots, as JSON. */
  sheetChecks: 'seri.sheet-checks',
  /** `1` while the total at the door is folded on lot pages. */
  doorFolded: 'seri.door-folded',
  /** Unsent sign-up form, as JSON, never its passwords. */
  signUpDraft: 'seri.sign-up',
  /** Changes made without a network, as JSON, until they are sent; never money. */
  keptChanges: 'seri.kept-changes',
  /** Unsent chat messages and drafts by account and bid, as JSON. */
  chatDrafts: 'seri.chat-drafts',
  /** Number of visits and the time of the last page, as JSON; hints wait for the second visit. */
  visits: 'seri.visits',
  /** Closed hints, separated by spaces. */
  hints: 'seri.hints',
  /** Milliseconds since 1970 of the last session refresh, so that a second tab does not refresh again. */
  refreshedAt: 'seri.refreshed-at',
} as const;
export type StorageKey = keyof typeof STORAGE_KEYS;

export const themeStorageKey = STORAGE_KEYS.theme;

/** The key as storage events name it. */
export const storageKeyOf = (key: StorageKey): string => STORAGE_KEYS[key];

// Reading throws where the browser forbids storage; the app then works with its defaults.
export function readStored(key: StorageKey): string | null {
  try {
    return globalThis.localStorage.getItem(STORAGE_KEYS[key]);
  } catch {
    return null;
  }
}

export function writeStored(key: StorageKey, value: string): void {
  try {
    globalThis.localStorage.setItem(STORAGE_KEYS[key], value);
  } catch {
    // The choice then lasts until the page is closed.
  }
}

export function removeStored(key: StorageKey): void {
  try {
    globalThis.localStorage.removeItem(STORAGE_KEYS[key]);
  } catch {
    // Nothing was stored then.
  }
}
