import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { NamedLotRow, NamedRow } from './alias-resolver.ts';
import { lotCopyLine, outcomeCopyLine } from './copy-text.ts';

/** A row and its line number. */
export interface NumberedRow {
  line: number;
  row: NamedRow;
  raw: string;
}
type LotEntry = NumberedRow & { row: NamedLotRow };

const isLot = (entry: NumberedRow): entry is LotEntry => entry.row.kind === 'lot';

/** Copies lots and results into the empty staging tables; a lot row with a status adds a result as well. */
export async function stageRows(client: PoolClient, rows: readonly NumberedRow[]): Promise<void> {
  await copyInto(
    client,
    'feed_lots_stage',
    newestLots(rows).map(({ line, row }) => lotCopyLine(line, row)),
  );
  await copyInto(
    client,
    'feed_outcomes_stage',
    rows.flatMap(({ line, row }) =>
      row.kind === 'result' || (row.kind === 'lot' && row.status !== undefined) ? [outcomeCopyLine(line, row)] : [],
    ),
  );
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
