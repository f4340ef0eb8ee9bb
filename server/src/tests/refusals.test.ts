import { FLAGS, type Permissions, ROLE } from '@seri/contract/auth/permissions.ts';
import { ERROR_SENTENCES } from '@seri/contract/error-sentences.ts';
import { ERROR_CODES, type ErrorCode } from '@seri/contract/errors.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerCalls } from '../compose/app.ts';
import { allCalls } from '../platform/calls/calls.ts';
import { ApiError } from '../platform/calls/errors.ts';
import { CALL_OPTIONS } from '../testing/http/call-options.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type Answer, type TestPortal, testPortal } from '../testing/http/portal.ts';
import { createProgram } from '../testing/http/programs.ts';

const everyFlag = Object.fromEntries(FLAGS.map((flag) => [flag, true])) as Permissions;

let portal: TestPortal;
let callers: (Person | null)[];
const met = new Set<string>();

beforeAll(async () => {
  portal = await testPortal((app, database) => {
    registerCalls(app, database, CALL_OPTIONS);
    app.get<{ Params: { code: ErrorCode } }>('/v1/refuse/:code', { config: { budget: 'none' } }, ({ params }) => {
      throw new ApiError(params.code);
    });
  });
  const { db } = portal.database;
  callers = [
    null,
    await createPerson(db, { permissions: everyFlag }),
    await createPerson(db, { roleId: ROLE.manager, permissions: everyFlag }),
    await createPerson(db, { roleId: ROLE.dealer, permissions: everyFlag }),
    await createProgram(db),
  ];
});
afterAll(() => portal.close());

/** Returns the faults in the texts of an error reply; nothing for other replies. */
function textFaults({ status, body }: Answer): string[] {
  if (status < 400) return [];
  met.add(body?.messageCode);
  const sentence = ERROR_SENTENCES[body?.messageCode as ErrorCode];
  return sentence !== undefined && body.error === sentence ? [] : [`${status} ${body?.messageCode}: ${body?.error}`];
}

test.each(allCalls().map((spec) => [`${spec.method} ${spec.path}`, spec] as const))(
  'what %s refuses is said in English, with the code beside it',
  async (_, { method, path }) => {
    const ask = (person: Person | null, url: string, body?: unknown, headers = {}) =>
      portal.ask(person, method, url, body, headers);
    const send = method === 'GET' || method === 'DELETE' ? undefined : {};
    for (const person of callers.filter((caller) => !path.endsWith('/logout') || caller === null))
      for (const answer of [
        await ask(person, path, send),
        await ask(person, `${path}?unknown=1`, send),
        await ask(person, `${path}?id=999999&carId=999999&bidId=999999`, send),
        await ask(person, path, send && { unknown: 1, id: 999_999, carId: '999999', bidId: 999_999 }),
        await ask(person, path, send && '{', { 'content-type': 'application/json' }),
        await ask(person, path, send, { 'sec-fetch-site': 'cross-site' }),
      ])
        expect(textFaults(answer)).toEqual([]);
  },
);

test.each(ERROR_CODES)('%s, wherever it is thrown, has an English text beside its code', async (code) => {
  expect(textFaults(await portal.ask(null, 'GET', `/v1/refuse/${code}`))).toEqual([]);
  expect(met).toContain(code);
});
