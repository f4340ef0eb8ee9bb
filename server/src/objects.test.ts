import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROLE } from '@seri/contract/auth/permissions.ts';
import type { RouteSpec } from '@seri/contract/http.ts';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { registerCalls } from './app.ts';
import { folderStore } from './photos/folder-store.ts';
import { allCalls } from './platform/calls.ts';
import { registerPictures } from './register-photos.ts';
import { COOKIES, SECRET_KEY } from './testing/doors.ts';
import { HIS_LOT_NO, HIS_MAKER, lotObjects } from './testing/lot-objects.ts';
import { createLot } from './testing/lots.ts';
import { createPerson, type Person, signIn } from './testing/people.ts';
import { type Answer, type TestPortal, testPortal } from './testing/portal.ts';

/** Fields that name an object or search for one; each of them in the contract has its row in `ASKING`. */
const NAMES_AN_OBJECT = /^(?:id|.+Ids?|user|client|code|token|qSearch|search|lotNo)$/;

type Asker = 'anna' | 'vip' | 'dealer';
interface Asking {
  /** Of Boris, and one that nobody has. */
  his: () => string | number;
  nobodys: string | number;
  /** What the rest of the request says. */
  more?: object;
  /** What both are answered; 403 where the call is for managers alone. */
  status: 200 | 403 | 404;
}
/** Why a field that looks like the name of somebody's object is none. */
type NoObject = string;

let his: {
  search: number;
  lot: number;
  others: { stock: number; bike: number };
  /** Not of USS. */
  plain: { car: number; bike: number };
  share: string;
  bid: number;
  wonBid: number;
  purchase: string;
  session: string;
  sku: string;
};
let boris: Person;
const NONE = 999_999;
const bidBody = { amount: 650_000, bidType: 1, confirm: 1, lotType: 'auction' };
const bid = (status: 403 | 404, more: object = {}): Asking => ({ his: () => his.bid, nobodys: NONE, more, status });
const search = (more: object = {}): Asking => ({ his: () => his.search, nobodys: NONE, more, status: 404 });
const lot = (status: 200 | 404, more: object = {}): Asking => ({
  his: () => String(his.lot),
  nobodys: String(NONE),
  more,
  status,
});

/** Codes of links: a lot one may not open cannot be shared, and a private one by nobody. */
const shares = (path: string, cars: string, bikes?: string): Record<string, Asking | NoObject> => ({
  [`GET /v1/${path}/password carId`]: lot(404, { auctionType: cars }),
  [`GET /v1/${path}/password bikeId`]: bikes
    ? { ...lot(404, { auctionType: bikes }), his: () => String(his.plain.bike) }
    : 'no motorcycle has a fixed price',
});

const ASKING: Record<string, Asking | NoObject> = {
  'POST /v1/user/update-search id': search({ title: 'Mine now' }),
  'POST /v1/user/delete-search id': search(),
  'POST /v1/favorite/add carId': lot(404, { group: 'A', type: 'car-auction' }),
  'DELETE /v1/favorite/delete carId': lot(200, { group: 'A' }),
  'POST /v1/bid/create carId': lot(404, bidBody),
  'POST /v1/bid/check carId': lot(404, bidBody),
  'PUT /v1/bid/update-bid-status bidId': bid(404, { status: 4 }),
  'PUT /v1/bid/update-bid-status jasId': bid(404, { status: 4 }),
  'PUT /v1/bid/update-bid-price bidId': bid(403, { amount: 700_000 }),
  'PUT /v1/bid/update-bid-price jasId': bid(403, { amount: 700_000 }),
  'PUT /v1/bid/update-sold-price bidId': bid(403, { soldPrice: '640000' }),
  'POST /v1/bid/confirm-win bidId': { ...bid(403), his: () => his.wonBid },
  'GET /v1/bid/logs bidId': bid(403),
  'GET /v1/bid/my-bid lotNo': { his: () => HIS_LOT_NO, nobodys: NONE, status: 200 },
  'GET /v1/bid/index lotNo': { his: () => HIS_LOT_NO, nobodys: NONE, status: 403 },
  'GET /v1/bid/index user': { his: () => boris.id, nobodys: NONE, status: 403 },
  'GET /v1/bid/history lotNo': { his: () => HIS_LOT_NO, nobodys: NONE, status: 200 },
  'GET /v1/bid/history user': { his: () => boris.id, nobodys: NONE, status: 200 },
  ...lotObjects(() => ({ car: his.lot, ...his.others })),
  'GET /v1/purchased-cars/ qSearch': { his: () => his.sku, nobodys: 'S-none', status: 200 },
  'GET /v1/purchased-cars/view-car id': { his: () => his.purchase, nobodys: `P${NONE}`, status: 404 },
  'GET /v1/payments/ qSearch': { his: () => 'ZVW50-OF-BORIS', nobodys: 'ZVW50-OF-NOBODY', status: 200 },
  'GET /v1/user/view-profile carId': lot(404),
  'GET /v1/user/view-profile userId': { his: () => boris.id, nobodys: NONE, status: 404 },
  'POST /v1/user/end-session id': {
    his: () => his.session,
    nobodys: '00000000-0000-4000-8000-000000000000',
    status: 404,
  },
  'POST /v1/user/remove-passkey id': {
    his: () => HIS_PASSKEY,
    nobodys: '00000000-0000-4000-8000-000000000000',
    status: 404,
  },
  'POST /v1/car-auction/correct-sheet-item id': { his: () => 1, nobodys: NONE, more: { ja: 'ナビ' }, status: 403 },
  ...shares('auction', 'main', 'bike'),
  ...shares('stock', 'one'),
  ...shares('stats', 'stats', 'bike-stats'),
  ...shares('share', 'main', 'bike'),
  'POST /v1/share/revoke id': { his: () => his.share, nobodys: 'aaaaaaaaaaaaaaaa', status: 404 },
  'POST /v1/share/open id': 'a link is for whoever holds it',
  'POST /v1/share/open code': 'belongs to the link it came with',
  'GET /v1/share/view-lot id': 'a link is for whoever holds it',
  'GET /v1/car-auction/download-images id': { ...lot(404), his: () => String(his.plain.car) },
  'GET /v1/bikes/download-images id': { ...lot(404), his: () => String(his.plain.bike) },
  'GET /v1/bike-stats/download-images id': { ...lot(404), his: () => String(his.plain.bike) },
  'GET /v1/purchased-cars/download-images id': { his: () => his.purchase, nobodys: `P${NONE}`, status: 404 },
  'GET /v1/car-auction/uss-images carId': lot(404),
  'GET /v1/car-auction/uss-images lotNo': 'said for the record: the lot is named by carId',
  'GET /v1/car-auction/uss-images-progress carId': lot(404),
  'POST /v1/car-auction/cancel-uss-images carId': lot(404),
  'POST /v1/user/add-passkey id': 'made up by the device that holds the key',
  'POST /v1/auth/passkey-login id': 'whose it is the device proves',
  'GET /v1/demo/mail/view id': 'only in a demonstration, and for everybody there',
  'PUT /v1/user/update-profile countryId': 'a country',
  'POST /v1/auth/second-factor code': 'belongs to the log-in whose cookie comes along',
  'POST /v1/user/confirm-second-factor code': 'belongs to the person signed in',
  'POST /v1/user/remove-second-factor code': 'belongs to the person signed in',
  'POST /v1/auth/verify-email token': 'a link is for whoever holds it',
  'GET /v1/auth/reset-password-token-verify token': 'a link is for whoever holds it',
  'POST /v1/auth/reset-password-verify token': 'a link is for whoever holds it',
};
const HIS_PASSKEY = '00000000-0000-4000-8000-0000000000b2';

let portal: TestPortal;
const askers = {} as Record<Asker, Person>;
let maria: Person;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'seri-objects-'));
  portal = await testPortal((app, database) => {
    registerCalls(app, database, {
      cookies: COOKIES,
      secretKey: SECRET_KEY,
    });
    registerPictures(app, database, {
      cacheDir: folder,
      store: folderStore(folder),
      secretKey: SECRET_KEY,
      cookies: COOKIES,
    });
  });
  const { db } = portal.database;
  maria = await createPerson(db, { roleId: ROLE.manager });
  askers.anna = await createPerson(db, { creditLimitYen: -1 });
  askers.vip = await createPerson(db, { roleId: ROLE.vip, creditLimitYen: -1, autobid: true, language: 693 });
  askers.dealer = await createPerson(db, { roleId: ROLE.dealer, creditLimitYen: -1 });
  boris = await createPerson(db, { fullName: 'Boris Orlov', creditLimitYen: -1 });
  const ask = async (person: Person, method: 'POST' | 'PUT', call: string, body: object) => {
    const answer = await portal.ask(person, method, call, body);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  };
  const place = async (lotId: number): Promise<number> =>
    (await ask(boris, 'POST', '/v1/bid/create', { ...bidBody, carId: String(lotId) })).bidId;
  const win = async (bidId: number) => {
    await ask(maria, 'PUT', '/v1/bid/update-bid-status', { bidId, status: 6 });
    await ask(maria, 'PUT', '/v1/bid/update-sold-price', { bidId, soldPrice: '640000' });
    return bidId;
  };
  const secret = { lot_no: HIS_LOT_NO, maker: HIS_MAKER, house: 'Secret House' };
  const lotId = await createLot(db, secret);
  const forHim = { ...secret, is_private: true, viewers: [boris.id] };
  const others = {
    stock: await createLot(db, { ...forHim, lot_source: 'stock' }),
    bike: await createLot(db, { ...forHim, vehicle: 'bike' }),
  };
  await db
    .insertInto('production_months')
    .values({
      ...{ source: 'test', source_id: 'his', source_updated_at: new Date(0), maker: HIS_MAKER, chassis_code: 'ZVW50' },
      ...{ serial_from: 1_234_567, serial_to: 1_234_567, year: 2018, month: 5 },
    })
    .execute();
  const bought = await createLot(db, { chassis_number: 'ZVW50-OF-BORIS' });
  const bidId = await place(lotId);
  const wonBid = await win(await place(await createLot(db)));
  await ask(maria, 'POST', '/v1/bid/confirm-win', { bidId: await win(await place(bought)) });
  await db.updateTable('lots').set({ is_private: true }).where('id', '=', lotId).execute();
  // Shown to him alone; further photos of his first lot are known, so that nobody waits for its house.
  const hidden = { is_private: true, viewers: [boris.id], isUss: false, house: 'Other Secret House' };
  const plain = { car: await createLot(db, hidden), bike: await createLot(db, { ...hidden, vehicle: 'bike' }) };
  await db
    .insertInto('lot_extra_images')
    .values({ lot_id: lotId, images: ['/p/suv-red-1-side'] })
    .execute();
  const shared = await portal.ask(boris, 'GET', `/v1/auction/password?carId=${bought}&auctionType=main`);
  expect(shared.status).toBe(200);
  const purchase = await db.selectFrom('purchases').select(['id', 'sku']).executeTakeFirstOrThrow();
  await signIn(db, boris.id);
  await db
    .insertInto('passkeys')
    .values({
      id: HIS_PASSKEY,
      user_id: boris.id,
      credential_id: 'his',
      public_key: Buffer.alloc(32),
      sign_count: 0,
      name: 'His phone',
    })
    .execute();
  await db.insertInto('favorites').values({ user_id: boris.id, lot_id: lotId, group_letter: 'A' }).execute();
  const search = await db
    .insertInto('saved_searches')
    .values({ user_id: boris.id, page_type: 'stock', place: 1, title: 'His own', params: 'maker=MAZDA' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', boris.id)
    .executeTakeFirstOrThrow();
  his = {
    plain,
    share: shared.body.shareId,
    ...{ search: search.id, lot: lotId, others, bid: bidId, wonBid },
    ...{ purchase: `P${purchase.id}`, session: session.id, sku: purchase.sku },
  };
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Names of query and body fields, as the contract has them. */
function fieldsOf({ query, body }: RouteSpec): string[] {
  return [query, body].flatMap((schema) =>
    schema
      ? Object.keys((z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as object)
      : [],
  );
}

async function askFor(person: Person | null, call: string, field: string, value: string | number, more: object = {}) {
  const [method, path = ''] = call.split(' ');
  const named = { ...more, [field]: value };
  return method === 'GET' || method === 'DELETE'
    ? portal.ask(person, method, `${path}?${new URLSearchParams(named as Record<string, string>)}`)
    : portal.ask(person, method as InjectOptions['method'], path, named);
}

/** Everything a person gets to see of an answer but the number of the request. */
function seen({ status, raw }: Answer) {
  const id = String(raw.headers['x-request-id']);
  const { 'x-request-id': _, date: __, ...headers } = raw.headers;
  return { status, headers, text: raw.body.replaceAll(id, 'the request') };
}

/** All that is Boris's, and what belongs to his objects, as one text. */
async function everythingOfBoris(): Promise<string> {
  const { rows } = await sql<{ all: string }>`
    select md5(string_agg(line, '' order by line)) as all from (
      select to_jsonb(t)::text as line from users t where id = ${boris.id}
      union all select to_jsonb(t)::text from bid_clients t where user_id = ${boris.id}
      union all select to_jsonb(t)::text from sessions t where user_id = ${boris.id}
      union all select to_jsonb(t)::text from passkeys t where user_id = ${boris.id}
      union all select to_jsonb(t)::text from shares t
      union all select to_jsonb(t)::text from bids t
      union all select to_jsonb(t)::text from bid_events t
      union all select to_jsonb(t)::text from agent_orders t
      union all select to_jsonb(t)::text from purchases t
      union all select to_jsonb(t)::text from ledger_entries t
      union all select to_jsonb(t)::text from favorites t where user_id = ${boris.id}
      union all select to_jsonb(t)::text from saved_searches t where user_id = ${boris.id}
      union all select to_jsonb(t)::text from lots t) lines`.execute(portal.database.db);
  return rows[0]?.all ?? '';
}

const OBJECTS = Object.entries(ASKING).flatMap(([name, asking]) => {
  if (typeof asking === 'string') return [];
  const [call, field] = [name.slice(0, name.lastIndexOf(' ')), name.slice(name.lastIndexOf(' ') + 1)];
  return [{ name, call, field, ...asking }];
});

test('each field of the contract that names an object is in the table, and nothing else', () => {
  const named = allCalls().flatMap((spec) =>
    fieldsOf(spec)
      .filter((field) => NAMES_AN_OBJECT.test(field))
      .map((field) => `${spec.method} ${spec.path} ${field}`),
  );
  expect(Object.keys(ASKING).sort()).toEqual([...new Set(named)].sort());
});

describe.each(['anna', 'vip', 'dealer'] as const)("%s asks for what is somebody else's", (asker) => {
  test.each(OBJECTS)(
    '$name: the same answer as for what does not exist',
    async ({ call, field, more, status, ...of }) => {
      const before = await everythingOfBoris();
      const foreign = seen(await askFor(askers[asker], call, field, of.his(), more));
      const missing = seen(await askFor(askers[asker], call, field, of.nobodys, more));
      expect(foreign).toEqual(missing);
      expect(foreign.status).toBe(status);
      expect(await everythingOfBoris()).toBe(before);
    },
  );
});

test('the sheet and the photos of a private lot are not found by others, nor a sheet that is none', async () => {
  const sheet = (person: Person | null, id: number) =>
    portal.app.inject({ url: `/s/${id}`, headers: person ? { cookie: person.cookie } : {} });
  for (const person of Object.values(askers)) {
    const [foreign, missing] = [await sheet(person, his.lot), await sheet(person, NONE)];
    expect([foreign.statusCode, missing.statusCode]).toEqual([404, 404]);
    expect(foreign.json().messageCode).toBe(missing.json().messageCode);
  }
  expect((await sheet(null, his.lot)).statusCode).toBe(401);
});

describe('managers', () => {
  test('find the objects of every client, and what does not exist is not found', async () => {
    for (const [call, field, more] of [
      ['GET /v1/bid/logs', 'bidId', {}],
      ['PUT /v1/bid/update-bid-price', 'bidId', { amount: 700_000 }],
      ['PUT /v1/bid/update-bid-price', 'jasId', { amount: 705_000 }],
      ['PUT /v1/bid/update-bid-status', 'bidId', { status: 3 }],
    ] as const) {
      expect(await askFor(maria, call, field, his.bid, more)).toMatchObject({ status: 200 });
      expect(await askFor(maria, call, field, NONE, more)).toMatchObject({ status: 404 });
    }
    expect(await askFor(maria, 'GET /v1/car-auction/view-lot', 'id', his.lot)).toMatchObject({ status: 200 });
    expect(await askFor(maria, 'GET /v1/user/view-profile', 'userId', boris.id)).toMatchObject({ status: 200 });
  });

  test('find neither other managers nor the sessions of anybody', async () => {
    const other = await createPerson(portal.database.db, { roleId: ROLE.manager });
    const profile = (id: number) => askFor(maria, 'GET /v1/user/view-profile', 'userId', id);
    expect(seen(await profile(other.id))).toEqual(seen(await profile(NONE)));
    const end = (id: string) => askFor(maria, 'POST /v1/user/end-session', 'id', id);
    expect(seen(await end(his.session))).toEqual(seen(await end('00000000-0000-4000-8000-000000000000')));
    expect((await end(his.session)).status).toBe(404);
  });

  test('without the flag of bid management reach no bid at all', async () => {
    const bare = await createPerson(portal.database.db, {
      roleId: ROLE.manager,
      permissions: { bidManagementEnabled: false },
    });
    for (const [call, field, more] of [
      ['GET /v1/bid/logs', 'bidId', {}],
      ['PUT /v1/bid/update-bid-status', 'bidId', { status: 2 }],
      ['PUT /v1/bid/update-sold-price', 'bidId', { soldPrice: '1' }],
      ['POST /v1/bid/confirm-win', 'bidId', {}],
    ] as const)
      for (const id of [his.bid, NONE])
        expect(await askFor(bare, call, field, id, more)).toMatchObject({ status: 403 });
  });
});

test('to whom the object belongs the same questions are answered, so the refusals above mean something', async () => {
  // Nobody bids on a private lot, not even who did before it became one, and nobody shows it around.
  const owned = OBJECTS.filter(
    ({ status, call }) => status === 404 && !call.startsWith('POST /v1/bid/') && !call.endsWith('/password'),
  );
  const refused: string[] = [];
  for (const { name, call, field, more, his: own } of owned) {
    const { status } = await askFor(boris, call, field, own(), more);
    if (status === 404) refused.push(name);
  }
  expect(refused).toEqual([]);
});
