import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
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
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { freePort } from '../../testing/processes/processes.ts';
import { createLog } from '../process/log.ts';
import { failureWithLog, StartFailure } from '../process/start-failure.ts';
import { type EmbeddedPostgresOptions, findRunningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { livePostmaster, socketPath } from './postgres-cluster.ts';

const log = createLog('test', 'silent');
const asRoot = process.getuid?.() === 0;

let dataDir: string;
const owners: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "seri postgres жар's-"));
});

afterEach(async () => {
  for (const owner of owners.splice(0)) owner.kill('SIGKILL');
  await vi.waitFor(() => expect(livePostmaster(dataDir)).toBeNull(), { timeout: 10_000 });
  rmSync(dataDir, { recursive: true, force: true });
});

const start = (options: Partial<EmbeddedPostgresOptions> = {}) =>
  startEmbeddedPostgres({ dataDir, log, disposable: true, ...options });

/** Starts another process that owns a PostgreSQL on the same folder; returns the URL it prints when PostgreSQL is ready. */
async function startOwner(privileges?: string): Promise<{ owner: ChildProcess; url: string }> {
  const owner = spawnOwner(privileges);
  const stdout = owner.stdout ?? expect.unreachable();
  for await (const line of createInterface({ input: stdout })) return { owner, url: line };
  throw new Error('the owner ended before its PostgreSQL was ready');
}

function spawnOwner(privileges?: string): ChildProcess {
  const module = pathToFileURL(join(import.meta.dirname, 'embedded-postgres.ts')).href;
  const options = JSON.stringify({ dataDir, privileges, disposable: true });
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(module)};
    const log = { info() {}, warn() {} };
    const { url } = await startEmbeddedPostgres({ ...${options}, log });
    console.log(url);
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  owners.push(owner);
  return owner;
}

async function query(url: string, text: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query({ text, rowMode: 'array' });
  await client.end();
  return rows[0]?.[0];
}

const pidOf = (): number => Number(readFileSync(join(dataDir, 'run.json'), 'utf8').match(/"pid":(\d+)/)?.[1]);

const processEnd = (pid: number) =>
  vi.waitFor(() => expect(existsSync(`/proc/${pid}`)).toBe(false), { timeout: 10_000 });

describe('a cluster of its own', () => {
  test('is created once, keeps its rows, and its word search reads Cyrillic and Japanese', async () => {
    const first = await start();
    expect(first.created).toBe(true);
    await query(first.url, 'create extension pg_trgm');
    expect(await query(first.url, "select similarity('日本車 седан', '日本車 седан')")).toBe(1);
    await query(first.url, 'create table kept as select 7 as value');
    await first.stop();

    const second = await start();
    expect(second.created).toBe(false);
    expect(await query(second.url, 'select value from kept')).toBe(7);
    await second.stop();
  });

  test('is found by an operator command of the same user while it runs', async () => {
    const postgres = await start();
    expect(findRunningPostgres(dataDir)).toBe(postgres.url);
    expect(statSync(join(dataDir, 'run.json')).mode & 0o077).toBe(0);
    expect(statSync(join(dataDir, 'pg', 'password')).mode & 0o077).toBe(0);
    await expect(query(postgres.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toMatchObject({
      code: '28P01',
    });
    await postgres.stop();
    expect(findRunningPostgres(dataDir)).toBeNull();
  });

  test.each([
    ['a plain folder', 'data'],
    ['a folder with other characters in its name', 'a, "b" \'c\' %2F?#@[d] данные'],
    ['a folder whose path is too long for a socket', 'long'.repeat(25)],
  ])('is reached by its socket where it can have one: %s', async (_, name) => {
    const folder = join(dataDir, name);
    const postgres = await start({ dataDir: folder });
    // The folder for temporary files may have a long path itself.
    const fits = Buffer.byteLength(socketPath(folder, Number(new URL(postgres.url).port))) <= 107;
    expect(await query(postgres.url, 'select inet_server_addr() is null')).toBe(fits);
    await postgres.stop();
  });

  test('is reached by 127.0.0.1 where its socket cannot be created', async () => {
    await (await start()).stop();
    const port = await freePort();
    mkdirSync(join(socketPath(dataDir, port), 'taken'), { recursive: true });
    const postgres = await start({ port });
    expect(await query(postgres.url, 'select host(inet_server_addr())')).toBe('127.0.0.1');
    await postgres.stop();
  });

  test('reports to its owner when it ends unexpectedly', async () => {
    const postgres = await start();
    process.kill(pidOf(), 'SIGKILL');
    expect(await postgres.exited).toEqual({ code: null, signal: 'SIGKILL' });
    await postgres.stop();
    const again = await start();
    await again.stop();
  });
});

describe('kill -9 of the owner', () => {
  // @covers ASVS-13.2.2
  test.each(asRoot ? ['user namespace', 'nobody with access'] : ['user'])(
    'leaves no orphan (run as %s), loses no acknowledged row, and the next start recovers',
    async (privileges) => {
      const { owner, url } = await startOwner(privileges);
      await query(url, 'create table kept as select 7 as value');
      const pid = pidOf();
      owner.kill('SIGKILL');
      await processEnd(pid);

      const next = await start();
      expect(await query(next.url, 'select value from kept')).toBe(7);
      await next.stop();
    },
  );

  test('during the first start leaves no partial cluster for a later start', async () => {
    const owner = spawnOwner();
    await vi.waitFor(() => expect(readdirSync(dataDir).some((name) => name.startsWith('pg.init-'))).toBe(true), {
      timeout: 10_000,
      interval: 5,
    });
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    expect(existsSync(join(dataDir, 'pg'))).toBe(false);

    const next = await start();
    expect(next.created).toBe(true);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('pg.init-'))).toEqual([]);
    await next.stop();
  });
});

describe('a postmaster.pid left behind', () => {
  test.each([
    ['of a live process that is not PostgreSQL', `${process.pid}\n`],
    ['that is empty', ''],
  ])('%s does not stop the start', async (_, content) => {
    await (await start()).stop();
    writeFileSync(join(dataDir, 'pg', 'data', 'postmaster.pid'), content);
    const postgres = await start();
    expect(await query(postgres.url, 'select 1')).toBe(1);
    await postgres.stop();
  });
});

describe('a failing start', () => {
  const sentence = (pattern: RegExp) =>
    expect.objectContaining({ name: 'StartFailure', message: expect.stringMatching(pattern) });

  test('refuses a second owner of one folder, while the first continues', async () => {
    const { url } = await startOwner();
    await expect(start()).rejects.toEqual(sentence(/in use by another copy of Seri/));
    expect(await query(url, 'select 1')).toBe(1);
  });

  test('reports a path that PostgreSQL cannot use', async () => {
    const long = join(dataDir, 'x'.repeat(200), 'y'.repeat(200), 'z'.repeat(200), 'w'.repeat(200), 'v'.repeat(200));
    await expect(startEmbeddedPostgres({ dataDir: long, log })).rejects.toEqual(sentence(/longer than 900 bytes/));
  });

  test('reports a folder that is a file', async () => {
    writeFileSync(join(dataDir, 'file'), '');
    await expect(startEmbeddedPostgres({ dataDir: join(dataDir, 'file', 'x'), log })).rejects.toEqual(
      sentence(/cannot be used, because a part of its path is a file/),
    );
  });

  test('reports a machine without a method to run PostgreSQL', async () => {
    await expect(start({ privileges: 'none' })).rejects.toEqual(sentence(/set DATABASE_URL/));
  });

  test('reports why a cluster does not start', async () => {
    await (await start()).stop();
    writeFileSync(join(dataDir, 'pg', 'data', 'postgresql.auto.conf'), 'shared_buffers = nonsense\n');
    await expect(start()).rejects.toEqual(sentence(/did not start.*shared_buffers/s));
  });

  test('reports a full disk', () => {
    const failure = failureWithLog('It did not start.', 'PANIC: could not write: No space left on device', '/data');
    expect(failure).toBeInstanceOf(StartFailure);
    expect(failure.message).toMatch(/disk holding \/data is full/);
  });
});
