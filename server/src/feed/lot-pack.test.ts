import type { LotRow } from '@seri/contract/feed/rows.ts';
import { expect, test } from 'vitest';
import { aLot, aResult, demoHouse, type Row } from '../testing/feed.ts';
import { sorted } from './batches.ts';
import { lotCopyLine, outcomeCopyLine } from './copy-text.ts';
import { parseRow } from './parse-row.ts';
import { byItself, copyLineOf, isLot, outcomeLineOf, placeOfLot, rawOf, wholeLot } from './read-lot.ts';
import { placeOf } from './seen-places.ts';

const rows: Row[] = [
  demoHouse(),
  aLot({ sourceId: 'with an outcome', status: 4533, soldPrice: 700_000, info: '競り\t"x"\\' }),
  aResult(),
  aLot({ sourceId: 'private', viewers: ['C-0017'], sheet: { damages: [], remarksJa: ['傷'], seed: 1 } }),
  aLot({ sourceId: 'of a day', auctionDate: '2026-11-24', updatedAt: '2026-11-20T09:00:00+09:00' }),
  aLot({ sourceId: 'in stock', lotSource: 'stock', info: 'long '.repeat(300) }),
];
const reads = rows.map((row, at) => {
  const raw = JSON.stringify(row);
  const key = at === 1 ? null : { high: 0xffff_fff0 + at, low: at, stamp: String(row.updatedAt) };
  return { line: at + 1, raw, key, ...parseRow(raw) };
});
const text = (bytes: string | Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString());

test('what is packed says what was read, in the order of the file, and copies it as it is', () => {
  const { rows: entries, broken } = sorted([...reads, { line: 99, raw: '{', refused: 'not JSON' }]);
  expect(broken).toEqual([{ line: 99, reason: 'not JSON', raw: '{' }]);
  expect(entries.map(({ line, row }) => [line, row.kind])).toEqual(
    reads.map((read) => [read.line, 'row' in read ? read.row.kind : null]),
  );
  for (const [at, entry] of entries.map(byItself).entries()) {
    const { key, raw } = reads[at] as (typeof reads)[number];
    expect(rawOf(entry)).toBe(raw.slice(0, 500));
    if (!isLot(entry)) continue;
    const whole = rows[at] as LotRow;
    expect(wholeLot(entry)).toEqual(whole);
    expect(whole).toMatchObject(entry.row);
    expect(text(copyLineOf(entry))).toBe(lotCopyLine(entry.line, whole, key ?? null));
    expect(text(outcomeLineOf(entry))).toBe(at === 1 ? outcomeCopyLine(entry.line, whole) : null);
    expect(placeOfLot(entry)).toBe(placeOf(whole));
  }
});

test('a lot under another name is copied under that one, and stands in another place', () => {
  const entry = sorted(reads).rows[3];
  if (!entry || !isLot(entry)) throw new Error('no lot');
  const row = { ...entry.row, house: 'TAA Kinki', sourceNames: { house: 'USS Tokyo' } };
  const renamed = { ...entry, row };
  const whole = { ...(rows[3] as LotRow), house: 'TAA Kinki', sourceNames: { house: 'USS Tokyo' } };
  expect(wholeLot(renamed)).toEqual(whole);
  expect(copyLineOf(renamed)).toBe(lotCopyLine(4, whole, reads[3]?.key ?? null));
  expect(placeOfLot(renamed)).toBe(placeOf(whole));
  expect(placeOfLot(renamed)).not.toBe(placeOfLot(entry));
});
