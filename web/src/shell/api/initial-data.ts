import type { CompanySettings, DemoPeople } from '@seri/contract/company/routes.ts';
import type { GlossaryOverrides } from '@seri/contract/lots/glossary-overrides.ts';
import type { Session } from '@seri/contract/users/routes.ts';

export interface InitialData {
  /** Null without a session cookie. */
  session?: Session | null;
  settings?: CompanySettings;
  /** Log-in page of the demonstration. */
  demoPeople?: DemoPeople;
  /** Words of lots that managers have translated, in the language of this address. */
  words?: { address: string; reply: { words: GlossaryOverrides } };
  /** Listing's first answer for exactly this address (path and query of the call). */
  listing?: { address: string; reply: unknown };
  /** Lot for exactly this address. */
  lot?: { address: string; reply: unknown };
  /** Company page for this address, in the same shape. */
  page?: { address: string; reply: unknown };
  /** Only while the server renders a page. */
  hostname?: string;
}

function readInitialData(): InitialData {
  const text = globalThis.document?.getElementById('seri-boot')?.textContent;
  if (!text) return {};
  try {
    return JSON.parse(text) as InitialData;
  } catch {
    return {};
  }
}

/** Answers the server embedded in the page, so that the first paint needs no call. */
export let initialData = readInitialData();

/** Renders a page on the server: `draw` reads these answers. */
export function withInitialData<Result>(answers: InitialData, render: () => Result): Result {
  initialData = answers;
  try {
    return render();
  } finally {
    initialData = {};
  }
}

/** Company name until the settings are known. */
export const initialCompanyName = initialData.settings?.name ?? globalThis.document?.title ?? '';

let isStarting = true;

/**
 * True while the page renders for the first time after a link or an address was opened, when only its top matters.
 * False after a reload or a return, which restore the scroll position.
 */
export function isFirstNavigation(): boolean {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return isStarting && arrival?.type === 'navigate';
}

/** Call after the first render. */
export function markNavigated(): void {
  isStarting = false;
}

/**
 * Load time by the device's clock, in milliseconds since 1970. A screen shown again later refetches embedded answers.
 */
export const loadedAt = Date.now();
