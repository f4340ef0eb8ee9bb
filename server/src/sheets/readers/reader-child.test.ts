import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SheetProblem } from '../page/check-picture.ts';
import { readerChild } from './reader-child.ts';

const child = readerChild({ priority: 0 });
let white: Sharp;

beforeAll(() => {
  white = sharp({ create: { width: 900, height: 640, channels: 3, background: '#fdfcf8' } });
});
afterAll(() => child.close());

const read = (picture: Buffer) => child.ask({ kind: 'read', picture, houses: [], learned: [] });

/** A dog in front of a lawn, as far as a form is concerned: shapes and colors, no labels. */
const DOG = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="640"><rect width="900" height="640" fill="#6a9f58"/>
<ellipse cx="450" cy="380" rx="220" ry="120" fill="#8a5a33"/><circle cx="670" cy="260" r="90" fill="#9b6a40"/>
<circle cx="700" cy="240" r="10" fill="#111"/><path d="M640 190 L600 120 L690 180 Z" fill="#5b3a1e"/></svg>`;
const SVG_WITH_SCRIPT = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
/** A PNG header that promises 100,000 times 100,000 pixels. */
const bomb = (): Buffer => {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452000186a0000186a008060000000000000000', 'hex');
  return Buffer.concat([head, Buffer.alloc(400)]);
};
const gif = async (): Promise<Buffer> => {
  const frames = await Promise.all([white.clone().png().toBuffer(), white.clone().negate().png().toBuffer()]);
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
};
const HEIC = Buffer.concat([Buffer.from('0000001866747970686569630000000068656963', 'hex'), Buffer.alloc(2_000)]);

// @covers FACT-06
test.each<[string, SheetProblem[], () => Promise<Buffer> | Buffer]>([
  ['a photo of a dog', ['NoLabels'], () => sharp(Buffer.from(DOG)).jpeg().toBuffer()],
  ['an empty page', ['NoLabels'], () => white.clone().png().toBuffer()],
  ['a PDF', ['NotAPicture'], () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
  ['an SVG with a script', ['NotAPicture'], () => Buffer.from(SVG_WITH_SCRIPT)],
  ['a HEIC photo', ['NotAPicture'], () => HEIC],
  ['an animation', ['Animated'], gif],
  ['a decompression bomb', ['TooLarge', 'Damaged'], bomb],
  ['one pixel', ['TooSmall'], () => white.clone().resize(1, 1).png().toBuffer()],
  ['a truncated photo', ['Damaged', 'NoLabels'], async () => (await white.clone().jpeg().toBuffer()).subarray(0, 700)],
  ['no bytes', ['NotAPicture'], () => Buffer.alloc(0)],
  ['a CMYK photo without a form', ['NoLabels'], () => white.clone().toColourspace('cmyk').jpeg().toBuffer()],
  [
    'a turned photo without a form',
    ['NoLabels'],
    () => white.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  ],
])('refuses %s with its cause, and reads on', async (_, causes, make) => {
  const picture = await make();
  const problem = await read(picture).then(
    () => 'read',
    (error: { problem?: string; message: string }) => error.problem ?? error.message,
  );
  expect(causes).toContain(problem);
});

test('a photo turned by its orientation is upright after straightening', async () => {
  const turned = await white.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const reply = await child.ask({ kind: 'straighten', picture: turned });
  const page = 'page' in reply ? await sharp(Buffer.from(reply.page)).metadata() : {};
  expect(page).toMatchObject({ height: 1_800 });
  expect((page as { width: number }).width).toBeLessThan(1_800);
});

test('a picture that blocks or ends the process fails alone; the next one is read', async () => {
  const program = join(import.meta.dirname, '..', '..', 'testing', 'processes', 'stuck-reader.ts');
  const stuck = readerChild({ program, maxMs: 1_000, priority: 0 });
  const ask = (text: string) => stuck.ask({ kind: 'straighten', picture: Buffer.from(text) });
  const [blocked, crashed, fine] = await Promise.allSettled([ask('block'), ask('crash'), ask('fine')]);
  expect(blocked).toMatchObject({ status: 'rejected', reason: { message: 'the sheet reader took too long' } });
  expect(crashed).toMatchObject({ status: 'rejected', reason: { message: 'the sheet reader ended unexpectedly' } });
  expect(fine.status).toBe('fulfilled');
  await stuck.close();
});
