import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../platform/db/db.ts';
import { testDatabase } from '../../platform/embedded-postgres/test-database.ts';
import { openOutsideDoor } from '../../platform/outside-fetch.ts';
import { createLog } from '../../platform/process/log.ts';
import { aLot, demoHouse, imported } from '../../testing/fixtures/feed.ts';
import { sourcesAsText } from '../import-log/print-imports.ts';
import { pullSources } from './pull-sources.ts';

const KEY = 'Bearer very-secret-key';
const rows = [demoHouse(), aLot(), aLot({ sourceId: 'lot-2', lotNo: 2 })]
  .map((row) => `${JSON.stringify(row)}\n`)
  .join('');

let database: Database;
let drop: () => Promise<void>;
let dir: string;
let asked: IncomingMessage['headers'][];
let logged: string;
let answer: (response: ServerResponse, request: IncomingMessage) => void;
const server = createServer((request, response) => {
  asked.push(request.headers);
  answer(response, request);
});

beforeEach(async () => {
  const created = await testDatabase();
  drop = created.drop;
  database = openDatabase(created.url, createLog('test', 'silent'));
  dir = mkdtempSync(join(tmpdir(), 'seri-sources-'));
  [asked, logged] = [[], ''];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(dir, { recursive: true });
  await database.close();
  await drop();
});

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/list?key=${encodeURIComponent(KEY)}`;
const write = (more: object = {}) =>
  writeFileSync(
    join(dir, 'sources.json'),
    JSON.stringify([{ name: 'house', url: address(), everySeconds: 60, headers: { Authorization: KEY }, ...more }]),
  );
const log = pino(
  { level: 'trace' },
  new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      done();
    },
  }),
);
const door = openOutsideDoor();
const pull = () => pullSources({ dir, database, door, onOutcome: async () => {}, log });
const due = () => database.pool.query(`update feed_sources set next_at = clock_timestamp()`);
const state = async () => {
  const { rows: found } = await database.pool.query(
    `select etag, failures, problem, round(extract(epoch from next_at - clock_timestamp()))::integer as seconds
       from feed_sources`,
  );
  return found[0];
};
const lots = async () =>
  (await database.db.selectFrom('lots').select('source_id').orderBy('source_id').execute()).map((lot) => lot.source_id);

// @covers OPS-02
test('pulls changes once, with its key; an unchanged list costs a request and no import', async () => {
  answer = (response, { headers }) => {
    if (headers['if-none-match'] === '"one"') response.writeHead(304).end();
    else response.writeHead(200, { etag: '"one"', 'last-modified': 'Sat, 21 Nov 2026 00:00:00 GMT' }).end(rows);
  };
  await pull();
  expect(asked).toEqual([]);
  write();
  await Promise.all([pull(), pull(), pull()]);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ authorization: KEY });
  expect(await lots()).toEqual(['lot-1', 'lot-2']);
  await pull();
  expect(asked).toHaveLength(1);
  await due();
  await pull();
  expect(asked[1]).toMatchObject({ 'if-none-match': '"one"', 'if-modified-since': 'Sat, 21 Nov 2026 00:00:00 GMT' });
  const imports = await database.db.selectFrom('feed_imports').select(['source_name', 'rows_written']).execute();
  expect(imports).toEqual([{ source_name: 'house', rows_written: 3 }]);
  expect(await state()).toMatchObject({ etag: '"one"', failures: 0, problem: null, seconds: 60 });
});

// @covers OPS-02
test('polls a failing source less and less often, at most once an hour, or when it says; its key is never shown', async () => {
  answer = (response) => void response.writeHead(500).end(KEY);
  write();
  const pauses: number[] = [];
  for (let time = 0; time < 7; time++) {
    await pull();
    pauses.push((await state()).seconds);
    await due();
  }
  expect(pauses).toEqual([120, 240, 480, 960, 1_920, 3_600, 3_600]);
  expect(await state()).toMatchObject({ failures: 7, problem: 'the source answered 500' });
  answer = (response) => void response.writeHead(503, { 'retry-after': '7200' }).end();
  await pull();
  expect(await state()).toMatchObject({ problem: 'the source answered 503', seconds: 7_200 });
  await due();
  answer = (response) => void response.writeHead(302, { location: 'https://example.com/' }).end();
  await pull();
  await due();
  answer = (response) => void response.socket?.destroy();
  await pull();
  const readable = `${logged} ${JSON.stringify(await state())} ${await sourcesAsText(database.db)}`;
  expect(readable).toContain('a list could not be pulled');
  expect(readable).not.toMatch(/very-secret-key|127\.0\.0\.1/);
  await due();
  answer = (response) => void response.writeHead(200).end(rows);
  await pull();
  expect(await state()).toMatchObject({ failures: 0, problem: null, seconds: 60 });
  expect(await sourcesAsText(database.db)).toMatch(/^house: asked /);
});

test('imports an interrupted response as far as it arrived, and fetches it again as a whole', async () => {
  answer = (response) => {
    response.writeHead(200, { etag: '"one"', 'content-length': rows.length });
    response.write(rows.slice(0, -10), () => response.socket?.destroy());
  };
  write();
  await pull();
  expect(await state()).toMatchObject({ etag: null, failures: 1 });
  answer = (response, { headers }) => {
    expect(headers['if-none-match']).toBeUndefined();
    response.writeHead(200, { etag: '"one"' }).end(rows);
  };
  await due();
  await pull();
  expect(await lots()).toEqual(['lot-1', 'lot-2']);
});

test('reads a table by its mapping; reports an invalid sources file without its content', async () => {
  answer = (response) => void response.writeHead(200).end('id\n7\n');
  write({ mapping: 'short' });
  await pull();
  expect(await state()).toMatchObject({ problem: expect.stringMatching(/^There is no mapping short\.json/) });
  expect(asked).toEqual([]);
  mkdirSync(join(dir, 'mappings'));
  const { kind: _, ...lot } = aLot();
  const fixed = Object.entries(lot).filter(([name]) => !['images', 'sourceId'].includes(name));
  const fields = Object.fromEntries(fixed.map(([name, value]) => [name, { value }]));
  writeFileSync(
    join(dir, 'mappings', 'short.json'),
    JSON.stringify({ kind: 'lot', fields: { ...fields, sourceId: { column: 'id' } } }),
  );
  await imported(database, [demoHouse()]);
  await due();
  await pull();
  expect(await lots()).toEqual(['7']);
  for (const wrong of [
    `[{"key": "${KEY}"`,
    JSON.stringify([{ name: 'x', url: 'http://example.com/', headers: { a: KEY } }]),
  ]) {
    writeFileSync(join(dir, 'sources.json'), wrong);
    const error = await pull().then(
      () => new Error('it was taken'),
      (failed: Error) => failed,
    );
    expect(error.message).toMatch(/sources\.json (is not JSON|does not fit: 0\.url: https: is needed)$/);
    expect(error.message).not.toContain(KEY);
  }
});
