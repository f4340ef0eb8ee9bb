import { once } from 'node:events';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { smallBatches } from './batches.ts';
import { KnownLines } from './known-lines.ts';
import type { Asked, Reading, Said } from './reading-thread.ts';
import { UnreadableFeed } from './unreadable-feed.ts';

const port = parentPort as MessagePort;

async function answerTo(said: Asked): Promise<Buffer | null> {
  port.postMessage(said, 'batch' in said ? said.batch.pieces : []);
  const [bytes] = (await once(port, 'message')) as [Uint8Array | null];
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
const loadKnown = async () => (await answerTo({ want: 'known' })) ?? Buffer.alloc(0);

async function* pieces(): AsyncGenerator<Buffer> {
  for (;;) {
    const piece = await answerTo({ want: 'input' });
    if (!piece) return;
    yield piece;
  }
}

async function read({ format, under }: Reading): Promise<Said> {
  try {
    const known = under === null ? null : new KnownLines(under, loadKnown);
    for await (const batch of smallBatches(pieces(), format, known)) await answerTo({ batch });
    return 'end';
  } catch (error) {
    return { failed: error as Error, isUnreadable: error instanceof UnreadableFeed };
  }
}

for (;;) {
  const [reading] = (await once(port, 'message')) as [Reading];
  port.postMessage(await read(reading));
}
