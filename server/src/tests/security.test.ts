import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { FLAGS, type Permissions, ROLE } from '@seri/contract/auth/permissions.ts';
import type { RouteSpec } from '@seri/contract/http.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import * as z from 'zod/mini';
import { hashPassword } from '../auth/account/password.ts';
import { findCurrentUser } from '../auth/session/current-user-queries.ts';
import { newTokens } from '../auth/session/tokens.ts';
import { serviceTokenAuth } from '../back-office/service-token-auth.ts';
import { registerCalls } from '../compose/app.ts';
import { allCalls } from '../platform/calls/calls.ts';
import { isForPrograms } from '../platform/http/access.ts';
import { cookieNames } from '../platform/http/cookies.ts';
import { createApp } from '../platform/http/create-app.ts';
import { createLog } from '../platform/process/log.ts';
import { codeOf, newShareId } from '../sharing/share-code.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { SECRET_KEY } from '../testing/http/auth-cookies.ts';
import { newAddress, openBrowser } from '../testing/http/browser.ts';
import { CALL_OPTIONS } from '../testing/http/call-options.ts';
import { createPerson, type Person, signIn } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { createProgram } from '../testing/http/programs.ts';

const PASSWORD = 'a long enough password';
const everyFlag = Object.fromEntries(FLAGS.map((flag) => [flag, true])) as Permissions;
const calls = allCalls();
const named = calls.map((spec) => [`${spec.method} ${spec.path}`, spec] as const);
const withBody = named.filter(([, { body }]) => body);

let portal: TestPortal;
let client: Person;
let program: Person;
let manager: Person;
let dealer: Person;

beforeAll(async () => {
  portal = await testPortal((app, database) => registerCalls(app, database, CALL_OPTIONS));
  program = await createProgram(portal.database.db);
  client = await createPerson(portal.database.db, { permissions: everyFlag });
  dealer = await createPerson(portal.database.db, { roleId: ROLE.dealer, permissions: everyFlag });
  manager = await createPerson(portal.database.db, { roleId: ROLE.manager, permissions: everyFlag });
});
afterAll(() => portal.close());

/** Returns a user with access to the call. */
function callerOf({ access }: RouteSpec): Person {
  if (typeof access !== 'object') return client;
  if (isForPrograms(access)) return program;
  if (access.roleId === ROLE.dealer) return dealer;
  return access.userType === 3 ? manager : client;
}

/** Returns the names of the fields of a body, inside any refinements around its object. */
const fieldsOf = ({ body }: RouteSpec): string[] =>
  body ? Object.keys((z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }).properties as object) ?? {}) : [];

/** Returns the path of a call with its required query fields. */
const addressOf = ({ path, query }: RouteSpec): string => {
  const needed = query ? (z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }).required ?? []) : [];
  return `${path}?${needed.map((name) => `${name}=x`).join('&')}`;
};

const TABLES = ['users', 'bid_clients', 'bids', 'sessions', 'company_settings', 'account_requests', 'email_links'];
/** The content of the tables that a request might try to write to. */
async function contents(): Promise<string> {
  const found = TABLES.map(
    (table) => `select '${table}', md5(string_agg(t::text, '' order by t::text)) from ${table} t`,
  );
  return JSON.stringify((await portal.database.pool.query(found.join(' union all '))).rows);
}

describe('an undeclared field', () => {
  /** Columns, flags and framework names that an attacker would try to set. */
  const EXTRA = [
    ...['id', 'userId', 'user_id', 'clientId', 'jasClientId', 'actorId', 'ownerId', 'managerId', 'dealerId'],
    ...['roleId', 'role_id', 'userType', 'user_type', 'userLevel', 'isAdmin', 'admin', 'permissions', 'biddingAllowed'],
    ...['balance', 'balanceYen', 'creditLimit', 'credit_limit_yen', 'dailyBidLimit', 'bidAllow', 'exposureYen'],
    ...['bidStatus', 'autoBid', 'autobid', 'soldPrice', 'adjustmentPrice', 'version', 'createdAt', 'email_verified_at'],
    ...['password_hash', 'passwordHash', 'is_demo', 'sessionId', 'constructor', 'toString', '$where'],
  ];

  // @covers ASVS-2.2.1, ASVS-2.2.2, ASVS-15.3.3, ASVS-15.3.5, SEC-08
  test.each(withBody)('is refused by %s and nothing is stored, whichever of forty it is', async (_, spec) => {
    expect(EXTRA).toHaveLength(40);
    const before = await contents();
    const known = fieldsOf(spec);
    const address = addressOf(spec);
    for (const key of EXTRA.filter((each) => !known.includes(each))) {
      const { status, body } = await portal.ask(callerOf(spec), spec.method, address, { [key]: 1 });
      expect({ key, status, refused: body.errors?.[key] }).toEqual({ key, status: 422, refused: ['Field.Unknown'] });
    }
    expect(await contents()).toBe(before);
  });

  // @covers ASVS-1.5.2, ASVS-15.3.6, SEC-08
  test.each(withBody)('that would change the prototype of objects is refused by %s', async (_, spec) => {
    for (const body of ['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}']) {
      const { status } = await portal.ask(callerOf(spec), spec.method, spec.path, body, {
        'content-type': 'application/json',
      });
      expect(status).toBe(400);
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    }
  });

  // @covers ASVS-1.3.3, ASVS-2.2.1, ASVS-15.3.7, SEC-08
  test.each(named)('in the address is refused by %s', async (_, spec) => {
    for (const query of ['isAdmin=1', 'userType=3&roleId=991', '__proto__[isAdmin]=1']) {
      const { status, body } = await portal.ask(
        callerOf(spec),
        spec.method,
        `${spec.path}?${query}`,
        spec.body ? {} : undefined,
      );
      expect({ query, status, code: body.messageCode }).toEqual({ query, status: 400, code: 'Request.Invalid' });
    }
  });
});

describe('a body that is too large or malformed', () => {
  const sending = named.filter(([, { method }]) => method !== 'GET');
  // @covers ASVS-5.2.1
  test.each(sending)('is not read by %s', async (_, spec) => {
    const { status, body } = await portal.ask(callerOf(spec), spec.method, spec.path, {
      text: 'a'.repeat(spec.largestBodyBytes ?? 257 * 1024),
    });
    expect({ status, code: body.messageCode }).toEqual({ status: 413, code: 'Request.TooLarge' });
  });

  // @covers ASVS-1.5.2, ASVS-16.5.1
  test.each(sending)('is refused by %s without its text', async (_, spec) => {
    const { status, raw } = await portal.ask(callerOf(spec), spec.method, spec.path, '{"amount": <script>', {
      'content-type': 'application/json',
    });
    expect(status).toBe(400);
    expect(raw.body).not.toContain('script');
  });
});

/** A portal whose log can be read, at the most detailed level. */
function loudPortal(fail?: () => Promise<never>) {
  const lines: string[] = [];
  const to = new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line));
      done();
    },
  });
  const cookies = cookieNames(undefined, 3000);
  const app = createApp({
    log: createLog('test', 'trace', to),
    strictReplies: true,
    trustedProxies: [],
    cookies,
    publicUrl: undefined,
    findCurrentUser: fail ?? ((token) => findCurrentUser(portal.database.db, token)),
    services: { ...serviceTokenAuth(portal.database.db), ...(fail ? { find: fail } : {}) },
  });
  registerCalls(app, portal.database, { cookies, secretKey: SECRET_KEY });
  return { app, lines };
}

const inject = (
  app: FastifyInstance,
  spec: RouteSpec,
  headers: Record<string, string>,
  query: string,
  payload: unknown,
) =>
  app.inject({
    method: spec.method,
    url: `${spec.path}${query}`,
    headers,
    remoteAddress: newAddress(),
    ...(spec.method === 'GET' ? {} : { payload: payload as object }),
  });

describe('a secret', () => {
  // @covers ASVS-13.3.1, ASVS-14.2.4, ASVS-16.2.2, ASVS-16.2.4, ASVS-16.2.5, ASVS-16.4.1
  it('does not get into the log, from any part of a request, even at the most detailed level', async () => {
    const canary = `canary-${randomBytes(8).toString('hex')}`;
    const { app, lines } = loudPortal();
    for (const spec of calls) {
      const secret = Object.fromEntries(fieldsOf(spec).map((field) => [field, canary]));
      const form = { email: `${canary}@example.test`, password: canary, newPassword: canary, oldPassword: canary };
      const likely = Object.fromEntries(Object.entries(form).filter(([field]) => field in secret));
      for (const cookie of [client.cookie, manager.cookie, `seri_access_3000=${canary}; seri_refresh_3000=${canary}`])
        for (const query of ['', `?token=${canary}`, `?email=${canary}%40example.test`])
          for (const payload of [secret, likely, [canary], canary]) {
            const headers = { cookie, authorization: `Bearer ${canary}`, 'idempotency-key': canary };
            await inject(app, spec, headers, query, payload);
          }
    }
    await app.close();
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => line.includes(canary))).toEqual([]);
    for (const { cookie } of [client, manager])
      expect(lines.filter((line) => line.includes(cookie.split('=')[1] ?? ''))).toEqual([]);
  }, 120_000);

  // One failing portal for all calls, because preparing hundreds of them takes longer than a test.
  let failing: ReturnType<typeof loudPortal>;
  beforeAll(() => {
    failing = loudPortal(async () => {
      throw Object.assign(new Error(`select secret from users -- ${SECRET_KEY}`), { table: 'users' });
    });
  });
  afterAll(() => failing.app.close());

  // @covers ASVS-13.4.2, ASVS-16.2.1, ASVS-16.3.4, ASVS-16.5.1
  test.each(named)('in an internal error is not revealed: %s answers a code and the request id', async (_, spec) => {
    const { app, lines } = failing;
    lines.length = 0;
    const headers = { cookie: 'seri_access_3000=x', authorization: `Bearer ${'x'.repeat(30)}` };
    const reply = await inject(app, spec, headers, '', {});
    expect(reply.statusCode).toBe(500);
    expect(reply.json()).toEqual({
      success: false,
      error: 'Something went wrong',
      messageCode: 'Internal',
      requestId: reply.headers['x-request-id'],
    });
    expect(lines.some((line) => line.includes(String(reply.headers['x-request-id'])))).toBe(true);
  });
});

describe('a cookie', () => {
  // @covers ASVS-3.3.1, ASVS-3.3.2, ASVS-3.3.3, ASVS-3.3.4, ASVS-3.5.4, SEC-01, SEC-02
  test.each([
    ['over http on this machine', undefined, /^seri_(access|refresh|pending|device|share_[a-z2-7]{16})_3000$/],
    ['behind https', 'https://seri.example', /^__Host-seri_(access|refresh|pending|device|share_[a-z2-7]{16})$/],
  ])(
    '%s is for this host, for no script and for no other site, whichever call sets it',
    async (_, publicUrl, nameOf) => {
      const cookies = cookieNames(publicUrl, 3000);
      const app = createApp({
        log: createLog('test', 'silent'),
        strictReplies: true,
        trustedProxies: [],
        cookies,
        publicUrl,
        findCurrentUser: (token) => findCurrentUser(portal.database.db, token),
      });
      registerCalls(app, portal.database, { cookies, secretKey: SECRET_KEY });
      const person = await createPerson(portal.database.db, { passwordHash: await hashPassword(PASSWORD) });
      const browser = openBrowser(app);
      const set: string[] = [];
      const ask = async (...request: Parameters<typeof browser.ask>) =>
        set.push(...(await browser.ask(...request)).setCookies);

      await ask('POST', '/v1/auth/login', { email: person.email, password: PASSWORD });
      await ask('GET', '/v1/auth/update');
      const id = newShareId();
      const lot_id = await createLot(portal.database.db);
      await portal.database.db
        .insertInto('shares')
        .values({ id, user_id: person.id, lot_id, page_type: 'car-auction' })
        .execute();
      await ask('POST', '/v1/share/open', { id, code: codeOf(SECRET_KEY, id) });
      for (const spec of calls) await ask(spec.method, spec.path, spec.method === 'GET' ? undefined : {});
      await ask('POST', '/v1/auth/logout', {});
      await app.close();

      expect(new Set(set.map((cookie) => cookie.split('=')[0])).size).toBeGreaterThanOrEqual(3);
      expect(set.join('\n')).toContain(id);
      for (const cookie of set) {
        const [pair = '', ...attributes] = cookie.split('; ');
        expect(pair.split('=')[0]).toMatch(nameOf);
        const lasting = attributes.filter((attribute) => !/^(Max-Age|Expires)=/.test(attribute)).sort();
        expect(lasting).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax', ...(publicUrl ? ['Secure'] : [])].sort());
      }
    },
  );
});

describe('a session', () => {
  // @covers ASVS-7.2.3, ASVS-11.2.3, ASVS-11.5.1, SEC-01
  it('has a token that cannot be guessed and is never repeated', () => {
    const seen = new Set<string>();
    for (let i = 0; i < 50_000; i++) {
      const { access, refresh } = newTokens();
      seen.add(access).add(refresh);
    }
    expect(seen.size).toBe(100_000);
    for (const token of [...seen].slice(0, 1_000)) expect(token).toMatch(/^[\w-]{43}$/);
  });

  // @covers ASVS-7.2.1, ASVS-7.4.2, ASVS-8.3.2
  test.each([
    ['is disabled', { role_id: ROLE.disabled }, 401, 'Auth.SignedOut'],
    ['loses the flag', { permissions: JSON.stringify({ ...everyFlag, carAuctionsView: false }) }, 403, 'Access.Denied'],
  ] as const)('counts for nothing from the moment its person %s', async (_, change, status, messageCode) => {
    const { db } = portal.database;
    const person = await createPerson(db, { permissions: everyFlag });
    const elsewhere = { ...person, cookie: await signIn(db, person.id) };
    const open = async (who: Person) => portal.ask(who, 'GET', '/v1/car-auction/maker');
    for (const who of [person, elsewhere]) expect((await open(who)).status).toBe(200);
    await db.updateTable('users').set(change).where('id', '=', person.id).execute();
    for (const who of [person, elsewhere]) expect(await open(who)).toMatchObject({ status, body: { messageCode } });
  });
});
