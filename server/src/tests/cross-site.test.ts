import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCurrentUser } from '../auth/session/current-user-queries.ts';
import { registerCalls } from '../compose/app.ts';
import { allCalls } from '../platform/calls/calls.ts';
import { cookieNames } from '../platform/http/cookies.ts';
import { createApp } from '../platform/http/create-app.ts';
import { createLog } from '../platform/process/log.ts';
import { CHANGING_GETS } from '../testing/fixtures/changing-gets.ts';
import { SECRET_KEY } from '../testing/http/auth-cookies.ts';
import { CALL_OPTIONS } from '../testing/http/call-options.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';

/** The Sec-Fetch headers of a request that no script of the portal makes. */
const browserSends = (site: string, mode: string, destination: string) => ({
  'sec-fetch-site': site,
  'sec-fetch-mode': mode,
  'sec-fetch-dest': destination,
});
const FOREIGN: Record<string, Record<string, string>> = {
  'a fetch from another site': { 'sec-fetch-site': 'cross-site' },
  'a fetch from a sister host': { 'sec-fetch-site': 'same-site' },
  'a page of another origin': { origin: 'https://elsewhere.example' },
  'a page of another port': { origin: 'http://localhost:9999', host: 'localhost:3000' },
  'a page of a longer host': { origin: 'http://localhost:3000.elsewhere.example', host: 'localhost:3000' },
  'a sandboxed page': { origin: 'null' },
  'an origin that cannot be read': { origin: 'http://' },
  'a page of our own, fetched by another': { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
  'an address typed or opened from a mail': browserSends('none', 'navigate', 'document'),
  'a link on a page of our own': browserSends('same-origin', 'navigate', 'document'),
  'a link on another site': browserSends('cross-site', 'navigate', 'document'),
  'a frame of our own': browserSends('same-origin', 'navigate', 'iframe'),
  'a picture on a page of our own': browserSends('same-origin', 'no-cors', 'image'),
  'a picture on another site': browserSends('cross-site', 'no-cors', 'image'),
  'a picture that says it may be read': browserSends('same-origin', 'cors', 'image'),
  'a video on a page of our own': browserSends('same-origin', 'no-cors', 'video'),
  'a script of our own': browserSends('same-origin', 'no-cors', 'script'),
  'a style sheet of our own': browserSends('same-origin', 'no-cors', 'style'),
  'a font of our own': browserSends('same-origin', 'cors', 'font'),
  'a blind fetch of our own': browserSends('same-origin', 'no-cors', 'empty'),
  'a word nobody knows in place of the site': browserSends('x', 'cors', 'empty'),
  'two words in place of the destination': browserSends('same-origin', 'cors', 'empty, image'),
  'a browser that says the destination alone': { 'sec-fetch-dest': 'image' },
  'a browser that says the mode alone': { 'sec-fetch-mode': 'navigate' },
};
/** The Accept headers of older browsers for links and pictures, which have no Sec-Fetch headers. */
const OLD_BROWSERS: Record<string, Record<string, string>> = {
  'opens a link': { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
  'shows a picture': { accept: 'image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5' },
  'comes from another site': { accept: '*/*', referer: 'https://elsewhere.example/page' },
};
const FORMS: Record<string, string> = {
  'text/plain': '{"status":4}',
  'application/x-www-form-urlencoded': 'status=4',
  'multipart/form-data; boundary=x': '--x\r\ncontent-disposition: form-data; name="status"\r\n\r\n4\r\n--x--',
  'application/xml': '<status>4</status>',
  'text/json': '{"status":4}',
};

interface Path {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  takesFiles: boolean;
}
const paths: Path[] = allCalls().flatMap(({ method, path, largestBodyBytes, aliases = [] }) =>
  [path, ...aliases].map((each) => ({ method, path: each, takesFiles: largestBodyBytes !== undefined })),
);
const changing = paths.filter(({ method, path }) => method !== 'GET' || CHANGING_GETS.includes(path));
const sending = changing.filter(({ method }) => method !== 'GET');
let portal: TestPortal;
let person: Person;

beforeAll(async () => {
  portal = await testPortal((app, database) => registerCalls(app, database, CALL_OPTIONS));
  person = await createPerson(portal.database.db);
});
afterAll(() => portal.close());

const send = ({ method }: Path, path: string, headers: object) =>
  portal.ask(person, method, path, method === 'GET' ? undefined : {}, headers);
/** Returns the reply without parsing its body, since a reply to HEAD has none. */
const sendBare = (method: 'GET' | 'HEAD', url: string, headers: Record<string, string>) =>
  portal.app.inject({ method, url, headers: { cookie: person.cookie, ...headers } });
const refused = { status: 403, body: { messageCode: 'Request.CrossSite' } };

describe.each(Object.entries(FOREIGN))('%s', (_, headers) => {
  // @covers ASVS-3.5.1, ASVS-3.5.2, ASVS-3.5.3, SEC-04
  test('changes nothing through any call of the contract, with any cookies', async () => {
    for (const call of changing)
      expect({ call, ...(await send(call, call.path, headers)) }).toMatchObject({ call, ...refused });
  });

  // @covers ASVS-1.1.1, SEC-04
  test('cannot use another spelling of an address', async () => {
    for (const call of changing) {
      const [, , area = '', name = ''] = call.path.split('/');
      const spellings = [
        `${call.path}/`,
        call.path.replace('/v1/', '/%761/'),
        call.path.replace(area, `%${area.charCodeAt(0).toString(16)}${area.slice(1)}`),
        `/v1/${area}/${[...name].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')}`,
      ];
      for (const spelling of spellings) {
        const { status, body } = await send(call, spelling, headers);
        expect(status === 404 || body.messageCode === 'Request.CrossSite', spelling).toBe(true);
      }
    }
  });
});

// @covers ASVS-3.5.3
test('the GETs that change state are those that the contract marks, and no other method needs the mark', () => {
  const marked = allCalls().filter((spec) => spec.changesState);
  expect(marked.map(({ path }) => path).sort()).toEqual([...CHANGING_GETS].sort());
  expect(marked.filter(({ method }) => method !== 'GET')).toEqual([]);
});

describe.each(Object.entries(OLD_BROWSERS))('a browser without these headers that %s', (_, headers) => {
  // @covers ASVS-3.5.3
  test.each(CHANGING_GETS)('changes nothing through GET or HEAD of %s', async (path) => {
    for (const method of ['GET', 'HEAD'] as const) expect((await sendBare(method, path, headers)).statusCode).toBe(403);
  });
});

test.each(CHANGING_GETS)('HEAD of %s is refused to a picture as well', async (path) => {
  const headers = browserSends('same-origin', 'no-cors', 'image');
  expect((await sendBare('HEAD', path, headers)).statusCode).toBe(403);
});

test('our own scripts, and programs, may use the GETs that change state', async () => {
  const own = { ...browserSends('same-origin', 'cors', 'empty'), accept: '*/*', referer: 'http://localhost:3000/lots' };
  for (const headers of [{}, { accept: '*/*' }, { ...own, host: 'localhost:3000' }])
    for (const path of CHANGING_GETS) {
      const { body } = await portal.ask(person, 'GET', path, undefined, headers);
      expect([path, body?.messageCode]).not.toEqual([path, 'Request.CrossSite']);
    }
});

// @covers ASVS-3.5.2, SEC-04
test.each(Object.entries(FORMS))('a form sent as %s is no request', async (type, body) => {
  for (const { method, path, takesFiles } of sending) {
    const answer = await portal.ask(person, method, path, body, { 'content-type': type });
    // Callers without the right to upload are refused before the file is read.
    if (takesFiles) expect([401, 403]).toContain(answer.status);
    else expect(answer).toMatchObject({ status: 400, body: { messageCode: 'Request.Invalid' } });
  }
});

// @covers ASVS-3.5.3, SEC-04
test('no other GET changes state', async () => {
  const tables = ['users', 'sessions', 'bids', 'bid_clients', 'mails', 'account_requests', 'email_links', 'shares'];
  const marks = async () => {
    const found: unknown[] = [];
    for (const table of tables)
      found.push(
        (await portal.database.pool.query(`select md5(string_agg(t::text, '' order by t::text)) from ${table} t`)).rows,
      );
    return found;
  };
  const before = await marks();
  for (const call of paths.filter(({ method }) => method === 'GET').filter((call) => !changing.includes(call)))
    expect((await send(call, call.path, { 'sec-fetch-site': 'cross-site' })).status).toBeLessThan(500);
  expect(await marks()).toEqual(before);
});

test('accepts our own page, and a program without such headers', async () => {
  for (const headers of [
    {},
    { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000', host: 'localhost:3000' },
  ]) {
    const saved = await portal.ask(
      person,
      'PUT',
      '/v1/user/update-setting',
      { bidEmailNotify: true, language: 692 },
      headers,
    );
    expect(saved.status).toBe(200);
  }
});

test('behind https our own host over plain http is another origin', async () => {
  const publicUrl = 'https://seri.example';
  const names = cookieNames(publicUrl, 443);
  const app = createApp({
    log: createLog('test', 'silent'),
    strictReplies: true,
    trustedProxies: [],
    cookies: names,
    publicUrl,
    findCurrentUser: (token) => findCurrentUser(portal.database.db, token),
  });
  registerCalls(app, portal.database, { cookies: names, secretKey: SECRET_KEY });
  const from = async (origin: string) =>
    (await app.inject({ method: 'POST', url: '/v1/auth/logout', headers: { origin, host: 'seri.example' } }))
      .statusCode;
  expect(await from('http://seri.example')).toBe(403);
  expect(await from('https://seri.example')).toBe(200);
  await app.close();
});
