import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import type { Db } from '../../platform/db/db.ts';
import type { Ahead } from '../read/parse-row.ts';
import { commitForGood } from '../staging/staging-queries.ts';

export interface RefusedRow {
  line: number;
  reason: string;
  raw: string;
  /** For a row refused because its source's clock is ahead. */
  ahead?: Ahead;
}

export interface ImportCounts {
  read: number;
  /** New lots. */
  added: number;
  written: number;
  unchanged: number;
  refused: number;
  /** Lots that disappeared from the snapshot of their auction house. */
  removed: number;
}

export interface NamedSource {
  /** Source of the rows in the list of imports: the name of a file. */
  sourceName: string;
  /** Mapping used to read them; undefined for NDJSON rows. */
  mappingName?: string | undefined;
}

export async function insertImport(client: PoolClient, { sourceName, mappingName }: NamedSource): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'insert into feed_imports (source_name, mapping) values ($1, $2) returning id',
    [sourceName, mappingName ?? null],
  );
  return rows[0]?.id ?? 0;
}

/** Numbers only, so that the statement can be sent together with others. */
const progress = (importId: number, { read, written, unchanged, refused, removed, added }: ImportCounts): string =>
  `update feed_imports set rows_read = ${read}, rows_written = ${written}, rows_unchanged = ${unchanged},
          rows_refused = ${refused}, lots_removed = ${removed}, lots_added = ${added}
    where id = ${importId}`;

export async function recordProgress(client: PoolClient, importId: number, counts: ImportCounts): Promise<void> {
  await client.query(progress(importId, counts));
}

/** Once finished, the caller may delete the input file. */
export async function finishImport(client: PoolClient, importId: number, sources: readonly string[]): Promise<void> {
  await commitForGood(client);
  await client.query('update feed_imports set finished_at = clock_timestamp(), sources = $2 where id = $1', [
    importId,
    [...sources],
  ]);
}

/** Records the error that stopped an import, even if it never began. */
export async function recordProblem(
  db: Db,
  importId: number,
  { problem, sources }: { problem: string; sources: readonly string[] },
): Promise<void> {
  await db
    .updateTable('feed_imports')
    .set({ problem, sources: [...sources] })
    .where('id', '=', importId)
    .execute();
}

export async function insertProblem(db: Db, { sourceName, mappingName }: NamedSource, problem: string): Promise<void> {
  const row = { source_name: sourceName, mapping: mappingName ?? null, problem };
  await db.insertInto('feed_imports').values(row).execute();
}

/** Whether the same problem was already recorded for a file of this name. */
export const isProblemRecorded = async (db: Db, sourceName: string, problem: string): Promise<boolean> =>
  (await db
    .selectFrom('feed_imports')
    .select('id')
    .where('source_name', '=', sourceName)
    .where('problem', '=', problem)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** The newest imports first. */
export const findImports = (db: Db, limit: number) =>
  db.selectFrom('feed_imports').selectAll().orderBy('id', 'desc').limit(limit).execute();

interface Page {
  page: number;
  pageSize: number;
}

/** The newest first; `trouble` selects imports with refused rows and aborted ones. */
export const findImportPage = (db: Db, state: 'all' | 'trouble', { page, pageSize }: Page) =>
  imports(db, state)
    .select([
      'id as importId',
      'source_name as source',
      'mapping',
      'started_at as startedAt',
      'finished_at as finishedAt',
      'problem',
      'rows_read as read',
      'lots_added as lotsAdded',
      'rows_written as written',
      'rows_unchanged as unchanged',
      'rows_refused as refused',
      'lots_removed as removed',
    ])
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();

export async function countImports(db: Db, state: 'all' | 'trouble'): Promise<{ found: number; all: number }> {
  const [found, all] = await Promise.all([count(imports(db, state)), count(imports(db, 'all'))]);
  return { found, all };
}

const imports = (db: Db, state: 'all' | 'trouble') =>
  state === 'all'
    ? db.selectFrom('feed_imports')
    : db.selectFrom('feed_imports').where((eb) => eb.or([eb('rows_refused', '>', 0), eb('problem', 'is not', null)]));

const count = async (query: ReturnType<typeof imports>): Promise<number> =>
  (await query.select((eb) => eb.fn.countAll<number>().as('all')).executeTakeFirstOrThrow()).all;

/** Undefined when there is no such import. */
export const countRefused = async (db: Db, importId: number): Promise<number | undefined> =>
  (await db.selectFrom('feed_imports').select('rows_refused').where('id', '=', importId).executeTakeFirst())
    ?.rows_refused;

export const findRefusedPage = (db: Db, importId: number, { page, pageSize }: Page) =>
  refused(db, importId)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();

/** The refused rows after a line of the file. */
export const findRefusedAfter = (db: Db, importId: number, { line, limit }: { line: number; limit: number }) =>
  refused(db, importId).where('line', '>', line).limit(limit).execute();

const refused = (db: Db, importId: number) =>
  db
    .selectFrom('feed_refused_rows')
    .select(['line', 'reason', 'raw'])
    .where('import_id', '=', importId)
    .orderBy('line');

export async function insertRefused(client: PoolClient, importId: number, rows: RefusedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `insert into feed_refused_rows (import_id, line, reason, raw)
     select $1, * from unnest($2::integer[], $3::text[], $4::text[]) on conflict do nothing`,
    [importId, rows.map((row) => row.line), rows.map((row) => row.reason), rows.map((row) => row.raw)],
  );
  const ahead = rows.flatMap((row) => row.ahead ?? []);
  if (ahead.length > 0) await recordClockFaults(client, importId, ahead);
}

/** Counts the rows of each source with timestamps in the future (business-rules.md#future-stamps). */
async function recordClockFaults(client: PoolClient, importId: number, ahead: readonly Ahead[]): Promise<void> {
  await client.query(
    `insert into feed_clock_faults as f (source, rows, ahead_seconds, import_id)
     select source, count(*), max(seconds), $1
       from unnest($2::text[], $3::float8[]) given(source, seconds) group by source order by source
     on conflict (source) do update
        set rows = f.rows + excluded.rows, ahead_seconds = excluded.ahead_seconds, import_id = excluded.import_id,
            last_at = clock_timestamp()`,
    [importId, ahead.map(({ source }) => source), ahead.map(({ seconds }) => seconds)],
  );
}

/** Sources with timestamps in the future during the last day, the latest first. */
export const findClockFaults = (db: Db) =>
  db
    .selectFrom('feed_clock_faults')
    .select(['source', 'rows', 'ahead_seconds as aheadSeconds', 'last_at as lastAt'])
    .where('last_at', '>', sql<Date>`clock_timestamp() - interval '1 day'`)
    .orderBy('last_at', 'desc')
    .limit(50)
    .execute();

/** Lots per insert statement. */
const LOTS_PER_STATEMENT = 500;

/** Splits the lots into as many statements as needed. */
const searchStatements = (importId: number, lotIds: readonly number[]): string[] =>
  Array.from({ length: Math.ceil(lotIds.length / LOTS_PER_STATEMENT) }, (_, at) => {
    const together = lotIds.slice(at * LOTS_PER_STATEMENT, (at + 1) * LOTS_PER_STATEMENT);
    return `insert into lots_to_match (import_id, lot_ids) values (${importId}, '{${together.join(',')}}')`;
  });

/** Records new lots for saved searches, which are evaluated once the import is finished. */
export async function recordForSearches(
  client: PoolClient,
  importId: number,
  lotIds: readonly number[],
): Promise<void> {
  if (lotIds.length > 0) await client.query(searchStatements(importId, lotIds).join('; '));
}

interface Portion {
  importId: number;
  counts: ImportCounts;
  /** Lots to record for saved searches. */
  lotIds: readonly number[];
  /** A dry run: everything is rolled back. */
  isDryRun: boolean;
}

/**
 * Ends the transaction of a portion: records its counts and commits, in one round trip, because on a busy machine every
 * round trip waits for the processor.
 */
export async function finishPortion(
  client: PoolClient,
  { importId, counts, lotIds, isDryRun }: Portion,
): Promise<void> {
  const statements = [
    ...searchStatements(importId, lotIds),
    progress(importId, counts),
    ...(isDryRun ? [] : ['commit']),
  ];
  await client.query(statements.join('; '));
}
