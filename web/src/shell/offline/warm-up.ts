import { initialData } from '../api/initial-data.ts';
import { AS_OF_HEADER } from '../api/own-calls.ts';

/** Lists that are read once per page load, so that they are on this device before the network is gone. */
const LISTS = ['/v1/user/view-profile', '/v1/site/company-settings', '/v1/site/menu-counters'];
const PAUSE_MS = 10_000;

/** Asks for own lists, and for the answers that came inside the page, through the service worker, which keeps them. */
export async function warmUp(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const inside = [initialData.lot, initialData.words].flatMap((answer) => answer?.address ?? []);
  for (const address of [...inside, ...LISTS]) {
    const response = await fetch(address, { headers: { accept: 'application/json' } }).catch(() => null);
    // Without a network the rest would fail too.
    if (!response || response.headers.has(AS_OF_HEADER)) return;
    await response.text();
  }
}
