import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Batch, gathered, type SmallBatch, smallBatches } from './batches.ts';
import { KnownLines } from './known-lines.ts';
import { inPieces, inPiecesOfLines } from './pieces.ts';
import { type Reading, ReadingThread } from './reading-thread.ts';

/** A shorter input is read before a thread for it has begun. */
const LONG_BYTES = 1024 * 1024;
/** Of the input, so that a thread need not wait while this one is busy. */
const READY_BYTES = 1024 * 1024;
/** Given to each thread before the first of them is answered. */
const PIECES_AHEAD = 2;

type Input = AsyncIterable<Buffer | string>;

interface Options extends Reading {
  /** Rows of a batch of a long input; a short one is one. */
  most: number;
  /** The lines that are known, in the form `KnownLines` reads; asked for once the input turns out to be long. */
  loadKnown: () => Promise<Buffer>;
  /** More than one only where no line is known. */
  threads?: number;
}

/** Batches of rows, the next one read while this one is merged: of a long input in threads of their own. */
export async function* readBatches(input: Input, options: Options): AsyncGenerator<Batch> {
  const stopped = new AbortController();
  const source = read(input, options, stopped.signal);
  let next = inTurn(source.next());
  try {
    for (;;) {
      const { value, done } = await next.answer;
      if (done) return;
      next = inTurn(source.next());
      yield value;
    }
  } finally {
    stopped.abort();
    await source.return(undefined);
  }
}

async function* read(input: Input, options: Options, stopped: AbortSignal): AsyncGenerator<Batch> {
  const pieces = input[Symbol.asyncIterator]();
  const first: (Buffer | string)[] = [];
  let bytes = 0;
  while (bytes < LONG_BYTES) {
    const { value, done } = await pieces.next();
    if (done) return yield* readHere(first, options);
    first.push(value);
    bytes += value.length;
  }
  yield* gathered(readInThreads(joined(first, pieces), options, stopped), options.most);
}

function readHere(pieces: (Buffer | string)[], { format, under, loadKnown }: Options) {
  const known = under === null ? null : new KnownLines(under, loadKnown);
  return gathered(smallBatches(joined(pieces), format, known), Number.POSITIVE_INFINITY);
}

async function* joined(first: (Buffer | string)[], others?: AsyncIterator<Buffer | string>) {
  yield* first.splice(0);
  if (others) yield* { [Symbol.asyncIterator]: () => others };
}

async function* readInThreads(
  input: Input,
  { format, under, loadKnown, threads: most = 1 }: Options,
  stopped: AbortSignal,
): AsyncGenerator<SmallBatch> {
  // Where a row of a table ends follows from all before it.
  const count = format === 'json' ? most : 1;
  // Fetched while the thread begins; no table has a line that is known.
  const known = under === null || format !== 'json' ? null : inTurn(loadKnown());
  const fetched = async () => (await known?.answer) ?? Buffer.alloc(0);
  const threads = Array.from({ length: count }, () => ReadingThread.begin({ format, under }, fetched));
  const ready = new PassThrough({ highWaterMark: READY_BYTES });
  // Its error comes out of `ready`.
  pipeline(input, ready).catch(() => {});
  const answers = new PassThrough({ objectMode: true, highWaterMark: PIECES_AHEAD * count });
  const give = async () => {
    let turn = 0;
    for await (const piece of format === 'json' ? inPiecesOfLines(ready) : inPieces(ready)) {
      const answer = (threads[turn++ % count] as ReadingThread).read(piece);
      if (!answers.write(inTurn(answer))) await once(answers, 'drain');
    }
  };
  give().then(
    () => answers.end(),
    (error) => answers.end(inTurn(Promise.reject(error))),
  );
  const stop = () => {
    ready.destroy();
    answers.destroy();
    for (const thread of threads) void thread.end();
  };
  stopped.addEventListener('abort', stop);
  let isOver = false;
  try {
    for await (const { answer } of answers as AsyncIterable<{ answer: Promise<SmallBatch> }>) yield await answer;
    isOver = true;
  } finally {
    stopped.removeEventListener('abort', stop);
    ready.destroy();
    answers.destroy();
    for (const thread of threads) {
      if (isOver) thread.keep();
      else await thread.end();
    }
  }
}

/** An error of it waits until it is asked for. */
function inTurn<T>(answer: Promise<T>): { answer: Promise<T> } {
  answer.catch(() => {});
  return { answer };
}
