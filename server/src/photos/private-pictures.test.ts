import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROLE } from '@seri/contract/auth/permissions.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerPictures } from '../compose/register-photos.ts';
import { flatPictures, flatSheets } from '../testing/fixtures/flat-pictures.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { COOKIES, SECRET_KEY } from '../testing/http/auth-cookies.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { folderStore } from './store/folder-store.ts';

const FOR_EVERYBODY = 'public, max-age=31536000, immutable';
const INSPECTION = JSON.stringify({
  zones: [{ zone: 'front', rating: '4', notes: [], images: ['/p/own/zone.jpg'] }],
  remarks: [],
});
/** All fields of a private lot's record that name pictures. */
const OF_PRIVATE_LOT = ['/p/own/1.jpg', '/p/own/extra.jpg', '/p/own/zone.jpg', '/p/own/video.jpg'];

let portal: TestPortal;
let folder: string;
let lotId: number;
const people = {} as Record<'named' | 'bidder' | 'buyerless' | 'manager' | 'blindManager', Person>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'seri-private-'));
  const store = folderStore(join(folder, 'originals'));
  portal = await testPortal((app, database) =>
    registerPictures(app, database, {
      ...{ cacheDir: folder, store, drawn: flatPictures, sheets: flatSheets },
      ...{ secretKey: SECRET_KEY, cookies: COOKIES },
    }),
  );
  const { db } = portal.database;
  const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  for (const path of [...OF_PRIVATE_LOT, '/p/both.jpg', '/p/open.jpg', '/p/unknown.jpg'])
    await store.put(path.slice(3), photo);
  Object.assign(people, {
    named: await createPerson(db),
    bidder: await createPerson(db),
    buyerless: await createPerson(db),
    manager: await createPerson(db, { roleId: ROLE.manager }),
    blindManager: await createPerson(db, { roleId: ROLE.manager, permissions: { bikeView: false } }),
  });
  const isPrivate = { is_private: true, viewers: [people.named.id], vehicle: 'bike', chassis_number: 'NC42-1234567' };
  lotId = await createLot(db, {
    ...isPrivate,
    images: ['/p/own/1.jpg', '/p/both.jpg', '/p/sedan-red-3-front34', '/p/sedan-red-4-front34'],
    videos: ['/p/own/video.jpg'],
    inspection: INSPECTION,
  });
  await db
    .insertInto('lot_extra_images')
    .values({ lot_id: lotId, images: ['/p/own/extra.jpg'] })
    .execute();
  await createLot(db, { vehicle: 'bike', chassis_number: 'NC42-1234567', images: ['/p/both.jpg'] });
  await createLot(db, { images: ['/p/open.jpg', '/p/sedan-red-3-front34'] });
  await db
    .insertInto('bids')
    .values({
      ...{ lot_id: lotId, user_id: people.bidder.id, placed_by: people.bidder.id },
      ...{ lot_source: 'auction', amount_yen: 500_000, status: 4 },
    })
    .execute();
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

const look = (person: Person | null, path: string, headers: Record<string, string> = {}) =>
  portal.app.inject({ url: path, headers: { ...headers, ...(person ? { cookie: person.cookie } : {}) } });

describe.each(OF_PRIVATE_LOT)('the picture %s of a private lot', (path) => {
  // @covers ASVS-8.2.2
  test('is not found for visitors, other clients and staff without the view flag', async () => {
    for (const person of [null, people.buyerless, people.blindManager])
      for (const width of ['', '?w=160', '?w=1280']) {
        const reply = await look(person, `${path}${width}`);
        expect(reply.statusCode).toBe(404);
        expect(reply.headers['cache-control']).toBe('no-store');
        expect(reply.json().messageCode).toBe((await look(person, '/p/nowhere.jpg')).json().messageCode);
      }
  });

  // @covers ASVS-8.2.2
  test('is visible to the people it is for, and not cached by shared caches', async () => {
    for (const person of [people.named, people.bidder, people.manager]) {
      const reply = await look(person, `${path}?w=320`);
      expect(reply.statusCode).toBe(200);
      expect(reply.headers['cache-control']).toBe('private, max-age=300');
    }
  });

  test('is not revealed by a conditional request or by HEAD', async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      const headers = { 'if-none-match': '*', 'if-modified-since': new Date().toUTCString() };
      expect((await portal.app.inject({ method, url: path, headers })).statusCode).toBe(404);
    }
  });
});

test('a picture of public lots, or of no lot, is public', async () => {
  for (const path of ['/p/open.jpg', '/p/unknown.jpg', '/p/sedan-navy-7-front34']) {
    const reply = await look(null, path);
    expect([path, reply.statusCode, reply.headers['cache-control']]).toEqual([path, 200, FOR_EVERYBODY]);
  }
});

test('a picture that a public lot of the same vehicle, or any lot of a demonstration, shows too is visible and not cached', async () => {
  for (const path of ['/p/both.jpg', '/p/sedan-red-3-front34'])
    expect((await look(null, path)).headers['cache-control']).toBe('private, max-age=300');
  expect((await look(null, '/p/sedan-red-4-front34')).statusCode).toBe(404);
});

test('a lot that becomes private hides its picture at once, and shows it when public again', async () => {
  const { db } = portal.database;
  const id = await createLot(db, { images: ['/p/unknown.jpg'] });
  const set = (isPrivate: boolean) =>
    db.updateTable('lots').set({ is_private: isPrivate }).where('id', '=', id).execute();
  await set(true);
  expect((await look(null, '/p/unknown.jpg')).statusCode).toBe(404);
  await set(false);
  expect((await look(null, '/p/unknown.jpg')).headers['cache-control']).toBe(FOR_EVERYBODY);
});
