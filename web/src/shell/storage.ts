/** Everything the web app keeps in this browser; public/before-paint.js reads the first two as well. */
const KEYS = {
  /** `light` or `dark`; absent: as the system. */
  theme: 'seri.theme',
  /** `en` or `ru`; absent: English. */
  language: 'seri.language',
  /** `slim` or `wide`, desktop only. */
  sidebar: 'seri.sidebar',
  /** 20, 50 or 70, for every list. */
  pageSize: 'seri.page-size',
  /** How the lot listing is laid out. */
  view: 'seri.view',
  /** Milliseconds since 1970 of the last session refresh, so that a second tab does not refresh again. */
  refreshedAt: 'seri.refreshed-at',
} as const;
export type StorageKey = keyof typeof KEYS;

export const themeStorageKey = KEYS.theme;

// Reading throws where the browser forbids storage; the app then works with its defaults.
export function readStored(key: StorageKey): string | null {
  try {
    return globalThis.localStorage.getItem(KEYS[key]);
  } catch {
    return null;
  }
}

export function writeStored(key: StorageKey, value: string): void {
  try {
    globalThis.localStorage.setItem(KEYS[key], value);
  } catch {
    // The choice then lasts until the page is closed.
  }
}
