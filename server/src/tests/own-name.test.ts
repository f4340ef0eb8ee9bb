import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { DEFAULT_ACCENTS } from '@seri/contract/company/accents.ts';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../auth/account/password.ts';
import { buildPortal } from '../compose/app.ts';
import { sendMail } from '../mail/send-mail.ts';
import { fileTransport } from '../mail/transports.ts';
import { allCalls } from '../platform/calls/calls.ts';
import { saveSettings } from '../platform/db/installation.ts';
import { japanDay } from '../platform/i18n/japan-time.ts';
import { type Mail, queueMail } from '../platform/mail-outbox.ts';
import { readConfig } from '../platform/process/config.ts';
import { createLog } from '../platform/process/log.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { buyCar } from '../testing/fixtures/purchases.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { readPdf } from '../testing/http/read-pdf.ts';
import { ownDatabase } from '../testing/processes/own-database.ts';

const WEB = join(import.meta.dirname, '..', '..', '..', 'web');
const COMPANY = 'Fuji <Motors> & Sons';
const PUBLIC_URL = 'https://fuji.example';
/** The product's name, in Latin or Japanese letters. */
const PRODUCT = /(?<![a-z])seri(?![a-z])|競り/i;
/** Internal names that readers never see: decision 023. */
const INTERNAL = /seri-boot|(__Host-)?seri_(access|refresh|pending)\w*|'seri\.[a-z-]+'/g;

const log = createLog('test', 'silent');
const database = ownDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'own-name-'));
let portal: FastifyInstance;
let anna: Person;
let maria: Person;

beforeAll(async () => {
  const dist = join(dataDir, 'dist');
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(dist, 'index.html'), readFileSync(join(WEB, 'index.html')));
  await writeFile(join(dist, 'manifest.json'), '{}');
  for (const name of readdirSync(join(WEB, 'public')))
    await writeFile(join(dist, name), readFileSync(join(WEB, 'public', name)));
  const { db } = database;
  await saveSettings(db, { companyName: COMPANY, companyAddress: '1-2-3 Honcho, Yokohama', ...DEFAULT_ACCENTS });
  anna = await createPerson(db, { fullName: 'Anna Petrova', creditLimitYen: -1 });
  maria = await createPerson(db, { roleId: 991 });
  const { config, secrets } = readConfig({ DATA_DIR: dataDir, NODE_ENV: 'test', PUBLIC_URL });
  portal = await buildPortal({ config, secrets, database, log, webDist: dist });
});
afterAll(async () => {
  await portal.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const ask = (person: Person | null, url: string, more: InjectOptions = {}) =>
  portal.inject({
    url,
    ...more,
    headers: { host: 'fuji.example', ...(person ? { cookie: securely(person.cookie) } : {}), ...more.headers },
  });
/** Behind https, cookies have another name. */
const securely = (cookie: string) => cookie.replaceAll(/seri_(\w+?)_\d+=/g, '__Host-seri_$1=');

/** The visible part of a reply, without internal names. */
const visibleText = ({ headers, body }: LightMyRequestResponse): string =>
  `${JSON.stringify(headers)}\n${body}`.replaceAll(INTERNAL, '');

// @covers OPS-09
test('no call, page or file contains the product’s name for a visitor, a client or a manager', async () => {
  const pages = ['/', '/auth/login', '/car-auction/1', '/about', '/profile', '/no/such/page'];
  const files = ['/manifest.webmanifest', '/favicon.svg', '/before-paint.js'];
  const calls = allCalls().flatMap(({ method, path, aliases = [] }) => (method === 'GET' ? [path, ...aliases] : []));
  const documents = ['/v1/docs', '/v1/docs/start.js', '/v1/openapi.json', '/v1/files/bids.csv?list=my-bid', '/v1/none'];
  const lotId = await createLot(database.db);
  const answered: string[] = [];
  for (const person of [null, anna, maria])
    for (const path of [...pages, ...files, ...documents, ...calls, `/v1/car-auction/view-lot?id=${lotId}`]) {
      const reply = await ask(person, path);
      if (reply.statusCode === 200) answered.push(path);
      expect([path, PRODUCT.exec(visibleText(reply))?.[0]]).toEqual([path, undefined]);
    }
  // Signed-in clients are let in, and most calls without parameters succeed.
  expect(answered).toEqual(expect.arrayContaining(['/v1/user/view-profile', '/v1/openapi.json', '/v1/docs', ...pages]));
  expect(new Set(answered).size).toBeGreaterThan(60);
});

test('pages, documentation and home screen files contain the company’s name instead', async () => {
  const written = 'Fuji &lt;Motors&gt; &amp; Sons';
  expect((await ask(null, '/')).body).toContain(`<title>${written}</title>`);
  expect((await ask(null, '/v1/docs')).body).toContain(`<title>${written}: the calls</title>`);
  expect((await ask(null, '/v1/openapi.json')).json()).toMatchObject({ openapi: '3.1.0', info: { title: COMPANY } });
  expect((await ask(null, '/manifest.webmanifest')).json()).toMatchObject({ name: COMPANY, short_name: COMPANY });
});

test('documents, lists and the calendar have the company’s name, in their metadata and names too', async () => {
  const [purchase, today] = [await buyCar(database.db, anna), japanDay(new Date())];
  const pdfs = [`/v1/payments/invoice?id=P${purchase}`, `/v1/files/statement.pdf?dateFrom=${today}&dateTo=${today}`];
  for (const path of pdfs) {
    const reply = await ask(anna, path);
    expect([path, reply.statusCode]).toEqual([path, 200]);
    const { pages, info } = await readPdf(reply.rawPayload);
    expect(info).toMatchObject({ Author: COMPANY, Creator: COMPANY, Producer: COMPANY });
    expect(JSON.stringify([pages, info, reply.headers])).not.toMatch(PRODUCT);
    expect(reply.rawPayload.toString('latin1')).not.toMatch(/\bSeri\b/);
  }
  const { path } = (await ask(anna, '/v1/notifications/renew-calendar', { method: 'POST' })).json();
  const calendar = await ask(null, path);
  expect(calendar.body).toContain(`PRODID:-//${COMPANY}//Bids//EN`);
  expect(visibleText(calendar)).not.toMatch(PRODUCT);
});

test('authenticator apps and passkeys do not show it either', async () => {
  const password = 'yokohama-2031';
  const owner = await createPerson(database.db, { passwordHash: await hashPassword(password) });
  for (const path of ['/v1/user/start-second-factor', '/v1/user/start-passkey']) {
    const reply = await ask(owner, path, { method: 'POST', payload: { password }, headers: { origin: PUBLIC_URL } });
    expect([path, reply.statusCode]).toEqual([path, 200]);
    expect(visibleText(reply)).toMatch(/Fuji/);
    expect(visibleText(reply)).not.toMatch(PRODUCT);
  }
});

test.each([692, 693] as const)(
  'an email comes from the company, in its headers and its text (%i)',
  async (language) => {
    const reader = await createPerson(database.db, { language });
    const delivery = {
      ...{ db: database.db, smtp: null, folder: fileTransport(dataDir), publicUrl: PUBLIC_URL, log },
      ...{ secretKey: 'of the test', mailFrom: undefined },
    };
    const mails: Mail[] = [
      { kind: 'password_changed', userId: reader.id },
      { kind: 'address_known', userId: reader.id },
    ];
    for (const mail of mails) {
      await database.db.transaction().execute((tx) => queueMail(tx, mail, `${mail.kind} ${language}`));
      const { id } = await database.db.selectFrom('mails').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
      await sendMail(delivery, { mailId: id, isLast: false, signal: new AbortController().signal });
      const raw = readFileSync(join(dataDir, `${id}.eml`), 'utf8');
      const email = await PostalMime.parse(raw);
      expect(email.from).toEqual({ name: COMPANY, address: 'no-reply@fuji.example' });
      for (const part of [raw, email.subject, email.text, email.html]) expect(part).not.toMatch(PRODUCT);
    }
  },
);

test('the web app’s build does not contain the product’s name', () => {
  const files = readdirSync(join(WEB, 'src'), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((name) => ['.ts', '.tsx', '.css', '.json'].includes(extname(name)));
  expect(sources.length).toBeGreaterThan(300);
  const naming = sources.filter((name) => /\bSeri\b|競り/.test(readFileSync(join(WEB, 'src', name), 'utf8')));
  expect(naming).toEqual([]);
});
