import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

const OWN = 'https://seri.example';
type Listener = (event: object) => void;
const listeners = new Map<string, Listener>();
let pages: object[];
let account: string | null;
const showNotification = vi.fn(async (_title: string, _options: object) => {});
const skipWaiting = vi.fn(async () => {});

beforeAll(async () => {
  // Test files share modules, and the worker remembers its account.
  vi.resetModules();
  const state = { match: async () => (account === null ? undefined : new Response(account)), put: async () => {} };
  vi.stubGlobal('caches', { open: async () => state, keys: async () => [], delete: async () => true });
  vi.stubGlobal('self', {
    ...{ __WB_MANIFEST: [], location: new URL(OWN), skipWaiting },
    registration: { scope: `${OWN}/`, showNotification },
    clients: { matchAll: async () => pages, claim: async () => {} },
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
  });
  await import('./service-worker.ts');
});
afterAll(() => void vi.unstubAllGlobals());
beforeEach(() => {
  pages = [{}];
  account = '7';
  showNotification.mockClear();
  skipWaiting.mockClear();
});

/** Lets an event happen; resolves when the worker has done its work. */
async function happen(name: string, event: object = {}): Promise<Promise<Response> | null> {
  const work: Promise<unknown>[] = [];
  let response: Promise<Response> | null = null;
  listeners.get(name)?.({
    ...event,
    waitUntil: (more: Promise<unknown>) => work.push(more),
    respondWith: (given: Promise<Response>) => {
      response = given;
    },
  });
  await Promise.all(work);
  return response;
}

// @covers REACH-01
describe('the worker', () => {
  it('takes over for the only page, and waits while another one may have typed text', async () => {
    pages = [{}, {}];
    await happen('message', { data: { type: 'take-over' } });
    expect(skipWaiting).not.toHaveBeenCalled();
    pages = [{}];
    await happen('message', { data: { type: 'take-over' } });
    expect(skipWaiting).toHaveBeenCalledTimes(1);
    for (const data of [null, 'take-over', {}]) await happen('message', { data });
    expect(skipWaiting).toHaveBeenCalledTimes(1);
  });

  it('never answers a call that changes something, so that no bid or other money waits on a device', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'])
      for (const path of ['/v1/bid/create', '/v1/bid/update-bid-price', '/v1/bid/my-bid', '/v1/purchased-cars/'])
        expect(await happen('fetch', { request: new Request(OWN + path, { method }) }), `${method} ${path}`).toBeNull();
    for (const path of ['/v1/bid/index', '/v1/user/view-profile?userId=3', '/v1/car-auction/listing'])
      expect(await happen('fetch', { request: new Request(OWN + path) }), path).toBeNull();
    expect(await happen('fetch', { request: new Request('https://elsewhere.example/p/1.jpg') })).toBeNull();
  });

  it('shows what a push says, and nothing of it once the user has signed out', async () => {
    const data = { text: () => JSON.stringify({ title: 'Bidding closes soon', body: 'Lot 7', url: '/x', tag: 'n1' }) };
    await happen('push', { data });
    expect(showNotification).toHaveBeenLastCalledWith(
      'Bidding closes soon',
      expect.objectContaining({ body: 'Lot 7' }),
    );
    vi.resetModules();
    account = null;
    await import('./service-worker.ts');
    await happen('push', { data });
    expect(showNotification).toHaveBeenLastCalledWith('seri.example', expect.objectContaining({ body: '' }));
    await happen('push', { data: null });
    expect(showNotification).toHaveBeenCalledTimes(3);
  });
});
