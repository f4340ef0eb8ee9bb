import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { registerCalls } from '../compose/app.ts';
import { buyCar } from '../testing/fixtures/purchases.ts';
import { CALL_OPTIONS } from '../testing/http/call-options.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { runCommand as admin } from '../testing/http/run-command.ts';

// Commands of the provider: purchases, service tokens, webhooks.
let portal: TestPortal;
let dir: string;
let anna: Person;
let car: string;
const db = () => portal.database.db;

beforeAll(async () => {
  portal = await testPortal((app, database) => registerCalls(app, database, CALL_OPTIONS));
  dir = mkdtempSync(join(tmpdir(), 'seri-admin-'));
  vi.stubEnv('DATABASE_URL', portal.url);
  vi.stubEnv('DATA_DIR', dir);
  anna = await createPerson(db(), { fullName: 'Anna Petrova' });
  car = `P${await buyCar(db(), anna)}`;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await portal.close();
  rmSync(dir, { recursive: true });
});

/** Each command fails with one sentence on standard error and nothing on standard output. */
async function expectRefusals(cases: [string[], RegExp][]) {
  for (const [args, sentence] of cases) {
    const { code, out, err } = await admin(args);
    expect([args, code, out]).toEqual([args, 1, '']);
    expect(err).toMatch(sentence);
    expect(err).not.toMatch(/\n {4}at /);
  }
}
const view = async () => (await portal.ask(anna, 'GET', `/v1/purchased-cars/view-car?id=${car}`)).body;

// @covers OPS-05
test('a purchase gets a status, a charge and a note, and its client sees them at once', async () => {
  expect((await admin(['purchase', 'set-status', car, 'in-transit'])).out).toBe(`${car} is in-transit.\n`);
  const ship = ['purchase', 'set-shipping', car.toLowerCase(), '--vessel', 'Asahi Maru', '--etd', '2026-12-01'];
  expect((await admin(ship)).code).toBe(0);
  for (const _ of [1, 2]) expect((await admin(['purchase', 'charge', car, 'freight', '30,000'])).code).toBe(0);
  expect((await admin(['purchase', 'set-note', car, 'Spare key sent'])).code).toBe(0);
  expect((await admin(['purchase', 'set-due', car, 'billOfLading', '2026-12-24'])).code).toBe(0);
  expect(await view()).toMatchObject({
    logistics: { status: 4, vessel: 'Asahi Maru', etd: '2026-12-01' },
    finances: { freight: { value: 30_000 }, total: 722_000 },
    note: 'Spare key sent',
  });
  expect((await view()).checkList.at(-1)).toMatchObject({ kind: 'billOfLading', dueOn: '2026-12-24' });
  expect((await admin(['purchase', 'set-due', car, 'billOfLading', 'none'])).out).toContain('on its usual day');
  expect((await admin(['purchase', 'set-note', car, 'none'])).code).toBe(0);
  expect((await view()).note).toBe('');
  const list = (await admin(['purchase', 'list', '--user', anna.email])).out;
  expect(list).toContain(`${car}  Anna Petrova  TOYOTA PRIUS  in-transit  722000 yen  ETD 2026-12-01  ETA -`);
  const json = JSON.parse((await admin(['purchase', 'list', '--json'])).out);
  expect(json).toMatchObject([{ userId: anna.id, fees: { freight: 30_000 } }]);
});

test('a document is checked by its content and removed by its id', async () => {
  const file = join(dir, 'bl.pdf');
  writeFileSync(file, '<html>');
  const add = ['purchase', 'add-document', car, 'billOfLading', file, '--name', 'Bill of lading'];
  await expectRefusals([[add, /PDF/]]);
  writeFileSync(file, '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
  const { out } = await admin(add);
  const [, number = ''] = /document (\d+) is added/.exec(out) ?? [];
  expect((await view()).documents).toMatchObject([{ documentId: Number(number), name: 'Bill of lading' }]);
  expect((await admin(['purchase', 'remove-document', number])).code).toBe(0);
  expect((await view()).documents).toEqual([]);
});

test('invalid input for a purchase gets a sentence and changes nothing', async () => {
  const before = await view();
  await expectRefusals([
    [['purchase', 'set-status', car, 'flying'], /Give one of: processing, domestic-transport, /],
    [['purchase', 'set-status', '55', 'delivered'], /Give the number of a purchase, such as P55/],
    [['purchase', 'set-status', 'P999999', 'delivered'], /^Not found/],
    [['purchase', 'set-shipping', car], /^Say what changes, for instance --etd/],
    [['purchase', 'set-shipping', car, '--etd', 'soon'], /Give a day such as 2026-12-24, or none/],
    [['purchase', 'set-shipping', car, '--eta', '2026-11-01'], /^The ship would arrive before it leaves/],
    [['purchase', 'charge', car, 'bribe', '1'], /Give one of: auctionFee, inspection, freight/],
    [['purchase', 'charge', car, 'freight', '1.5'], /Give whole yen/],
    [['purchase', 'add-document', car, 'other', join(dir, 'none.pdf')], /cannot be read \(ENOENT\)/],
    [['purchase', 'remove-document', '9999'], /^Not found/],
    [['purchase', 'set-note', car, 'x'.repeat(2_001)], /^The note is too long: at most 2000/],
    [['purchase', 'list', '--user', 'nobody@example.test'], /^There is no account nobody@example\.test/],
  ]);
  expect(await view()).toEqual(before);
});

// @covers OPS-05
test('a token is printed once, allows its scopes, and is changed, disabled and enabled again', async () => {
  const created = await admin(['token', 'create', 'accounting', '--scopes', 'clients:read,purchases:read']);
  const [bearer = ''] = created.out.split('\n');
  expect(bearer).toMatch(/^seri_[\w-]{43}$/);
  const status = async (path: string, token = bearer) =>
    (await portal.ask({ ...anna, cookie: '', bearer: token }, 'GET', `/v1/back-office/${path}`)).status;
  expect([await status('purchases'), await status('company')]).toEqual([200, 403]);
  expect((await admin(['token', 'set-scopes', 'accounting', 'company:read'])).out).toBe(
    'accounting may: company:read.\n',
  );
  expect([await status('purchases'), await status('company')]).toEqual([403, 200]);
  const next = (await admin(['token', 'rotate', 'accounting', '--overlap', '0'])).out.split('\n')[0] ?? '';
  expect([await status('company'), await status('company', next)]).toEqual([401, 200]);
  expect((await admin(['token', 'disable', 'accounting'])).out).toBe('accounting is disabled.\n');
  expect(await status('company', next)).toBe(401);
  expect((await admin(['token', 'enable', 'accounting'])).code).toBe(0);
  expect(await status('company', next)).toBe(200);
  const shown = (await admin(['token', 'show', 'accounting'])).out;
  expect(shown).toMatch(/ rotated$/m);
  expect(shown).toMatch(/200 +\S+ +GET \/v1\/back-office\/company/);
  const list = JSON.parse((await admin(['token', 'list', '--json'])).out);
  expect(list).toMatchObject([{ name: 'accounting', scopes: ['company:read'] }]);
  expect(`${shown}${JSON.stringify(list)}`).not.toContain(next);
});

test('invalid input for a token gets a sentence', async () => {
  await expectRefusals([
    [['token', 'create', 'accounting', '--scopes', 'clients:read'], /^There is a token of this name: choose another/],
    [['token', 'create', 'Big Name', '--scopes', 'clients:read'], /^Invalid value for NAME: small letters/],
    [
      ['token', 'create', 'other', '--scopes', 'clients:all'],
      /There is no scope clients:all\. The scopes are: clients:read/,
    ],
    [['token', 'create', 'other'], /--scopes/],
    [['token', 'rotate', 'accounting', '--overlap', '721'], /Give hours from 0 to 720/],
    [['token', 'disable', 'nobody'], /^There is no token nobody: npm run admin -- token list/],
    [['token', 'show', 'nobody'], /^There is no token nobody/],
  ]);
});

test('a webhook gets a secret that is printed once; failed deliveries are listed and sent again', async () => {
  await expectRefusals([
    [['webhook', 'set', 'books', 'http://127.0.0.1/'], /WEBHOOKS_INSIDE/],
    [['webhook', 'set', 'books', 'https://books.example/', '--kinds', 'all'], /Give one or more of: purchase\.won/],
    [['webhook', 'disable', 'books'], /^There is no target books/],
    [['webhook', 'resend', 'books'], /^There is no target books/],
  ]);
  const created = (await admin(['webhook', 'set', 'books', 'https://books.example/', '--kinds', 'payment.booked'])).out;
  expect(created).toMatch(/^[\w-]{43}\nNobody can show it again/);
  expect((await admin(['webhook', 'set', 'books', 'https://books.example/seri'])).out).toBe('books is changed.\n');
  expect((await admin(['webhook', 'set', 'books', 'https://books.example/seri', '--new-secret'])).out).not.toBe(
    created,
  );
  await admin(['money', 'book', anna.email, 'deposit', '1000', '--for', 'Deposit', '--key', 'cli']);
  await portal.database.pool.query(`update webhook_deliveries set state = 'dead', last_error = 'answered 503'`);
  expect((await admin(['webhook', 'list'])).out).toMatch(/books +enabled +0 +1 /);
  expect((await admin(['webhook', 'deliveries', 'books', '--dead'])).out).toMatch(
    /payment\.booked +dead .*answered 503/,
  );
  expect((await admin(['webhook', 'resend', 'books'])).out).toBe('1 will be sent again.\n');
  expect((await admin(['webhook', 'deliveries', '--dead'])).out).toBe('There are no deliveries.\n');
  expect((await admin(['webhook', 'disable', 'books'])).out).toBe('books is disabled.\n');
  const [target] = JSON.parse((await admin(['webhook', 'list', '--json'])).out);
  expect(target).toMatchObject({ name: 'books', isEnabled: false, waiting: 1, dead: 0 });
  expect(JSON.stringify(target)).not.toContain('ecret');
});
