import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { passwordFits } from '../auth/account/password.ts';
import { ApiError } from '../platform/calls/errors.ts';
import { tokenHash } from '../platform/http/cookies.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { createPerson } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { runCommand as admin, type Run } from '../testing/http/run-command.ts';
import { userCalls } from '../testing/http/user-calls.ts';
import { errorSentence } from './complaint.ts';

// Each start of a process takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });
let portal: TestPortal;
let dir: string;

beforeAll(async () => {
  portal = await testPortal(userCalls);
  dir = mkdtempSync(join(tmpdir(), 'seri-admin-'));
  vi.stubEnv('PUBLIC_URL', 'https://seri.example');
  vi.stubEnv('DATABASE_URL', portal.url);
  vi.stubEnv('DATA_DIR', dir);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await portal.close();
  rmSync(dir, { recursive: true });
});

/** Runs a command in a process of its own, beside the running portal. */
const adminProcess = (args: string[], input = ''): Promise<Run> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, '..', 'cli', 'admin-cli.ts'), ...args],
      { encoding: 'utf8' },
      (_, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    );
    child.stdin?.end(input);
  });
const userOf = (email: string) =>
  portal.database.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

// @covers OPS-05
test('each group and command prints its help with an example', async () => {
  const alone = await admin([]);
  expect([alone.code, alone.out]).toEqual([1, '']);
  expect(alone.err).toContain('Usage: npm run admin --');
  const help = await adminProcess(['user', '--help']);
  expect(help.code).toBe(0);
  const names = [...help.out.matchAll(/^ {2}([a-z-]+) .*/gm)].map(([, name]) => name);
  expect(names).toEqual(
    expect.arrayContaining(['create', 'list', 'show', 'disable', 'enable', 'set-password', 'send-link']),
  );
  const own = await admin(['user', 'set-limits', '--help']);
  expect([own.code, own.err]).toEqual([0, '']);
  expect(own.out).toContain('npm run admin -- user set-limits anna@example.com --credit 2000000 --daily-bids any');
});

// @covers OPS-05
test('invalid input gets a sentence with the next step, and changes nothing', async () => {
  const anna = await createPerson(portal.database.db);
  const before = await userOf(anna.email);
  const short = new ApiError('Password.Short', { fields: { password: ['Password.Short'] }, details: { length: 8 } });
  expect(errorSentence(short)).toBe('The password is too short: give at least 8 characters.');
  const real = await adminProcess(['user', 'set-role', anna.email, 'king']);
  expect([real.code, real.out]).toEqual([1, '']);
  expect(real.err).toMatch(/^<role> is invalid\. Give one of: client, vip, .*\n$/);
  const cases: [string[], RegExp][] = [
    [['user', 'bid'], /^Unknown command 'bid'\.\nSee npm run admin -- user --help\n$/],
    [['user', 'show', 'nobody@example.test'], /^There is no account nobody@example\.test: npm run admin -- user list/],
    [['user', 'set-permission', anna.email, 'fly=on'], /^There is no flag fly\. The flags are: carAuctionsView, /],
    [['user', 'set-permission', anna.email, 'shareCar=yes'], /^Write shareCar=on or shareCar=off\.\n$/],
    [['user', 'set-role', anna.email, 'king'], /^<role> is invalid\. Give one of: client, vip, dealer, /],
    [['user', 'set-limits', anna.email, '--credit', '1.5'], /--credit <yen>.*Give a whole number, or any\.\nSee npm/],
    [['user', 'set-limits', anna.email, '--credit', '1000000000'], /^Invalid value for --credit: 0 to 999999999 yen/],
    [['user', 'set-limits', anna.email], /^Name a limit: --credit, --daily-bids or --daily-photos\.\n$/],
    [['user', 'set-role', anna.email, 'manager'], /^A client cannot become a manager, nor a manager a client: /],
    [['user', 'create', anna.email, '--name', 'A', '--role', 'client'], /^Another account has this email address\.\n$/],
    [['company', 'set', 'depositYen', 'much'], /^depositYen is invalid\.\nnpm run admin -- company show depositYen/],
    [['company', 'set', 'deposit', '1'], /^There is no setting deposit\. The settings are: companyName, /],
    [['company', 'set', 'notice', '{"en":"Closed"'], /^This is not JSON: /],
    [['company', 'set', 'notice', '{"en":"Closed","ru":7}'], /^notice\.ru is invalid\.\n/],
  ];
  for (const [args, sentence] of cases) {
    const { code, out, err } = await admin(args);
    expect([args, code, out]).toEqual([args, 1, '']);
    expect(err).toMatch(sentence);
    expect(err).not.toMatch(/\n {4}at /);
  }
  expect(await userOf(anna.email)).toEqual(before);
});

// @covers OPS-05
test('without a portal it says how to start one', async () => {
  vi.stubEnv('DATABASE_URL', '');
  const nowhere = await admin(['user', 'list']);
  expect(nowhere).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^No portal runs on .*npm start/) });
  for (const host of ['127.0.0.1', encodeURIComponent('/no/such/folder')]) {
    vi.stubEnv('DATABASE_URL', `postgres://seri@${host}:1/seri`);
    const away = await admin(['user', 'list']);
    vi.stubEnv('DATABASE_URL', portal.url);
    expect(away).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The database cannot be reached: .*DATABASE_URL/),
    });
  }
});

// @covers ASVS-6.4.1
test('a new account gets a link that works once, not a password', async () => {
  const created = await adminProcess([
    ...['user', 'create', 'olga@example.test', '--name', 'Olga Kim', '--role', 'vip', '--language', 'ru'],
    ...['--credit', '2,000,000', '--daily-bids', 'any', '--country', '183'],
  ]);
  expect([created.code, created.err]).toEqual([0, '']);
  const token = /^https:\/\/seri\.example\/auth\/change-password\?token=([\w-]+)$/m.exec(created.out)?.[1] ?? '';
  const olga = await userOf('olga@example.test');
  expect(olga).toMatchObject({ role_id: ROLE.vip, language: 693, country_id: 183, password_hash: null });
  const links = await portal.database.db.selectFrom('email_links').selectAll().where('user_id', '=', olga.id).execute();
  expect(links).toHaveLength(1);
  expect(links[0]).toMatchObject({ purpose: 'reset', used_at: null, voided_at: null, token_hash: tokenHash(token) });
  const hours = (Number(links[0]?.expires_at) - Number(links[0]?.created_at)) / 3_600_000;
  expect(hours).toBeCloseTo(24, 1);
});

// @covers ASVS-7.4.5
test('a password comes from standard input, is never printed, and ends the sessions', async () => {
  const anna = await createPerson(portal.database.db);
  const password = 'a Kettle of 7 fish';
  const run = await adminProcess(['user', 'set-password', anna.email], `${password}\nrest`);
  expect(run.code).toBe(0);
  expect(`${run.out}${run.err}`).not.toContain('Kettle');
  expect(await passwordFits((await userOf(anna.email)).password_hash, password)).toBe(true);
  expect((await portal.ask(anna, 'GET', '/v1/user/view-profile')).status).toBe(401);
  const argument = await admin(['user', 'set-password', anna.email, password]);
  expect(argument.code).toBe(1);
  expect(await passwordFits((await userOf(anna.email)).password_hash, password)).toBe(true);
});

test('without a typed password it creates a link, and send-link sends it by email too', async () => {
  const anna = await createPerson(portal.database.db);
  const typed = await adminProcess(['user', 'set-password', anna.email], '\n');
  expect(typed.out).toContain('https://seri.example/auth/change-password?token=');
  const sent = await admin(['user', 'send-link', `C-${String(anna.id).padStart(4, '0')}`]);
  expect(sent).toMatchObject({ code: 0, out: expect.stringContaining('is sent by email') });
  const mails = await portal.database.db.selectFrom('mails').selectAll().where('user_id', '=', anna.id).execute();
  expect(mails.map((mail) => mail.kind)).toEqual(['reset_password']);
});

// @covers ASVS-8.3.2
test('a flag that is switched off applies to the next request of an open session', async () => {
  const anna = await createPerson(portal.database.db);
  const flag = async () => (await portal.ask(anna, 'GET', '/v1/user/view-profile')).body.permissions.shareCar;
  expect(await flag()).toBe(true);
  const off = await adminProcess(['user', 'set-permission', anna.email, 'shareCar=off', 'bikeView=off']);
  expect([off.code, off.out]).toEqual([0, 'Set: shareCar=off, bikeView=off.\n']);
  expect(await flag()).toBe(false);
});

test('show prints everything but secrets, with the last decisions, also as JSON', async () => {
  const anna = await createPerson(portal.database.db, {
    fullName: 'Anna\u001b[31m Petrova',
    passwordHash: '$argon2id$x',
  });
  await admin(['user', 'set-limits', anna.email, '--credit', 'any']);
  await admin(['user', 'set-role', String(anna.id), 'troublesome']);
  const { out } = await admin(['user', 'show', anna.email]);
  expect(out).toMatch(/^credit +any$/m);
  expect(out).toMatch(/^\S+ \S+ UTC +operator +role +roleId client -> troublesome$/m);
  expect(out).toMatch(/^\S+ \S+ UTC +operator +limits +creditLimitYen 1,000,000 -> any$/m);
  expect(out).not.toContain('\u001b');
  const json = JSON.parse((await admin(['user', 'show', anna.email, '--json'])).out);
  expect(json).toMatchObject({ id: anna.id, role: 'troublesome', has_password: true, sessions: 1 });
  expect(JSON.stringify(json)).not.toContain('argon2');
  const list = JSON.parse((await admin(['user', 'list', '--search', anna.email, '--json'])).out);
  expect(list).toMatchObject([{ id: anna.id, email: anna.email, role: 'troublesome' }]);
});

test('lists the jobs of the workers with their queue lengths', async () => {
  await addJob(portal.database.db, 'read_sheet', { readingId: 1 }, { runAt: new Date('2099-01-01T00:00:00Z') });
  const { code, out } = await admin(['jobs']);
  expect(code).toBe(0);
  expect(out).toMatch(/^check_ledger +15 18 \* \* \* +main \(8\) \* +25 +0 +0 +0 +- /m);
  expect(out).toMatch(
    /^read_sheet +on demand +sheets \(1\) +3 +1 +0 +0 +2099-01-01 00:00 UTC +reads an auction sheet$/m,
  );
});

test('a setting is changed, shown and reset, and a page is set from a file', async () => {
  expect((await admin(['company', 'set', 'depositYen', '210000'])).out).toBe('depositYen = 210000\n');
  expect((await admin(['company', 'set', 'companyName', '747'])).out).toBe('companyName = "747"\n');
  expect((await admin(['company', 'show', 'depositYen'])).out).toContain('Default: 150000');
  expect(JSON.parse((await admin(['company', 'show', '--json'])).out)).toMatchObject({ depositYen: 210_000 });
  expect((await admin(['company', 'reset', 'depositYen'])).out).toContain('depositYen is 150000 again');
  const file = join(dir, 'terms.md');
  writeFileSync(file, 'Just text\n');
  expect(await admin(['company', 'page', 'terms', '--file', file])).toMatchObject({
    code: 1,
    err: expect.stringContaining('The first line must be "# Title"'),
  });
  writeFileSync(file, '# Our terms\n\nPay within a week.\n');
  expect((await admin(['company', 'page', 'terms', '--file', file])).code).toBe(0);
  expect((await admin(['company', 'page', 'terms'])).out).toBe('# Our terms\n\nPay within a week.\n');
  expect((await admin(['company', 'page', 'terms', '--language', 'ru'])).out).toContain('# Условия использования');
});

test('money is booked once per key, reversed by its mirror, and listed', async () => {
  const { id, email } = await createPerson(portal.database.db);
  const book = ['money', 'book', email, 'deposit', '150000', '--for', 'Deposit', '--key', `bank-${id}`];
  const first = await admin(book);
  expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^Posting \d+ is booked/) });
  expect((await admin(book)).out).toBe(first.out);
  expect((await admin(['money', 'book', email, 'refund', '150001', '--for', 'Back', '--key', 'r'])).code).toBe(1);
  const [posting = ''] = /\d+/.exec(first.out) ?? [];
  expect((await admin(['money', 'reverse', posting, '--for', 'A mistake'])).code).toBe(0);
  const { out } = await admin(['money', 'list', email]);
  expect(out).toContain('Balance: 0 yen');
  expect(out).toMatch(/deposit +150,000 +Deposit \(reversed by \d+\)/);
  expect((await admin(['money', 'transfers'])).out).toBe('No transfers are waiting.\n');
});
