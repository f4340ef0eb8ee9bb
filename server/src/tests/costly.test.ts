import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServing } from '../entry/serve.ts';
import { folderStore } from '../photos/store/folder-store.ts';
import { type Database, openDatabase } from '../platform/db/db.ts';
import { testDatabase } from '../platform/embedded-postgres/test-database.ts';
import { readConfig } from '../platform/process/config.ts';
import { createLog } from '../platform/process/log.ts';
import { barePage } from '../testing/http/bare-page.ts';
import { drawnLogo } from '../testing/http/logos.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { readPdf } from '../testing/http/read-pdf.ts';
import { freePort } from '../testing/processes/processes.ts';

const errorLines: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'seri-costly-test-'));
let database: Database;
let drop: () => Promise<void>;
let serving: Awaited<ReturnType<typeof startServing>>;
let anna: Person;

beforeAll(async () => {
  const created = await testDatabase();
  drop = created.drop;
  const log = createLog(
    'test',
    'error',
    new Writable({ write: (line, _, done) => done(void errorLines.push(String(line))) }),
  );
  database = openDatabase(created.url, log);
  const port = await freePort();
  const { config, secrets } = readConfig({
    DATA_DIR: folder,
    PORT: String(port),
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
  });
  await folderStore(join(folder, 'photos')).put(
    'white.png',
    await drawnLogo({ width: 320, height: 240, ink: '#ffffff' }).png().toBuffer(),
  );
  serving = await startServing({ config, secrets, databaseUrl: created.url, log, webDist: barePage(folder) });
  anna = await createPerson(database.db, {});
  anna.cookie = anna.cookie.replace('3000', String(port));
}, 60_000);
afterAll(async () => {
  await serving.stop();
  await database.close();
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

const open = (path: string, person: Person | null = anna) =>
  fetch(`${serving.address}${path}`, { headers: person ? { cookie: person.cookie } : {} });
const STATEMENT = '/v1/files/statement.pdf?dateFrom=2026-01-01&dateTo=2026-01-31';

test('a document comes from the process for costly work, is counted and has the id of its request', async () => {
  const reply = await open(STATEMENT);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('application/pdf');
  expect(reply.headers.get('content-disposition')).toContain('statement-');
  expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(reply.headers.get('ratelimit')).toMatch(/^"file";r=116;/);
  expect((await readPdf(Buffer.from(await reply.arrayBuffer()))).pages.flat().join(' ')).toContain(
    'Statement of account',
  );
});

test('so do lists as files, pictures and pages, each page with the one nonce of its policy', async () => {
  const csv = await open('/v1/files/payments.csv');
  expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(await csv.text()).toContain('Balance (yen)');
  const picture = await open('/p/white.png?w=160', null);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const page = await open('/car-auction', null);
  const html = await page.text();
  const nonce = /<meta name="csp-nonce" content="([^"]+)"/.exec(html)?.[1];
  expect(nonce).toBeTruthy();
  expect(page.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
  expect(page.headers.get('ratelimit')).toMatch(/^"page"/);
});

test('errors keep their status and text', async () => {
  const signedOut = await open(STATEMENT, null);
  expect(signedOut.status).toBe(401);
  expect(await signedOut.json()).toMatchObject({
    messageCode: 'Auth.SignedOut',
    requestId: signedOut.headers.get('x-request-id'),
  });
  const invalid = await open('/v1/files/statement.pdf?dateFrom=never');
  expect(invalid.status).toBe(400);
  expect(await invalid.json()).toMatchObject({ messageCode: 'Request.Invalid' });
  expect((await open('/p/none')).status).toBe(404);
});

/** Returns the pid of the child process for costly work. */
function costlyPid(): number {
  const isOurs = (pid: string) => {
    try {
      return (
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('costly-main') &&
        readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(process.pid)
      );
    } catch {
      return false;
    }
  };
  return Number(readdirSync('/proc').find((entry) => /^\d+$/.test(entry) && isOurs(entry)));
}

/** False when this whole run was started at low priority. */
const canLowerPriority = process.platform === 'linux' && getPriority() === 0;

test.runIf(canLowerPriority)('the process has a lower priority than the one that serves bids', async () => {
  await expect.poll(() => getPriority(costlyPid())).toBe(5);
});

// @covers SEC-07
test('refuses a request that cannot be forwarded, and answers the next one', async () => {
  const port = Number(new URL(serving.address).port);
  const send = (head: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`${head}\r\nhost: seri\r\nconnection: close\r\n\r\n`, 'latin1');
      });
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text.slice(9, 12)));
    });
  const heads = [
    'GET /car-auction?a=\u00e9 HTTP/1.1',
    'GET /p/none HTTP/1.1\r\ncookie: a=\u00e9\t',
    'GET /p/none HTTP/1.1\r\nexpect: x\r\ncontent-length: 0',
    'GET /s/1 HTTP/1.1\r\nx-a: \u0001',
    'GET /og/portal.jpg HTTP/1.1\r\nrange: bytes=0-1\r\nif-none-match: *',
    'HEAD /car-auction HTTP/1.1',
    'GET // HTTP/1.1',
  ];
  const statuses = await Promise.all(heads.map(send));
  expect(statuses.filter((status) => !/^[234]\d\d$/.test(status))).toEqual([]);
  expect((await open('/car-auction', null)).status).toBe(200);
});

test('when the process is killed the portal continues, reports that documents are unavailable, and serves them again soon', async () => {
  process.kill(costlyPid(), 'SIGKILL');
  const reply = await open(STATEMENT);
  // Either it had not ended yet, or it is restarting.
  expect([200, 503]).toContain(reply.status);
  expect((await open('/v1/user/view-profile')).status).toBe(200);
  await expect.poll(async () => (await open(STATEMENT)).status, { timeout: 50_000, interval: 1_000 }).toBe(200);
}, 60_000);

test('a client who disconnects before the document is ready costs nothing further, and others get theirs', async () => {
  const boris = await createPerson(database.db, {});
  boris.cookie = boris.cookie.replace(/_\d+=/, `_${new URL(serving.address).port}=`);
  const abandoned = Array.from({ length: 8 }, () => {
    const leaving = new AbortController();
    const send = fetch(`${serving.address}${STATEMENT}`, {
      headers: { cookie: boris.cookie },
      signal: leaving.signal,
    });
    setImmediate(() => leaving.abort());
    return send.catch(() => null);
  });
  errorLines.length = 0;
  await Promise.all(abandoned);
  expect((await open(STATEMENT)).status).toBe(200);
  expect(errorLines, 'callers who left are no failures').toEqual([]);
});
