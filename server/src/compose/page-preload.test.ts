import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../platform/process/config.ts';
import { createLog } from '../platform/process/log.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { ownDatabase } from '../testing/processes/own-database.ts';
import { buildPortal } from './app.ts';

const BUILT = `<!doctype html><html><head><title>Seri</title>
<script src="/before-paint.js"></script>
<script type="module" crossorigin src="/assets/index.js"></script>
<link rel="modulepreload" crossorigin href="/assets/vendor.js">
<link rel="stylesheet" crossorigin href="/assets/index.css">
</head><body><div id="root"></div></body></html>`;
const MANIFEST = {
  'virtual:texts/en/first': { file: 'assets/first.js' },
  'virtual:texts/en/later': { file: 'assets/later.js' },
  'src/app/mantine-outlet.tsx': { file: 'assets/outlet.js', css: ['assets/forms.css'] },
  'src/auth/login/login-screen.tsx': { file: 'assets/login.js', css: ['assets/login.css'] },
  'src/lots/listing/lot-list-screen.tsx': { file: 'assets/list.js', css: ['assets/list.css'] },
  'src/lots/lot/lot-screen.tsx': { file: 'assets/lot.js' },
};
/** Renders the address of the screen, and fails for the listing `broken`. */
const PRERENDER = `export async function prerender({ address, nonce }) {
  if (address.includes('maker=broken')) throw new Error('broken');
  return '<style nonce="' + nonce + '"></style><p>' + address + '</p>';
}`;

const database = ownDatabase();
const dist = mkdtempSync(join(tmpdir(), 'page-preload-'));
let portal: FastifyInstance;
let anna: Person;
let lotId: string;

beforeAll(async () => {
  for (const folder of ['assets', 'prerender']) mkdirSync(join(dist, folder));
  writeFileSync(join(dist, 'index.html'), BUILT);
  writeFileSync(join(dist, 'manifest.json'), JSON.stringify(MANIFEST));
  writeFileSync(join(dist, 'prerender', 'prerender.js'), PRERENDER);
  anna = await createPerson(database.db);
  lotId = String(await createLot(database.db));
  const { config, secrets } = readConfig({ DATA_DIR: join(dist, 'data'), NODE_ENV: 'test' });
  portal = await buildPortal({ config, secrets, database, log: createLog('test', 'silent'), webDist: dist });
});
afterAll(async () => {
  await portal.close();
  rmSync(dist, { recursive: true, force: true });
});

async function open(url: string, cookie?: string) {
  const { body, headers } = await portal.inject({ url, headers: cookie ? { cookie } : {} });
  const answers = JSON.parse(/<script type="application\/json" id="seri-boot">(.*?)<\/script>/s.exec(body)?.[1] ?? '');
  const [head = '', shown = ''] = body.split('<body>');
  const files = (html: string) =>
    [...html.matchAll(/(?:href|src)="\/(?:assets\/)?([\w-]+\.(?:js|css))"/g)].map(([, name]) => name);
  const [, drawn, start, modules] = /data-drawn="(\w+)" data-start="([^"]*)" data-modules="([^"]*)"/.exec(head) ?? [];
  const late = [start, modules].flatMap((list) => list?.split(' ').map((address) => basename(address)) ?? []);
  return { answers, head: files(head), end: files(shown), drawn, late, shown, body, headers };
}

test.each(['/auth/login', '/', '/car-auction?maker=TOYOTA', '/car-auction/1'])(
  'a browser without a session cookie gets the prerendered log-in page of %s, with all its files, and requests no session',
  async (url) => {
    const page = await open(url);
    expect(page.answers).toMatchObject({ session: null, settings: { name: expect.any(String) } });
    expect(page.head).toEqual(['before-paint.js', 'index.css', 'forms.css', 'login.css']);
    expect(page.late).toEqual(['vendor.js', 'index.js', 'first.js', 'later.js', 'outlet.js', 'login.js']);
    // Nothing but the script that is to start them names a script.
    expect(page.end).toEqual([]);
    expect(page.head).not.toContain('list.css');
    expect(page.body).toContain(
      '<script src="/before-paint.js" data-drawn="all" data-start="/assets/vendor.js /assets/index.js" ',
    );
    expect(page.shown).toMatch(/<div id="root"><div inert data-first-paint="all" lang="en">.*<p>\/auth\/login<\/p>/);
  },
);

test('a text of the company includes its screen and the signed-out state', async () => {
  const page = await open('/about');
  expect(page.answers).toMatchObject({ session: null, page: { address: expect.stringContaining('name=about') } });
  expect(page.shown).not.toContain('data-first-paint');
});

test.each(['access', 'refresh'])('with the %s cookie, the page itself requests its session', async (kind) => {
  const page = await open('/auth/login', `seri_${kind}_3000=${'x'.repeat(43)}`);
  expect(page.answers).not.toHaveProperty('session');
  expect(page.head).toEqual(['before-paint.js', 'index.js', 'vendor.js', 'index.css', 'first.js']);
  expect(page.shown).not.toContain('data-first-paint');
});

test('a signed-in user gets their own session, listing and lot, rendered for narrow windows, and no cache stores them', async () => {
  const listing = await open('/car-auction', anna.cookie);
  const lot = await open(`/car-auction/${lotId}`, anna.cookie);
  for (const { answers, headers, shown, drawn } of [listing, lot]) {
    expect(answers.session.detail.userId).toBe(anna.id);
    expect(headers['cache-control']).toBe('no-store');
    expect(shown).toContain('data-first-paint="phone"');
    expect(drawn).toBe('phone');
  }
  expect(listing.answers.listing.reply.carsList).toHaveLength(1);
  expect(listing.late.slice(2)).toEqual(['first.js', 'list.js']);
  expect(lot.answers.lot.address).toContain(`id=${lotId}`);
  expect(lot.late.slice(2)).toEqual(['first.js', 'later.js', 'outlet.js', 'lot.js']);
});

test('the prerendered screen has the nonce of the reply, and its policy allows no other style and no script of the page', async () => {
  const { shown, headers } = await open('/auth/login');
  const [, nonce = ''] = /<style nonce="([^"]+)">/.exec(shown) ?? [];
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
  expect(policy).toContain("script-src 'self';");
});

test('a page that cannot be rendered is sent without it', async () => {
  const page = await open('/car-auction?maker=broken', anna.cookie);
  expect(page.shown).not.toContain('data-first-paint');
  expect(page.late).toEqual([]);
  expect(page.head).toEqual([
    'before-paint.js',
    'index.js',
    'vendor.js',
    'index.css',
    'list.css',
    'first.js',
    'list.js',
  ]);
});
