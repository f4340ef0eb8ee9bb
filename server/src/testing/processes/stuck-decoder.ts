import type { DecodeRequest } from '../../photos/fetch/picture-decoder.ts';
import { preparePicture } from '../../photos/fetch/prepare-picture.ts';

/** A picture decoder that the end of a picture's bytes can block or crash, or make use up memory. */
process.on('message', async ({ id, original, kind }: DecodeRequest & { id: number }) => {
  const bytes = Buffer.from(original);
  const text = bytes.toString('latin1').slice(-10);
  if (text.endsWith('crash')) process.abort();
  if (text.endsWith('block')) for (;;) Math.random();
  if (text.endsWith('swell')) {
    const blocks: Buffer[] = [];
    setInterval(() => blocks.push(Buffer.alloc(64 * 1024 ** 2, 1)), 20);
    return;
  }
  process.send?.({ id, ...(await preparePicture(bytes, kind)) });
});
process.on('disconnect', () => process.exit(0));
