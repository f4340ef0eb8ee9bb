import type { RefusedRow } from './import-queries.ts';
import type { NumberedRow } from './merge-batch.ts';
import type { ReadRow, SameRow } from './read-rows.ts';

const BATCH_ROWS = 5_000;
/** Of lines that may have to be read yet. */
const MOST_BYTES = 32 * 1024 * 1024;
const SHOWN_CHARACTERS = 500;

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

export async function* batches(input: AsyncIterable<ReadRow | SameRow>) {
  let given: ReadRow[] = [];
  let same: SameRow[] = [];
  let sameBytes = 0;
  for await (const row of input) {
    if ('same' in row) {
      same.push(row);
      sameBytes += row.bytes;
    } else given.push({ ...row, raw: shown(row.raw) });
    if (given.length + same.length < BATCH_ROWS && sameBytes < MOST_BYTES) continue;
    yield { given, same };
    given = [];
    same = [];
    sameBytes = 0;
  }
  // Also an empty one: lines that were known count as read.
  yield { given, same };
}

export function sorted(given: readonly ReadRow[]): { rows: NumberedRow[]; broken: RefusedRow[] } {
  const rows: NumberedRow[] = [];
  const broken: RefusedRow[] = [];
  for (const read of given) {
    const { line, raw, key = null } = read;
    if ('row' in read) rows.push({ line, row: read.row, raw, key });
    else broken.push({ line, reason: read.refused, raw });
  }
  return { rows, broken };
}

/** What is kept of a line, in case it is refused. */
export const shown = (raw: string) => raw.slice(0, SHOWN_CHARACTERS).replaceAll('\0', ' ').toWellFormed();
