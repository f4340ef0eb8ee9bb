import { expect, test } from 'vitest';
import { ownDatabase } from '../testing/own-database.ts';
import { LIGHTLY_WRITTEN } from './lots-queries.ts';

const database = ownDatabase();

test('of each index a coming lot stands in a column is written with its price, but of those by id, by source and by what it was sold for', async () => {
  // A trigger before the update makes PostgreSQL work out the generated columns anew, whatever is written.
  const { rows } = await database.pool.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name
       from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am am on am.oid = c.relam
      where i.indrelid = 'lots'::regclass and am.amname = 'btree'
        and coalesce(pg_get_expr(i.indpred, i.indrelid), '') !~ 'sales_page|sold_price_yen IS NOT NULL|^\\(?(is_private|is_ordered|outcome_pending)\\)?$'
        and not exists (select from pg_attribute a
                         where a.attrelid = i.indrelid and a.attnum = any((i.indkey::smallint[])[0 : i.indnkeyatts - 1])
                           and (a.attgenerated <> '' or a.attname = any($1::text[])))
      order by 1`,
    [LIGHTLY_WRITTEN],
  );
  expect(rows.map(({ name }) => name)).toEqual([
    'lots_coming_closing',
    'lots_coming_sold_price',
    'lots_pkey',
    'lots_source_source_id_key',
  ]);
});

test('no trigger of lots waits for what is written with a price, but that of moved lots for their number', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select t.tgname::text as name from pg_trigger t
      where t.tgrelid = 'lots'::regclass and not t.tgisinternal
        and exists (select from pg_attribute a where a.attrelid = t.tgrelid and a.attnum = any(t.tgattr::smallint[])
                       and a.attname = any($1::text[]))
      order by 1`,
    [LIGHTLY_WRITTEN],
  );
  expect(rows.map(({ name }) => name)).toEqual(['lots_move_bids']);
});

test('no index of lots names what a running lot starts at, so that its new version stays on its page', async () => {
  const { rows } = await database.pool.query<{ definition: string }>(
    `select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = 'lots'::regclass`,
  );
  expect(rows.filter(({ definition }) => /\bstart_price_yen\b/.test(definition))).toEqual([]);
});
