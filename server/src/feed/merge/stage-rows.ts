import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { NamedLotRow, NamedRow } from './alias-resolver.ts';
import { lotContent, lotCopyLine, outcomeCopyLine, repeatCopyLine } from './copy-text.ts';
import { type LotDefaults, type Repeats, takeRepeats } from './lots-queries.ts';

/** A row and its line number. */
export interface NumberedRow {
  line: number;
  row: NamedRow;
  raw: string;
}
type LotEntry = NumberedRow & { row: NamedLotRow };

const isLot = (entry: NumberedRow): entry is LotEntry => entry.row.kind === 'lot';

interface HashedLot {
  entry: LotEntry;
  /** Its columns as PostgreSQL's copy reads them, and their MD5 in hexadecimal digits. */
  content: string;
  hash: string;
}

interface Staged {
  /** Rows of lots that wait in staging to be merged. */
  lots: LotEntry[];
  /** Lots with a newer timestamp whose row repeats what was merged last. */
  repeated: number[];
  hasOutcomes: boolean;
}

const NO_REPEATS: Repeats = { lines: [], repeated: [] };

/**
 * Copies lots and results into the empty staging tables; a lot row with a status adds a result as well. Lots whose row
 * repeats what was merged last only get its timestamp, unless it is known that the rows change their lots.
 */
export async function stageRows(
  client: PoolClient,
  rows: readonly NumberedRow[],
  { defaults, areChanges }: { defaults: LotDefaults; areChanges: boolean },
): Promise<Staged> {
  const lots = newestLots(rows).map(hashed);
  const { lines, repeated } = areChanges ? NO_REPEATS : await findRepeats(client, lots, defaults);
  const known = new Set(lines);
  const others = lots.filter(({ entry }) => !known.has(entry.line));
  await copyInto(
    client,
    'feed_lots_stage',
    others.map(({ entry: { line, row }, content, hash }) => lotCopyLine(line, row, content, hash)),
  );
  const outcomes = rows.flatMap(({ line, row }) =>
    row.kind === 'result' || (row.kind === 'lot' && row.status !== undefined) ? [outcomeCopyLine(line, row)] : [],
  );
  await copyInto(client, 'feed_outcomes_stage', outcomes);
  return { lots: others.map(({ entry }) => entry), repeated, hasOutcomes: outcomes.length > 0 };
}

function hashed(entry: LotEntry): HashedLot {
  const content = lotContent(entry.row);
  return { entry, content, hash: hash('md5', content) };
}

async function findRepeats(client: PoolClient, lots: readonly HashedLot[], defaults: LotDefaults): Promise<Repeats> {
  await copyInto(
    client,
    'feed_repeats_stage',
    lots.map(({ entry: { line, row }, hash }) => repeatCopyLine(line, row, hash)),
  );
  return takeRepeats(client, defaults);
}

/** For each lot the row with the newest timestamp; of two with the same timestamp the later one. */
function newestLots(rows: readonly NumberedRow[]): LotEntry[] {
  const newest = new Map<string, LotEntry>();
  for (const entry of rows.filter(isLot)) {
    const key = `${entry.row.source}\0${entry.row.sourceId}`;
    const other = newest.get(key);
    const isOlder =
      other && (Date.parse(entry.row.updatedAt) - Date.parse(other.row.updatedAt) || entry.line - other.line) < 0;
    if (!isOlder) newest.set(key, entry);
  }
  return [...newest.values()];
}

async function copyInto(client: PoolClient, table: string, lines: string[]): Promise<void> {
  if (lines.length === 0) return;
  await pipeline(Readable.from([Buffer.from(lines.join(''))]), client.query(copyFrom(`copy ${table} from stdin`)));
}
