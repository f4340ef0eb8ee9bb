import { readFileSync } from 'node:fs';
import { Client, type Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLot } from '../testing/lots.ts';
import { SOLD } from '../testing/pages.ts';
import { type TestPortal, testPortal } from '../testing/portal.ts';

// Plain PostgreSQL: the functions of a distributed one do here what can be judged without it.
const STAND_INS = `
  create function create_reference_table(text) returns void language sql as '';
  create function create_distributed_table(text, text, shard_count integer) returns void language plpgsql as $$
  begin
    if exists (select from pg_index where indrelid = $1::regclass and indisunique and not exists (
                 select from pg_attribute where attrelid = indrelid and attnum = any(indkey) and attname = $2)) then
      raise exception 'cannot create constraint on "%": it does not include the distribution column', $1;
    end if;
  end $$;
  create function create_time_partitions(table_name text, partition_interval interval, start_from timestamptz, end_at timestamptz)
  returns boolean language plpgsql as $$
  declare
    v_from timestamptz := start_from;
  begin
    while v_from < end_at loop
      execute format('create table %I partition of %I for values from (%L) to (%L)',
        table_name || '_p' || to_char(v_from, 'YYYY'), table_name, v_from::date, (v_from + partition_interval)::date);
      v_from := v_from + partition_interval;
    end loop;
    return true;
  end $$;`;
const deployed = (name: string) => readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');

let portal: TestPortal;
let pool: Pool;
const YEAR_MINUTES = 365 * 24 * 60;

beforeAll(async () => {
  portal = await testPortal(() => {});
  pool = portal.database.pool;
  const { db } = portal.database;
  for (let index = 0; index < 12; index++)
    await createLot(db, {
      ...SOLD,
      auctionInMinutes: -YEAR_MINUTES - index * 24 * 60,
      model: index % 3 === 0 ? 'AQUA' : 'PRIUS',
      color: index % 2 === 0 ? 'PEARL' : 'BLACK',
      sold_price_yen: 500_000 + ((index * 7) % 12) * 10_000,
    });
  // A file of many statements counts as one for the time a statement may take.
  const operator = new Client({ connectionString: portal.url });
  await operator.connect();
  await operator.query(STAND_INS);
  await operator.query(deployed('archive-citus.sql'));
  await operator.end();
});
afterAll(() => portal.close());

test('each column of the archive is one of a lot, with its type', async () => {
  const { rows } = await pool.query(`
    select archived.column_name from information_schema.columns archived
      left join information_schema.columns kept
        on kept.table_name = 'lots' and kept.column_name = archived.column_name and kept.udt_name = archived.udt_name
     where archived.table_name = 'archive_lots' and kept.column_name is null`);
  expect(rows).toEqual([]);
});

test('what has moved is found by each of the archive’s statements as it was in the portal', async () => {
  const { rows: columns } = await pool.query<{ names: string }>(`
    select string_agg(column_name, ', ') as names from information_schema.columns where table_name = 'archive_lots'`);
  const names = columns[0]?.names;
  await pool.query('insert into archive_houses select id, name, is_uss from auction_houses');
  await pool.query(`insert into archive_lots (${names}) select ${names} from lots where sales_page is not null`);
  const client = await pool.connect();
  try {
    await client.query(deployed('archive-queries.sql'));
    const idsOf = async (statement: string) => (await client.query<{ id: number }>(statement)).rows.map(({ id }) => id);
    const listed = await idsOf(`select id from lots where sales_page = 'stats' order by time_down desc, id desc`);
    expect(listed).toHaveLength(12);
    expect(await idsOf(`execute archive_by_time('stats', 'infinity', 0, 20)`)).toEqual(listed);
    const cheapest = await idsOf(`select id from lots where model = 'PRIUS' order by sold_price_yen, id`);
    expect(await idsOf(`execute archive_by_price('stats', 'TOYOTA', 'PRIUS', 0, 0, 20)`)).toEqual(cheapest);
    expect(await idsOf(`execute archive_of_days('stats', '2000-01-01', '2100-01-01', 20)`)).toEqual(listed);
    expect(await idsOf(`execute archive_lot_of_any_day(${listed[0]})`)).toEqual([listed[0]]);
    expect(await idsOf(`execute archive_lot(${listed[0]}, '2000-01-01')`)).toEqual([]);
    expect(await idsOf(`execute archive_appearances('ZVW50-1234567', 'car', 'TOYOTA')`)).toEqual(listed);
    const counted = await client.query(`execute archive_colors('stats', 'TOYOTA', 'PRIUS')`);
    const byHand = await client.query(`select color, count(*) as lots from lots where model = 'PRIUS' group by color`);
    expect(counted.rows).toEqual(expect.arrayContaining(byHand.rows));
    const months = await client.query(`execute archive_months('car', 'TOYOTA', 'PRIUS', '2000-01-01')`);
    expect(months.rows.reduce((sum, { sales }) => sum + sales, 0)).toBe(cheapest.length);
  } finally {
    client.release();
  }
});
