import type { PoolClient } from 'pg';

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
}

export async function insertImport(client: PoolClient, sourceName: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'insert into feed_imports (source_name) values ($1) returning id',
    [sourceName],
  );
  return rows[0]?.id ?? 0;
}

export async function recordProgress(client: PoolClient, importId: number, counts: ImportCounts): Promise<void> {
  await client.query(
    `update feed_imports set rows_read = $2, rows_written = $3, rows_unchanged = $4, rows_refused = $5 where id = $1`,
    [importId, counts.read, counts.written, counts.unchanged, counts.refused],
  );
}

export async function finishImport(client: PoolClient, importId: number): Promise<void> {
  await client.query('update feed_imports set finished_at = clock_timestamp() where id = $1', [importId]);
}

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
