import { setImmediate as nextTurn } from 'node:timers/promises';
import { lotCopyLine } from './copy-text.ts';
import type { RefusedRow } from './import-queries.ts';
import type { NumberedRow } from './merge-batch.ts';
import type { ReadRow, SameRow } from './read-rows.ts';

const BATCH_ROWS = 5_000;
/** Of lines that may have to be read yet. */
const MOST_BYTES = 32 * 1024 * 1024;
const SHOWN_CHARACTERS = 500;
/** Rows that are read in one go: so long the database waits for its next statement. */
const ROWS_A_TURN = 50;

type PreparedRow = ReadRow & Pick<NumberedRow, 'copied'>;

/** Reads the next batch while the database merges this one. */
export async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next();
  for (;;) {
    const { value, done } = await next;
    if (done) return;
    next = source.next();
    // An error waits for its turn; without this it would be nobody's while the batch before is merged.
    next.catch(() => {});
    yield value;
  }
}

export async function* batches(input: AsyncIterable<ReadRow | SameRow>, most = BATCH_ROWS) {
  let given: PreparedRow[] = [];
  let same: SameRow[] = [];
  let sameBytes = 0;
  let read = 0;
  for await (const row of input) {
    if ('same' in row) {
      same.push(row);
      sameBytes += row.bytes;
    } else given.push(prepared(row));
    if (++read % ROWS_A_TURN === 0) await nextTurn();
    if (given.length + same.length < most && sameBytes < MOST_BYTES) continue;
    yield { given, same };
    given = [];
    same = [];
    sameBytes = 0;
  }
  // Also an empty one: lines that were known count as read.
  yield { given, same };
}

/** All that can be done for a row while the database merges those before it. */
function prepared(given: ReadRow): PreparedRow {
  const { line, key = null } = given;
  const row = 'row' in given && given.row.kind === 'lot' ? given.row : null;
  const copied = row && { row, text: lotCopyLine(line, row, key) };
  return { ...given, raw: shown(given.raw), ...(copied ? { copied } : {}) };
}

export function sorted(given: readonly PreparedRow[]): { rows: NumberedRow[]; broken: RefusedRow[] } {
  const rows: NumberedRow[] = [];
  const broken: RefusedRow[] = [];
  for (const read of given) {
    const { line, raw, key = null, copied } = read;
    if ('row' in read) rows.push({ line, row: read.row, raw, key, ...(copied ? { copied } : {}) });
    else broken.push({ line, reason: read.refused, raw });
  }
  return { rows, broken };
}

/** What is kept of a line, in case it is refused. */
export const shown = (raw: string) => raw.slice(0, SHOWN_CHARACTERS).replaceAll('\0', ' ').toWellFormed();
