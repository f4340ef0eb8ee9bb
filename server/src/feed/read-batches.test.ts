import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { aLot, aResult, type Row } from '../testing/feed.ts';
import { type Batch, gathered, smallBatches } from './batches.ts';
import { bigintOf, KnownLines, type LineKey } from './known-lines.ts';
import { type Mapping, parseMapping } from './mapping.ts';
import { readBatches } from './read-batches.ts';
import { copyLineOf, isLot, type NumberedRow, outcomeLineOf, rawOf, wholeLot } from './read-lot.ts';
import type { RowFormat } from './read-rows.ts';
import { UnreadableFeed } from './unreadable-feed.ts';

/** More than a megabyte: read in a thread. */
const LOTS = 4_000;
const UNDER = { closeMinutes: 90 };
const stampAt = (minute: number) => new Date(Date.UTC(2026, 9, 1, 0, minute)).toISOString();
const lot = (lotNo: number, more: Row = {}) =>
  aLot({ sourceId: `lot-${lotNo}`, lotNo, updatedAt: stampAt(0), ...more });
const lineOf = (row: Row) => Buffer.from(JSON.stringify(row));
const lines: Buffer[] = Array.from({ length: LOTS }, (_, at) => {
  if (at % 500 === 7) return Buffer.from('{"kind":');
  if (at % 500 === 8) return Buffer.from([0x7b, 0xff, 0x7d]);
  if (at % 100 === 3) return lineOf(aResult({ sourceId: `lot-${at}` }));
  return lineOf(lot(at, { info: `競り ${at}`, updatedAt: stampAt(at % 3) }));
});
const long = Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]));

/** As it comes from a disk or a network; `then` is what happens behind the last piece. */
async function* inPieces(bytes: Buffer, then: () => void = () => {}) {
  for (let at = 0; at < bytes.length; at += 60_000) yield bytes.subarray(at, at + 60_000);
  then();
}

/** Every third lot is known under the middle one of three stamps. */
function knownLines(): Promise<Buffer> {
  const known = new KnownLines(UNDER, async () => Buffer.alloc(0));
  const entries = lines.flatMap((line, at) => {
    const key = at % 4 === 0 ? known.keyOf(line) : null;
    if (!key) return [];
    const bytes = Buffer.alloc(24);
    bytes.writeBigInt64BE(BigInt(bigintOf(key as LineKey)));
    bytes.writeBigInt64BE(BigInt(at + 1), 8);
    bytes.writeBigInt64BE(2n * BigInt(Date.parse(stampAt(1))), 16);
    return [bytes];
  });
  return Promise.resolve(Buffer.concat(entries));
}

const options = (format: RowFormat = 'json') => ({ format, under: UNDER, loadKnown: knownLines, most: 1_500 });

const textOf = (bytes: string | Uint8Array | null) => bytes && Buffer.from(bytes).toString();
const shownRow = (entry: NumberedRow) => ({
  ...{ line: entry.line, raw: rawOf(entry), row: entry.row },
  ...(isLot(entry)
    ? { whole: wholeLot(entry), copied: textOf(copyLineOf(entry)), outcome: textOf(outcomeLineOf(entry)) }
    : {}),
});
async function seen(batches: AsyncIterable<Batch>) {
  const sizes: number[] = [];
  const all = { rows: [] as ReturnType<typeof shownRow>[], broken: [] as unknown[], same: [] as unknown[], met: 0 };
  for await (const { rows, broken, same, met } of batches) {
    sizes.push(rows.length + broken.length + same.length);
    all.rows.push(...rows.map(shownRow));
    all.broken.push(...broken);
    all.same.push(...same.map((row) => ({ ...row, content: textOf(row.content) })));
    all.met += met;
  }
  return { sizes, all };
}

test('a long input gives in a thread what it gives here: rows, broken lines, lines that are known and those under new stamps', async () => {
  const here = await seen(gathered(smallBatches(inPieces(long), 'json', new KnownLines(UNDER, knownLines)), 1_500));
  // The second one is read by the thread of the first.
  for (let times = 0; times < 2; times++) {
    const there = await seen(readBatches(inPieces(long), options()));
    expect(there.all).toEqual(here.all);
    expect(there.sizes.length).toBeGreaterThan(2);
    expect(Math.min(...there.sizes.slice(1, -1))).toBeGreaterThan(500);
  }
  expect(here.all.rows.length).toBeGreaterThan(LOTS / 2);
  expect(here.all.broken).toHaveLength(17);
  expect(here.all.same.length).toBeGreaterThan(100);
  expect(here.all.met).toBeGreaterThan(100);
});

test('two threads give what one gives, in the order of the input', async () => {
  const alone = { ...options(), under: null };
  const tooLong = Buffer.from(`{"x":"${'x'.repeat(300_000)}"}\n\n\n`);
  const input = Buffer.concat([long, tooLong, long, lines[9] as Buffer]);
  const one = await seen(readBatches(inPieces(input), alone));
  const two = await seen(readBatches(inPieces(input), { ...alone, threads: 2 }));
  expect(two.all).toEqual(one.all);
  expect(two.all.rows.at(-1)).toMatchObject({ line: 2 * LOTS + 4, row: { sourceId: 'lot-9' } });
  expect(two.all.broken).toContainEqual(expect.objectContaining({ line: LOTS + 1, reason: 'longer than 256 kB' }));
  expect(two.all.rows.map(({ line }) => line)).toEqual(
    two.all.rows.map(({ line }) => line).sort((first, second) => first - second),
  );
});

test('two long inputs at once are each read whole', async () => {
  const [one, other] = await Promise.all([1, 2].map(() => seen(readBatches(inPieces(long), options()))));
  expect(JSON.stringify(one)).toBe(JSON.stringify(other));
});

test('a table is read in a thread as well, by its mapping; one that does not fit it is refused in words', async () => {
  const fields = Object.fromEntries(Object.keys(TABLE_ROW).map((name) => [name, { column: name }]));
  const mapping: Mapping = parseMapping(
    JSON.stringify({ kind: 'lot', fields: { ...fields, updatedAt: { fileTime: true } } }),
    'table',
  );
  const table = (head: string[]) =>
    Buffer.from(
      [head, ...Array.from({ length: 12_000 }, (_, at) => Object.values({ ...TABLE_ROW, sourceId: `lot-${at}` }))]
        .map((cells) => cells.join(','))
        .join('\n'),
    );
  const format = { mapping, fileAt: new Date(stampAt(0)) };
  const { all } = await seen(readBatches(inPieces(table(Object.keys(TABLE_ROW))), options(format)));
  expect(all.rows).toHaveLength(12_000);
  expect(all.rows[11_999]).toMatchObject({
    ...{ line: 12_001, row: { sourceId: 'lot-11999', maker: 'TOYOTA' } },
    ...{ raw: Object.values({ ...TABLE_ROW, sourceId: 'lot-11999' }).join(','), whole: { lotNo: 1, images: [] } },
  });
  const wrong = readBatches(inPieces(table(Object.keys(TABLE_ROW).reverse().slice(1))), options(format));
  await expect(seen(wrong)).rejects.toThrow(UnreadableFeed);
});

test.each([1, 2])('what breaks the input of %i threads off is thrown as it is', async (threads) => {
  const broken = new Error('the other side has gone');
  const input = inPieces(long, () => {
    throw broken;
  });
  await expect(seen(readBatches(input, { ...options(), under: null, threads }))).rejects.toBe(broken);
});

test.each([1, 2])('who wants no more of %i threads need not wait for an input that stands still', async (threads) => {
  async function* still() {
    yield* inPieces(long);
    await pause(60_000, undefined, { ref: false });
  }
  for await (const { rows } of readBatches(still(), { ...options(), under: null, threads })) {
    expect(rows.length).toBeGreaterThan(0);
    break;
  }
});

const TABLE_ROW = {
  source: 'table',
  sourceId: 'lot-1',
  vehicle: 'car',
  lotSource: 'auction',
  house: 'USS Tokyo',
  auctionDate: '2026-11-24',
  lotNo: 1,
  maker: 'TOYOTA',
  model: 'PRIUS',
  info: 'as long as a table of some thousand rows needs to be a long one of a megabyte',
};
