import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPortal } from '../../../compose/app.ts';
import { flatDrawings } from '../../../testing/fixtures/flat-pictures.ts';
import { liftBudgets } from '../../../testing/http/budgets.ts';
import { createPerson } from '../../../testing/http/people.ts';
import { allCalls } from '../../calls/calls.ts';
import { type Database, openDatabase } from '../../db/db.ts';
import { saveSettings } from '../../db/installation.ts';
import { testDatabase } from '../../embedded-postgres/test-database.ts';
import { readConfig } from '../../process/config.ts';
import { createLog } from '../../process/log.ts';

const log = createLog('test', 'silent');
const dataDir = mkdtempSync(join(tmpdir(), 'seri-headers-'));
const dist = join(dataDir, 'dist');
let database: Database;
let drop: () => Promise<void>;
let portal: FastifyInstance;
let cookie: string;

beforeAll(async () => {
  const created = await testDatabase();
  drop = created.drop;
  database = openDatabase(created.url, log);
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(
    join(dist, 'index.html'),
    '<!doctype html><html><head><title>Seri</title></head><body></body></html>',
  );
  await writeFile(join(dist, 'manifest.json'), '{}');
  await writeFile(join(dist, 'before-paint.js'), '0;');
  await writeFile(join(dist, 'assets', 'main.js'), '0;');
  await liftBudgets(database);
  portal = await build({});
  cookie = (await createPerson(database.db)).cookie;
});
afterAll(async () => {
  await portal.close();
  await database.close();
  await drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Builds the whole portal, pages and pictures included, from the environment. */
async function build(env: NodeJS.ProcessEnv): Promise<FastifyInstance> {
  const { config, secrets } = readConfig({ DATA_DIR: dataDir, METRICS_TOKEN: 'of the test', NODE_ENV: 'test', ...env });
  return buildPortal({ config, secrets, database, log, webDist: dist, drawings: flatDrawings });
}

/** One of each kind of reply: signed-out and signed-in calls, pages, files, pictures, documents, errors of the framework. */
const OTHERS: [name: string, request: InjectOptions][] = [
  ['the page', { url: '/' }],
  ['the page of an address nobody knows', { url: '/no/such/page' }],
  ['a hashed file', { url: '/assets/main.js' }],
  ['a file that is not there', { url: '/assets/gone.js' }],
  ['a file above the folder', { url: '/assets/..%2f..%2fsecret-key' }],
  ['the script before the first paint', { url: '/before-paint.js' }],
  ['a picture', { url: '/p/sedan-white-1-front34' }],
  ['a picture that is not there', { url: '/p/none' }],
  ['a sheet without a session', { url: '/s/1' }],
  ['the sign of the tab', { url: '/favicon.svg' }],
  ['what a home screen asks for', { url: '/manifest.webmanifest' }],
  ['a logo that is not there', { url: `/brand/logo-${'0'.repeat(32)}.png` }],
  ['the documentation', { url: '/v1/docs' }],
  ['a file of the documentation', { url: '/v1/docs/assets/swagger-ui.css' }],
  ['the OpenAPI document', { url: '/v1/openapi.json' }],
  ['health', { url: '/healthz' }],
  ['readiness', { url: '/readyz' }],
  ['metrics without the token', { url: '/metrics' }],
  ['metrics', { url: '/metrics', headers: { authorization: 'Bearer of the test' } }],
  ['a call nobody knows', { url: '/v1/no/such/call' }],
  ['a method nobody knows', { method: 'DELETE', url: '/v1/auth/login' }],
  ['an address that cannot be read', { url: '/%zz' }],
  ['a picture with a name of ten thousand letters', { url: `/p/${'x'.repeat(10_000)}` }],
  ['a call of another site', { method: 'POST', url: '/v1/auth/login', headers: { 'sec-fetch-site': 'cross-site' } }],
  ['a body that is no JSON', { method: 'POST', url: '/v1/auth/login', payload: '{', headers: json() }],
  ['a body of another kind', { method: 'POST', url: '/v1/auth/login', payload: 'a', headers: json('text/plain') }],
  ['a body too large', { method: 'POST', url: '/v1/auth/login', payload: `"${'a'.repeat(300_000)}"`, headers: json() }],
];
function json(type = 'application/json') {
  return { 'content-type': type };
}

const calls = allCalls().flatMap(({ method, path }): [string, InjectOptions][] => {
  const request = { method, url: path, ...(method === 'GET' ? {} : { payload: {} }) };
  return [[`${method} ${path}`, request]];
});

/** Returns the directives by name, with their values. */
const policyOf = (headers: Record<string, unknown>) =>
  new Map(
    String(headers['content-security-policy'])
      .split(';')
      .map((directive) => directive.trim().split(' '))
      .map(([name = '', ...values]) => [name, values.join(' ')]),
  );

describe('every reply forbids foreign content, frames, sniffing and the devices', () => {
  // @covers ASVS-1.2.3, ASVS-1.3.2, ASVS-3.2.1, ASVS-3.4.2, ASVS-3.4.3, ASVS-3.4.4, ASVS-3.4.5, ASVS-3.4.6, ASVS-4.1.1
  // @covers ASVS-5.3.2, ASVS-13.2.5, ASVS-13.4.1, ASVS-13.4.3, ASVS-13.4.4, ASVS-13.4.5, ASVS-14.2.3, SEC-08
  test.each([...OTHERS, ...calls])('%s', async (_, request) => {
    for (const headers of [{}, { cookie }]) {
      const reply = await portal.inject({ ...request, headers: { ...request.headers, ...headers } });
      const policy = policyOf(reply.headers);
      expect(policy.get('default-src')).toBe("'none'");
      expect(policy.get('script-src')).toBe("'self'");
      expect(policy.get('object-src')).toBe("'none'");
      expect(policy.get('base-uri')).toBe("'none'");
      expect(policy.get('frame-ancestors')).toBe("'none'");
      // The library of the documentation writes markup itself; its content comes from our own files.
      const trusted = request.url === '/v1/docs' ? [undefined, undefined] : ["'script'", 'default'];
      expect([policy.get('require-trusted-types-for'), policy.get('trusted-types')]).toEqual(trusted);
      expect([...policy.values()].join(' ')).not.toMatch(/unsafe|\*|https?:/);
      expect(reply.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'permissions-policy': expect.stringContaining('camera=(), '),
      });
      for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'strict-transport-security'])
        expect(reply.headers).not.toHaveProperty(name);
      if (reply.body !== '') expect(String(reply.headers['content-type'])).toMatch(/charset=utf-8|^image\//i);
    }
  });
});

// @covers ASVS-3.4.3, SEC-08
test('the page contains the style nonce of its reply, and each reply has another', async () => {
  const [first, second] = [await portal.inject('/'), await portal.inject('/')];
  const nonceOf = (page: string) => /name="csp-nonce" content="([^"]+)"/.exec(page)?.[1] ?? '';
  expect(policyOf(first.headers).get('style-src')).toBe(`'self' 'nonce-${nonceOf(first.body)}'`);
  expect(nonceOf(first.body).length).toBeGreaterThanOrEqual(22);
  expect(nonceOf(second.body)).not.toBe(nonceOf(first.body));
});

// @covers OPS-09
test('the company’s name and colours are in the page with the nonce of its reply', async () => {
  const settings = { companyName: 'Fuji <b>', actionColor: '#1f5c3a' };
  await saveSettings(database.db, settings);
  const { body, headers } = await portal.inject('/');
  await database.db.deleteFrom('company_settings').where('key', 'in', Object.keys(settings)).execute();
  const [, nonce, sheet] = /<style id="company-look" nonce="([^"]+)">([^<]*)<\/style>/.exec(body) ?? [];
  expect(policyOf(headers).get('style-src')).toBe(`'self' 'nonce-${nonce}'`);
  expect(sheet).toContain('--indigo:#1f5c3a');
  expect(body).toContain('<title>Fuji &lt;b&gt;</title>');
});

// @covers ASVS-3.4.1, ASVS-12.2.1, SEC-08
test('requires https of browsers for every address, when https is served', async () => {
  const secure = await build({ PUBLIC_URL: 'https://seri.example' });
  const calling = await secure.inject({ url: '/v1/site/company-settings', headers: { host: 'seri.example' } });
  const { headers } = calling;
  await secure.close();
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  expect(policyOf(headers).has('upgrade-insecure-requests')).toBe(true);
});

// @covers ASVS-14.2.3
test('allows Google’s hosts only while the company uses reCAPTCHA', async () => {
  await database.db
    .insertInto('company_settings')
    .values({ key: 'humanCheck', value: JSON.stringify('recaptcha') })
    .execute();
  const checking = await build({});
  const policy = policyOf((await checking.inject('/')).headers);
  await checking.close();
  await database.db.deleteFrom('company_settings').where('key', '=', 'humanCheck').execute();
  expect(policy.get('script-src')).toBe("'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/");
  expect(policy.get('frame-src')).toBe('https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/');
  expect(policy.get('connect-src')).toBe("'self' https://www.google.com/recaptcha/");
  expect(policy.get('object-src')).toBe("'none'");
});
