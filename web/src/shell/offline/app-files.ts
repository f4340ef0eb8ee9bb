/** A file of the build; one whose name does not change with its content has a revision. */
export interface BuiltFile {
  url: string;
  revision: string | null;
}

export interface AppFiles {
  /** Loads the files that this device lacks. Rejects if one does not arrive; the next attempt keeps the others. */
  load(): Promise<void>;
  /** Deletes the files of earlier versions. */
  removeOld(): Promise<void>;
  /** Whether this address is a file of the app. */
  has(url: URL): boolean;
  /** The kept file, or that of the network if the browser has deleted it. */
  answer(request: Request): Promise<Response>;
}

const CACHE = 'seri-files';
/**
 * Workbox loads one file after the other, which takes half a minute over a slow connection. All at once, the page's own
 * calls would wait behind them: HTTP/1.1 has six connections.
 */
const AT_ONCE = 4;

/** The files of the app that this device keeps, so that it opens without a network. */
export function appFiles(built: BuiltFile[], origin: string): AppFiles {
  const addresses = new Map(built.map(({ url, revision }) => withRevision(new URL(url, origin), revision)));

  return {
    async load() {
      const cache = await caches.open(CACHE);
      const kept = new Set((await cache.keys()).map(({ url }) => url));
      const missing = [...addresses.values()].filter((address) => !kept.has(address));
      const loadNext = async (): Promise<void> => {
        for (let next = missing.pop(); next; next = missing.pop()) await cache.add(next);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, loadNext));
    },
    async removeOld() {
      const cache = await caches.open(CACHE);
      const current = new Set(addresses.values());
      const old = (await cache.keys()).filter(({ url }) => !current.has(url));
      await Promise.all(old.map((key) => cache.delete(key)));
    },
    has: (url) => addresses.has(url.pathname),
    async answer(request) {
      const address = addresses.get(new URL(request.url).pathname) ?? request.url;
      return (await caches.match(address, { cacheName: CACHE })) ?? fetch(request);
    },
  };
}

function withRevision(address: URL, revision: string | null): [path: string, address: string] {
  const { pathname } = address;
  if (revision) address.searchParams.set('revision', revision);
  return [pathname, address.href];
}
