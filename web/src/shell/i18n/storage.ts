/** Everything the web app keeps in this browser (docs/browser-storage.md); public/before-paint.js reads theme, language and view as well. */
export const STORAGE_KEYS = {
  /** `light` or `dark`; absent: as the system. */
  theme: 'seri.theme',
  /** `en` or `ru`; absent: English. */
  language: 'seri.language',
  /** `slim` or `wide`, desktop only. */
  sidebar: 'seri.sidebar',
  /** `off` when keys without a modifier shall do nothing; absent: they do. */
  keys: 'seri.keys',
  /** 20, 50 or 70, for every list. */
  pageSize: 'seri.page-size',
  /** `1` while a manager's bid lists show only his own clients. */
  bidsMine: 'seri.bids-mine',
  /** How a listing is laid out: `rows`, `cards` or `columns`, for all five. */
  view: 'seri.view',
  /** Page type, filters and count of the listing a lot was opened from, as JSON. */
  lastListing: 'seri.last-listing',
  /** Ids of the last twenty car lots that were opened, as JSON, the newest first. */
  visitedCars: 'seri.visited-cars',
  /** The same of the last twenty-one motorcycles. */
  visitedBikes: 'seri.visited-bikes',
  /** Ticked parts of auction sheets by lot, the last sixty lots, as JSON. */
  sheetChecks: 'seri.sheet-checks',
  /** The destination the landed cost was last reckoned for, as its code. */
  costDestination: 'seri.cost-destination',
  /** The sign-up form as far as it was filled in, as JSON, never its passwords. */
  signUpDraft: 'seri.sign-up',
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
    // Then nothing was kept either.
  }
}
