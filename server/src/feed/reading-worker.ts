import { PassThrough } from 'node:stream';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { standBack } from '../platform/stand-back.ts';
import { Gathering } from './batches.ts';
import { KnownLines } from './known-lines.ts';
import type { Piece } from './pieces.ts';
import { type RowFormat, readRows } from './read-rows.ts';
import type { Reading, Said, Told } from './reading-thread.ts';
import { UnreadableFeed } from './unreadable-feed.ts';

const port = parentPort as MessagePort;
const say = (said: Said, transfer: ArrayBuffer[] = []) => port.postMessage(said, transfer);
const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);

let pieces = new PassThrough({ objectMode: true });
let takeKnown: (known: Buffer) => void = () => {};
const loadKnown = () =>
  new Promise<Buffer>((resolve) => {
    takeKnown = resolve;
    say('known?');
  });

function give(rows: Gathering): void {
  const batch = rows.take();
  say({ batch }, [...batch.pieces, ...batch.lots.pieces]);
}

/** Each piece has whole lines. */
async function readLines(given: AsyncIterable<Piece>, known: KnownLines | null): Promise<void> {
  const rows = new Gathering(known);
  for await (const { bytes, line } of given) {
    for await (const row of readRows(bytes ? [bufferOf(bytes)] : [], 'json', { known, line })) rows.add(row);
    give(rows);
  }
}

/** Rows may go on in the next piece. */
async function readTable(given: AsyncIterable<Piece>, format: RowFormat): Promise<void> {
  const rows = new Gathering(null);
  async function* contents() {
    for await (const { bytes } of given) {
      if (!bytes) return;
      yield bufferOf(bytes);
      give(rows);
    }
  }
  for await (const row of readRows(contents(), format)) rows.add(row);
  give(rows);
}

async function read({ format, under }: Reading, given: AsyncIterable<Piece>): Promise<void> {
  try {
    if (format === 'json') await readLines(given, under === null ? null : new KnownLines(under, loadKnown));
    else await readTable(given, format);
  } catch (error) {
    say({ failed: error as Error, isUnreadable: error instanceof UnreadableFeed });
  }
}

// People who look at pages go first.
standBack();

port.on('message', (told: Told) => {
  if ('piece' in told) pieces.write(told.piece);
  else if ('known' in told) takeKnown(bufferOf(told.known));
  else {
    pieces = new PassThrough({ objectMode: true });
    void read(told.reading, pieces);
  }
});
