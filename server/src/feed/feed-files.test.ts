import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { testDatabase } from '../platform/test-database.ts';
import { aLot, aResult, demoHouse, type Row } from '../testing/feed.ts';
import { importInbox } from './watch-inbox.ts';

const log = createLog('test', 'silent');
let database: Database;
let url: string;
let drop: () => Promise<void>;

beforeEach(async () => {
  ({ url, drop } = await testDatabase());
  database = openDatabase(url, log);
});
afterEach(async () => {
  await database.close();
  await drop();
});

const findLot = (sourceId: string) =>
  database.db.selectFrom('lots').selectAll().where('source_id', '=', sourceId).executeTakeFirstOrThrow();

test('files in the inbox are imported in order of name and put away; the same again changes nothing', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'seri-inbox-'));
  const lines = (...rows: Row[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  writeFileSync(join(dir, '2.ndjson'), lines(aResult()));
  writeFileSync(join(dir, '1.ndjson'), lines(demoHouse(), aLot()));
  writeFileSync(join(dir, '3.ndjson.part'), '{"half":');
  await importInbox({ dir, database, onOutcome: async () => {}, log });
  expect(readdirSync(dir).sort()).toEqual(['3.ndjson.part', 'done']);
  expect(readdirSync(join(dir, 'done')).map((name) => name.replace(/^\d+-/, ''))).toEqual(['1.ndjson', '2.ndjson']);
  expect(await findLot('lot-1')).toMatchObject({ status: 4533 });
  rmSync(dir, { recursive: true });
});

describe('the operator runs npm run feed', () => {
  const feed = (...args: string[]) => {
    const cli = join(import.meta.dirname, '..', 'feed-cli.ts');
    const env = { ...process.env, DATABASE_URL: url, DATA_DIR: dir, LOG_LEVEL: 'silent' };
    return spawnSync(process.execPath, [cli, ...args], { env, encoding: 'utf8' });
  };
  const dir = mkdtempSync(join(tmpdir(), 'seri-feed-'));
  afterAll(() => rmSync(dir, { recursive: true }));

  test('a broken line is named and makes the exit code 1, the rest is loaded', async () => {
    const file = join(dir, 'rows.ndjson');
    writeFileSync(file, [demoHouse(), aLot(), 'x'].map((row) => (row === 'x' ? 'x' : JSON.stringify(row))).join('\n'));
    const run = feed(file);
    expect(run.stderr).toBe('line 3: not JSON\n');
    expect(run.stdout).toMatch(/^3 rows read: 2 written, 0 unchanged, 1 refused/);
    expect(run.status).toBe(1);
    expect(await findLot('lot-1')).toBeDefined();
  });

  test('help, a missing file and an unknown option are answered in words', () => {
    expect(feed('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('npm run feed -- FILE') });
    expect(feed('nothing.ndjson')).toMatchObject({ status: 2, stderr: expect.stringContaining('There is no file') });
    expect(feed('--fast')).toMatchObject({ status: 2, stderr: expect.stringContaining('--fast') });
  });
});
