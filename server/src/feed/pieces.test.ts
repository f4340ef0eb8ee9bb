import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inPieces, inPiecesOfLines, type Piece } from './pieces.ts';
import { type InputLine, readLines } from './read-lines.ts';

/** Lines of a few bytes and of some hundred kB, blank ones, and ends of any kind. */
const line = fc.oneof(
  { weight: 5, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.replaceAll('\n', ' ')) },
  { weight: 1, arbitrary: fc.integer({ min: 60_000, max: 700_000 }).map((length) => 'é'.repeat(length / 2)) },
);
const file = fc
  .tuple(fc.array(line, { maxLength: 25 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, end, isEnded]) => Buffer.from(lines.join(end) + (isEnded ? end : '')));

async function* chunks(bytes: Buffer, sizes: readonly number[]) {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] as number;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
const bytesOf = ({ bytes }: Piece) => Buffer.from(bytes ?? []);
const sizes = fc
  .array(fc.integer({ min: 1, max: 400_000 }), { minLength: 1, maxLength: 5 })
  .map((drawn) => [...drawn, 90_000]);

test('pieces of lines, each read by itself, are the lines of the input, whatever it comes in', () =>
  fc.assert(
    fc.asyncProperty(file, sizes, async (bytes, drawn) => {
      const expected = await all(readLines(chunks(bytes, drawn), { known: null }));
      const pieces = await all(inPiecesOfLines(chunks(bytes, drawn)));
      const lines: InputLine[] = [];
      for (const piece of pieces)
        lines.push(...(await all(readLines([bytesOf(piece)], { known: null, line: piece.line }))));
      expect(lines).toEqual(expected);
      // A line of any length is never held as a whole, and of the others nothing is left out.
      for (const piece of pieces) expect(bytesOf(piece).length).toBeLessThan(1_100_000);
      if (!expected.some((read) => 'refused' in read)) expect(Buffer.concat(pieces.map(bytesOf))).toEqual(bytes);
    }),
    { numRuns: 60 },
  ));

test('of a line without end no more is held than shows that it is too long', async () => {
  async function* endless() {
    for (let sent = 0; sent < 300; sent++) yield Buffer.alloc(64 * 1024, 'x');
    yield Buffer.from('\n{}\n');
  }
  const pieces = await all(inPiecesOfLines(endless()));
  expect(bytesOf(pieces[0] as Piece).length).toBeLessThan(1_000_000);
  const lines = await all(readLines([Buffer.concat(pieces.map(bytesOf))], { known: null }));
  expect(lines).toMatchObject([
    { line: 1, refused: 'longer than 256 kB' },
    { line: 2, text: '{}' },
  ]);
});

test('other pieces are the input as it is, and end', async () => {
  const bytes = Buffer.alloc(1_000_000, 'x');
  const pieces = await all(inPieces(chunks(bytes, [1_000_000])));
  expect(Buffer.concat(pieces.map(bytesOf))).toEqual(bytes);
  expect(pieces.at(-1)).toEqual({ bytes: null, line: 0 });
  expect(pieces.length).toBeGreaterThan(3);
});
