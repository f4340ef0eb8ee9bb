import {
  defaultPermissions,
  FLAGS,
  type Flag,
  type Permissions,
  ROLE,
  type RoleId,
} from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerCalls } from './app.ts';
import { allCalls } from './platform/calls.ts';
import { createPerson, type Person, signIn } from './testing/people.ts';
import { type TestPortal, testPortal } from './testing/portal.ts';

interface Opening {
  to: 'everybody' | 'the signed-in' | 'clients' | 'managers';
  /** Every one of these flags. */
  with?: Flag[];
  /** Managers see everybody's rows there, so they need these besides. */
  managersWith?: Flag[];
  /** Said to those who lack a flag; Access.Denied if nothing else is named. */
  saying?: string;
}
const everybody: Opening = { to: 'everybody' };
const signedIn: Opening = { to: 'the signed-in' };
const clients: Opening = { to: 'clients' };
const carView: Opening = { to: 'the signed-in', with: ['carAuctionsView'] };
const managing = (...flags: Flag[]): Opening => ({ to: 'managers', with: ['bidManagementEnabled', ...flags] });

/** Written from the decisions, not from the contract: whoever opens a call to somebody else has to say so here too. */
const OPENINGS: Record<string, Opening> = {
  'POST /v1/auth/login': everybody,
  'POST /v1/auth/logout': everybody,
  'GET /v1/auth/update': everybody,
  'GET /v1/site/company-settings': everybody,
  'GET /v1/site/get-country-list': everybody,
  'GET /v1/site/get-language': everybody,
  'GET /v1/site/menu-counters': signedIn,
  'GET /v1/site/week-days': carView,
  'GET /v1/user/view-profile': signedIn,
  'PUT /v1/user/update-setting': signedIn,
  'GET /v1/car-auction/listing': carView,
  'GET /v1/car-auction/filters': carView,
  'GET /v1/car-auction/maker': carView,
  'GET /v1/car-auction/model': carView,
  'GET /v1/car-auction/view-lot': signedIn,
  'POST /v1/bid/create': { to: 'clients', with: ['biddingAllowed'], saying: 'Bid.Restricted' },
  'POST /v1/bid/check': clients,
  'PUT /v1/bid/update-bid-status': signedIn,
  'PUT /v1/bid/update-bid-price': managing('bidManageBidPrice'),
  'PUT /v1/bid/update-sold-price': managing('bidManageSoldPrice'),
  'POST /v1/bid/confirm-win': managing('bidManageStatus'),
  'GET /v1/bid/my-bid': clients,
  'GET /v1/bid/index': managing(),
  'GET /v1/bid/history': { to: 'the signed-in', managersWith: ['bidManagementEnabled'] },
  'GET /v1/bid/type': signedIn,
  'GET /v1/bid/export-type': { to: 'managers' },
  'GET /v1/bid/logs': managing(),
  'GET /v1/purchased-cars/': clients,
  'GET /v1/purchased-cars/view-car': clients,
  'GET /v1/payments/': clients,
  'GET /v1/payments/balance': clients,
};

interface Principal {
  name: string;
  roleId: RoleId;
  flags: Permissions;
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
  { name: 'a client with every flag', roleId: ROLE.client, flags: set(true) },
  { name: 'a manager with every flag', roleId: ROLE.manager, flags: set(true) },
  ...FLAGS.flatMap((flag) => [
    { name: `a client with every flag but ${flag}`, roleId: ROLE.client, flags: set(true, flag) },
    { name: `a manager with every flag but ${flag}`, roleId: ROLE.manager, flags: set(true, flag) },
    { name: `a client with ${flag} alone`, roleId: ROLE.client, flags: set(false, flag) },
    { name: `a manager with ${flag} alone`, roleId: ROLE.manager, flags: set(false, flag) },
  ]),
];

const cookies = { access: 'seri_access_3000', refresh: 'seri_refresh_3000', secure: false };
let portal: TestPortal;

beforeAll(async () => {
  portal = await testPortal((app, database) =>
    registerCalls(app, database, { cookies, secretKey: 'a secret of thirty-two characters' }),
  );
});
afterAll(() => portal.close());

test('each call of the contract is in the table, and nothing else', () => {
  expect(Object.keys(OPENINGS).sort()).toEqual(
    allCalls()
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  );
});

describe('who may call what', () => {
  test('a stranger', async () => {
    expect(await findSurprises(null, null)).toEqual([]);
  });
  test.each(PRINCIPALS)('$name', async (principal) => {
    const person = await createPerson(portal.database.db, { roleId: principal.roleId, permissions: principal.flags });
    expect(await findSurprises(principal, person)).toEqual([]);
  });
});

/** Calls everything with an empty request; what got through the door is then refused as incomplete or answered. */
async function findSurprises(principal: Principal | null, person: Person | null): Promise<string[]> {
  const surprises: string[] = [];
  for (const [call, opening] of Object.entries(OPENINGS)) {
    const [method, path = ''] = call.split(' ');
    const cookie = person && (call.endsWith('/logout') ? await signIn(portal.database.db, person.id) : person.cookie);
    const { status, body } = await portal.ask(
      person && { ...person, cookie: cookie ?? '' },
      method as 'GET',
      path,
      method === 'GET' ? undefined : {},
    );
    const got = status === 401 || status === 403 ? `${status} ${body.messageCode}` : doneOrIncomplete(status);
    const expected = expectedOf(call, opening, principal);
    if (got !== expected) surprises.push(`${call}: ${got} instead of ${expected}`);
  }
  return surprises;
}

const doneOrIncomplete = (status: number) => ([200, 400, 422].includes(status) ? 'open' : String(status));

function expectedOf(
  call: string,
  { to, with: flags = [], managersWith = [], saying }: Opening,
  principal: Principal | null,
): string {
  // Nobody here brings the refresh cookie, so the call is open to all and lost for all.
  if (call === 'GET /v1/auth/update') return '401 Auth.SignedOut';
  if (to === 'everybody') return 'open';
  if (!principal || principal.roleId === ROLE.disabled) return '401 Auth.SignedOut';
  const kind = principal.roleId === ROLE.manager ? 'managers' : 'clients';
  if (to !== 'the signed-in' && to !== kind) return '403 Access.Denied';
  const needed = [...flags, ...(kind === 'managers' ? managersWith : [])];
  return needed.every((flag) => principal.flags[flag]) ? 'open' : `403 ${saying ?? 'Access.Denied'}`;
}
