import type { DecodeRequest } from '../../photos/fetch/picture-decoder.ts';
import { preparePicture } from '../../photos/fetch/prepare-picture.ts';
import { answerRequests } from '../../platform/process/answer-requests.ts';

/** A picture decoder that the end of a picture's bytes can block or crash, or make use up memory. */
answerRequests(async ({ id, original, kind }: DecodeRequest & { id: number }) => {
  const bytes = Buffer.from(original);
  const text = bytes.toString('latin1').slice(-10);
  if (text.endsWith('crash')) process.abort();
  if (text.endsWith('block')) for (;;) Math.random();
  if (text.endsWith('swell')) {
    // Twice as much as is allowed, and no more, since it ends only when its parent has noticed.
    const blocks = Array.from({ length: 24 }, () => Buffer.alloc(64 * 1024 ** 2, 1));
    setInterval(() => blocks.length, 1_000);
    return;
  }
  process.send?.({ id, ...(await preparePicture(bytes, kind)) });
});
