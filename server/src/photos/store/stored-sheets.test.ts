import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pictureToRead } from '../../flows/lots/sheet-picture.ts';
import { findSharedSheet } from '../../lots/lot-page/shared-lot.ts';
import { findSheet } from '../../lots/lot-page/sheet-queries.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { openPictures } from '../pictures.ts';
import { photoRoutes } from '../routes.ts';
import { folderStore } from './folder-store.ts';
import { storedSheets } from './stored-sheets.ts';

const FACTS = { damages: [], remarksJa: [], seed: 1 };
const cacheDir = mkdtempSync(join(tmpdir(), 'seri-scans-'));
const store = folderStore(join(cacheDir, 'originals'));
const sheets = storedSheets({ cacheDir, store });
let portal: TestPortal;
let anna: Person;

beforeAll(async () => {
  portal = await testPortal((app, { db }) =>
    photoRoutes(app, {
      pictures: openPictures({ cacheDir, store }),
      audienceOf: async () => 'everybody',
      sheets,
      findSheet: (lotId, currentUser) => findSheet(db, lotId, currentUser),
      findSharedSheet: (lotId) => findSharedSheet(db, 'car-auction', Number(lotId)),
    }),
  );
  anna = await createPerson(portal.database.db);
  const scan = sharp({ create: { width: 1_500, height: 1_000, channels: 3, background: '#fdfcf8' } });
  await store.put('sheets/uss-tokyo/4021.jpg', await scan.jpeg().toBuffer());
  await store.put('sheets/drawn.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
});
afterAll(async () => {
  await portal.close();
  rmSync(cacheDir, { recursive: true, force: true });
});

const lotWith = (image?: string) =>
  createLot(portal.database.db, { sheet: JSON.stringify({ ...FACTS, ...(image === undefined ? {} : { image }) }) });
const look = (url: string, cookie?: string) =>
  portal.app.inject({ method: 'GET', url, headers: cookie ? { cookie } : {} });

test('the scan named by a feed is the sheet of the lot, uncropped in each width, and is read', async () => {
  const id = await lotWith('uss-tokyo/4021.jpg');
  for (const [width, height] of [
    [640, 427],
    [1280, 853],
  ]) {
    const reply = await look(`/s/${id}?w=${width}`, anna.cookie);
    expect(reply.statusCode).toBe(200);
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'webp', width, height });
  }
  const original = await pictureToRead(portal.database.db, id, sheets);
  expect(await sharp(original ?? undefined).metadata()).toMatchObject({ format: 'jpeg', width: 1_500 });
});

test('a scan shows the whole chassis number: only signed-in people see it, at no other address and through no share', async () => {
  const id = await lotWith('uss-tokyo/4021.jpg');
  expect((await look(`/s/${id}`)).statusCode).toBe(401);
  expect((await look('/p/sheets/uss-tokyo/4021.jpg', anna.cookie)).statusCode).toBe(404);
  expect((await look(`/s/${id}/any-share`)).statusCode).toBe(404);
});

test('a lot without a scan, with one missing in the store or not a photo, has no sheet', async () => {
  for (const image of [undefined, 'gone.jpg', 'drawn.svg', '../drawn.svg', '/etc/passwd']) {
    const id = await lotWith(image);
    expect((await look(`/s/${id}`, anna.cookie)).statusCode, image).toBe(404);
    expect(await pictureToRead(portal.database.db, id, sheets), image).toBeNull();
  }
});
