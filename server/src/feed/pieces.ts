import { MAX_LINE_BYTES, NEWLINE } from './read-lines.ts';

/** A part of an input; no bytes are its end. */
export interface Piece {
  bytes: Uint8Array<ArrayBuffer> | null;
  /** The number of its first line, where it begins with a line. */
  line: number;
}

/** Each costs a message to and fro; what an input breaks off with is lost to it. */
const PIECE_BYTES = 256 * 1024;

type Input = AsyncIterable<Buffer | string>;

/** In no piece more than so much, however it came. */
async function* parts(input: Input): AsyncGenerator<Buffer> {
  for await (const chunk of input) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES);
  }
}

/** One behind the other in memory of their own: what a buffer lies in may hold others, and this may be handed on as it is. */
export function together(buffers: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(buffers.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const buffer of buffers) {
    bytes.set(buffer, at);
    at += buffer.length;
  }
  return bytes;
}

export async function* inPieces(input: Input): AsyncGenerator<Piece> {
  for await (const part of parts(input)) yield { bytes: together([part]), line: 0 };
  yield { bytes: null, line: 0 };
}

/** Pieces that begin with a line and end with one. Of a line that is too long no more comes than shows that it is. */
export async function* inPiecesOfLines(input: Input): AsyncGenerator<Piece> {
  let whole: Buffer[] = [];
  let open: Buffer[] = [];
  let [wholeBytes, openBytes, line] = [0, 0, 1];
  const taken = (buffers: readonly Buffer[]): Piece => {
    const piece = { bytes: together(buffers), line };
    line += linesIn(piece.bytes);
    return piece;
  };
  for await (const part of parts(input)) {
    const end = part.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      const from = openBytes > MAX_LINE_BYTES ? part.indexOf(NEWLINE) : 0;
      whole.push(...open, part.subarray(from, end));
      wholeBytes += openBytes + end;
      open = [];
      openBytes = 0;
    }
    if (openBytes <= MAX_LINE_BYTES) open.push(part.subarray(end));
    openBytes += part.length - end;
    if (wholeBytes < PIECE_BYTES) continue;
    yield taken(whole);
    whole = [];
    wholeBytes = 0;
  }
  yield taken([...whole, ...open]);
}

function linesIn(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}
