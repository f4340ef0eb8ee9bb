import { Writable } from 'node:stream';
import { runOnce } from 'graphile-worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handleAccountRequest } from '../flows/accounts/handle-account-request.ts';
import { type Database, openDatabase } from '../platform/db/db.ts';
import { type TestDatabase, testDatabase } from '../platform/embedded-postgres/test-database.ts';
import { cookieNames } from '../platform/http/cookies.ts';
import { createApp } from '../platform/http/create-app.ts';
import { jobLogger } from '../platform/jobs/job-log.ts';
import { createLog } from '../platform/process/log.ts';
import { findPersonByEmail, linkOf } from '../testing/http/accounts.ts';
import { SECRET_KEY } from '../testing/http/auth-cookies.ts';
import { openBrowser } from '../testing/http/browser.ts';
import { authRoutes } from './routes.ts';
import { findCurrentUser } from './session/current-user-queries.ts';

const recaptcha = { secret: 'canary-of-the-recaptcha', verifyUrl: 'http://127.0.0.1:9/canary-address' };
const email = 'canary.address@example.test';
const typed = {
  fullName: 'Canary Name Surname',
  referralCode: 'CANARY-CODE',
  email,
  mobile: '+7 912 000 77 66',
  country: 183,
  city: 'Canary City',
  password: 'canary chooses this',
  confirmPassword: 'canary chooses this',
  terms: true,
  language: 692,
};
const lines: string[] = [];
const log = createLog(
  'test',
  'trace',
  new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line));
      done();
    },
  }),
);
let place: TestDatabase;
let database: Database;

beforeAll(async () => {
  place = await testDatabase();
  database = openDatabase(place.url, log);
});
afterAll(async () => {
  await database.close();
  await place.drop();
});

// @covers OPS-08
test('no password, token, address, name or hash of a user gets into the log during log-in, sign-up and reset', async () => {
  const cookies = cookieNames(undefined, 3000);
  const app = createApp({
    log,
    strictReplies: true,
    trustedProxies: [],
    cookies,
    publicUrl: undefined,
    findCurrentUser: (token) => findCurrentUser(database.db, token),
  });
  authRoutes(app, database, { cookies, secretKey: SECRET_KEY, recaptcha });
  const browser = openBrowser(app);
  const post = (url: string, body?: unknown) => browser.ask('POST', url, body);
  const work = () =>
    runOnce({
      pgPool: database.pool,
      logger: jobLogger(log),
      taskList: {
        account_request: (payload) =>
          handleAccountRequest(database.db, { ...(payload as { requestId: number }), secretKey: SECRET_KEY }),
        send_mail: () => Promise.reject(new Error(`550 ${email}: no such mailbox`)),
      },
    });
  const statuses: number[] = [];
  const seen = async (asked: ReturnType<typeof post>) => {
    const { status } = await asked;
    statuses.push(status);
  };

  await seen(post('/v1/auth/sign-up', { ...typed, terms: false }));
  await seen(post('/v1/auth/sign-up', typed));
  await seen(post('/v1/signup', typed));
  await work();
  const person = await findPersonByEmail(database, email);
  const tokens = [await linkOf(database, SECRET_KEY, person?.id ?? 0, 'verify')];
  await seen(post(`/v1/auth/verify-email?token=${tokens[0]}&token=${tokens[0]}`));
  await seen(browser.ask('GET', `/v1/auth/no-such-call?token=${tokens[0]}`));
  await seen(post(`/v1/auth/verify-email?token=${tokens[0]}`));
  await seen(post(`/v1/auth/verify-email?token=${tokens[0]}`));
  await seen(post('/v1/auth/login', { email, password: 'canary mistypes this' }));
  await seen(post('/v1/auth/login', { email, password: typed.password }));
  const change = {
    oldPassword: 'canary mistypes this',
    newPassword: 'canary: the next',
    confirmNewPassword: 'canary: the next',
  };
  await seen(post('/v1/user/change-password', change));
  await seen(post('/v1/user/change-password', { ...change, oldPassword: typed.password }));
  await seen(browser.ask('GET', `/v1/auth/reset-password?email=${encodeURIComponent(email)}`));
  await seen(post('/v1/auth/resend-verification', { email }));
  await work();
  tokens.push(await linkOf(database, SECRET_KEY, person?.id ?? 0, 'reset'));
  await seen(browser.ask('GET', `/v1/auth/reset-password-token-verify?token=${tokens[1]}`));
  const next = { newPassword: 'canary: after that', confirmPassword: 'canary: after that' };
  await seen(post(`/v1/auth/reset-password-verify?token=${tokens[1]}`, next));
  await database.db.insertInto('company_settings').values({ key: 'humanCheck', value: '"recaptcha"' }).execute();
  await seen(post('/v1/auth/reset-password', { email, humanCheck: 'canary answers the widget' }));
  tokens.push(...browser.jar.values());
  // A database error quotes the values of the statement.
  await database.pool.query('alter table account_requests add constraint none check (false) not valid');
  await database.pool.query(`delete from company_settings where key = 'humanCheck'`);
  await seen(post('/v1/auth/sign-up', typed));
  await app.close();

  expect(statuses).toEqual([422, 200, 200, 400, 404, 200, 403, 422, 200, 422, 200, 200, 200, 200, 200, 403, 500]);
  const written = lines.join('');
  for (const event of ['signed_in', 'address_verified', 'password_changed', 'password_reset', 'Auth.LinkInvalid'])
    expect(written).toContain(event);
  expect(written).toContain(`a job of send_mail`);
  expect(written).toContain('the reCAPTCHA service did not answer');
  expect(written).toContain('request failed');
  const stored = await database.db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow();
  for (const secret of [
    ...tokens,
    SECRET_KEY,
    'argon2id',
    stored.password_hash ?? '',
    'canary',
    'Canary',
    'CANARY',
    '79120007766',
  ])
    expect(written.split('\n').filter((line) => line.includes(secret))).toEqual([]);
}, 30_000);
