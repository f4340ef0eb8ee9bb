import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROLE } from '@seri/contract/auth/permissions.ts';
import { AUCTION_TYPES } from '@seri/contract/sharing/routes.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { registerCalls } from '../compose/app.ts';
import { registerPictures } from '../compose/register-photos.ts';
import { registerSheetPictures } from '../compose/register-sheets.ts';
import { scansBeforeDrawings } from '../photos/sheet-source.ts';
import { folderStore } from '../photos/store/folder-store.ts';
import { storedSheets } from '../photos/store/stored-sheets.ts';
import { allCalls } from '../platform/calls/calls.ts';
import { aLot, aResult, demoHouse, imported } from '../testing/fixtures/feed.ts';
import { flatPictures, flatSheets } from '../testing/fixtures/flat-pictures.ts';
import { buyCar } from '../testing/fixtures/purchases.ts';
import { COOKIES, SECRET_KEY } from '../testing/http/auth-cookies.ts';
import { CALL_OPTIONS } from '../testing/http/call-options.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';

/** Drawings that were asked for; no lot of this portal may. */
const drawn: string[] = [];
const DAY_MS = 86_400_000;
const PICTURE_FIELD = /^(?:images?|thumbnails|auctionSheet|img|videos?|crop)$/;
const SHEET = { damages: [{ code: 'A1', panel: 'roof' }], remarksJa: ['禁煙車'], seed: 7 };

let portal: TestPortal;
let folder: string;
let client: Person;
let manager: Person;
let dealer: Person;
const ids: Record<string, number> = {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'seri-drawings-'));
  const store = folderStore(join(folder, 'photos'));
  const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  for (const name of ['real/1.jpg', 'sheets/real/1.jpg']) await store.put(name, photo);
  const drawings = {
    has: (key: string) => key.startsWith('demo/'),
    of: (key: string, width: 160 | 320 | 640 | 960 | 1280) => {
      drawn.push(key);
      return flatPictures.of('sedan-white-1-front34', width);
    },
  };
  const sheetDrawn = () => {
    drawn.push('a sheet');
    return null;
  };
  const sheetDrawings = { contentOf: sheetDrawn, of: async () => sheetDrawn(), original: async () => sheetDrawn() };
  portal = await testPortal((app, database) => {
    const sheets = scansBeforeDrawings(storedSheets({ cacheDir: folder, store }), sheetDrawings);
    registerCalls(app, database, { ...CALL_OPTIONS, sheets });
    registerPictures(app, database, {
      ...{ cacheDir: folder, store, drawn: drawings, sheets },
      ...{ secretKey: SECRET_KEY, cookies: COOKIES },
    });
    registerSheetPictures(app, database, { cacheDir: folder, sheets });
  });
  const { db } = portal.database;
  client = await createPerson(db, { creditLimitYen: -1 });
  manager = await createPerson(db, { roleId: ROLE.manager });
  dealer = await createPerson(db, { roleId: ROLE.dealer });
  await db.updateTable('users').set({ dealer_id: dealer.id }).where('id', '=', client.id).execute();
  const [soon, past] = [new Date(Date.now() + DAY_MS), new Date(Date.now() - 2 * DAY_MS)].map((at) => at.toISOString());
  const real = { images: ['real/1.jpg'], sheetImage: 'real/1.jpg' };
  const bare = { images: [], sheet: SHEET };
  await imported(portal.database, [
    demoHouse(),
    aLot({ sourceId: 'real', lotNo: 1, auctionDate: soon, ...real }),
    aLot({ sourceId: 'bare', lotNo: 2, auctionDate: soon, ...bare }),
    aLot({ sourceId: 'sold', lotNo: 3, auctionDate: past, ...bare }),
    aLot({ sourceId: 'bike', lotNo: 4, auctionDate: soon, vehicle: 'bike', ...bare }),
    aLot({ sourceId: 'stock', lotNo: 5, auctionDate: soon, lotSource: 'stock', ...bare }),
    aLot({ sourceId: 'sold-bike', lotNo: 6, auctionDate: past, vehicle: 'bike', ...bare }),
    ...['sold', 'sold-bike'].map((sourceId) => aResult({ sourceId, updatedAt: '2026-11-25T00:00:00Z' })),
  ]);
  for (const { id, source_id } of await db.selectFrom('lots').select(['id', 'source_id']).execute())
    ids[source_id] = id;
  for (const sourceId of ['real', 'bare', 'bike'])
    await db
      .insertInto('favorites')
      .values({ user_id: client.id, lot_id: ids[sourceId] ?? 0, group_letter: 'A' })
      .execute();
  await db
    .insertInto('bids')
    .values(
      ['real', 'bare'].map((sourceId) => ({
        ...{ lot_id: ids[sourceId] ?? 0, user_id: client.id, placed_by: client.id },
        ...{ lot_source: 'auction', amount_yen: 500_000, status: 1 },
      })),
    )
    .execute();
  const lot = { images: [], sheet: JSON.stringify(SHEET), is_demo: false };
  ids.purchase = await buyCar(db, client, { lot });
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (person: Person | null, path: string) =>
  portal.app.inject({ url: path, headers: person ? { cookie: person.cookie } : {} });

/** Every value of a field with pictures in a reply. */
function picturesIn(value: unknown, field = ''): string[] {
  if (typeof value === 'string') return PICTURE_FIELD.test(field) && value !== '' ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((one) => picturesIn(one, field));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => picturesIn(one, name));
}

/** Calls whose replies have a field with pictures, by the contract. */
const callsWithPictures = () =>
  allCalls()
    .filter(({ method, reply }) => {
      if (method !== 'GET') return false;
      const names = new Set<string>();
      JSON.stringify(z.toJSONSchema(reply as z.ZodType, { unrepresentable: 'any', io: 'output' }), (name, value) => {
        names.add(name);
        return value;
      });
      return [...names].some((name) => PICTURE_FIELD.test(name));
    })
    .map(({ path }) => path);

/** Needs a program's token, waits for a worker, or is of the portal itself. */
const ELSEWHERE = [
  '/v1/back-office/purchases/view',
  '/v1/car-auction/sheet-items',
  '/v1/car-auction/uss-images',
  '/v1/share/view-lot',
  // Has readings of stored scans alone.
  '/v1/sheets/review-lot',
];

// @covers FACT-05
test('no call, picture or share of a portal with drawings shows one on a lot that is not the demonstration’s', async () => {
  const of = (sourceId: string) => ids[sourceId];
  const asked: [Person, string][] = [
    ...['car-auction', 'stock', 'stats', 'bikes', 'bike-stats'].map((page): [Person, string] => [
      client,
      `/v1/${page}/listing`,
    ]),
    [client, `/v1/car-auction/view-lot?id=${of('real')}`],
    [client, `/v1/car-auction/view-lot?id=${of('bare')}`],
    [client, `/v1/car-auction/similar-sales?id=${of('bare')}`],
    [client, `/v1/car-auction/lot-history?id=${of('real')}`],
    [client, `/v1/stock/lot-history?id=${of('stock')}`],
    [client, `/v1/stats/lot-history?id=${of('sold')}`],
    [client, `/v1/bikes/lot-history?id=${of('bike')}`],
    [client, `/v1/bike-stats/lot-history?id=${of('sold-bike')}`],
    [client, `/v1/stock/view-lot?id=${of('stock')}`],
    [client, `/v1/stock/similar-sales?id=${of('stock')}`],
    [client, `/v1/stats/view-lot?id=${of('sold')}`],
    [client, `/v1/stats/similar-sales?id=${of('sold')}`],
    [client, `/v1/bikes/view-lot?id=${of('bike')}`],
    [client, `/v1/bikes/similar-sales?id=${of('bike')}`],
    [client, `/v1/bikes/inspection?id=${of('bike')}`],
    [client, `/v1/bike-stats/view-lot?id=${of('sold-bike')}`],
    [client, `/v1/bike-stats/similar-sales?id=${of('sold-bike')}`],
    [client, `/v1/bike-stats/inspection?id=${of('sold-bike')}`],
    [client, '/v1/favorite/listing?group=A'],
    [client, '/v1/bid/my-bid'],
    [client, '/v1/bid/history'],
    [dealer, '/v1/bid/dealer'],
    [manager, '/v1/bid/index'],
    [manager, '/v1/sheets/open-contradictions'],
    [client, '/v1/purchased-cars/'],
    [client, `/v1/purchased-cars/view-car?id=P${ids.purchase}`],
    [manager, `/v1/purchases/view?purchaseId=${ids.purchase}`],
  ];
  const paths = asked.map(([, path]) => path.split('?')[0]);
  expect(callsWithPictures().filter((path) => !paths.includes(path) && !ELSEWHERE.includes(path))).toEqual([]);
  const shown = new Set<string>();
  for (const [person, path] of asked) {
    const reply = await ask(person, path);
    expect([reply.statusCode, path], reply.body.slice(0, 300)).toEqual([200, path]);
    for (const picture of picturesIn(reply.json())) shown.add(picture.split('?')[0] ?? '');
  }
  expect([...shown].toSorted()).toEqual(['/p/real/1.jpg', `/s/${of('real')}`].toSorted());
  for (const address of shown) expect((await ask(client, address)).statusCode, address).toBe(200);
  for (const sourceId of ['bare', 'sold', 'bike', 'stock'])
    expect((await ask(client, `/s/${of(sourceId)}`)).statusCode, sourceId).toBe(404);
  const archive = await ask(client, `/v1/purchased-cars/download-images?id=P${ids.purchase}`);
  expect(archive.statusCode).toBe(404);
  const share = (
    await ask(client, `/v1/auction/password?carId=${of('bare')}&auctionType=${AUCTION_TYPES['car-auction']}`)
  ).json();
  const card = await ask(null, `/og/${share.shareId}.jpg`);
  expect([card.statusCode, card.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(drawn).toEqual([]);
});

// @covers FACT-05
test('a feed cannot name a drawing, and the drawn sheet of the demonstration stays its own', async () => {
  for (const row of [
    { images: ['demo/sedan-navy-7-front34'] },
    { images: ['/p/demo/sedan-navy-7-front34'] },
    { images: [], videos: ['demo/naked-red-3-turn'], vehicle: 'bike' },
    { images: [], sheetImage: 'demo/sheet' },
    { images: [], odometerImage: '/p/demo/sedan-navy-7-odometer-5' },
  ])
    expect(await imported(portal.database, [aLot({ sourceId: 'x', lotNo: 99, ...row })])).toMatchObject({ refused: 1 });
  const sheets = scansBeforeDrawings(storedSheets({ cacheDir: folder, store: folderStore(folder) }), flatSheets);
  const lot = {
    house: 'USS Tokyo',
    lotNo: 1,
    maker: '',
    model: '',
    grade: '',
    year: null,
    month: null,
    engineCc: null,
  };
  const more = { gearbox: '', drive: null, color: '', mileageKm: null, condition: '', equip: '', chassisNumber: '' };
  expect(await sheets.of({ ...lot, ...more, sheet: SHEET, isDemo: false }, 320)).toBeNull();
  expect(await sheets.of({ ...lot, ...more, sheet: SHEET, isDemo: true }, 320)).not.toBeNull();
});
