import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { appFiles } from './app-files.ts';

const OWN = 'https://seri.example';
const assets = (...names: string[]) => names.map((name) => ({ url: `assets/${name}.js`, revision: null }));

const kept = new Map<string, Response>();
let loaded: string[];
let unreachable: string | undefined;
let underWay = 0;
let mostUnderWay = 0;

beforeAll(() => {
  const cache = {
    keys: async () => [...kept.keys()].map((url) => new Request(url)),
    async add(url: string) {
      underWay += 1;
      mostUnderWay = Math.max(mostUnderWay, underWay);
      await new Promise((resolve) => setTimeout(resolve, 1));
      underWay -= 1;
      if (url === unreachable) throw new TypeError('Failed to fetch');
      loaded.push(url);
      kept.set(url, new Response(`kept ${url}`));
    },
    delete: async ({ url }: Request) => kept.delete(url),
  };
  vi.stubGlobal('caches', { open: async () => cache, match: async (url: string) => kept.get(url)?.clone() });
  vi.stubGlobal('fetch', async ({ url }: Request) => new Response(`from the network ${url}`));
});
afterAll(() => void vi.unstubAllGlobals());
beforeEach(() => {
  kept.clear();
  loaded = [];
  unreachable = undefined;
  mostUnderWay = 0;
});

const answerOf = async (files: ReturnType<typeof appFiles>, path: string): Promise<string> =>
  (await files.answer(new Request(OWN + path))).text();

// @covers REACH-01
describe('the files of the app on this device', () => {
  it('load once each, several at the same time, and leave connections for the page', async () => {
    const files = appFiles(assets(...'abcdefghijkl'), OWN);
    await files.load();
    expect(loaded).toHaveLength(12);
    expect(mostUnderWay).toBe(4);
    await files.load();
    expect(loaded).toHaveLength(12);
    expect(await answerOf(files, '/assets/c.js')).toBe(`kept ${OWN}/assets/c.js`);
  });

  it('fail together when one does not arrive; the next attempt loads only what is missing', async () => {
    unreachable = `${OWN}/assets/a.js`;
    const files = appFiles(assets('a', 'b', 'c'), OWN);
    await expect(files.load()).rejects.toThrow('Failed to fetch');
    await expect.poll(() => loaded).toHaveLength(2);
    unreachable = undefined;
    await files.load();
    expect(loaded.sort()).toEqual(['a', 'b', 'c'].map((name) => `${OWN}/assets/${name}.js`));
  });

  it('change with the version: a file with the same name is loaded again, and old ones are deleted at the end', async () => {
    const first = appFiles([...assets('a', 'b'), { url: 'before-paint.js', revision: '1' }], OWN);
    await first.load();
    const second = appFiles([...assets('b', 'c'), { url: 'before-paint.js', revision: '2' }], OWN);
    loaded = [];
    await second.load();
    expect(loaded.sort()).toEqual([`${OWN}/assets/c.js`, `${OWN}/before-paint.js?revision=2`]);
    // Pages of the first version still use its files.
    expect(await answerOf(first, '/before-paint.js')).toBe(`kept ${OWN}/before-paint.js?revision=1`);
    await second.removeOld();
    expect([...kept.keys()].sort()).toEqual([
      `${OWN}/assets/b.js`,
      `${OWN}/assets/c.js`,
      `${OWN}/before-paint.js?revision=2`,
    ]);
  });

  it('come from the network when the browser has deleted them; other addresses are none of them', async () => {
    const files = appFiles(assets('a'), OWN);
    expect(await answerOf(files, '/assets/a.js')).toBe(`from the network ${OWN}/assets/a.js`);
    expect(files.has(new URL('/assets/a.js', OWN))).toBe(true);
    for (const path of ['/assets/b.js', '/v1/bid/my-bid', '/']) expect(files.has(new URL(path, OWN)), path).toBe(false);
  });
});
