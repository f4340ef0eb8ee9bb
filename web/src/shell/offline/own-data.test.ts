import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ACCOUNT_HEADER } from '../api/own-calls.ts';

const OWN = 'https://seri.example';
const lot = (id: number) => `${OWN}/v1/car-auction/view-lot?id=${id}`;
const list = (page: number) => `${OWN}/v1/bid/my-bid?page=${page}`;
const PICTURE = '/p/web/abc';

/** Caches of a browser, in memory and in the order of writing. */
function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>();
  const addressOf = (key: Request | string) => new URL(typeof key === 'string' ? key : key.url, OWN).href;
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      put: async (key: Request | string, response: Response) => void store.set(addressOf(key), response),
      match: async (key: Request | string) => store.get(addressOf(key))?.clone(),
      delete: async (key: Request | string) => store.delete(addressOf(key)),
      keys: async () => [...store.keys()].map((url) => new Request(url)),
    };
  };
  const match = async (key: string, { cacheName = '', ignoreSearch = false } = {}) => {
    const plain = (url: string) => (ignoreSearch ? url.split('?')[0] : url);
    const [, found] = [...(stores.get(cacheName) ?? [])].find(([url]) => plain(url) === plain(addressOf(key))) ?? [];
    return found?.clone();
  };
  return {
    stores,
    caches: { open, match, keys: async () => [...stores.keys()], delete: async (name: string) => stores.delete(name) },
  };
}

let stores: Map<string, Map<string, Response>>;
let data: typeof import('./own-data.ts');
beforeEach(async () => {
  vi.resetModules();
  const fake = fakeCaches();
  stores = fake.stores;
  vi.stubGlobal('caches', fake.caches);
  data = await import('./own-data.ts');
  await data.switchAccount('7');
});
afterEach(() => void vi.unstubAllGlobals());

const answer = (body: object, account = '7') =>
  new Response(JSON.stringify(body), { headers: { [ACCOUNT_HEADER]: account } });
const keep = (url: string, body: object = {}, account?: string) =>
  data.keepAnswer(new Request(url), answer(body, account));
const kept = (name: string) => [...(stores.get(name)?.keys() ?? [])];

// @covers REACH-01
describe('the data of an account on its device', () => {
  it('are the last fifty lots, in the order of reading, beside the lists', async () => {
    await keep(list(1));
    for (let id = 1; id <= 50; id++) await keep(lot(id));
    await keep(lot(1));
    await keep(lot(51));
    const lots = kept('seri-own-7').filter((url) => url.includes('view-lot'));
    expect(lots).toHaveLength(50);
    expect([lots.includes(lot(1)), lots.includes(lot(2)), lots.at(-1)]).toEqual([true, false, lot(51)]);
    expect(kept('seri-own-7')).toContain(list(1));
  });

  it('are the newest 150 lists, which remove no lot', async () => {
    await keep(lot(1));
    for (let page = 1; page <= 151; page++) await keep(list(page));
    const urls = kept('seri-own-7');
    expect([urls.includes(lot(1)), urls.includes(list(1)), urls.includes(list(2)), urls.length]).toEqual([
      ...[true, false, true],
      151,
    ]);
  });

  it('have the time at which they were read', async () => {
    await keep(list(1), { bids: [] });
    const found = await data.ownAnswer(new Request(list(1)));
    expect(await found?.json()).toEqual({ bids: [] });
    expect(Date.parse(found?.headers.get('seri-as-of') ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('have pictures of viewed lots only, in another width when the asked one was not shown', async () => {
    const picture = new Request(`${OWN}${PICTURE}?w=640`);
    await data.keepPicture(picture, new Response('early'));
    expect(await data.keptPicture(picture, false)).toBeUndefined();
    await keep(lot(1), { images: [PICTURE] });
    await data.keepPicture(picture, new Response('wide'));
    const small = new Request(`${OWN}${PICTURE}?w=160`);
    expect(await data.keptPicture(small, true)).toBeUndefined();
    expect(await (await data.keptPicture(small, false))?.text()).toBe('wide');
  });

  it('are never those of another account, not even an answer that was under way during the change', async () => {
    await keep(lot(1));
    await data.switchAccount('8');
    await keep(lot(2), {}, '7');
    expect([...stores.keys()].filter((name) => name.endsWith('-7'))).toEqual([]);
    expect(await data.ownAnswer(new Request(lot(1)))).toBeUndefined();
    expect(kept('seri-own-8')).toEqual([]);
    await data.wipeOwnData();
    await keep(lot(3), {}, '8');
    expect([...stores.keys()].filter((name) => name.startsWith('seri-own-'))).toEqual([]);
  });
});
