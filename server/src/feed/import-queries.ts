import type { PoolClient } from 'pg';
import type { Db } from '../platform/db.ts';

export interface RefusedRow {
  line: number;
  reason: string;
  raw: string;
}

export interface ImportCounts {
  read: number;
  written: number;
  unchanged: number;
  refused: number;
  /** Lots that vanished from the list of their house. */
  removed: number;
}

export interface NamedSource {
  /** Where the rows come from, for the list of imports: a file's name. */
  sourceName: string;
  /** By which mapping they are read; without one they are rows already. */
  mappingName?: string | undefined;
}

export async function insertImport(client: PoolClient, { sourceName, mappingName }: NamedSource): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'insert into feed_imports (source_name, mapping) values ($1, $2) returning id',
    [sourceName, mappingName ?? null],
  );
  return rows[0]?.id ?? 0;
}

export async function recordProgress(client: PoolClient, importId: number, counts: ImportCounts): Promise<void> {
  await client.query(
    `update feed_imports set rows_read = $2, rows_written = $3, rows_unchanged = $4, rows_refused = $5,
            lots_removed = $6
      where id = $1`,
    [importId, counts.read, counts.written, counts.unchanged, counts.refused, counts.removed],
  );
}

export async function finishImport(client: PoolClient, importId: number): Promise<void> {
  await client.query('update feed_imports set finished_at = clock_timestamp() where id = $1', [importId]);
}

/** What stopped an import; one that never began leaves its trace as well. */
export async function recordProblem(db: Db, importId: number, problem: string): Promise<void> {
  await db.updateTable('feed_imports').set({ problem }).where('id', '=', importId).execute();
}

export async function insertProblem(db: Db, { sourceName, mappingName }: NamedSource, problem: string): Promise<void> {
  const row = { source_name: sourceName, mapping: mappingName ?? null, problem };
  await db.insertInto('feed_imports').values(row).execute();
}

/** The newest imports first. */
export const findImports = (db: Db, most: number) =>
  db.selectFrom('feed_imports').selectAll().orderBy('id', 'desc').limit(most).execute();

export const findRefusedRows = (db: Db, importId: number, most: number) =>
  db
    .selectFrom('feed_refused_rows')
    .select(['line', 'reason', 'raw'])
    .where('import_id', '=', importId)
    .orderBy('line')
    .limit(most)
    .execute();

export async function insertRefused(client: PoolClient, importId: number, rows: RefusedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `insert into feed_refused_rows (import_id, line, reason, raw)
     select $1, * from unnest($2::integer[], $3::text[], $4::text[]) on conflict do nothing`,
    [importId, rows.map((row) => row.line), rows.map((row) => row.reason), rows.map((row) => row.raw)],
  );
}

/** For those who want to be told of new lots: asked about once the import is finished. */
export async function noteForSearches(client: PoolClient, importId: number, lotIds: number[]): Promise<void> {
  if (lotIds.length === 0) return;
  await client.query(
    `insert into lots_to_match (lot_id, import_id) select id, $1 from unnest($2::bigint[]) id order by id
     on conflict (lot_id) do update set import_id = excluded.import_id, noted_at = excluded.noted_at`,
    [importId, lotIds],
  );
}
