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

test('after a refused query the next one runs, and closing waits for those that run', async () => {
  await expect(ask('select nothing')).rejects.toThrow('nothing');
  await expect(ask("select error('within') as found from years")).rejects.toThrow('within');
  const other = await openEngine(MEMORY);
  const running = other.ask<{ found: number }>('select count(*) as found from range(1000000)');
  await other.close();
  expect(await running).toEqual([{ found: 1_000_000 }]);
  expect(await ask('select 1 as found')).toEqual([{ found: 1 }]);
});
