import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Db } from '../../platform/db/db.ts';
import { PREPARED } from '../../platform/db/named-queries.ts';
import {
  addBits,
  COMBINATION_TABLES,
  copiedRows,
  copyOf,
  FILLED_IN_ORDER,
  insertCombinations,
  insertValues,
  LIST_TABLES,
  type ListTable,
  readPortions,
  selectFrom,
  selectNewValues,
  textOf,
  withCombinations,
  writePortions,
} from './columns.ts';
import type { Engine } from './engine.ts';
import { type FacetBits, type FacetValue, type PlacedValue, withPlaces } from './facet-bits.ts';

export interface Changes {
  /** The `pg_snapshot` at which these were read; the next call continues from it. */
  version: string;
  /** The database's clock, as PostgreSQL formats it, and in milliseconds. */
  now: string;
  nowMs: number;
  today: string;
  /** A hash that changes when an auction house is added or renamed. */
  houses: string;
  lotIds: number[];
  /** Id of the newest request for a comparison, 0 without one. */
  comparison: number;
}

/** Returns the clock, and the lots changed by transactions that are not visible in the snapshot `since`. Uses one index. */
export async function findChanges(db: Db, since: string): Promise<Changes> {
  const { rows } = await sql<Changes>`
    select ${PREPARED} pg_current_snapshot()::text as version, now()::text as now,
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

/** Identifies the database. A restored copy has the same identity, another installation has another one. */
export async function findDatabase(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select system_identifier || '/' || current_database() as name from pg_control_system()`.execute(db);
  return rows[0]?.name ?? '';
}

/** Of the copied file of all lots: sorting a portion takes about as much memory. */
const PORTION_BYTES = 500_000_000;

/**
 * Copies all lots from PostgreSQL into both tables. The statements `finish` run last, so that a process killed before them
 * reads all lots again. Sorting 20,000,000 lots at once would take more memory than the engine has, and twice their room on
 * the disk.
 */
export async function readAllLots(
  engine: Engine,
  pool: Pool,
  bits: FacetBits,
  { finish = [], portionBytes = PORTION_BYTES }: { finish?: string[]; portionBytes?: number | undefined } = {},
) {
  await withCopies(engine, pool, 'true', async (copies) => {
    for (const { table, file } of copies) {
      await engine.write((run) => run(`delete from ${table}`));
      if (!file) continue;
      const folder = `${file}.portions`;
      const count = Math.ceil((await stat(file)).size / portionBytes);
      await engine.write((run) => run(writePortions(table, file, folder, count)));
      await rm(file);
      const portions = await Promise.all((await readdir(folder)).map((name) => filesIn(join(folder, name))));
      bits.add(await engine.write((run) => addCombinations(run, readPortions(portions.flat()))));
      for (const files of portions) {
        const rows = withCombinations(readPortions(files));
        await engine.write((run) => run(`insert into ${table} ${rows} ${FILLED_IN_ORDER[table]}`));
        await Promise.all(files.map((one) => rm(one)));
      }
    }
    await engine.write((run) => runAll(run, finish));
  });
}

const filesIn = async (folder: string): Promise<string[]> => (await readdir(folder)).map((name) => join(folder, name));

let readings = 0;

/**
 * Copies lots from PostgreSQL into both tables and replaces their earlier rows. The statements `finish` run last, so that a
 * process killed before them reads the same lots again.
 */
export async function readLots(
  engine: Engine,
  pool: Pool,
  bits: FacetBits,
  lotIds: number[],
  { finish = [] }: { finish?: string[] } = {},
) {
  const reading = ++readings;
  try {
    await withCopies(engine, pool, `id = any('{${lotIds.join(',')}}'::bigint[])`, async (copies) => {
      // First, because lots have the numbers of combinations, and a transaction writes to one file.
      for (const copy of copies) bits.add(await engine.write((run) => addCombinationsOf(run, copy)));
      for (const copy of copies) await engine.write((run) => replaceLots(run, copy));
      await engine.write((run) => runAll(run, finish));
    });
  } finally {
    const dropped = engine.write((run) =>
      runAll(
        run,
        LIST_TABLES.map((table) => `drop table if exists ${nameOfCopied(table)}`),
      ),
    );
    // It fails only in a damaged engine, whose first error must reach the caller.
    await dropped.catch(() => {});
  }

  /** The copied rows, read once into memory. */
  async function rowsOf(run: Run, { table, file }: Copy): Promise<string | null> {
    if (!file) return null;
    await run(`create temp table if not exists ${nameOfCopied(table)} as ${selectFrom(table, file)}`);
    return `select * from ${nameOfCopied(table)}`;
  }
  /** Of this call alone, because others write between its transactions. */
  function nameOfCopied(table: ListTable): string {
    return `copied_${table}_${reading}`;
  }
  async function addCombinationsOf(run: Run, copy: Copy): Promise<PlacedValue[]> {
    const rows = await rowsOf(run, copy);
    return rows === null ? [] : addCombinations(run, rows);
  }
  async function replaceLots(run: Run, copy: Copy): Promise<void> {
    const { table } = copy;
    await run(`delete from ${table} where id in (${lotIds.join(',')})`);
    const rows = await rowsOf(run, copy);
    if (rows) await run(`insert into ${table} ${withCombinations(rows)}`);
  }
}

/** Returns the values that no lot had before. */
async function addCombinations(run: Run, rows: string): Promise<PlacedValue[]> {
  const added: PlacedValue[] = [];
  for (const table of COMBINATION_TABLES) {
    const [inserted] = await run(insertCombinations(table, rows));
    if (Number(inserted?.Count) === 0) continue;
    const known = (await run('select * from facet_values')) as unknown as PlacedValue[];
    const found = (await run(selectNewValues(table))) as unknown as FacetValue[];
    const values = withPlaces(table, known, found);
    if (values.length > 0) await run(insertValues(values));
    await run(addBits(table));
    added.push(...values);
  }
  return added;
}

async function runAll(run: Run, texts: readonly string[]): Promise<void> {
  for (const text of texts) await run(text);
}

type Run = (text: string) => Promise<Record<string, unknown>[]>;

export interface House {
  id: number;
  name: string;
}

export async function readHouses(engine: Engine, db: Db): Promise<House[]> {
  const { rows } = await sql<House>`select id, name from auction_houses`.execute(db);
  const values = rows.map(({ id, name }) => `(${id}, ${textOf(name)})`);
  await engine.write(async (run) => {
    await run('delete from auction_houses');
    if (values.length > 0) await run(`insert into auction_houses values ${values.join(', ')}`);
  });
  return rows;
}

/** Returns the ids of the lots matching a condition whose rows differ between PostgreSQL and the engine. */
export async function findDifferent(engine: Engine, pool: Pool, where: string): Promise<number[]> {
  const different = new Set<number>();
  await withCopies(engine, pool, where, (copies) =>
    engine.write(async (run) => {
      for (const { table, file } of copies) {
        const held = `${copiedRows(table)} where ${where}`;
        const source = file ? selectFrom(table, file) : `${copiedRows(table)} where false`;
        const rows = await run(
          `select id from ((${held}) except (${source})) held union select id from ((${source}) except (${held})) copied_rows`,
        );
        for (const { id } of rows) different.add(Number(id));
      }
    }),
  );
  return [...different];
}

interface Copy {
  table: ListTable;
  /** Null if no lot matches. */
  file: string | null;
}

/** Copies the lots into CSV files, because the engine reads these much faster than single rows. */
async function withCopies(
  engine: Engine,
  pool: Pool,
  where: string,
  work: (copies: Copy[]) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(engine.folder, 'seri-lists-'));
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
    // Copying an archive takes longer than the usual statement timeout.
    await client.query('set statement_timeout = 0');
    await pipeline(client.query(copyTo(copy)), createWriteStream(file, { mode: 0o600 }));
    await client.query('reset statement_timeout');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
