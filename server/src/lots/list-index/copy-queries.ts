import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Db } from '../../platform/db/db.ts';
import { copyOf, FILLED_IN_ORDER, LIST_TABLES, type ListTable, selectFrom, textOf } from './columns.ts';
import type { Engine } from './engine.ts';

export interface Changes {
  /** What is committed when these were read, as a `pg_snapshot`; later changes are read from here on. */
  version: string;
  /** Of the database's clock, as PostgreSQL writes it, and in milliseconds. */
  now: string;
  nowMs: number;
  today: string;
  /** Another text when a house has come or has another name. */
  houses: string;
  lotIds: number[];
  /** Id of the newest request for a comparison, 0 without one. */
  comparison: number;
}

/** The lots that were changed by transactions the snapshot `since` does not know, and the clock; answered by one index. */
export async function findChanges(db: Db, since: string): Promise<Changes> {
  const { rows } = await sql<Changes>`
    select pg_current_snapshot()::text as version, now()::text as now,
           (extract(epoch from now()) * 1000)::float8 as "nowMs",
           (now() at time zone 'Asia/Tokyo')::date::text as today,
           (select coalesce(md5(string_agg(id || ' ' || name, ',' order by id)), '') from auction_houses) as houses,
           (select coalesce(max(id), 0) from list_comparison_requests)::int as comparison,
           array(select distinct unnest(lot_ids) from lot_changes
                  where changed_in >= pg_snapshot_xmin(${since}::pg_snapshot)
                    and not pg_visible_in_snapshot(changed_in, ${since}::pg_snapshot)) as "lotIds"`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('a select without a table answers one row');
  return { ...found, lotIds: found.lotIds.map(Number) };
}

export async function findVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`select pg_current_snapshot()::text as version`.execute(db);
  return rows[0]?.version ?? '';
}

/** Which database this is: a copy of it elsewhere counts as the same one, another installation does not. */
export async function findDatabase(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select system_identifier || '/' || current_database() as name from pg_control_system()`.execute(db);
  return rows[0]?.name ?? '';
}

/**
 * Reads lots out of PostgreSQL into both tables, in the place of what the engine has of them; `finish` belongs to the
 * same transaction of the engine.
 */
export async function readLots(engine: Engine, pool: Pool, lotIds: number[] | 'all', finish: string[] = []) {
  const isFilling = lotIds === 'all';
  const where = isFilling ? 'true' : `id = any('{${lotIds.join(',')}}'::bigint[])`;
  await withCopies(pool, where, (copies) =>
    engine.write(async (run) => {
      for (const { table, file } of copies) {
        await run(isFilling ? `delete from ${table}` : `delete from ${table} where id in (${lotIds.join(',')})`);
        if (file) await run(`insert into ${table} ${selectFrom(file)} ${isFilling ? FILLED_IN_ORDER[table] : ''}`);
      }
      for (const text of finish) await run(text);
    }),
  );
}

export async function readHouses(engine: Engine, db: Db): Promise<void> {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from auction_houses`.execute(db);
  const values = rows.map(({ id, name }) => `(${id}, ${textOf(name)})`);
  await engine.write(async (run) => {
    await run('delete from auction_houses');
    if (values.length > 0) await run(`insert into auction_houses values ${values.join(', ')}`);
  });
}

/** Ids of lots that PostgreSQL and the engine tell differently, of those that fit a condition. */
export async function findDifferent(engine: Engine, pool: Pool, where: string): Promise<number[]> {
  const different = new Set<number>();
  await withCopies(pool, where, (copies) =>
    engine.write(async (run) => {
      for (const { table, file } of copies) {
        const held = `select * from ${table} where ${where}`;
        const told = file ? selectFrom(file) : `select * from ${table} where false`;
        const rows = await run(
          `select id from ((${held}) except (${told})) held union select id from ((${told}) except (${held})) told`,
        );
        for (const { id } of rows) different.add(Number(id));
      }
    }),
  );
  return [...different];
}

interface Copy {
  table: ListTable;
  /** Null when there is no such lot. */
  file: string | null;
}

/** PostgreSQL writes the lots into files that the engine reads with its own reader, many times as quickly as row by row. */
async function withCopies(pool: Pool, where: string, work: (copies: Copy[]) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'seri-lists-'));
  try {
    const copies: Copy[] = [];
    for (const table of LIST_TABLES) {
      const file = join(folder, `${table}.csv`);
      await copyToFile(pool, copyOf(table, where), file);
      copies.push({ table, file: (await stat(file)).size > 0 ? file : null });
    }
    await work(copies);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function copyToFile(pool: Pool, copy: string, file: string): Promise<void> {
  const client = await pool.connect();
  try {
    // An archive takes longer than a reader's statement may.
    await client.query('set statement_timeout = 0');
    await pipeline(client.query(copyTo(copy)), createWriteStream(file, { mode: 0o600 }));
    await client.query('reset statement_timeout');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
