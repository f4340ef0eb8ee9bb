import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Region } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerCalls } from '../compose/app.ts';
import { registerPictures } from '../compose/register-photos.ts';
import { insertCostTable } from '../costs/queries.ts';
import { updateDoorTotals } from '../costs/totals/update-door-totals.ts';
import { changeSetting } from '../flows/accounts/change-setting.ts';
import { folderStore } from '../photos/store/folder-store.ts';
import { webPages } from '../platform/http/pages/web-pages.ts';
import { readCostTable } from '../testing/fixtures/cost-table.ts';
import { flatPictures, flatSheets } from '../testing/fixtures/flat-pictures.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { COOKIES, SECRET_KEY } from '../testing/http/auth-cookies.ts';
import { CALL_OPTIONS } from '../testing/http/call-options.ts';
import { dataAddress, drawnLogo } from '../testing/http/logos.ts';
import { createPerson } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { findPagePreview } from './preview-routes.ts';

let portal: TestPortal;
let folder: string;
let shareId: string;
let code: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'seri-preview-'));
  mkdirSync(join(folder, 'dist', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'dist', 'index.html'), '<!doctype html><html><head><title>Seri</title></head></html>');
  writeFileSync(join(folder, 'dist', 'manifest.json'), '{}');
  portal = await testPortal((app, database) => {
    registerCalls(app, database, CALL_OPTIONS);
    registerPictures(app, database, {
      cacheDir: folder,
      store: folderStore(folder),
      drawn: flatPictures,
      portalPhoto: '/p/sedan-navy-7-front34',
      sheets: flatSheets,
      secretKey: SECRET_KEY,
      cookies: COOKIES,
    });
    webPages(app, {
      dist: join(folder, 'dist'),
      preload: async () => ({ answers: {}, modules: [] }),
      previewOf: (pathname, company) => findPagePreview(database.db, pathname, company),
      brandOf: async () => ({ name: 'Seri & Co', icon: { path: '/favicon.svg', type: 'image/svg+xml' }, sheet: '' }),
      publicUrl: 'https://portal.test/',
    });
  });
  const { db } = portal.database;
  const anna = await createPerson(db);
  const lotId = await createLot(db, { lot_no: 4021, model: 'PRIUS "α" <b>', grade: 'SECRET GRADE' });
  const query = `carId=${lotId}&auctionType=main`;
  ({ shareId, password: code } = (await portal.ask(anna, 'GET', `/v1/auction/password?${query}`)).body);
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

const page = async (path: string) => (await portal.app.inject(path)).body;
const tag = (html: string, property: string) =>
  new RegExp(`<meta property="${property}" content="([^"]*)" />`).exec(html)?.[1];

// @covers SHARE-06, SHELL-26
test('a messenger without scripts gets auction house, lot, car and picture of a shared lot, and nothing else', async () => {
  const html = await page(`/car-auction/share/${shareId}`);
  expect(tag(html, 'og:title')).toBe('USS Tokyo · 4021 · TOYOTA PRIUS &quot;α&quot; &lt;b&gt; 2018');
  expect(tag(html, 'og:url')).toBe(`https://portal.test/car-auction/share/${shareId}`);
  expect(tag(html, 'og:image')).toBe(`https://portal.test/og/${shareId}.jpg`);
  expect([tag(html, 'og:image:width'), tag(html, 'og:image:height')]).toEqual(['1200', '628']);
  for (const secret of [code, 'SECRET GRADE', 'ZVW50', '300000', '61000', '4.5']) expect(html).not.toContain(secret);
});

test("an unknown, expired or misplaced link shows only the portal's own preview", async () => {
  const plain = await page('/bids');
  expect(tag(plain, 'og:title')).toBe('Seri &amp; Co');
  expect(tag(plain, 'og:image')).toBe('https://portal.test/og/portal.jpg');
  for (const path of ['/car-auction/share/aaaaaaaaaaaaaaaa', `/oneprice/share/${shareId}`, `/bids/share/${shareId}`]) {
    const html = await page(path);
    expect([tag(html, 'og:title'), tag(html, 'og:image')], path).toEqual([
      'Seri &amp; Co',
      'https://portal.test/og/portal.jpg',
    ]);
  }
});

// @covers SHARE-06, SHELL-26
test('the picture has the size that messengers expect, and is cached permanently', async () => {
  const reply = await portal.app.inject(`/og/${shareId}.jpg`);
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 628 });
  const of = (left: number) => sharp(reply.rawPayload).extract({ left, top: 0, width: 380, height: 628 }).stats();
  // The photo is on the left, the text on the right.
  for (const side of [await of(100), await of(800)]) expect(side.entropy).toBeGreaterThan(0.5);
}, 60_000);

// @covers DOOR-04, SHARE-06
test('the picture shows the total at the door that the sharer chose, and none before', async () => {
  const { db, pool } = portal.database;
  await pool.query('update lots set year = 2021, month = 6, engine_cc = 1496 where lot_no = 4021');
  const card = async () => (await portal.app.inject(`/og/${shareId}.jpg`)).rawPayload;
  const totalOf = async (picture: Buffer) =>
    sharp(await sharp(picture).extract({ left: 800, top: 430, width: 300, height: 80 }).toBuffer()).stats();
  const before = await card();
  expect((await totalOf(before)).entropy).toBeLessThan(0.5);
  await insertCostTable(db, readCostTable());
  await updateDoorTotals(portal.database, AbortSignal.timeout(60_000));
  expect((await card()).equals(before)).toBe(true);
  await pool.query(`insert into client_doors select user_id, 'KEMBA', 'person', 'KES' from shares where id = $1`, [
    shareId,
  ]);
  expect((await totalOf(await card())).entropy).toBeGreaterThan(1);
  await pool.query('delete from client_doors');
  expect((await card()).equals(before)).toBe(true);
}, 60_000);

// @covers OPS-09
test("the picture shows the company's colors and its name or logo, and changes with the branding", async () => {
  const set = (key: string, value: unknown) =>
    portal.database.db.transaction().execute((tx) => changeSetting(tx, key, value));
  const card = async () => (await portal.app.inject(`/og/${shareId}.jpg`)).rawPayload;
  /** The small bar above the text, and the bottom with name or logo. */
  const partOf = async (picture: Buffer, region: Region) =>
    sharp(await sharp(picture).extract(region).toBuffer()).stats();
  const barOf = (picture: Buffer) => partOf(picture, { left: 806, top: 66, width: 30, height: 4 });
  const footOf = (picture: Buffer) => partOf(picture, { left: 800, top: 520, width: 360, height: 100 });
  const before = await card();
  await set('urgentColor', '#1f5c3a');
  const green = await card();
  expect(green.equals(before)).toBe(false);
  const [red = 0, shareOfGreen = 0] = (await barOf(green)).channels.map(({ mean }) => mean);
  expect(shareOfGreen).toBeGreaterThan(red + 30);
  await set('logo', dataAddress(await drawnLogo({ width: 480, height: 120, ink: '#7a1f5c' }).png().toBuffer()));
  const foot = (await footOf(await card())).channels.map(({ mean }) => mean);
  // A third of it is purple, without any text of the name.
  expect(foot[0]).toBeGreaterThan((foot[1] ?? 0) + 15);
  await set('logo', null);
  await set('urgentColor', undefined);
  expect((await card()).equals(before)).toBe(true);
}, 60_000);

test('the portal has its own picture, and an expired share has none', async () => {
  const reply = await portal.app.inject('/og/portal.jpg');
  expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 628 });
  for (const path of ['/og/aaaaaaaaaaaaaaaa.jpg', `/og/${shareId}.png`, '/og/..%2fx.jpg', '/og/other'])
    expect((await portal.app.inject(path)).statusCode, path).toBe(404);
  await portal.database.pool.query('update shares set ended_at = now() where id = $1', [shareId]);
  expect((await portal.app.inject(`/og/${shareId}.jpg`)).statusCode).toBe(404);
  expect(tag(await page(`/car-auction/share/${shareId}`), 'og:title')).toBe('Seri &amp; Co');
}, 60_000);
