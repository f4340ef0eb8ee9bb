import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Batch, gathered, smallBatches } from './batches.ts';
import { KnownLines } from './known-lines.ts';
import { type Reading, ReadingThread } from './reading-thread.ts';
import { UnreadableFeed } from './unreadable-feed.ts';

/** A shorter input is read before a thread for it has begun. */
const LONG_BYTES = 1024 * 1024;
/** Of the first batch of a long input: the database need not wait long for it. */
const FIRST_ROWS = 500;
/** Of the input, so that a thread need not wait while this one is busy. */
const READY_BYTES = 1024 * 1024;

type Input = AsyncIterable<Buffer | string>;

interface Options extends Reading {
  /** Rows of a batch. */
  most: number;
  /** The lines that are known, in the form `KnownLines` reads; asked for once the input turns out to be long. */
  loadKnown: () => Promise<Buffer>;
}

/** Batches of rows, the next one read while this one is merged: of a long input in a thread of its own. */
export async function* readBatches(input: Input, options: Options): AsyncGenerator<Batch> {
  const stopped = new AbortController();
  const source = read(input, options, stopped.signal);
  let next = source.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = source.next();
      // An error waits for its turn; without this it would be nobody's while the batch before is merged.
      next.catch(() => {});
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
  const { most } = options;
  yield* gathered(readInThread(joined(first, pieces), options, stopped), { first: FIRST_ROWS, most });
}

function readHere(pieces: (Buffer | string)[], { format, under, loadKnown, most }: Options) {
  const known = under === null ? null : new KnownLines(under, loadKnown);
  return gathered(smallBatches(joined(pieces), format, known), { first: most, most });
}

async function* joined(first: (Buffer | string)[], others?: AsyncIterator<Buffer | string>) {
  yield* first.splice(0);
  if (others) yield* { [Symbol.asyncIterator]: () => others };
}

async function* readInThread(input: Input, { format, under, loadKnown }: Options, stopped: AbortSignal) {
  const thread = ReadingThread.begin({ format, under });
  const ready = new PassThrough({ highWaterMark: READY_BYTES });
  // Its error comes out of `ready`.
  pipeline(input, ready).catch(() => {});
  const pieces: AsyncIterator<Buffer> = ready[Symbol.asyncIterator]();
  const stop = () => {
    ready.destroy();
    void thread.end();
  };
  stopped.addEventListener('abort', stop);
  const giveNext = async () => {
    const { value = null } = await pieces.next();
    thread.answer('input', value);
  };
  let isOver = false;
  try {
    for await (const said of thread.hear()) {
      isOver = said === 'end' || 'failed' in said;
      if (said === 'end') return;
      if ('failed' in said) throw said.isUnreadable ? new UnreadableFeed(said.failed.message) : said.failed;
      if (said.want === 'taken') {
        // It reads on while this one is taken.
        thread.answer('taken');
        yield said.batch;
      } else if (said.want === 'known') thread.answer('known', await loadKnown());
      else giveNext().catch((error) => thread.fail(error));
    }
  } finally {
    stopped.removeEventListener('abort', stop);
    ready.destroy();
    if (isOver) thread.keep();
    else await thread.end();
  }
}
