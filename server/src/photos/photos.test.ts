import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flatPictures, flatSheets } from '../testing/fixtures/flat-pictures.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { rangeOf } from './download/send-part.ts';
import { mediaTypeOf, openPictures } from './pictures.ts';
import { photoRoutes } from './routes.ts';
import type { SheetLot } from './sheet-lot.ts';
import { folderStore } from './store/folder-store.ts';
import { createPictureCache } from './store/picture-cache.ts';

let portal: TestPortal;
let cacheDir: string;
let anna: Person;
const lot: SheetLot = {
  house: 'USS Tokyo',
  lotNo: 4021,
  maker: 'TOYOTA',
  model: 'PRIUS',
  grade: 'S',
  year: 2018,
  month: 5,
  engineCc: 1_800,
  gearbox: 'CVT',
  drive: 'FF',
  color: 'PEARL WHITE',
  mileageKm: 61_000,
  condition: '4.5',
  equip: 'AC PS NAVI <b>',
  chassisNumber: 'ZVW50-1234567',
  sheet: {
    interiorGrade: 'B',
    damages: [
      { code: 'A1', panel: 'roof' },
      { code: 'U2', panel: 'nowhere' },
    ],
    remarksJa: ['禁煙車'],
    seed: 7,
  },
  isDemo: true,
};

beforeAll(async () => {
  cacheDir = mkdtempSync(join(tmpdir(), 'seri-pictures-'));
  portal = await testPortal((app) =>
    photoRoutes(app, {
      pictures: openPictures({
        cacheDir,
        store: folderStore(join(cacheDir, 'originals')),
        drawings: flatPictures,
      }),
      audienceOf: async () => 'everybody',
      sheets: flatSheets,
      findSheet: async (lotId) => (lotId === '17' ? lot : null),
      findSharedSheet: async () => null,
    }),
  );
  anna = await createPerson(portal.database.db);
});
afterAll(async () => {
  await portal.close();
  rmSync(cacheDir, { recursive: true, force: true });
});

const look = (url: string, cookie?: string) =>
  portal.app.inject({ method: 'GET', url, headers: cookie ? { cookie } : {} });

test('everybody sees a vehicle in the requested width, and the browser caches it', async () => {
  const reply = await look('/p/sedan-navy-7-front34?w=320');
  expect(reply.statusCode).toBe(200);
  expect(reply.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320, height: 240 });
  expect(await sharp((await look('/p/sedan-navy-7-front34')).rawPayload).metadata()).toMatchObject({ width: 960 });
});

// @covers ASVS-5.3.2
test('an unknown picture is not found, another width is refused', async () => {
  for (const url of ['/p/sedan-pink-7-front34', '/p/..%2f..%2fetc%2fpasswd', '/p/1'])
    expect((await look(url)).statusCode, url).toBe(404);
  for (const width of ['321', '0', '-1', '99999', 'big', '']) {
    const reply = await look(`/p/sedan-navy-7-front34?w=${width}`);
    expect([reply.statusCode, reply.json().messageCode]).toEqual([400, 'Request.Invalid']);
  }
});

// @covers ASVS-14.2.2
test('a sheet is for signed-in people, and only of a lot that has one', async () => {
  expect((await look('/s/17')).statusCode).toBe(401);
  expect((await look('/s/18', anna.cookie)).statusCode).toBe(404);
  expect((await look('/s/17%20or%201', anna.cookie)).statusCode).toBe(404);
  expect((await look('/s/17?w=5', anna.cookie)).statusCode).toBe(400);
  const reply = await look('/s/17?w=640', anna.cookie);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, max-age=300' });
  expect((await sharp(reply.rawPayload).metadata()).width).toBe(640);
});

// @covers ASVS-15.2.2
test('twenty concurrent requests for a picture render it once', async () => {
  const folder = join(cacheDir, 'once');
  let drawings = 0;
  const pictures = createPictureCache(folder);
  const draw = async () => {
    drawings += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
    return Buffer.from('picture');
  };
  const seen = await Promise.all(Array.from({ length: 20 }, () => pictures.get('a/b', draw)));
  expect(seen.every((picture) => picture.toString() === 'picture')).toBe(true);
  expect(drawings).toBe(1);
  await createPictureCache(folder).get('a/b', draw);
  expect(drawings).toBe(1);
  expect(readdirSync(join(folder, 'a'))).toEqual(['b.webp']);
});

// @covers ASVS-15.1.3
test('renders at most two pictures at a time, and a failed one does not block the next', async () => {
  const pictures = createPictureCache(join(cacheDir, 'two'), { maxConcurrency: 2 });
  let running = 0;
  let most = 0;
  const draw = (fails: boolean) => async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    if (fails) throw new Error('no ink');
    return Buffer.from('x');
  };
  const all = await Promise.allSettled(Array.from({ length: 12 }, (_, i) => pictures.get(`n${i}`, draw(i % 3 === 0))));
  expect(most).toBe(2);
  expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(4);
  await expect(pictures.get('n0', draw(false))).resolves.toEqual(Buffer.from('x'));
});

test('in a full folder the oldest make room, and a failed write affects only the cache', async () => {
  const pictures = createPictureCache(join(cacheDir, 'full'), { maxBytes: 20 });
  for (const [name, keptAtSeconds] of [
    ['a', 1_000],
    ['b', 2_000],
    ['c', 3_000],
  ] as const) {
    expect(await pictures.get(name, async () => Buffer.alloc(8))).toHaveLength(8);
    // The order of ages must not depend on the machine's clock.
    utimesSync(join(cacheDir, 'full', `${name}.webp`), keptAtSeconds, keptAtSeconds);
  }
  // A picture is sent before the cache has made room for it.
  await expect.poll(() => readdirSync(join(cacheDir, 'full')).sort()).toEqual(['b.webp', 'c.webp']);
  writeFileSync(join(cacheDir, 'a-file'), '');
  expect(await createPictureCache(join(cacheDir, 'a-file')).get('c', async () => Buffer.alloc(3))).toHaveLength(3);
});

test('does not cache what is not a picture', async () => {
  const pictures = createPictureCache(join(cacheDir, 'none'));
  expect(await pictures.get('a', async () => null)).toBeNull();
  expect(await pictures.get('a', async () => Buffer.from('now'))).toEqual(Buffer.from('now'));
});

test('sends a range of a video as requested, and the whole for an invalid range', () => {
  expect(rangeOf(undefined, 100)).toBeNull();
  expect(rangeOf('bytes=0-', 100)).toEqual({ from: 0, to: 99 });
  expect(rangeOf('bytes=10-19', 100)).toEqual({ from: 10, to: 19 });
  expect(rangeOf('bytes=90-900', 100)).toEqual({ from: 90, to: 99 });
  expect(rangeOf('bytes=-30', 100)).toEqual({ from: 70, to: 99 });
  expect(rangeOf('bytes=-900', 100)).toEqual({ from: 0, to: 99 });
  for (const past of ['bytes=100-', 'bytes=-0']) expect(rangeOf(past, 100)).toBe('none');
  for (const odd of ['bytes=-', 'bytes=20-10', 'bytes=0-1,5-6', 'lines=1-2', `bytes=${'9'.repeat(40)}-`])
    expect(rangeOf(odd, 100), odd).toBeNull();
});

test('detects the media type from the bytes', () => {
  expect(mediaTypeOf(Buffer.from('1a45dfa3ff', 'hex'))).toBe('video/webm');
  for (const other of ['', 'RIFF....WEBP']) expect(mediaTypeOf(Buffer.from(other))).toBe('image/webp');
});
