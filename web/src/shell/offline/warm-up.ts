import { initialData } from '../api/initial-data.ts';
import { AS_OF_HEADER } from '../api/own-calls.ts';

/** Answers that every page needs. */
const ALWAYS = ['/v1/user/view-profile', '/v1/site/company-settings', '/v1/site/menu-counters'];
const PAUSE_MS = 10_000;

/**
 * Reads once per page load what must be on this device before the network is gone: the answers that came inside the
 * page, those that every page needs, and the own lists. The service worker keeps them.
 */
export async function warmUp(readLists: () => Promise<void>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const inside = [initialData.lot, initialData.words].flatMap((answer) => answer?.address ?? []);
  for (const address of [...inside, ...ALWAYS]) {
    const response = await fetch(address, { headers: { accept: 'application/json' } }).catch(() => null);
    // Without a network the rest would fail too.
    if (!response || response.headers.has(AS_OF_HEADER)) return;
    await response.text();
  }
  await readLists();
}
