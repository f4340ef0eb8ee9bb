import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { saveSettings } from '../../platform/db/installation.ts';
import { COOKIES, SECRET_KEY } from '../../testing/http/auth-cookies.ts';
import { openBrowser } from '../../testing/http/browser.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { removeOutdated } from '../remove-outdated.ts';
import { authRoutes } from '../routes.ts';
import { newPuzzle, PUZZLE_MINUTES, solvedNonce } from './puzzle.ts';

const recaptchaSecret = 'what only the server knows';
const REFUSED = { status: 403, body: { messageCode: 'Recaptcha' } };
let portal: TestPortal;
let unconfigured: TestPortal;
let service: Server;
/** Requests to the service, and its next reply. */
let requests: URLSearchParams[] = [];
let answer: { status: number; body: string } | 'nothing';
let next = 0;

beforeAll(async () => {
  service = createServer((request, reply) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      requests.push(new URLSearchParams(text));
      if (answer === 'nothing') request.socket.destroy();
      else reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const verifyUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/siteverify`;
  portal = await testPortal((app, database) =>
    authRoutes(app, database, {
      cookies: COOKIES,
      secretKey: SECRET_KEY,
      recaptcha: { secret: recaptchaSecret, verifyUrl },
    }),
  );
  unconfigured = await testPortal((app, database) =>
    authRoutes(app, database, { cookies: COOKIES, secretKey: SECRET_KEY }),
  );
});
afterAll(async () => {
  await portal.close();
  await unconfigured.close();
  service.close();
});
beforeEach(() => {
  requests = [];
  answer = { status: 200, body: '{"success":true}' };
});

const settle = (humanCheck: 'off' | 'proof' | 'recaptcha', at = portal) => saveSettings(at.database.db, { humanCheck });
const askForReset = (humanCheck?: string, at = portal) =>
  openBrowser(at.app).ask('POST', '/v1/auth/reset-password', { email: `somebody-${next++}@example.test`, humanCheck });
const written = async () => (await portal.database.db.selectFrom('account_requests').select('id').execute()).length;

/** Solves a puzzle as a browser does. */
function solve({ challenge, zeroBits }: { challenge: string; zeroBits: number }): string {
  for (let number = 0; ; number++) {
    const hash = createHash('sha256').update(`${challenge}.${number}`).digest();
    if (hash.readUInt32BE() >>> (32 - zeroBits) === 0) return `${challenge}.${number}`;
  }
}
const puzzle = async () => (await openBrowser(portal.app).ask('GET', '/v1/auth/get-puzzle')).body;

test('a company without a check accepts forms with and without an answer', async () => {
  await settle('off');
  expect((await askForReset()).status).toBe(200);
  expect((await askForReset('whatever')).status).toBe(200);
  expect(requests).toEqual([]);
});

describe('a puzzle', () => {
  test('is valid once when solved, for sign-up, reset and a repeated email', async () => {
    await settle('proof');
    const solution = solve(await puzzle());
    const replies = await Promise.all(Array.from({ length: 10 }, () => askForReset(solution)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.find(({ status }) => status !== 200)).toMatchObject(REFUSED);
    const form = {
      fullName: 'Anna Petrova',
      email: 'human@example.test',
      mobile: '79123456789',
      country: 183,
      city: 'Ufa',
      password: 'Kamakura tram 15',
      confirmPassword: 'Kamakura tram 15',
      terms: true,
      language: 692,
    };
    const browser = openBrowser(portal.app);
    expect(await browser.ask('POST', '/v1/auth/sign-up', form)).toMatchObject(REFUSED);
    expect((await browser.ask('POST', '/v1/auth/sign-up', { ...form, humanCheck: solve(await puzzle()) })).status).toBe(
      200,
    );
    const again = { email: form.email, humanCheck: solve(await puzzle()) };
    expect((await browser.ask('POST', '/v1/auth/resend-verification', again)).status).toBe(200);
    const get = `/v1/auth/reset-password?email=${form.email}&humanCheck=`;
    expect((await browser.ask('GET', get + solve(await puzzle()))).status).toBe(200);
    expect(await browser.ask('GET', get)).toMatchObject(REFUSED);
  });

  test('is refused and leaves no record when unsolved, foreign, made easier or expired', async () => {
    await settle('proof');
    const before = await written();
    const { challenge, zeroBits } = await puzzle();
    const solved = solve({ challenge, zeroBits });
    const easier = challenge.replace(/^\d+/, '1');
    const foreign = newPuzzle('another secret of thirty-two char').challenge;
    for (const humanCheck of [
      undefined,
      '',
      challenge,
      `${challenge}.x`,
      `${challenge}.-1`,
      solved.replace(/\d+$/, '999999999999999'),
      solve({ challenge: easier, zeroBits: 1 }),
      solve({ challenge: foreign, zeroBits }),
    ])
      expect(await askForReset(humanCheck)).toMatchObject(REFUSED);
    expect(await written()).toBe(before);
    const nowMs = Date.now();
    expect(solvedNonce(SECRET_KEY, solved, nowMs)).not.toBeNull();
    expect(solvedNonce(SECRET_KEY, solved, nowMs + PUZZLE_MINUTES * 60_000 + 2_000)).toBeNull();
  });

  test('that was used long ago is deleted, since it has expired', async () => {
    await portal.database.pool.query(`update spent_puzzles set spent_at = spent_at - interval '2 days'`);
    await removeOutdated(portal.database.db);
    expect(await portal.database.db.selectFrom('spent_puzzles').select('spent_at').execute()).toEqual([]);
  });
});

describe('reCAPTCHA', () => {
  test('is checked with the company’s secret, without data of the user', async () => {
    await settle('recaptcha');
    expect((await askForReset('answer of the widget')).status).toBe(200);
    expect(requests.map((form) => Object.fromEntries(form))).toEqual([
      { secret: recaptchaSecret, response: 'answer of the widget' },
    ]);
  });

  test.each([
    ['says no', { status: 200, body: '{"success":false,"error-codes":["timeout-or-duplicate"]}' }],
    ['is broken', { status: 500, body: '{"success":true}' }],
    ['says something else', { status: 200, body: '<html>' }],
    ['leads elsewhere', { status: 302, body: '{"success":true}' }],
    ['hangs up', 'nothing'],
  ] as const)('lets nobody in when the service %s', async (_what, how) => {
    await settle('recaptcha');
    const before = await written();
    answer = how;
    expect(await askForReset('answer of the widget')).toMatchObject(REFUSED);
    expect(await written()).toBe(before);
  });

  test('is not called without an answer', async () => {
    await settle('recaptcha');
    expect(await askForReset()).toMatchObject(REFUSED);
    expect(requests).toEqual([]);
  });

  test('refuses all forms when the portal has no secret', async () => {
    await settle('recaptcha', unconfigured);
    expect(await askForReset('answer of the widget', unconfigured)).toMatchObject(REFUSED);
  });
});
