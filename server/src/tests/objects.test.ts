import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROLE } from '@seri/contract/auth/permissions.ts';
import type { RouteSpec } from '@seri/contract/http.ts';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { registerCalls } from '../compose/app.ts';
import { registerPictures } from '../compose/register-photos.ts';
import { folderStore } from '../photos/store/folder-store.ts';
import { allCalls } from '../platform/calls/calls.ts';
import { isForPrograms } from '../platform/http/access.ts';
import { flatPictures, flatSheets } from '../testing/fixtures/flat-pictures.ts';
import { idorCasesOf } from '../testing/fixtures/idor-cases.ts';
import { createOwnedObjects, type OwnedObjects } from '../testing/fixtures/owned-objects.ts';
import { COOKIES, SECRET_KEY } from '../testing/http/auth-cookies.ts';
import { CALL_OPTIONS } from '../testing/http/call-options.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type Answer, type TestPortal, testPortal } from '../testing/http/portal.ts';

/** Fields that name an object or search for one; each such field in the contract has its row in `ASKING`. */
const NAMES_AN_OBJECT = /^(?:id|.+Ids?|user|client|code|token|qSearch|search|lotNo)$/;

type Caller = 'anna' | 'vip' | 'dealer';

let owned: OwnedObjects;
let boris: Person;
const NONE = 999_999;
const ASKING = idorCasesOf(() => owned);

let portal: TestPortal;
const callers = {} as Record<Caller, Person>;
let maria: Person;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'seri-objects-'));
  portal = await testPortal((app, database) => {
    registerCalls(app, database, { ...CALL_OPTIONS, sheets: flatSheets });
    registerPictures(app, database, {
      cacheDir: folder,
      store: folderStore(folder),
      drawn: flatPictures,
      sheets: flatSheets,
      secretKey: SECRET_KEY,
      cookies: COOKIES,
    });
  });
  const { db } = portal.database;
  maria = await createPerson(db, { roleId: ROLE.manager });
  callers.anna = await createPerson(db, { creditLimitYen: -1 });
  callers.vip = await createPerson(db, { roleId: ROLE.vip, creditLimitYen: -1, autobid: true, language: 693 });
  callers.dealer = await createPerson(db, { roleId: ROLE.dealer, creditLimitYen: -1 });
  boris = await createPerson(db, { fullName: 'Boris Orlov', creditLimitYen: -1 });
  owned = await createOwnedObjects(boris, maria, portal);
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the names of query and body fields in the contract. */
function fieldsOf({ query, body }: RouteSpec): string[] {
  return [query, body].flatMap((schema) =>
    schema
      ? Object.keys((z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as object)
      : [],
  );
}

async function request(person: Person | null, call: string, field: string, value: string | number, more: object = {}) {
  const [method, path = ''] = call.split(' ');
  const named = { ...more, [field]: value };
  return method === 'GET' || method === 'DELETE'
    ? portal.ask(person, method, `${path}?${new URLSearchParams(named as Record<string, string>)}`)
    : portal.ask(person, method as InjectOptions['method'], path, named);
}

/** Everything visible in a reply except the request id. */
function seen({ status, raw }: Answer) {
  const id = String(raw.headers['x-request-id']);
  const { 'x-request-id': _, date: __, ...headers } = raw.headers;
  return { status, headers, text: raw.body.replaceAll(id, 'the request') };
}

/** All rows of Boris and of the objects that Boris owns, as one text. */
async function everythingOfBoris(): Promise<string> {
  const { rows } = await sql<{ all: string }>`
    select md5(string_agg(line, '' order by line)) as all from (
      select to_jsonb(t)::text as line from users t where id = ${boris.id}
      union all select to_jsonb(t)::text from bid_clients t where user_id = ${boris.id}
      union all select to_jsonb(t)::text from sessions t where user_id = ${boris.id}
      union all select to_jsonb(t)::text from passkeys t where user_id = ${boris.id}
      union all select to_jsonb(t)::text from notifications t
      union all select to_jsonb(t)::text from shares t
      union all select to_jsonb(t)::text from bids t
      union all select to_jsonb(t)::text from bid_events t
      union all select to_jsonb(t)::text from agent_orders t
      union all select to_jsonb(t)::text from purchases t
      union all select to_jsonb(t)::text from purchase_events t
      union all select to_jsonb(t)::text from addresses t
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

// @covers SEC-03
test('each field of the contract that names an object is in the table, and nothing else', () => {
  // Programs of the provider see every client, as managers do.
  const ofPeople = allCalls().filter(({ access }) => !isForPrograms(access));
  const named = ofPeople.flatMap((spec) =>
    fieldsOf(spec)
      .filter((field) => NAMES_AN_OBJECT.test(field))
      .map((field) => `${spec.method} ${spec.path} ${field}`),
  );
  expect(Object.keys(ASKING).sort()).toEqual([...new Set(named)].sort());
});

describe.each(['anna', 'vip', 'dealer'] as const)('%s requests another user’s object', (asker) => {
  // @covers ASVS-8.2.2, ASVS-8.4.1, SEC-03
  test.each(OBJECTS)(
    '$name: gets the same reply as for a missing object',
    async ({ call, field, more, status, forDealers, ...of }) => {
      const before = await everythingOfBoris();
      const foreign = seen(await request(callers[asker], call, field, of.otherUsersId(), more));
      const missing = seen(await request(callers[asker], call, field, of.missingId, more));
      expect(foreign).toEqual(missing);
      expect(foreign.status).toBe((asker === 'dealer' && forDealers) || status);
      expect(await everythingOfBoris()).toBe(before);
    },
  );
});

test('other users find neither sheet nor photos of a private lot, nor a missing sheet', async () => {
  const sheet = (person: Person | null, id: number) =>
    portal.app.inject({ url: `/s/${id}`, headers: person ? { cookie: person.cookie } : {} });
  for (const person of Object.values(callers)) {
    const [foreign, missing] = [await sheet(person, owned.lot), await sheet(person, NONE)];
    expect([foreign.statusCode, missing.statusCode]).toEqual([404, 404]);
    expect(foreign.json().messageCode).toBe(missing.json().messageCode);
  }
  expect((await sheet(null, owned.lot)).statusCode).toBe(401);
});

describe('managers', () => {
  test('find the objects of every client, but no missing ones', async () => {
    for (const [call, field, more] of [
      ['GET /v1/bid/logs', 'bidId', {}],
      ['PUT /v1/bid/update-bid-price', 'bidId', { amount: 700_000 }],
      ['PUT /v1/bid/update-bid-price', 'jasId', { amount: 705_000 }],
      ['PUT /v1/bid/update-bid-status', 'bidId', { status: 3 }],
    ] as const) {
      expect(await request(maria, call, field, owned.bid, more)).toMatchObject({ status: 200 });
      expect(await request(maria, call, field, NONE, more)).toMatchObject({ status: 404 });
    }
    expect(await request(maria, 'GET /v1/car-auction/view-lot', 'id', owned.lot)).toMatchObject({ status: 200 });
    expect(await request(maria, 'GET /v1/user/view-profile', 'userId', boris.id)).toMatchObject({ status: 200 });
  });

  test('find neither other managers nor sessions', async () => {
    const other = await createPerson(portal.database.db, { roleId: ROLE.manager });
    const profile = (id: number) => request(maria, 'GET /v1/user/view-profile', 'userId', id);
    expect(seen(await profile(other.id))).toEqual(seen(await profile(NONE)));
    const end = (id: string) => request(maria, 'POST /v1/user/end-session', 'id', id);
    expect(seen(await end(owned.session))).toEqual(seen(await end('00000000-0000-4000-8000-000000000000')));
    expect((await end(owned.session)).status).toBe(404);
  });

  test('reach no bid without the flag of bid management', async () => {
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
      for (const id of [owned.bid, NONE])
        expect(await request(bare, call, field, id, more)).toMatchObject({ status: 403 });
  });
});

test('the owner’s requests succeed, so the errors above are meaningful', async () => {
  // A private lot accepts no bids, not even from earlier bidders, and cannot be shared.
  const requests = OBJECTS.filter(
    ({ status, call }) => status === 404 && !call.startsWith('POST /v1/bid/') && !call.endsWith('/password'),
  );
  const refused: string[] = [];
  for (const { name, call, field, more, otherUsersId: own } of requests) {
    const { status } = await request(boris, call, field, own(), more);
    if (status === 404) refused.push(name);
  }
  expect(refused).toEqual([]);
});
