import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLot } from '../../testing/fixtures/lots.ts';
import { ownDatabase } from '../../testing/processes/own-database.ts';
import { CREATE_TABLES, INDEX_FILES } from './columns.ts';
import { type CombinationSets, type KeptSets, keepSets } from './combination-sets.ts';
import { readAllLots, readLots } from './copy-queries.ts';
import { type Engine, MEMORY, openEngine } from './engine.ts';

const database = ownDatabase();
let engine: Engine;
let sets: KeptSets;
/** Run once before the engine gets a query, and once after it has looked up a set. */
let beforeQuery: (() => Promise<unknown>) | null;
let afterLookUp: (() => Promise<unknown>) | null;
let lookUps = 0;

beforeAll(async () => {
  engine = await openEngine(MEMORY);
  for (const file of INDEX_FILES)
    await engine.write(async (run) => {
      for (const text of CREATE_TABLES[file]) await run(text);
    });
});
afterAll(() => engine.close());
beforeEach(async () => {
  await database.pool.query('delete from lots');
  await readAllLots(engine, database.pool);
  beforeQuery = null;
  afterLookUp = null;
  sets = keepSets({
    ask: async <Row>(sql: string) => {
      const before = beforeQuery;
      beforeQuery = null;
      await before?.();
      const answer = await engine.ask<Row>(sql);
      if (!sql.includes('string_agg')) return answer;
      lookUps += 1;
      const after = afterLookUp;
      afterLookUp = null;
      await after?.();
      return answer;
    },
  });
});

const addLot = async (gearbox: string, color: string, feed: object = {}) => {
  const lotId = await createLot(database.db, { gearbox, color, facts: JSON.stringify({ feed }) });
  await readLots(engine, database.pool, [lotId], { sets });
};
/** Automatic cars, found by the set once it is known. */
async function countAutomatic(): Promise<{ lots: number | undefined; isBySet: boolean }> {
  let isBySet = false;
  const condition = "gearbox = 'AT'";
  const build = (known: CombinationSets) => {
    const digits = known.find('kinds', condition);
    isBySet = digits !== undefined;
    const where = isBySet
      ? `get_bit('${digits}'::bit, kind_number) = 1`
      : `kind_number in (select number from kinds where ${condition})`;
    return `select count(*) as lots from coming where ${where}`;
  };
  const [row] = await sets.ask<{ lots: number }>(build);
  return { lots: row?.lots, isBySet };
}

test('each query of a condition uses its set, looked up once until a combination is added', async () => {
  expect((await countAutomatic()).lots).toBe(0);
  await addLot('AT', 'RED');
  await addLot('MT', 'RED');
  lookUps = 0;
  expect(await countAutomatic()).toEqual({ lots: 1, isBySet: true });
  await addLot('AT', 'RED');
  expect(await countAutomatic()).toEqual({ lots: 2, isBySet: true });
  expect(lookUps).toBe(1);
  await addLot('CVT', 'RED');
  expect(await countAutomatic()).toEqual({ lots: 2, isBySet: true });
  expect(lookUps).toBe(2);
});

test('a lot whose combination is added while a query waits is in its answer', async () => {
  await addLot('AT', 'RED');
  await countAutomatic();
  beforeQuery = () => addLot('AT', 'RED', { seats: 9 });
  expect((await countAutomatic()).lots).toBe(2);
});

test('a set that was looked up before a combination was added is not kept', async () => {
  await addLot('AT', 'RED');
  afterLookUp = () => addLot('5F', 'BLUE');
  expect(await countAutomatic()).toEqual({ lots: 1, isBySet: false });
  expect(await countAutomatic()).toEqual({ lots: 1, isBySet: true });
});

test('an error of the query itself is an error', async () => {
  await expect(sets.ask(() => 'select nothing from nowhere')).rejects.toThrow('nowhere');
});
