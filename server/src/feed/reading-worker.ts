import { type MessagePort, parentPort } from 'node:worker_threads';
import { smallBatches } from './batches.ts';
import { KnownLines } from './known-lines.ts';
import type { Answer, Reading, Said, Wanted } from './reading-thread.ts';
import { UnreadableFeed } from './unreadable-feed.ts';

const port = parentPort as MessagePort;
const waiting = new Map<Wanted, (bytes: Uint8Array | null) => void>();

function answerTo(said: Extract<Said, { want: Wanted }>): Promise<Buffer | null> {
  return new Promise((resolve) => {
    waiting.set(said.want, (bytes) => resolve(bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
    port.postMessage(said, said.want === 'taken' ? [...said.batch.pieces, ...said.batch.lots.pieces] : []);
  });
}
const loadKnown = async () => (await answerTo({ want: 'known' })) ?? Buffer.alloc(0);

/** The next piece comes while this one is read. */
async function* pieces(): AsyncGenerator<Buffer> {
  let next = answerTo({ want: 'input' });
  for (;;) {
    const piece = await next;
    if (!piece) return;
    next = answerTo({ want: 'input' });
    yield piece;
  }
}

async function read({ format, under }: Reading): Promise<Said> {
  try {
    const known = under === null ? null : new KnownLines(under, loadKnown);
    for await (const batch of smallBatches(pieces(), format, known)) await answerTo({ want: 'taken', batch });
    return 'end';
  } catch (error) {
    return { failed: error as Error, isUnreadable: error instanceof UnreadableFeed };
  }
}

port.on('message', async (given: Reading | Answer) => {
  if ('to' in given) waiting.get(given.to)?.(given.bytes);
  else port.postMessage(await read(given));
});
