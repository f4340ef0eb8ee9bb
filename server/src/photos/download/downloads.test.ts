import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ROLE } from '@seri/contract/auth/permissions.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { registerCalls } from '../../compose/app.ts';
import { registerPictures } from '../../compose/register-photos.ts';
import { flatPictures, flatSheets } from '../../testing/fixtures/flat-pictures.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { COOKIES, SECRET_KEY } from '../../testing/http/auth-cookies.ts';
import { CALL_OPTIONS } from '../../testing/http/call-options.ts';
import { createPerson, type Person, signIn } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { folderStore } from '../store/folder-store.ts';
import { archiveToken, readArchiveToken } from './archive-link.ts';
import { archiveName, photoFileName, streamArchive } from './photo-archive.ts';

const IMAGES = ['/p/sedan-white-1-front34', '/p/gone.jpg', 'https://elsewhere.test/1.jpg', '/p/real/1.jpg'];
const PAGES = ['car-auction', 'bikes', 'bike-stats'] as const;
let portal: TestPortal;
let folder: string;
let anna: Person;
const lots = {} as Record<'car' | 'bike' | 'uss' | 'bare' | 'hidden', number>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'seri-downloads-'));
  const store = folderStore(join(folder, 'originals'));
  portal = await testPortal((app, database) => {
    registerCalls(app, database, CALL_OPTIONS);
    registerPictures(app, database, {
      ...{ cacheDir: folder, store, drawn: flatPictures, sheets: flatSheets },
      ...{ secretKey: SECRET_KEY, cookies: COOKIES },
    });
  });
  const { db } = portal.database;
  await store.put(
    'real/1.jpg',
    await sharp({ create: { width: 1600, height: 1200, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer(),
  );
  anna = await createPerson(db);
  const plain = { house: 'TAA Kantō', isUss: false, images: IMAGES, lot_no: 4021 };
  lots.car = await createLot(db, plain);
  lots.bike = await createLot(db, { ...plain, vehicle: 'bike', lot_no: 77 });
  lots.uss = await createLot(db, { house: 'USS Tokyo', isUss: true });
  lots.bare = await createLot(db, { ...plain, lot_no: 4022, images: [] });
  lots.hidden = await createLot(db, { ...plain, lot_no: 4023, is_private: true });
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

const link = (person: Person | null, page: string, id: number | string) =>
  portal.ask(person, 'GET', `/v1/${page}/download-images?id=${id}`);
const fetched = (person: Person | null, url: string) =>
  portal.app.inject({ url, headers: person ? { cookie: person.cookie } : {} });

async function unpacked(archive: Buffer): Promise<Map<string, { bytes: Buffer; isStored: boolean }>> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true, validateEntrySizes: true });
  const files = new Map<string, { bytes: Buffer; isStored: boolean }>();
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    files.set(entry.fileName, { bytes: Buffer.concat(parts), isStored: entry.compressionMethod === 0 });
  }
  return files;
}

describe.each(PAGES)('the photos of a lot on %s', (page) => {
  const own = () => (page === 'car-auction' ? lots.car : lots.bike);

  test('require a login', async () => {
    expect(await link(null, page, own())).toMatchObject({ status: 401, body: { messageCode: 'Auth.SignedOut' } });
  });

  test('are refused without the right to download or to see the page', async () => {
    const flag = page === 'car-auction' ? 'carAuctionsView' : 'bikeView';
    for (const permissions of [{ downloadPhotos: false }, { [flag]: false }]) {
      const person = await createPerson(portal.database.db, { permissions });
      expect(await link(person, page, own())).toMatchObject({ status: 403, body: { messageCode: 'Access.Denied' } });
    }
  });

  test('are not found for a lot of the other kind, a private one, one without photos, or none', async () => {
    const other = page === 'car-auction' ? lots.bike : lots.car;
    for (const id of [other, lots.hidden, lots.bare, 999_999, '1%20or%201'])
      expect(await link(anna, page, id), String(id)).toMatchObject({ status: 404, body: { messageCode: 'NotFound' } });
  });

  test('require a lot', async () => {
    expect((await portal.ask(anna, 'GET', `/v1/${page}/download-images`)).status).toBe(400);
  });

  // @covers API-08, LOT-13
  test('have an address that lasts fifteen minutes', async () => {
    const { status, body } = await link(anna, page, own());
    expect(status).toBe(200);
    expect(body).toMatch(/^\/v1\/files\/zip\/[\w.-]+$/);
    const token = body.slice('/v1/files/zip/'.length);
    const { sessionId } = await sessionOf(anna);
    expect(readArchiveToken(SECRET_KEY, token, sessionId)).toEqual({ page, id: String(own()) });
    expect(readArchiveToken(SECRET_KEY, token, sessionId, Date.now() + 14 * 60_000)).not.toBeNull();
    expect(readArchiveToken(SECRET_KEY, token, sessionId, Date.now() + 16 * 60_000)).toBeNull();
  });
});

async function sessionOf(person: Person): Promise<{ sessionId: string }> {
  const { id } = await portal.database.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow();
  return { sessionId: id };
}

async function buy(userId: number, lotId: number): Promise<number> {
  const { db } = portal.database;
  const bid = await db
    .insertInto('bids')
    .values({
      lot_id: lotId,
      user_id: userId,
      placed_by: userId,
      lot_source: 'auction',
      amount_yen: 650_000,
      status: 7,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const purchase = await db
    .insertInto('purchases')
    .values({
      lot_id: lotId,
      bid_id: bid.id,
      user_id: userId,
      sku: `S-${bid.id}`,
      purchased_on: '2026-11-20',
      car_price_yen: 640_000,
      agent_fee_yen: 30_000,
      haulage_yen: 12_000,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return purchase.id;
}

// @covers LOT-21, PURCH-05
test('are not downloadable for a USS lot, except by its buyer', async () => {
  expect(await link(anna, 'car-auction', lots.uss)).toMatchObject({ status: 404 });
  const { db } = portal.database;
  const buyer = await createPerson(db);
  const id = await buy(buyer.id, lots.uss);
  expect(await link(null, 'purchased-cars', `P${id}`)).toMatchObject({ status: 401 });
  const manager = await createPerson(db, { roleId: ROLE.manager });
  expect(await link(manager, 'purchased-cars', `P${id}`)).toMatchObject({ status: 403 });
  const barred = await createPerson(db, { permissions: { downloadPhotos: false } });
  expect(await link(barred, 'purchased-cars', `P${id}`)).toMatchObject({ status: 403 });
  expect(await link(anna, 'purchased-cars', `P${id}`)).toMatchObject({ status: 404 });
  expect(await link(buyer, 'purchased-cars', String(id))).toMatchObject({ status: 404 });
  const { status, body } = await link(buyer, 'purchased-cars', `P${id}`);
  expect(status).toBe(200);
  const files = await unpacked((await fetched(buyer, body)).rawPayload);
  expect([...files.keys()].every((name) => name.startsWith('USS-Tokyo-'))).toBe(true);
});

// @covers LOT-13, PURCH-05
test('fill the archive, as pictures and not compressed twice', async () => {
  const { body } = await link(anna, 'car-auction', lots.car);
  const reply = await fetched(anna, body);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="TAA-Kant-4021.zip"',
    'cache-control': 'no-store',
  });
  const files = await unpacked(reply.rawPayload);
  // The second photo does not exist; a foreign one is not counted.
  expect([...files.keys()]).toEqual(['TAA-Kant-4021-01.webp', 'TAA-Kant-4021-03.webp']);
  for (const { bytes, isStored } of files.values()) {
    expect(isStored).toBe(true);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1280 });
  }
});

// @covers SEC-04
test('the address works only in its session, unchanged, and as long as the right exists', async () => {
  const { db } = portal.database;
  const eva = await createPerson(db);
  const { body: url } = await link(eva, 'car-auction', lots.car);
  expect((await fetched(eva, url)).statusCode).toBe(200);
  expect((await fetched(null, url)).statusCode).toBe(401);
  expect((await fetched(anna, url)).statusCode).toBe(404);
  expect((await fetched({ ...eva, cookie: await signIn(db, eva.id) }, url)).statusCode).toBe(404);
  for (const changed of [
    url.replace(`.${lots.car}.`, `.${lots.uss}.`),
    url.replace('car-auction', 'bikes'),
    `${url}x`,
    url.slice(0, -1),
    '/v1/files/zip/x',
  ])
    expect((await fetched(eva, changed)).statusCode, changed).toBe(404);
  const { sessionId } = await sessionOf(eva);
  const old = archiveToken(
    SECRET_KEY,
    { page: 'car-auction', id: String(lots.car) },
    sessionId,
    Date.now() - 16 * 60_000,
  );
  expect((await fetched(eva, `/v1/files/zip/${old}`)).statusCode).toBe(404);
  await db
    .updateTable('users')
    .set({ permissions: JSON.stringify({ downloadPhotos: false }) })
    .where('id', '=', eva.id)
    .execute();
  expect((await fetched(eva, url)).statusCode).toBe(404);
});

// @covers ASVS-5.4.2
test('files are named after auction house, lot and photo, with any name of the house', () => {
  expect(photoFileName('USS Tokyo', 4021, 1)).toBe('USS-Tokyo-4021-01.webp');
  expect(archiveName('../"x"\r\n', 5)).toBe('x-5.zip');
  expect(archiveName('オークション', 5)).toBe('lot-5.zip');
});

describe('while the archive is sent', () => {
  const MEGABYTE = 1024 ** 2;
  const photos = (count: number, read: (n: number) => void) =>
    Array.from({ length: count }, (_, n) => ({
      name: `${n}.webp`,
      read: async () => {
        read(n);
        return Buffer.alloc(MEGABYTE, n);
      },
    }));

  test('reads a photo only after the previous one was sent', async () => {
    let read = 0;
    const archive = streamArchive(
      photos(20, () => {
        read += 1;
      }),
      new Date(),
    );
    archive.read(0);
    await pause();
    // Nobody reads the stream, so only the buffer of the pipe is in memory.
    expect(read).toBeLessThanOrEqual(2);
    let bytes = 0;
    for await (const part of archive) bytes += (part as Buffer).length;
    expect(read).toBe(20);
    expect(bytes).toBeGreaterThan(20 * MEGABYTE);
  });

  test('reads nothing after the reader has disconnected', async () => {
    let read = 0;
    const archive: Readable = streamArchive(
      photos(20, () => {
        read += 1;
      }),
      new Date(),
    );
    for await (const _ of archive) break;
    expect(archive.destroyed).toBe(true);
    await pause();
    const then = read;
    await pause();
    expect(read).toBe(then);
    expect(read).toBeLessThan(20);
  });

  test('an unreadable photo aborts the archive instead of truncating it', async () => {
    const archive = streamArchive(
      [{ name: '1.webp', read: () => Promise.reject(new Error('the store is away')) }],
      new Date(),
    );
    await expect(archive.toArray()).rejects.toThrow('the store is away');
  });

  const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
});
