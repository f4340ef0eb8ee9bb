import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerCalls } from '../compose/app.ts';
import { tokenHash } from '../platform/http/cookies.ts';
import { aLot, demoHouse } from '../testing/fixtures/feed.ts';
import { CALL_OPTIONS } from '../testing/http/call-options.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { createProgram } from '../testing/http/programs.ts';
import { rotateToken, setDisabled, setScopes } from './change-token.ts';
import { findTokenInFull } from './token-queries.ts';

const CLIENTS = '/v1/back-office/clients';
let portal: TestPortal;
let anna: Person;

beforeAll(async () => {
  portal = await testPortal((app, database) => registerCalls(app, database, CALL_OPTIONS));
  anna = await createPerson(portal.database.db, { creditLimitYen: 500_000 });
});
afterAll(() => portal.close());

const inTx = <T>(work: Parameters<ReturnType<TestPortal['database']['db']['transaction']>['execute']>[0]) =>
  portal.database.db.transaction().execute(work) as Promise<T>;
const refusedWith = (status: number, messageCode: string) => ({ status, body: { messageCode } });

describe('a service token', () => {
  // @covers API-02
  test('is required for every call, and a session does not replace it', async () => {
    const manager = await createPerson(portal.database.db, { roleId: 991 });
    expect(await portal.ask(null, 'GET', CLIENTS)).toMatchObject(refusedWith(401, 'Auth.Token'));
    expect(await portal.ask(manager, 'GET', CLIENTS)).toMatchObject(refusedWith(401, 'Auth.Token'));
    const made = { ...manager, bearer: 'seri_nobody-was-ever-given-this-one-0000000' };
    expect(await portal.ask(made, 'GET', CLIENTS)).toMatchObject(refusedWith(401, 'Auth.Token'));
  });

  // @covers SEC-03
  test('opens the calls of its scopes and no others, and no calls for users', async () => {
    const program = await createProgram(portal.database.db, ['clients:read']);
    expect(await portal.ask(program, 'GET', CLIENTS)).toMatchObject({ status: 200 });
    const limits = { userId: anna.id, creditLimitYen: 1 };
    expect(await portal.ask(program, 'PUT', `${CLIENTS}/limits`, limits)).toMatchObject({
      status: 403,
      body: { messageCode: 'Auth.Scope', details: { scope: 'clients:write' } },
    });
    expect(await portal.ask(program, 'GET', '/v1/user/view-profile')).toMatchObject(refusedWith(401, 'Auth.SignedOut'));
    await inTx((tx) => setScopes(tx, { name: program.email, scopes: ['clients:write'] }));
    expect(await portal.ask(program, 'GET', CLIENTS)).toMatchObject(refusedWith(403, 'Auth.Scope'));
  });

  test('is stored only as a hash; the previous one works until it expires', async () => {
    const program = await createProgram(portal.database.db, ['clients:read']);
    const tables = await portal.database.pool.query(
      `select (select json_agg(t)::text from service_tokens t) || (select json_agg(s)::text from service_secrets s) as text`,
    );
    expect(tables.rows[0].text).not.toContain(program.bearer);
    expect(tables.rows[0].text).toContain(tokenHash(program.bearer).toString('hex'));
    const next = {
      ...program,
      bearer: await inTx<string>((tx) => rotateToken(tx, { name: program.email, overlapHours: 1 })),
    };
    const last = {
      ...program,
      bearer: await inTx<string>((tx) => rotateToken(tx, { name: program.email, overlapHours: 1 })),
    };
    for (const each of [program, next, last])
      expect(await portal.ask(each, 'GET', CLIENTS)).toMatchObject({ status: 200 });
    const only = {
      ...program,
      bearer: await inTx<string>((tx) => rotateToken(tx, { name: program.email, overlapHours: 0 })),
    };
    for (const each of [program, next, last])
      expect(await portal.ask(each, 'GET', CLIENTS)).toMatchObject(refusedWith(401, 'Auth.Token'));
    expect(await portal.ask(only, 'GET', CLIENTS)).toMatchObject({ status: 200 });
    await inTx((tx) => setDisabled(tx, program.email, true));
    expect(await portal.ask(only, 'GET', CLIENTS)).toMatchObject(refusedWith(401, 'Auth.Token'));
    await inTx((tx) => setDisabled(tx, program.email, false));
    expect(await portal.ask(only, 'GET', CLIENTS)).toMatchObject({ status: 200 });
  });

  // @covers SEC-06
  test('logs each call, executed or refused, and its name appears with its decisions', async () => {
    const program = await createProgram(portal.database.db, ['clients:read', 'clients:write']);
    const limits = { userId: anna.id, creditLimitYen: 700_000 };
    const key = { 'idempotency-key': 'once' };
    for (const _ of [1, 2])
      expect(await portal.ask(program, 'PUT', `${CLIENTS}/limits`, limits, key)).toMatchObject({ status: 200 });
    expect(await portal.ask(program, 'PUT', `${CLIENTS}/limits`, { ...limits, creditLimitYen: 1 }, key)).toMatchObject(
      refusedWith(422, 'Idempotency.Mismatch'),
    );
    const seen = await portal.ask(program, 'GET', `${CLIENTS}/view?userId=${anna.id}`);
    expect(seen.body.client.creditLimitYen).toBe(700_000);
    const limitEvents = seen.body.decisions.filter(({ event }: { event: string }) => event === 'limits');
    expect(limitEvents).toMatchObject([{ by: program.email, after: { creditLimitYen: 700_000 } }]);
    const token = await findTokenInFull(portal.database.db, program.email, 10);
    expect(token?.last_used_at).not.toBeNull();
    expect(token?.calls.map(({ call, status }) => `${call} ${status}`)).toEqual([
      'GET /v1/back-office/clients/view 200',
      'PUT /v1/back-office/clients/limits 422',
      'PUT /v1/back-office/clients/limits 200',
      'PUT /v1/back-office/clients/limits 200',
    ]);
  });
});

describe('lots from a program', () => {
  const LOTS = '/v1/back-office/lots';
  const house = demoHouse({ name: 'Posted Hall' });
  const lot = aLot({ house: 'Posted Hall', lotNo: 4711, auctionDate: '2027-01-15T10:30:00+09:00' });

  // @covers OPS-02
  test('are imported once, like those of the feed; a bad row is reported by its position', async () => {
    const program = await createProgram(portal.database.db, ['lots:write']);
    const post = (rows: object[]) => portal.ask(program, 'POST', LOTS, { rows });
    expect(await post([])).toMatchObject({ status: 422 });
    const first = await post([house, lot, { kind: 'lot', sourceId: 'no house' }]);
    expect(first).toMatchObject({ status: 200, body: { success: true, refused: [{ row: 3 }] } });
    expect(first.body.written).toBeGreaterThan(0);
    expect(await post([house, lot])).toMatchObject({ body: { written: 0, refused: [] } });
    const { rows } = await portal.database.pool.query(`select lot_no from lots where lot_no = 4711`);
    expect(rows).toHaveLength(1);
    const imports = await portal.database.pool.query('select distinct source_name from feed_imports');
    expect(imports.rows).toEqual([{ source_name: `token ${program.email}` }]);
  });
});

describe('company settings from a program', () => {
  const COMPANY = '/v1/back-office/company';
  const depositYen = async (program: Person) =>
    (await portal.ask(program, 'GET', COMPANY)).body.items.find(({ key }: { key: string }) => key === 'depositYen');

  // @covers OPS-01
  test('take effect immediately and can be reset; invalid values are refused and change nothing', async () => {
    const program = await createProgram(portal.database.db, ['company:read', 'company:write']);
    for (const body of [{ key: 'depositYen', value: 'much' }, { key: 'depositYen' }, { key: 'nothing', value: 1 }])
      expect(await portal.ask(program, 'PUT', `${COMPANY}/set`, body)).toMatchObject({ status: 422 });
    expect(await portal.ask(program, 'PUT', `${COMPANY}/set`, { key: 'cutoffMinutes', value: 5_000 })).toMatchObject(
      refusedWith(409, 'Company.CutoffBeforeClose'),
    );
    expect(await portal.ask(program, 'PUT', `${COMPANY}/set`, { key: 'depositYen', value: 200_000 })).toMatchObject({
      status: 200,
    });
    expect(await depositYen(program)).toEqual({ key: 'depositYen', value: 200_000, default: 150_000 });
    expect(await portal.ask(program, 'POST', `${COMPANY}/reset`, { key: 'depositYen' })).toMatchObject({ status: 200 });
    expect(await depositYen(program)).toMatchObject({ value: 150_000 });
  });
});
