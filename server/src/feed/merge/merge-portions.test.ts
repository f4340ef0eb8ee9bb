import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../platform/db/db.ts';
import { testDatabase } from '../../platform/embedded-postgres/test-database.ts';
import { createLog } from '../../platform/process/log.ts';
import { aLot, aResult, demoHouse, imported, type Row } from '../../testing/fixtures/feed.ts';
import { mergeName } from '../names/decide-name.ts';
import { BATCH_SIZE } from './batches.ts';
import { PORTION_SIZE } from './import-rows.ts';

const HOUR_MS = 60 * 60_000;
const OPEN = 2 * PORTION_SIZE.most + 20;
const OVER = PORTION_SIZE.most + 10;
let database: Database;
let url: string;
let drop: () => Promise<void>;

beforeAll(async () => {
  const created = await testDatabase();
  drop = created.drop;
  url = created.url;
  database = openDatabase(url, createLog('test', 'silent'));
});
afterAll(async () => {
  await database.close();
  await drop();
});

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const opensAt = inHours(72);
const open = (more: Row): Row[] =>
  Array.from({ length: OPEN }, (_, at) =>
    aLot({ sourceId: `open-${at}`, lotNo: at + 1, auctionDate: opensAt, ...more }),
  );
const overAt = inHours(-1);
const over = (more: Row): Row[] =>
  Array.from({ length: OVER }, (_, at) =>
    aLot({ sourceId: `over-${at}`, lotNo: 5_000 + at, auctionDate: overAt, ...more }),
  );
/** Number of lots each transaction wrote last, the largest first. */
const written = async (like: string) => {
  const { rows } = await database.pool.query<{ lots: number }>(
    'select count(*)::integer as lots from lots where source_id like $1 group by xmin order by 1 desc',
    [like],
  );
  return rows.map((row) => row.lots);
};

test('merges new lots a batch at once, with their auction houses', async () => {
  expect((await imported(database, [...open({}), ...over({}), demoHouse()])).refused).toBe(0);
  expect(await written('open-%')).toEqual([BATCH_SIZE, OPEN - BATCH_SIZE]);
});

test('locks lots open for bidding a few at a time, however far their auction is; finished ones all at once', async () => {
  const dearer = { startPrice: 310_000, updatedAt: '2026-11-21T00:00:00Z' };
  const report = await imported(database, [...over(dearer), ...open(dearer)]);
  expect(report).toMatchObject({ read: OPEN + OVER, written: OPEN + OVER, refused: 0 });
  const portions = await written('open-%');
  expect(portions.length).toBeGreaterThan(2);
  expect(Math.max(...portions)).toBeLessThanOrEqual(PORTION_SIZE.most);
  expect(await written('over-%')).toEqual([OVER]);
});

test('a lot has its row and its result, in whichever portions they arrive', async () => {
  const changed = { startPrice: 320_000, updatedAt: '2026-11-22T00:00:00Z' };
  const sold = aResult({ sourceId: `open-${OPEN - 1}`, status: 4533, updatedAt: '2026-11-23T00:00:00Z' });
  expect((await imported(database, [sold, ...open(changed)])).refused).toBe(0);
  const { rows } = await database.pool.query(
    `select source_id, status from lots where source_id like 'open-%' and (status <> 4532 or start_price_yen <> 320000)`,
  );
  expect(rows).toEqual([{ source_id: `open-${OPEN - 1}`, status: 4533 }]);
});

test('a decision about a name between two portions applies to the later ones', async () => {
  const { db } = database;
  const named = { color: 'MIDORI', startPrice: 321_000, updatedAt: '2026-11-23T03:00:00Z' };
  let portions = 0;
  const decide = async () => {
    if (portions++ > 0) return;
    const { rows } = await database.pool.query<{ id: number; name: string }>(
      `select id, name from feed_names where kind = 'color' and name in ('MIDORI', 'PEARL')`,
    );
    const idOf = (name: string) => rows.find((row) => row.name === name)?.id ?? 0;
    await db.transaction().execute((tx) => mergeName(tx, { nameId: idOf('MIDORI'), targetId: idOf('PEARL') }, null));
  };
  await imported(database, open(named), { afterMerge: decide });
  const colors = async () =>
    (
      await database.pool.query(
        `select color, source_names, count(*)::integer as lots from lots where source_id like 'open-%' group by 1, 2 order by 3`,
      )
    ).rows;
  expect(portions).toBeGreaterThan(2);
  const [first, others] = await colors();
  expect(first).toMatchObject({ color: 'MIDORI', source_names: null });
  expect(others).toEqual({ color: 'PEARL', source_names: { color: 'MIDORI' }, lots: OPEN - first.lots });
});

test('a lot with a new price stays on its heap page, and no index is written', async () => {
  const { pool } = database;
  // Under unchanged names.
  await imported(database, open({ updatedAt: '2026-11-23T06:00:00Z' }));
  await pool.query(`
    create table stayed (hot bigint, written bigint);
    create function note_stayed() returns trigger language plpgsql as $$ begin
      insert into stayed values (pg_stat_get_xact_tuples_hot_updated('lots'::regclass),
                                 pg_stat_get_xact_tuples_updated('lots'::regclass));
      return null;
    end $$;
    create trigger stay_noted after update of start_price_yen on lots for each statement execute function note_stayed()`);
  await pool.query('vacuum full lots');
  // No two of them on one heap page.
  const { rows: apart } = await pool.query<{ id: string }>(
    `select source_id as id from (select source_id, row_number() over (order by ctid) as place from lots) l
      where source_id like 'open-%' and place % 50 = 0`,
  );
  const some = open({ startPrice: 325_000, updatedAt: '2026-11-23T12:00:00Z' }).filter(({ sourceId }) =>
    apart.some(({ id }) => id === sourceId),
  );
  // Earlier writes of a connection would count too.
  const fresh = openDatabase(url, createLog('test', 'silent'));
  try {
    await imported(fresh, some);
  } finally {
    await fresh.close();
  }
  const { rows } = await pool.query('select hot::integer, written::integer from stayed order by written desc limit 1');
  expect(rows).toEqual([{ hot: some.length, written: some.length }]);
  await pool.query('drop trigger stay_noted on lots');
});

test('merges do not wait for the disk; the end of the import does', async () => {
  const { pool } = database;
  await pool.query(`
    do $$ begin execute format('alter database %I set synchronous_commit = on', current_database()); end $$;
    create table waited (what text, setting text);
    create function note_waited() returns trigger language plpgsql as $$ begin
      insert into waited values (tg_table_name, current_setting('synchronous_commit'));
      return null;
    end $$;
    create trigger noted after update of start_price_yen on lots for each statement execute function note_waited();
    create trigger noted after update of finished_at on feed_imports for each statement execute function note_waited()`);
  const fresh = openDatabase(url, createLog('test', 'silent'));
  try {
    await imported(fresh, open({ startPrice: 330_000, updatedAt: '2026-11-24T00:00:00Z' }));
  } finally {
    await fresh.close();
  }
  const { rows } = await pool.query('select distinct what, setting from waited order by what');
  expect(rows).toEqual([
    { what: 'feed_imports', setting: 'on' },
    { what: 'lots', setting: 'off' },
  ]);
});
