import { readdir, readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Engine, MEMORY, openEngine } from './engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine(MEMORY);
  await engine.write((run) => run('create table years as select 2001 + range % 20 as year from range(10000)'));
});
afterAll(() => engine.close());

const ask = (sql: string) => engine.ask<{ found: number }>(sql);

test('a query reads the rows that its plan knew, while others are written', async () => {
  const writes = Promise.all(
    Array.from({ length: 50 }, () => engine.write((run) => run('insert into years select 1990 from range(100)'))),
  );
  // Planned without its condition as long as every row meets it.
  const counts = await Promise.all(
    Array.from({ length: 150 }, () => ask('select count(*) as found from years where year > 2000')),
  );
  expect(new Set(counts.map(([row]) => row?.found))).toEqual(new Set([10_000]));
  await writes;
});

test('a checkpoint waits for writes, and queries go on beside it', async () => {
  const written = engine.write((run) => run('insert into years select 1980 from range(100)'));
  const checkpoint = engine.checkpoint();
  const asked = ask('select count(*) as found from years where year = 2001');
  await Promise.all([written, checkpoint]);
  expect((await asked)[0]?.found).toBe(500);
  expect((await ask('select count(*) as found from years where year = 1980'))[0]?.found).toBe(100);
});

test('after a refused query the next one runs, and closing waits for those that run', async () => {
  await expect(ask('select nothing')).rejects.toThrow('nothing');
  await expect(ask("select error('within') as found from years")).rejects.toThrow('within');
  const other = await openEngine(MEMORY);
  const running = other.ask<{ found: number }>('select count(*) as found from range(1000000)');
  await other.close();
  expect(await running).toEqual([{ found: 1_000_000 }]);
  expect(await ask('select 1 as found')).toEqual([{ found: 1 }]);
});

/** Hundredths of a second that each thread has used, by its number. */
async function usedByThreads(): Promise<Map<number, number>> {
  const folder = '/proc/self/task';
  const used = new Map<number, number>();
  for (const id of await readdir(folder)) {
    const fields = await readFile(`${folder}/${id}/stat`, 'utf8').catch(() => '');
    // The name comes first, in parentheses.
    used.set(Number(id), Number(fields.slice(fields.lastIndexOf(')') + 2).split(' ')[11] ?? 0));
  }
  return used;
}

test.runIf(process.platform === 'linux')('a thread that runs a query gives way to bids', async () => {
  const before = await usedByThreads();
  await ask('select count(*) as found from range(9000) a, range(9000) b where (a.range * b.range) % 7 = 1');
  const spent = [...(await usedByThreads())].map(([id, used]) => ({ id, spent: used - (before.get(id) ?? 0) }));
  const busiest = spent.reduce((most, one) => (one.spent > most.spent ? one : most));
  expect(busiest.spent).toBeGreaterThan(0);
  expect(getPriority(busiest.id)).toBeGreaterThan(getPriority());
});
