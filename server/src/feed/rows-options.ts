import type { Database } from '../platform/db.ts';
import type { ImportCounts, NamedSource, RefusedRow } from './import-queries.ts';
import type { RowFormat } from './read-rows.ts';

export interface RowsOptions extends NamedSource {
  database: Pick<Database, 'db' | 'pool' | 'importPool'>;
  input: AsyncIterable<Buffer | string>;
  /** Without it one JSON object per line. */
  format?: RowFormat | undefined;
  onRefused?: (row: RefusedRow) => void;
  onProgress?: (counts: ImportCounts) => void;
  /** After each merged batch, once it is committed. */
  afterMerge?: (merged: Merged) => Promise<void>;
  /** A whole list may take off as many lots as it lacks: the operator has looked at it. */
  allowRemovals?: boolean;
  /** Everything is judged by the database and then undone. */
  dryRun?: boolean;
}

export interface Merged {
  changedLotIds: number[];
  movedLotIds: number[];
}
