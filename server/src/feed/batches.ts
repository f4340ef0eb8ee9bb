import { setImmediate as nextTurn } from 'node:timers/promises';
import { CopyBytes } from './copy-bytes.ts';
import { lotCopyLine } from './copy-text.ts';
import type { RefusedRow } from './import-queries.ts';
import type { KnownLines } from './known-lines.ts';
import type { NumberedRow } from './merge-batch.ts';
import { type ReadRow, type RowFormat, readRows, type SameRow } from './read-rows.ts';

/** Few, so that handing them to another thread holds that one up for a moment only. */
const ROWS_A_PIECE = 500;
const SHOWN_CHARACTERS = 500;
/** Rows that are read in one go: so long the database waits for its next statement. */
const ROWS_A_TURN = 50;
/** Of lines that may have to be read yet. */
const MOST_BYTES = 32 * 1024 * 1024;

type PreparedRow = ReadRow & Pick<NumberedRow, 'copied'>;

export interface Batch {
  given: PreparedRow[];
  same: SameRow[];
  sameBytes: number;
  /** How many lines were passed over, as they are known. */
  met: number;
  /** What `copied` and `content` of the rows lie in. */
  pieces: ArrayBuffer[];
}

const noRows = (): Batch => ({ given: [], same: [], sameBytes: 0, met: 0, pieces: [] });
const isFull = ({ given, same, sameBytes }: Batch, most: number) =>
  given.length + same.length >= most || sameBytes >= MOST_BYTES;

/** The rows of an input in small batches; the last may be an empty one: lines that were known count as read. */
export async function* smallBatches(
  input: AsyncIterable<Buffer | string>,
  format: RowFormat,
  known: KnownLines | null,
): AsyncGenerator<Batch> {
  const bytes = new CopyBytes();
  let batch = noRows();
  let read = 0;
  const finished = () => ({ ...batch, met: known?.takeMet() ?? 0, pieces: bytes.take() });
  for await (const row of readRows(input, format, known)) {
    if ('same' in row) {
      batch.same.push({ ...row, content: bytes.addBytes(row.content) });
      batch.sameBytes += row.content.length;
    } else batch.given.push(prepared(row, bytes));
    if (++read % ROWS_A_TURN === 0) await nextTurn();
    if (!isFull(batch, ROWS_A_PIECE)) continue;
    yield finished();
    batch = noRows();
  }
  yield finished();
}

/** How many rows a batch has at least, but for the last one: as many as the first, then twice as many each time. */
export interface BatchRows {
  first: number;
  most: number;
}

/** Small batches put together. */
export async function* gathered(small: AsyncIterable<Batch>, { first, most }: BatchRows): AsyncGenerator<Batch> {
  let batch = noRows();
  let enough = Math.min(first, most);
  for await (const { given, same, sameBytes, met } of small) {
    batch.given.push(...given);
    batch.same.push(...same);
    batch.sameBytes += sameBytes;
    batch.met += met;
    if (!isFull(batch, enough)) continue;
    yield batch;
    batch = noRows();
    enough = Math.min(2 * enough, most);
  }
  yield batch;
}

/** All that can be done for a row before the database is asked. */
function prepared(read: ReadRow, bytes: CopyBytes): PreparedRow {
  const { line, key = null } = read;
  const row = 'row' in read && read.row.kind === 'lot' ? read.row : null;
  const copied = row && { row, bytes: bytes.add(lotCopyLine(line, row, key)) };
  return { ...read, raw: shown(read.raw), ...(copied ? { copied } : {}) };
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
