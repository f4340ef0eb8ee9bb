import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../platform/db/db.ts';
import { testDatabase } from '../../platform/embedded-postgres/test-database.ts';
import { createLog } from '../../platform/process/log.ts';
import { aLot, aResult, demoHouse, imported, type Row } from '../../testing/fixtures/feed.ts';
import { fitDueModels } from '../projections/average-queries.ts';
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

test('imports files of the inbox in order of name and moves them; the same again changes nothing', async () => {
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

test('the first sales give a price range at once; later ones move it with the next run of the job', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'seri-inbox-'));
  const lines = (...rows: Row[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const sales = (first: number) =>
    Array.from({ length: 8 }, (_, index) =>
      aLot({
        sourceId: `sale-${first + index}`,
        lotNo: first + index,
        status: 4533,
        soldPrice: 500_000 + index * 1_000,
        mileage: 61_000 + (first + index) * 10,
        auctionDate: '2026-11-02T10:00:00+09:00',
      }),
    );
  writeFileSync(join(dir, '1.ndjson'), lines(demoHouse(), aLot(), ...sales(100)));
  writeFileSync(join(dir, '2.ndjson'), lines(...sales(200)));
  await importInbox({ dir, database, onOutcome: async () => {}, log });
  expect(await findLot('lot-1')).toMatchObject({ average_sales: 8, average_price_yen: expect.any(Number) });
  await fitDueModels(database);
  expect(await findLot('lot-1')).toMatchObject({ average_sales: 16, average_price_yen: expect.any(Number) });
  expect(await database.db.selectFrom('models_to_average').selectAll().execute()).toEqual([]);
  // A lot that comes later is priced with its import, by the sales known then.
  writeFileSync(join(dir, '3.ndjson'), lines(aLot({ sourceId: 'lot-2', lotNo: 7 }), ...sales(300)));
  await importInbox({ dir, database, onOutcome: async () => {}, log });
  expect(await findLot('lot-2')).toMatchObject({ average_sales: 16, average_price_yen: expect.any(Number) });
  await fitDueModels(database);
  for (const lot of ['lot-1', 'lot-2']) expect(await findLot(lot)).toMatchObject({ average_sales: 24 });
  rmSync(dir, { recursive: true });
});

test('reads names in capitals, and reports each unknown file once', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'seri-inbox-'));
  const samples = join(import.meta.dirname, '..', 'read', 'samples', 'faults');
  mkdirSync(join(dir, 'mappings'));
  mkdirSync(join(dir, 'old lists'));
  copyFileSync(join(samples, 'base.json'), join(dir, 'mappings', 'base.json'));
  copyFileSync(join(samples, 'base.LIST.CSV'), join(dir, 'base.LIST.CSV'));
  copyFileSync(join(samples, 'good.csv'), join(dir, 'BASE.good.Csv'));
  writeFileSync(join(dir, '0.NDJSON'), JSON.stringify(demoHouse()));
  writeFileSync(join(dir, 'list.xlsx'), 'PK');
  writeFileSync(join(dir, 'sources.json'), '[]');
  writeFileSync(join(dir, '.hidden'), '');
  writeFileSync(join(dir, 'half.csv.tmp'), '');
  const stays = join(dir, 'stays.part');
  writeFileSync(stays, '');
  utimesSync(stays, new Date(0), new Date(0));
  for (let poll = 0; poll < 3; poll++) await importInbox({ dir, database, onOutcome: async () => {}, log });
  const imports = await database.db.selectFrom('feed_imports').selectAll().orderBy('source_name').execute();
  expect(imports.map((one) => [one.source_name, one.rows_written, one.problem])).toEqual([
    ['0.NDJSON', 1, null],
    ['BASE.good.Csv', 1, null],
    ['base.LIST.CSV', 1, null],
    ['list.xlsx', 0, expect.stringMatching(/takes files named/)],
    ['old lists', 0, expect.stringMatching(/^A folder in the inbox is not read/)],
    ['stays.part', 0, expect.stringMatching(/takes files named/)],
  ]);
  expect(await findLot('f9614')).toMatchObject({ lot_no: 9614, mileage_km: 42_000, start_price_yen: 450_000 });
  rmSync(dir, { recursive: true });
});

test('two workers on one inbox process every file, and ignore files moved by the other', {
  timeout: 60_000,
}, async () => {
  const dir = mkdtempSync(join(tmpdir(), 'seri-inbox-'));
  for (let file = 10; file < 40; file++) {
    const rows = [demoHouse(), aLot({ sourceId: `lot-${file}`, lotNo: file })];
    writeFileSync(join(dir, `${file}.ndjson`), rows.map((row) => JSON.stringify(row)).join('\n'));
  }
  const worker = () => importInbox({ dir, database, onOutcome: async () => {}, log });
  await Promise.all([worker(), worker(), worker()]);
  expect(readdirSync(dir)).toEqual(['done']);
  expect(readdirSync(join(dir, 'done'))).toHaveLength(30);
  expect(await database.db.selectFrom('lots').select('id').execute()).toHaveLength(30);
  rmSync(dir, { recursive: true });
});

const MAPPINGS = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'feed-mappings');
const yard = { name: 'Carsensor', source: 'carsensor', isUss: false, weekdays: [] };

// @covers OPS-02
test('reads a table in the inbox by the mapping its name begins with; one without a mapping is set aside', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'seri-inbox-'));
  const sample = join(import.meta.dirname, '..', 'read', 'samples', 'carsensor.csv');
  mkdirSync(join(dir, 'mappings'));
  copyFileSync(join(MAPPINGS, 'carsensor.json'), join(dir, 'mappings', 'carsensor.json'));
  for (const name of ['carsensor.2026-06-21.csv', 'carsensor.again.csv', 'other.csv'])
    copyFileSync(sample, join(dir, name));
  writeFileSync(join(dir, 'carsensor.wrong.csv'), 'a,b\n1,2\n');
  writeFileSync(join(dir, '0.ndjson'), JSON.stringify(demoHouse(yard)));
  await importInbox({ dir, database, onOutcome: async () => {}, log });
  expect(readdirSync(join(dir, 'unread')).map((name) => name.replace(/^\d+-/, ''))).toEqual([
    'carsensor.wrong.csv',
    'other.csv',
  ]);
  const imports = await database.db.selectFrom('feed_imports').selectAll().orderBy('id').execute();
  expect(imports.map((one) => [one.source_name, one.mapping, one.rows_written, one.problem])).toEqual([
    ['0.ndjson', null, 1, null],
    ['carsensor.2026-06-21.csv', 'carsensor', 49, null],
    ['carsensor.again.csv', 'carsensor', 0, null],
    ['carsensor.wrong.csv', 'carsensor', 0, expect.stringContaining('has no column')],
    ['other.csv', 'other', 0, expect.stringContaining('There is no mapping other.json')],
  ]);
  expect(await findLot('AU7074473484')).toMatchObject({ maker: 'NISSAN', model: 'LEAF', lot_source: 'stock' });
  rmSync(dir, { recursive: true });
});

describe('the operator runs npm run feed', { timeout: 60_000 }, () => {
  const feed = (...args: string[]) => {
    const cli = join(import.meta.dirname, '..', '..', 'cli', 'feed-cli.ts');
    const env = { ...process.env, DATABASE_URL: url, DATA_DIR: dir, LOG_LEVEL: 'silent' };
    return spawnSync(process.execPath, [cli, ...args], { env, encoding: 'utf8' });
  };
  const dir = mkdtempSync(join(tmpdir(), 'seri-feed-'));
  afterAll(() => rmSync(dir, { recursive: true }));

  test('reports a broken line and exits with 1, and imports the rest', async () => {
    const file = join(dir, 'rows.ndjson');
    writeFileSync(file, [demoHouse(), aLot(), 'x'].map((row) => (row === 'x' ? 'x' : JSON.stringify(row))).join('\n'));
    const run = feed(file);
    expect(run.stderr).toBe('line 3: not JSON\n');
    expect(run.stdout).toMatch(/^3 rows read: 2 written, 0 unchanged, 1 refused/);
    expect(run.status).toBe(1);
    expect(await findLot('lot-1')).toBeDefined();
  });

  test('the initial archive is stored under its own names; the same again changes nothing', async () => {
    const file = join(dir, 'archive.ndjson');
    writeFileSync(file, [demoHouse(), aLot({ maker: 'NOBODY' })].map((row) => JSON.stringify(row)).join('\n'));
    expect(feed(file, '--first-load').stdout).toMatch(/^2 rows read: 2 written, 0 unchanged, 0 refused/);
    expect(await findLot('lot-1')).toMatchObject({ maker: 'NOBODY' });
    const asked = await database.db.selectFrom('feed_names').select('name').where('state', '=', 'new').execute();
    expect(asked).toEqual([]);
    expect(feed(file, '--first-load').stdout).toMatch(/^2 rows read: 0 written, 2 unchanged, 0 refused/);
  });

  test('a table needs its mapping; lists imports and the refused rows of one', async () => {
    const [mapping, sample] = [
      join(MAPPINGS, 'carsensor.json'),
      join(import.meta.dirname, '..', 'read', 'samples', 'carsensor.csv'),
    ];
    await imported(database, [demoHouse(yard)]);
    const run = feed(sample, '--mapping', mapping);
    expect(run.stdout).toMatch(/^50 rows read: 49 written, 0 unchanged, 1 refused/);
    expect(feed('--list').stdout).toMatch(/50 +49 +0 +1 +0 +carsensor\.csv \(carsensor\)\n/);
    const [last] = await database.db.selectFrom('feed_imports').select('id').orderBy('id', 'desc').limit(1).execute();
    expect(feed('--refused', String(last?.id)).stdout).toMatch(/^line \d+: maker: missing\n/);
  });

  test('prints help, and messages for a missing file and an unknown option', () => {
    expect(feed('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('npm run feed -- FILE') });
    expect(feed('nothing.ndjson')).toMatchObject({ status: 2, stderr: expect.stringContaining('There is no file') });
    expect(feed('--fast')).toMatchObject({ status: 2, stderr: expect.stringContaining('--fast') });
  });
});
