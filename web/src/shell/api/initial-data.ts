import type { CompanySettings } from '@seri/contract/company/routes.ts';
import type { GlossaryOverrides } from '@seri/contract/lots/glossary-overrides.ts';
import type { Session } from '@seri/contract/users/routes.ts';

export interface InitialData {
  /** Null when nobody can be signed in, because the browser sent no session cookie. */
  session?: Session | null;
  settings?: CompanySettings;
  /** Words of lots that managers translated, in the language of this address. */
  words?: { address: string; reply: { words: GlossaryOverrides } };
  /** First answer of the listing at exactly this address (path and query of the call). */
  listing?: { address: string; reply: unknown };
  /** The lot at exactly this address. */
  lot?: { address: string; reply: unknown };
  /** Text of the company's page at this address, in the same shape. */
  page?: { address: string; reply: unknown };
  /** Only where a page is drawn before it reaches a browser. */
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

/** What the server already put into the page, so that the first paint waits for no call. */
export let initialData = readInitialData();

/** For a page that is drawn before it reaches a browser: what `draw` reads are these answers. */
export function withInitialData<Result>(answers: InitialData, draw: () => Result): Result {
  initialData = answers;
  try {
    return draw();
  } finally {
    initialData = {};
  }
}

/** As it stands in the page: what the company is called while nothing else says it. */
export const initialCompanyName = initialData.settings?.name ?? globalThis.document?.title ?? '';

let isStarting = true;

/**
 * True while the page is drawn for the first time after a link or an address was opened: then the top of it is what
 * counts. Whoever reloads or comes back is led to his place further down.
 */
export function isFirstNavigation(): boolean {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return isStarting && arrival?.type === 'navigate';
}

/** Everything that comes after. */
export function markNavigated(): void {
  isStarting = false;
}

/** When that was, in milliseconds since 1970 by the device's clock: what is shown again later is asked for again. */
export const loadedAt = Date.now();
