import {
  defaultPermissions,
  FLAGS,
  type Flag,
  type Permissions,
  ROLE,
  type RoleId,
} from '@seri/contract/auth/permissions.ts';
import { SCOPES, type Scope } from '@seri/contract/back-office/scopes.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setDisabled } from '../back-office/change-token.ts';
import { saveBotName } from '../channels/endpoint-queries.ts';
import { registerCalls } from '../compose/app.ts';
import { allCalls } from '../platform/calls/calls.ts';
import { recordFact } from '../platform/db/installation.ts';
import { NO_MESSENGERS } from '../platform/process/config.ts';
import { ACCESS_MATRIX, BEFORE_SECOND_FACTOR, type RouteAccess } from '../testing/fixtures/access-matrix.ts';
import { newAddress } from '../testing/http/browser.ts';
import { CALL_OPTIONS } from '../testing/http/call-options.ts';
import { createPerson, type Person, signIn } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { createProgram } from '../testing/http/programs.ts';

/** Identified by its token alone. */
interface Program {
  scope: Scope;
}

interface Principal {
  name: string;
  roleId: RoleId;
  flags: Permissions;
  /** A manager without a second factor, in a company that requires one. */
  lacksSecondFactor?: boolean;
}
const set = (value: boolean, ...except: Flag[]) =>
  Object.fromEntries(FLAGS.map((flag) => [flag, except.includes(flag) ? !value : value])) as Permissions;
const ofRole = (name: string, roleId: RoleId): Principal => ({ name, roleId, flags: defaultPermissions(roleId) });

const PRINCIPALS: Principal[] = [
  ofRole('a client', ROLE.client),
  ofRole('a VIP', ROLE.vip),
  ofRole('a troublesome client', ROLE.troublesome),
  ofRole('a client without a deposit', ROLE.restricted),
  ofRole('a client restricted by a manager', ROLE.restrictedByManager),
  ofRole('a guest', ROLE.guest),
  ofRole('a dealer', ROLE.dealer),
  ofRole('a manager', ROLE.manager),
  { name: 'a disabled person who kept every flag', roleId: ROLE.disabled, flags: set(true) },
  { name: 'a client without any flag', roleId: ROLE.client, flags: set(false) },
  { name: 'a manager without any flag', roleId: ROLE.manager, flags: set(false) },
  { name: 'a dealer without access to their clients’ bids', roleId: ROLE.dealer, flags: set(true, 'dealerBidAccess') },
  { name: 'a client with every flag', roleId: ROLE.client, flags: set(true) },
  { name: 'a manager with every flag', roleId: ROLE.manager, flags: set(true) },
  ...FLAGS.flatMap((flag) => [
    { name: `a client with every flag but ${flag}`, roleId: ROLE.client, flags: set(true, flag) },
    { name: `a manager with every flag but ${flag}`, roleId: ROLE.manager, flags: set(true, flag) },
    { name: `a client with ${flag} alone`, roleId: ROLE.client, flags: set(false, flag) },
    { name: `a manager with ${flag} alone`, roleId: ROLE.manager, flags: set(false, flag) },
  ]),
];

let portal: TestPortal;

beforeAll(async () => {
  const messengers = { ...NO_MESSENGERS, telegram: { apiRoot: 'http://127.0.0.1:9', token: 'token' } };
  portal = await testPortal((app, database) => registerCalls(app, database, { ...CALL_OPTIONS, messengers }));
  await recordFact(portal.database.db, 'demo', true);
  await saveBotName(portal.database.db, 'seri_bot');
});
afterAll(() => portal.close());

/** Every path and alias, with the name of its row in the table. */
const PATHS = allCalls().flatMap(({ method, path, aliases = [] }) =>
  [path, ...aliases].map((asked) => ({ call: `${method} ${path}`, method, path: asked })),
);
/** Number of replies that were compared with the table. */
let cells = 0;

// @covers ACCT-14, API-01, API-02, API-04, ASVS-6.3.4, ASVS-8.1.1
test('each call of the contract is in the table, and nothing else', () => {
  expect(Object.keys(ACCESS_MATRIX).sort()).toEqual([...new Set(PATHS.map(({ call }) => call))].sort());
});

describe('access to calls', () => {
  test('an anonymous client', async () => {
    expect(await findSurprises(null, null)).toEqual([]);
  });
  // @covers ACCT-14, ASVS-8.2.1, ASVS-8.3.1, ASVS-15.3.1
  test.each(PRINCIPALS)('$name', async (principal) => {
    const person = await createPerson(portal.database.db, { roleId: principal.roleId, permissions: principal.flags });
    expect(await findSurprises(principal, person)).toEqual([]);
  });
});

describe('a program with a service token', () => {
  test.each(SCOPES.map((scope) => [scope]))('that may %s', async (scope) => {
    const program = await createProgram(portal.database.db, [scope]);
    expect(await findSurprises({ scope }, program)).toEqual([]);
  });

  test('is refused when its token is unknown, ended or disabled', async () => {
    const program = await createProgram(portal.database.db);
    const unknownToken = {
      ...program,
      bearer: `${program.bearer.slice(0, -1)}${program.bearer.endsWith('A') ? 'B' : 'A'}`,
    };
    expect(await findSurprises(null, unknownToken)).toEqual([]);
    await portal.database.db.transaction().execute((tx) => setDisabled(tx, program.email, true));
    expect(await findSurprises(null, program)).toEqual([]);
  });
});

describe('where the company requires a second factor of managers', () => {
  beforeAll(() =>
    portal.database.pool.query(`insert into company_settings values ('managerSecondFactor', '"required"')`),
  );
  afterAll(() => portal.database.pool.query(`delete from company_settings where key = 'managerSecondFactor'`));

  test.each([
    { name: 'a manager with every flag', roleId: ROLE.manager, flags: set(true), lacksSecondFactor: true },
    { name: 'a manager without any flag', roleId: ROLE.manager, flags: set(false), lacksSecondFactor: true },
    ofRole('a client', ROLE.client),
    ofRole('a dealer', ROLE.dealer),
  ])('$name without one', async (principal: Principal) => {
    const person = await createPerson(portal.database.db, { roleId: principal.roleId, permissions: principal.flags });
    expect(await findSurprises(principal, person)).toEqual([]);
  });

  // @covers ACCT-17
  test('a manager with one', async () => {
    const principal = { name: 'a manager', roleId: ROLE.manager, flags: set(true) };
    const person = await createPerson(portal.database.db, { roleId: ROLE.manager, permissions: principal.flags });
    await portal.database.db
      .insertInto('second_factors')
      .values({ user_id: person.id, encrypted_secret: Buffer.alloc(48), last_step: 0, recovery_salt: Buffer.alloc(16) })
      .execute();
    expect(await findSurprises(principal, person)).toEqual([]);
  });
});

// @covers ACCT-14
test('a call does not exist under another method', async () => {
  const manager = await createPerson(portal.database.db, { roleId: ROLE.manager, permissions: set(true) });
  const surprises: string[] = [];
  for (const path of new Set(PATHS.filter(({ method }) => method === 'GET').map((asked) => asked.path)))
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      if (PATHS.some((asked) => asked.method === method && asked.path === path)) continue;
      for (const person of [null, manager]) {
        const { status } = await ask(person, method, path);
        cells++;
        if (status !== 404) surprises.push(`${method} ${path}: ${status}`);
      }
    }
  expect(surprises).toEqual([]);
});

// @covers ACCT-14
test('the whole table is checked', async ({ annotate }) => {
  await annotate(`${cells} cells asserted: ${PATHS.length} paths, ${PRINCIPALS.length + 1} kinds of people`);
  expect(cells).toBeGreaterThanOrEqual(5_000);
});

/** Calls every route with an empty request; requests that pass the access check are refused as incomplete or answered. */
async function findSurprises(principal: Principal | Program | null, person: Person | null): Promise<string[]> {
  const surprises: string[] = [];
  for (const { call, method, path } of PATHS) {
    const opening = ACCESS_MATRIX[call];
    if (!opening) continue;
    const isEnded = path.endsWith('/logout') && !person?.bearer;
    const cookie = person && (isEnded ? await signIn(portal.database.db, person.id) : person.cookie);
    const { status, code } = await ask(person && { ...person, cookie: cookie ?? '' }, method, path);
    const got = status === 401 || status === 403 ? `${status} ${code}` : doneOrIncomplete(status);
    const expected = expectedOf(call, opening, principal);
    cells++;
    if (got !== expected) surprises.push(`${method} ${path}: ${got} instead of ${expected}`);
  }
  return surprises;
}

/** Each request comes from a network of its own, since rate limits have their own tests. */
async function ask(person: Person | null, method: InjectOptions['method'], url: string) {
  const reply = await portal.app.inject({
    method,
    url,
    remoteAddress: newAddress(),
    headers: {
      ...(person?.cookie ? { cookie: person.cookie } : {}),
      ...(person?.bearer ? { authorization: `Bearer ${person.bearer}` } : {}),
    },
    ...(method === 'GET' || method === 'OPTIONS' ? {} : { payload: {} }),
  } as InjectOptions);
  return { status: reply.statusCode, code: reply.json().messageCode };
}

const doneOrIncomplete = (status: number) => ([200, 400, 422].includes(status) ? 'open' : String(status));

function expectedOf(
  call: string,
  { to, scope, with: flags = [], managersWith = [], saying }: RouteAccess,
  principal: Principal | Program | null,
): string {
  // No test here sends the refresh cookie, so the call is open to all and fails for all.
  if (call === 'GET /v1/auth/update') return '401 Auth.SignedOut';
  if (to === 'everybody') return 'open';
  if (to === 'programs') {
    if (!principal || !('scope' in principal)) return '401 Auth.Token';
    return principal.scope === scope ? 'open' : '403 Auth.Scope';
  }
  if (!principal || 'scope' in principal || principal.roleId === ROLE.disabled) return '401 Auth.SignedOut';
  if (principal.lacksSecondFactor && !BEFORE_SECOND_FACTOR.includes(call)) return '403 Auth.SecondFactorRequired';
  const kind = principal.roleId === ROLE.manager ? 'managers' : 'clients';
  const kinds = ['the signed-in', kind, ...(principal.roleId === ROLE.dealer ? ['dealers'] : [])];
  if (!kinds.includes(to)) return '403 Access.Denied';
  const needed = [...flags, ...(kind === 'managers' ? managersWith : [])];
  return needed.every((flag) => principal.flags[flag]) ? 'open' : `403 ${saying ?? 'Access.Denied'}`;
}
