import type { Pool } from 'pg';

/** Checks every ordered index against its table (amcheck) and returns the names of the broken ones. Leaves no trace. */
export async function findBrokenIndexes(pool: Pool): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    await client.query('create extension if not exists amcheck');
    const { rows } = await client.query<{ name: string; oid: number }>(`
      select c.oid::integer as oid, c.relname as name from pg_index i
        join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
       where a.amname = 'btree' and c.relpersistence = 'p' and i.indisvalid order by c.oid`);
    const broken: string[] = [];
    for (const { oid, name } of rows) {
      await client.query('savepoint index');
      await client.query('select bt_index_check($1::oid::regclass, true)', [oid]).catch((error: Error) => {
        broken.push(`${name}: ${error.message}`);
      });
      await client.query('rollback to savepoint index');
    }
    return broken;
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
  }
}
