import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { aLot, demoHouse, imported } from '../testing/feed.ts';
import { ownDatabase } from '../testing/own-database.ts';
import { standBackWith } from './stand-back.ts';

const database = ownDatabase();
/** Long enough to be read in a thread and merged in several batches. */
const ROWS = 6_000;

/** Not where this run as a whole was started behind others. */
const canStandBack = process.platform === 'linux' && getPriority() === 0;

const NICE_AT = 16;
const prioritiesOfThreads = () =>
  readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[NICE_AT]);
  });
const backends = async () => {
  const { rows } = await database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database()`,
  );
  return rows.map(({ pid }) => getPriority(pid));
};

/** Of a process that loads this module and nothing else. */
const FIRST = new URL('stand-back-first.ts', import.meta.url).href;
const PRINTS_ITS_PRIORITIES = `
  import ${JSON.stringify(FIRST)};
  import { readdirSync } from 'node:fs';
  import { getPriority } from 'node:os';
  console.log(readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread))).join());`;

const priorityOf = async (pool: Pool) => {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return getPriority(rows[0]?.pid);
};

test.runIf(canStandBack)('a connection stands back, the others stay as they are', async () => {
  const client = await database.pool.connect();
  expect(await standBackWith(client)).toBe(true);
  expect((await backends()).sort()).toEqual([0, 10]);
  client.release(true);
});

test.runIf(canStandBack)(
  'a command that imports stands back with all its threads, before it loads anything else',
  () => {
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', PRINTS_ITS_PRIORITIES], {
      encoding: 'utf8',
    });
    expect(new Set(said.trim().split(','))).toEqual(new Set(['10']));
    expect(said.split(',').length).toBeGreaterThan(1);
    const command = readFileSync(join(import.meta.dirname, '..', 'feed-cli.ts'), 'utf8');
    expect(command.split('\n', 1)).toEqual(["import './platform/stand-back-first.ts';"]);
  },
);

test('a connection whose transaction has just failed is left as it is', async () => {
  const client = await database.pool.connect();
  await client.query('begin');
  await expect(client.query('select 1 / 0')).rejects.toThrow('division by zero');
  expect(await standBackWith(client)).toBe(false);
  await client.query('rollback');
  client.release();
});

test.runIf(canStandBack)(
  'a long file is read and merged behind all else, and nobody but the next one inherits that',
  async () => {
    const seen: number[] = [];
    const rows = Array.from({ length: ROWS }, (_, at) => aLot({ sourceId: `lot-${at}`, lotNo: at + 1 }));
    const afterMerge = async () => {
      seen.push((await backends()).filter((priority) => priority > 0).length);
    };
    await imported(database, [demoHouse(), ...rows], { afterMerge });
    expect(seen.at(-1)).toBe(2);
    expect(prioritiesOfThreads().filter((priority) => priority > 0)).toEqual([10]);
    expect(getPriority()).toBe(0);
    expect(await priorityOf(database.pool)).toBe(0);
    expect(await priorityOf(database.importPool)).toBe(10);
  },
);
