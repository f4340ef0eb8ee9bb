import { setImmediate as nextTurn } from 'node:timers/promises';
import { CopyBytes } from './copy-bytes.ts';
import type { RefusedRow } from './import-queries.ts';
import type { KnownLines } from './known-lines.ts';
import { LotPack, type PackedLots, unpacked } from './lot-pack.ts';
import { type NumberedRow, shown } from './read-lot.ts';
import { type ReadRow, type RowFormat, readRows, type SameRow } from './read-rows.ts';

const ROWS_A_PIECE = 500;
/** Rows that are read in one go: so long the database waits for its next statement. */
const ROWS_A_TURN = 50;
/** Of lines that may have to be read yet. */
export const MOST_BYTES = 32 * 1024 * 1024;

/** Rows as they are handed to another thread. */
export interface SmallBatch {
  lots: PackedLots;
  /** Rows that are no lots. */
  others: NumberedRow[];
  broken: RefusedRow[];
  same: SameRow[];
  sameBytes: number;
  /** How many lines were passed over, as they are known. */
  met: number;
  /** What `content` lies in. */
  pieces: ArrayBuffer[];
}

export interface Batch {
  rows: NumberedRow[];
  broken: RefusedRow[];
  same: SameRow[];
  sameBytes: number;
  met: number;
  /** What the bytes of its rows lie in. */
  pieces: ArrayBuffer[];
}

const noRows = (): Batch => ({ rows: [], broken: [], same: [], sameBytes: 0, met: 0, pieces: [] });
const isFull = (rows: number, sameBytes: number, most: number) => rows >= most || sameBytes >= MOST_BYTES;

/** Puts rows together that were read. */
export class Gathering {
  readonly #known: KnownLines | null;
  readonly #lots = new LotPack();
  readonly #bytes = new CopyBytes();
  #batch = { ...noRows(), others: [] as NumberedRow[] };
  #rows = 0;

  constructor(known: KnownLines | null) {
    this.#known = known;
  }

  add(row: ReadRow | SameRow): void {
    this.#rows += 1;
    if ('same' in row) {
      this.#batch.same.push({ ...row, content: this.#bytes.addBytes(row.content) });
      this.#batch.sameBytes += row.content.length;
    } else sort(row, this.#batch, this.#lots);
  }

  get isFull(): boolean {
    return isFull(this.#rows, this.#batch.sameBytes, ROWS_A_PIECE);
  }

  /** Since it was asked last. */
  take(): SmallBatch {
    const { others, broken, same, sameBytes } = this.#batch;
    this.#batch = { ...noRows(), others: [] };
    this.#rows = 0;
    const met = this.#known?.takeMet() ?? 0;
    return { others, broken, same, sameBytes, met, lots: this.#lots.take(), pieces: this.#bytes.take() };
  }
}

/** The rows of an input in small batches; the last may be an empty one: lines that were known count as read. */
export async function* smallBatches(
  input: AsyncIterable<Buffer | string>,
  format: RowFormat,
  known: KnownLines | null,
): AsyncGenerator<SmallBatch> {
  const rows = new Gathering(known);
  let read = 0;
  for await (const row of readRows(input, format, { known })) {
    rows.add(row);
    if (++read % ROWS_A_TURN === 0) await nextTurn();
    if (rows.isFull) yield rows.take();
  }
  yield rows.take();
}

/** Small batches put together until they have so many rows. */
export async function* gathered(small: AsyncIterable<SmallBatch>, most: number): AsyncGenerator<Batch> {
  let batch = noRows();
  for await (const { lots, others, broken, same, sameBytes, met, pieces } of small) {
    batch.rows.push(...inOrder(lots, others));
    batch.broken.push(...broken);
    batch.same.push(...same);
    batch.sameBytes += sameBytes;
    batch.met += met;
    batch.pieces.push(...lots.pieces, ...pieces);
    if (!isFull(batch.rows.length + batch.broken.length + batch.same.length, batch.sameBytes, most)) continue;
    yield batch;
    batch = noRows();
  }
  yield batch;
}

/**
 * Gives the memory of a batch back that nobody looks at any more: bytes count for the garbage collector, which would go
 * through all there is for some hundred pieces.
 */
export function release({ pieces }: Batch): void {
  for (const piece of pieces) piece.transfer(0);
}

/** Rows that were read one by one. */
export function sorted(reads: readonly ReadRow[]): Pick<Batch, 'rows' | 'broken'> {
  const lots = new LotPack();
  const others: NumberedRow[] = [];
  const broken: RefusedRow[] = [];
  for (const read of reads) sort(read, { others, broken }, lots);
  return { rows: inOrder(lots.take(), others), broken };
}

function sort(read: ReadRow, { others, broken }: Pick<SmallBatch, 'others' | 'broken'>, lots: LotPack): void {
  const { line, raw } = read;
  if ('refused' in read) {
    const { refused: reason, ahead } = read;
    broken.push({ line, reason, raw: shown(raw), ...(ahead ? { ahead } : {}) });
  } else if (read.row.kind === 'lot') lots.add(read, read.row);
  else others.push({ line, row: read.row, raw: shown(raw) });
}

/** As they stand in their input. */
function inOrder(lots: PackedLots, others: readonly NumberedRow[]): NumberedRow[] {
  const rows = [...unpacked(lots)];
  if (others.length === 0) return rows;
  return [...rows, ...others].sort((one, other) => one.line - other.line);
}
