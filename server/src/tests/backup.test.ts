import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bidRoutes } from '../bids/routes.ts';
import { settleWin } from '../flows/auctions/settle-win.ts';
import { migrate } from '../platform/db/migrate.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts';
import { createLog } from '../platform/process/log.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortalOn } from '../testing/http/portal.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const log = createLog('test', 'silent');
const flags = ['fsync=off', 'synchronous_commit=off'];
let dir: string;
let postgres: EmbeddedPostgres;
let portal: TestPortal;
let anna: Person;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'seri backup '));
  mkdirSync(join(dir, 'data', 'photos', '2026-11-24'), { recursive: true });
  mkdirSync(join(dir, 'data', 'pictures'));
  mkdirSync(join(dir, 'data', 'lists'));
  writeFileSync(join(dir, 'data', 'lists', 'lists-1.duckdb'), 'filled again');
  writeFileSync(join(dir, 'data', 'photos', '2026-11-24', '1.jpg'), 'a photo');
  writeFileSync(join(dir, 'data', 'pictures', 'small.webp'), 'made again');
  writeFileSync(join(dir, 'data', 'secret-key'), 'k'.repeat(43));
  postgres = await startEmbeddedPostgres({ dataDir: join(dir, 'data'), flags, disposable: true, log });
  await migrate(postgres.url);
  portal = await testPortalOn(postgres.url, (app, database) => bidRoutes(app, database, { settleWin }));
  anna = await createPerson(portal.database.db, { creditLimitYen: -1, permissions: { dailyBidLimitCheck: false } });
});
afterAll(async () => {
  await portal.close();
  await postgres.stop();
  rmSync(dir, { recursive: true });
});

/** `npm run backup` and `npm run restore` as an operator types them, without the launcher. */
const run = (
  cli: 'backup' | 'restore',
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    const { DATABASE_URL: _, ...without } = process.env;
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, '..', 'cli', `${cli}-cli.ts`), ...args],
      { env: { ...without, ...env } },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, said: out + err }),
    );
  });
const bid = async (): Promise<number> => {
  const lotId = await createLot(portal.database.db);
  const body = { amount: 400_000, carId: String(lotId), bidType: 1, confirm: 1, lotType: 'auction' };
  const answer = await portal.ask(anna, 'POST', '/v1/bid/create', body);
  expect(answer.status).toBe(200);
  return answer.body.bidId;
};
const countOn = async (url: string): Promise<number> => {
  const restored = await testPortalOn(url, () => {});
  const { rows } = await restored.database.pool.query('select count(*)::integer as bids from bids');
  await restored.close();
  return rows[0].bids;
};
const backup = async (target: string): Promise<string> => {
  const { code, said } = await run('backup', [join(dir, target)], { DATA_DIR: join(dir, 'data') });
  expect({ code, said }).toMatchObject({ code: 0 });
  const [name = ''] = readdirSync(join(dir, target));
  expect(said).toContain(name);
  return join(dir, target, name);
};

// @covers OPS-08
test('a backup of a running portal contains all bids acknowledged before it, and its restore is sound', async () => {
  for (let made = 0; made < 5; made++) await bid();
  let isDone = false;
  let during = 0;
  const bidding = (async () => {
    while (!isDone) {
      await bid();
      during += 1;
    }
  })();
  const folder = await backup('kept').finally(() => {
    isDone = true;
  });
  await bidding;
  expect(during).toBeGreaterThan(0);
  expect(statSync(folder).mode & 0o077).toBe(0);
  expect(readdirSync(join(folder, 'data')).sort()).toEqual(['photos', 'secret-key']);
  expect(
    (await portal.database.pool.query('select count(*)::integer as slots from pg_replication_slots')).rows,
  ).toEqual([{ slots: 0 }]);

  const dataDir = join(dir, 'restored');
  const { code, said } = await run('restore', [folder], { DATA_DIR: dataDir });
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('is sound') });
  expect(readFileSync(join(dataDir, 'photos', '2026-11-24', '1.jpg'), 'utf8')).toBe('a photo');
  expect(readFileSync(join(dataDir, 'secret-key'), 'utf8')).toBe('k'.repeat(43));
  const again = await startEmbeddedPostgres({ dataDir, flags, disposable: true, log });
  const bids = await countOn(again.url).finally(again.stop);
  expect(bids).toBeGreaterThanOrEqual(5);
  expect(bids).toBeLessThanOrEqual(5 + during);
});

describe('a restore is refused', () => {
  // @covers OPS-08
  test('from a damaged, incomplete or missing backup, and over an existing portal', async () => {
    const folder = await backup('spoiled');
    const dataDir = join(dir, 'untouched');
    const refused = async (from: string, into: string, words: RegExp) => {
      const { code, said } = await run('restore', [from], { DATA_DIR: into });
      expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(words) });
    };
    await refused(folder, join(dir, 'data'), /A portal runs on/);
    const control = join('pg', 'data', 'global', 'pg_control');
    const spoiled = join(dir, 'one byte');
    cpSync(folder, spoiled, { recursive: true });
    const bytes = readFileSync(join(spoiled, control));
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    writeFileSync(join(spoiled, control), bytes);
    await refused(spoiled, dataDir, /pg_control is missing in the backup or was changed/);
    rmSync(join(spoiled, 'files.json'));
    await refused(spoiled, dataDir, /is not a complete backup/);
    expect(existsSync(join(dataDir, 'pg'))).toBe(false);
    writeFileSync(join(dataDir, 'mine.txt'), 'something else');
    await refused(folder, dataDir, /is not empty \(mine.txt\)/);
    expect((await run('restore', [], { DATA_DIR: dataDir })).code).toBe(1);
  });
});

test('with DATABASE_URL it uses the tools of PostgreSQL, and no argument contains the password', async () => {
  const bin = join(dir, 'bin');
  mkdirSync(bin);
  const tool = (name: string, does: string) => writeFileSync(join(bin, name), `#!/bin/sh\n${does}\n`, { mode: 0o755 });
  tool(
    'pg_dump',
    `for arg; do case "$arg" in --file=*) echo "$PGHOST $PGPASSWORD $*" > "\${arg#--file=}";; esac; done`,
  );
  tool('pg_restore', `echo "pg_restore: error: $PGDATABASE $*" >&2; exit 1`);
  const env = { PATH: `${bin}:${process.env.PATH}`, DATA_DIR: join(dir, 'data') };
  const url = 'postgres://seri:secret%2Fword@db.example:5433/portal';
  expect(await run('backup', [join(dir, 'dumped')], { ...env, DATABASE_URL: url })).toMatchObject({ code: 0 });
  const [name = ''] = readdirSync(join(dir, 'dumped'));
  const dump = readFileSync(join(dir, 'dumped', name, 'database.dump'), 'utf8');
  expect(dump).toMatch(/^db\.example secret\/word /);
  expect(dump.match(/secret/g)).toHaveLength(1);
  const restored = await run('restore', [join(dir, 'dumped', name)], {
    ...env,
    DATA_DIR: join(dir, 'elsewhere'),
    DATABASE_URL: url,
  });
  expect(restored).toEqual({ code: 1, said: expect.stringMatching(/pg_restore failed with code 1[\s\S]*portal/) });
  const bySocket = 'postgres://seri:secret@localhost/portal?host=%2Frun%2Fpostgresql';
  expect(await run('backup', [join(dir, 'by socket')], { ...env, DATABASE_URL: bySocket })).toMatchObject({ code: 0 });
  const [second = ''] = readdirSync(join(dir, 'by socket'));
  expect(readFileSync(join(dir, 'by socket', second, 'database.dump'), 'utf8')).toMatch(/^\/run\/postgresql secret /);
  tool('pg_dump', 'exit 3');
  expect((await run('backup', [join(dir, 'none')], { ...env, DATABASE_URL: url })).code).toBe(1);
  expect(readdirSync(join(dir, 'none'))).toEqual([]);
});
