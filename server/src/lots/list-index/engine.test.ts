import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Engine, MEMORY, openEngine } from './engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine(MEMORY);
  await engine.write((run) => run('create table years as select 2001 + range % 20 as year from range(10000)'));
});
afterAll(() => engine.close());

const ask = (sql: string) => engine.ask<{ found: number }>({ sql, parameters: [] });
/** Takes long enough to plan another query and to write. */
const LONG = 'select count(*) as found from range(9000) a, range(9000) b where (a.range * b.range) % 7 = 1';

test('a query planned while another runs does not see rows that its plan did not know', async () => {
  const first = ask(LONG);
  // Planned without its condition, which every row meets.
  const second = ask('select count(*) as found from years where year > 2000');
  await engine.write((run) => run('insert into years select 1990 from range(10000)'));
  expect((await first)[0]?.found).toBeGreaterThan(0);
  expect(await second).toEqual([{ found: 10_000 }]);
  expect(await ask('select count(*) as found from years where year > 2000')).toEqual([{ found: 10_000 }]);
});

test('after a refused query the next one runs, and closing waits for those that run', async () => {
  await expect(ask('select nothing')).rejects.toThrow('nothing');
  await expect(ask("select error('within') as found from years")).rejects.toThrow('within');
  const other = await openEngine(MEMORY);
  const running = other.ask<{ found: number }>({ sql: 'select count(*) as found from range(1000000)', parameters: [] });
  await other.close();
  expect(await running).toEqual([{ found: 1_000_000 }]);
  expect(await ask('select 1 as found')).toEqual([{ found: 1 }]);
});
