import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FLAGS, type Flag, type Permissions, ROLE, SERVICES } from '@seri/contract/auth/permissions.ts';
import { PAGE_RULES, PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import { AUCTION_TYPES, PASSWORD_PATHS } from '@seri/contract/sharing/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerCalls } from '../compose/app.ts';
import { registerPictures } from '../compose/register-photos.ts';
import { registerSheetPictures } from '../compose/register-sheets.ts';
import { folderStore } from '../photos/store/folder-store.ts';
import { flatPictures, flatSheets } from '../testing/fixtures/flat-pictures.ts';
import { LOT_STATES } from '../testing/fixtures/lot-states.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { COOKIES, SECRET_KEY } from '../testing/http/auth-cookies.ts';
import { CALL_OPTIONS } from '../testing/http/call-options.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';

const VIEWS: Flag[] = ['carAuctionsView', 'salesStatisticsView', 'onepriceView', 'bikeView'];
const SHEET = JSON.stringify({ damages: [], remarksJa: [], seed: 1 });

/** Every flag, but of the four view flags only these. */
const seeing = (...views: Flag[]): Permissions =>
  Object.fromEntries(FLAGS.map((flag) => [flag, !VIEWS.includes(flag) || views.includes(flag)])) as Permissions;
/** Each flag that opens the lot alone, and all the other flags together. */
const readersOf = (flags: Flag[]): Flag[][] => [
  ...flags.map((flag) => [flag]),
  VIEWS.filter((flag) => !flags.includes(flag)),
];

let portal: TestPortal;
let folder: string;
const lots: Record<string, number> = {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'seri-rights-'));
  portal = await testPortal((app, database) => {
    registerCalls(app, database, { ...CALL_OPTIONS, sheets: flatSheets });
    const store = folderStore(folder);
    registerPictures(app, database, {
      ...{ cacheDir: folder, store, drawn: flatPictures, sheets: flatSheets },
      ...{ secretKey: SECRET_KEY, cookies: COOKIES },
    });
    registerSheetPictures(app, database, { cacheDir: folder, sheets: flatSheets });
  });
  for (const [state, { lot }] of Object.entries(LOT_STATES))
    lots[state] = await createLot(portal.database.db, { ...lot, sheet: SHEET });
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

interface LotRequest {
  call: string;
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

/** Calls that wait for the worker, or start its work, when the lot is open: made only where it must be closed. */
const waitingRequests = (id: number, pages: PageType[]): LotRequest[] =>
  [
    `/v1/car-auction/sheet-items?image=/s/${id}`,
    `/v1/car-auction/image-translate?image=/s/${id}`,
    ...(pages.includes('car-auction') ? [`/v1/car-auction/uss-images?carId=${id}`] : []),
  ].map((path) => ({ call: `GET ${path.split('?', 1)[0]}`, method: 'GET', path }));

/** All calls about a lot on a page, and those that belong to no page. */
function requestsOf(id: number, pages: PageType[], lotType: string): LotRequest[] {
  const get = (path: string): LotRequest => ({ call: `GET ${path.split('?', 1)[0]}`, method: 'GET', path });
  const post = (path: string, body: object): LotRequest => ({ call: `POST ${path}`, method: 'POST', path, body });
  const bid = { carId: String(id), amount: 600_000, bidType: 1, confirm: 1, lotType };
  const ofPage = (page: PageType): LotRequest[] => {
    const isBike = PAGE_RULES[page].vehicle === 'bike';
    return [
      get(`/v1/${page}/view-lot?id=${id}`),
      get(`/v1/${page}/lot-history?id=${id}`),
      get(`/v1/${page}/similar-sales?id=${id}`),
      get(`/v1/${page}/production-month?carId=${id}&chassis=ZVW50`),
      get(`/v1/costs/lot-costs?id=${id}&pageType=${page}`),
      get(
        `/v1/${PASSWORD_PATHS[page]}/password?${isBike ? 'bikeId' : 'carId'}=${id}&auctionType=${AUCTION_TYPES[page]}`,
      ),
      ...(isBike ? [get(`/v1/${page}/inspection?id=${id}`)] : []),
      ...(page === 'stats' || page === 'stock' ? [] : [get(`/v1/${page}/download-images?id=${id}`)]),
      ...(page === 'car-auction'
        ? [
            get(`/v1/car-auction/uss-images-progress?carId=${id}`),
            post('/v1/car-auction/cancel-uss-images', { carId: String(id) }),
          ]
        : []),
      post('/v1/favorite/add', { carId: String(id), group: 'A', type: page }),
    ];
  };
  return [...pages.flatMap(ofPage), get(`/s/${id}`), post('/v1/bid/check', bid), post('/v1/bid/create', bid)];
}

/** True when the call was refused because the user may not open the lot; other errors come later. */
async function isClosed(person: Person, { method, path, body }: LotRequest): Promise<boolean> {
  const answer = await portal.ask(person, method, path, body);
  expect(answer.status, path).toBeLessThan(504);
  return (
    answer.body?.messageCode === 'Access.Denied' || (answer.status === 404 && answer.body?.messageCode === 'NotFound')
  );
}

/**
 * Calls that find nothing about an open lot either: no range of production months, no photos of this auction house,
 * no motorcycle.
 */
const FINDS_NOTHING = /production-month|download-images|uss-images/;

async function findSurprises(person: Person, isOpen: boolean, asks: LotRequest[]): Promise<string[]> {
  const surprises: string[] = [];
  for (const ask of asks) {
    const closed = await isClosed(person, ask);
    if (isOpen ? closed && !FINDS_NOTHING.test(ask.path) : !closed)
      surprises.push(`${ask.call} ${isOpen ? 'is closed' : 'is open'}`);
  }
  return surprises;
}

const forget = (person: Person) =>
  portal.database.db.deleteFrom('favorites').where('user_id', '=', person.id).execute();

describe.each(Object.entries(LOT_STATES))('%s', (state, { flags, pages, lotType }) => {
  // @covers ASVS-8.2.2
  test.each(readersOf(flags).map((views) => ({ views })))(
    'opens by its own flag alone, under every path: $views',
    async ({ views }) => {
      const person = await createPerson(portal.database.db, { permissions: seeing(...views), creditLimitYen: -1 });
      const isOpen = flags.some((flag) => views.includes(flag));
      // Calls that change something come last, since they open the lot for the calls after them.
      const id = lots[state] ?? 0;
      for (const ask of [...(isOpen ? [] : waitingRequests(id, pages)), ...requestsOf(id, pages, lotType)]) {
        expect(await findSurprises(person, isOpen, [ask])).toEqual([]);
        if (ask.call.includes('favorite')) await forget(person);
      }
    },
  );

  // @covers ASVS-8.2.2
  test('stays open to clients with a bid on it and to its buyer, without any view flag', async () => {
    const { db } = portal.database;
    const person = await createPerson(db, { permissions: seeing(), creditLimitYen: -1 });
    const lot_id = lots[state] ?? 0;
    const bid = { lot_id, user_id: person.id, placed_by: person.id, amount_yen: 500_000, status: 4 };
    await db
      .insertInto('bids')
      .values({ ...bid, lot_source: lotType === 'stock' ? 'stock' : 'auction' })
      .execute();
    expect(await findSurprises(person, true, requestsOf(lot_id, pages, lotType))).toEqual([]);
  });

  test('refuses a manager’s bid for a client, and a note, without its flag', async () => {
    const { db } = portal.database;
    const client = await createPerson(db, { permissions: seeing(...VIEWS), creditLimitYen: -1 });
    const manager = await createPerson(db, {
      roleId: ROLE.manager,
      permissions: seeing(...VIEWS.filter((flag) => !flags.includes(flag))),
    });
    const carId = String(lots[state]);
    const bid = { carId, userId: String(client.id), amount: 600_000, bidType: 1, confirm: 1, lotType };
    const note = { id: carId, comment: 'seen' };
    const noted = `/v1/${lotType === 'bike' ? 'bikes' : 'car-auction'}/save-comment`;
    for (const [path, body] of [
      ['/v1/bid/check', bid],
      ['/v1/bid/bid-from-manager', bid],
      [noted, note],
    ] as const)
      expect(await portal.ask(manager, 'POST', path, body)).toMatchObject({
        status: 403,
        body: { messageCode: 'Access.Denied' },
      });
    const seer = await createPerson(db, { roleId: ROLE.manager, permissions: seeing(...flags.slice(0, 1)) });
    expect((await portal.ask(seer, 'POST', noted, note)).status).toBe(200);
  });
});

// @covers SEC-03
test('a view that the company does not offer opens nothing', async () => {
  const { pool, db } = portal.database;
  const person = await createPerson(db, { permissions: seeing(...VIEWS), creditLimitYen: -1 });
  await pool.query(`insert into company_settings values ('switchedOff', $1)`, [
    JSON.stringify(SERVICES.filter((service) => service === 'carAuctionsView')),
  ]);
  try {
    const id = lots['a coming car'] ?? 0;
    const asks = requestsOf(id, ['car-auction', 'stats'], 'auction');
    expect(await findSurprises(person, false, asks)).toEqual([]);
  } finally {
    await pool.query(`delete from company_settings where key = 'switchedOff'`);
  }
});

// @covers SEC-03
test('every kind of lot and every page is in the table', () => {
  expect(new Set(Object.values(LOT_STATES).flatMap(({ pages }) => pages))).toEqual(new Set(PAGE_TYPES));
  expect(new Set(Object.values(LOT_STATES).flatMap(({ flags }) => flags))).toEqual(new Set(VIEWS));
});
