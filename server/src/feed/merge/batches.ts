import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RefusedRow } from '../import-log/import-queries.ts';
import type { ReadRow } from '../read/read-rows.ts';
import type { NumberedRow } from './stage-rows.ts';

/** Rows compared in one transaction; also merged in it where no bid can be placed on their lots. */
export const BATCH_SIZE = 1_000;
const MAX_CHARACTERS = 4 * 1024 ** 2;
/** Rows read without yielding; the database waits for its next statement meanwhile. */
const ROWS_PER_TURN = 50;

export interface Batch {
  rows: NumberedRow[];
  broken: RefusedRow[];
  lists: NumberedRow[];
}

const SHOWN_CHARACTERS = 500;

/** The stored form of a refused line. */
export const refusedRow = (line: number, reason: string, raw: string): RefusedRow => ({
  line,
  reason,
  raw: raw.slice(0, SHOWN_CHARACTERS).replaceAll('\0', ' ').toWellFormed(),
});

/** Yields the rows read before an input broke off. */
export async function* inBatches(read: AsyncIterable<ReadRow>): AsyncGenerator<Batch> {
  let batch: Batch = { rows: [], broken: [], lists: [] };
  let rows = 0;
  let characters = 0;
  try {
    for await (const row of read) {
      add(batch, row);
      rows += 1;
      characters += row.raw.length;
      if (rows % ROWS_PER_TURN === 0) await nextTurn();
      if (rows < BATCH_SIZE && characters < MAX_CHARACTERS) continue;
      const full = batch;
      batch = { rows: [], broken: [], lists: [] };
      rows = 0;
      characters = 0;
      yield full;
    }
  } catch (error) {
    yield batch;
    throw error;
  }
  yield batch;
}

function add({ rows, broken, lists }: Batch, read: ReadRow): void {
  const { line, raw } = read;
  if ('refused' in read)
    broken.push({ ...refusedRow(line, read.refused, raw), ...(read.ahead ? { ahead: read.ahead } : {}) });
  else (read.row.kind === 'full-list' ? lists : rows).push({ line, row: read.row, raw });
}

/** Produces the next item while the current one is in use. An error is thrown when its item is requested. */
export async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  const request = () => {
    const next = source.next();
    next.catch(() => {});
    return next;
  };
  try {
    for (let next = request(); ; ) {
      const { value, done } = await next;
      if (done) return;
      next = request();
      yield value;
    }
  } finally {
    // Not awaited: the input may hang.
    source.return(undefined).catch(() => {});
  }
}
