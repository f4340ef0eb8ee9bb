import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPictures } from '../pictures.ts';
import { renderPhoto } from '../render-photo.ts';
import { openPhotoStore } from './open-photo-store.ts';
import { type BucketAccess, type PhotoStore, photoName } from './photo-store.ts';

const NO_BUCKET: BucketAccess = { region: 'none', endpoint: null, credentials: null };
let folder: string;
let bucket: Server;
const objects = new Map<string, Buffer>();
const signatures: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'seri-store-'));
  bucket = createServer((request, response) => {
    signatures.push(request.headers.authorization ?? '');
    const key = decodeURIComponent(new URL(request.url ?? '', 'http://bucket.test').pathname);
    if (request.method === 'PUT') {
      void bodyOf(request).then((body) => {
        objects.set(key, body);
        response.end();
      });
      return;
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    const found = objects.get(key);
    if (!found) return response.writeHead(404).end();
    response.writeHead(200, { 'content-length': found.length }).end(request.method === 'HEAD' ? undefined : found);
  });
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => bucket.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const bucketStore = (): Promise<PhotoStore> =>
  openPhotoStore(
    { address: 's3://photos/lots', dataDir: folder },
    {
      region: 'eu-west-1',
      endpoint: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
      credentials: { accessKeyId: 'the-key', secretAccessKey: 'the-secret' },
    },
  );

const jpeg = (width: number, height: number, orientation?: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Somebody, Yokohama' }, IFD3: { GPSLatitude: '35/1 26/1 0/1' } })
    .withMetadata(orientation ? { orientation } : {})
    .toBuffer();

test('a photo name has plain parts, which cannot leave the store', () => {
  for (const name of ['1.jpg', 'uss-tokyo/2026-11-24/4021_1.webp', 'a', 'A.b.c', 'p'.repeat(200)])
    expect(photoName(name), name).toBe(name);
  for (const name of [
    '',
    '..',
    '../x',
    'a/../b',
    'a//b',
    '/etc/passwd',
    'a/',
    '.hidden',
    'a/.b',
    'a..b',
    'a.',
    'a b',
    'a\\b',
    'a\0',
    'ä.jpg',
    'a/b/c/d/e/f/g',
    'p'.repeat(201),
  ])
    expect(photoName(name), name).toBeNull();
});

test('a folder returns stored files, written by the portal or by hand, and nothing else', async () => {
  const store = await openPhotoStore({ address: undefined, dataDir: folder }, NO_BUCKET);
  await store.put('tokyo/1.jpg', Buffer.from('one'));
  expect(await store.get('tokyo/1.jpg')).toEqual(Buffer.from('one'));
  expect(readdirSync(join(folder, 'photos', 'tokyo'))).toEqual(['1.jpg']);
  writeFileSync(join(folder, 'photos', '2.jpg'), 'two');
  expect(await store.get('2.jpg')).toEqual(Buffer.from('two'));
  expect(await store.get('3.jpg')).toBeNull();
  expect(await store.get('tokyo')).toBeNull();
  expect(await store.get('2.jpg/below')).toBeNull();
  for (const _ of [1, 2]) await store.remove('tokyo/1.jpg');
  expect(await store.get('tokyo/1.jpg')).toBeNull();
});

test('uses the configured folder', async () => {
  const own = join(folder, 'own');
  mkdirSync(own);
  writeFileSync(join(own, '1.jpg'), 'mine');
  const store = await openPhotoStore({ address: own, dataDir: folder }, NO_BUCKET);
  expect(await store.get('1.jpg')).toEqual(Buffer.from('mine'));
});

test('an unreadable store is an error, not a missing photo', async () => {
  const loop = join(folder, 'loop');
  symlinkSync(loop, loop);
  await expect((await openPhotoStore({ address: loop, dataDir: folder }, NO_BUCKET)).get('1.jpg')).rejects.toThrow();
});

test('a bucket stores photos below its prefix, with every request signed', async () => {
  const store = await bucketStore();
  await store.put('tokyo/1.jpg', Buffer.from('one'));
  expect([...objects.keys()]).toEqual(['/photos/lots/tokyo/1.jpg']);
  expect(await store.get('tokyo/1.jpg')).toEqual(Buffer.from('one'));
  expect(await store.get('tokyo/2.jpg')).toBeNull();
  await store.remove('tokyo/1.jpg');
  expect([...objects.keys()]).toEqual([]);
  expect(signatures).toHaveLength(4);
  for (const signature of signatures)
    expect(signature).toMatch(/^AWS4-HMAC-SHA256 Credential=the-key\/\d{8}\/eu-west-1\/s3\/aws4_request, /);
});

test('shows photos of a bucket like those of a folder', async () => {
  const store = await bucketStore();
  await store.put('car.jpg', await jpeg(2000, 1500));
  const pictures = openPictures({ cacheDir: join(folder, 'of-bucket'), store });
  const shown = await pictures.of('car.jpg', 320);
  expect(await sharp(shown ?? undefined).metadata()).toMatchObject({ format: 'webp', width: 320, height: 240 });
  expect(await pictures.of('other.jpg', 320)).toBeNull();
});

test('concurrent requests for one photo read the store and render once', async () => {
  let asked = 0;
  const original = await jpeg(1200, 900);
  const store: PhotoStore = {
    get: async () => {
      asked += 1;
      return original;
    },
    put: async () => undefined,
    remove: async () => undefined,
  };
  const pictures = openPictures({ cacheDir: join(folder, 'once'), store });
  const shown = await Promise.all(Array.from({ length: 30 }, () => pictures.of('a.jpg', 640)));
  expect(asked).toBe(1);
  expect(new Set(shown).size).toBe(1);
  await openPictures({ cacheDir: join(folder, 'once'), store }).of('a.jpg', 640);
  expect(asked).toBe(1);
});

test('lists get photos cropped to 4:3, larger ones are whole, and none is enlarged', async () => {
  const sizeOf = async (original: Buffer, width: 160 | 640 | 960 | 1280) => {
    const { width: w, height: h } = await sharp((await renderPhoto(original, width)) ?? undefined).metadata();
    return [w, h];
  };
  const tall = await jpeg(1500, 3000);
  expect(await sizeOf(tall, 640)).toEqual([640, 480]);
  expect(await sizeOf(tall, 960)).toEqual([960, 1920]);
  expect(await sizeOf(await jpeg(3000, 1000), 1280)).toEqual([1280, 427]);
  expect(await sizeOf(await jpeg(3000, 1000), 160)).toEqual([160, 120]);
  expect(await sizeOf(await jpeg(500, 400), 1280)).toEqual([500, 400]);
});

test('a photo is rotated by its orientation, and loses its metadata', async () => {
  const held = await jpeg(800, 600, 6);
  expect((await sharp(held).metadata()).exif).toBeDefined();
  const shown = (await renderPhoto(held, 960)) ?? Buffer.alloc(0);
  const about = await sharp(shown).metadata();
  expect([about.width, about.height]).toEqual([600, 800]);
  expect([about.exif, about.xmp, about.icc, about.orientation]).toEqual([undefined, undefined, undefined, undefined]);
});

test('a decompression bomb, half a photo, a drawing and any other file are not photos', async () => {
  const bomb = await sharp({ create: { width: 7100, height: 7100, channels: 3, background: 'white' } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const whole = await jpeg(1000, 800);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');
  const gif = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'white' } })
    .gif()
    .toBuffer();
  for (const [name, bytes] of Object.entries({
    bomb,
    half: whole.subarray(0, whole.length / 2),
    svg,
    gif,
    text: Buffer.from('hello'),
    nothing: Buffer.alloc(0),
  }))
    expect(await renderPhoto(bytes, 320), name).toBeNull();
  expect(await renderPhoto(whole, 320)).not.toBeNull();
});
