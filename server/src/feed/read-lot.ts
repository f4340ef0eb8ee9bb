import type { FeedRow, LotRow } from '@seri/contract/feed/rows.ts';
import { lotCopyLine } from './copy-text.ts';
import type { Halves } from './known-lines.ts';
import type { LotHead, NamedLotRow } from './name-book.ts';
import { parseRow } from './parse-row.ts';
import { placeOf } from './seen-places.ts';

/** A lot as it was read. Nearly all of it only the database ever looks at: here are the bytes it is handed. */
export interface ReadLot {
  head: LotHead;
  /** What its line is known by once it is merged; null where it never is. */
  hash: Halves | null;
  /** As `placeOf` says it. */
  place: number;
  saysOutcome: boolean;
  /** One behind the other: what is kept of a line that is no JSON, its row as JSON, and how the lot and its outcome are copied. */
  bytes: Uint8Array;
  rawBytes: number;
  jsonBytes: number;
  copyBytes: number;
}

interface LotEntry {
  line: number;
  /** That of the lot, or what it is under the names that rules give it. */
  row: LotHead;
  lot: ReadLot;
}
interface OtherEntry {
  line: number;
  row: Exclude<FeedRow, LotRow>;
  raw: string;
}
/** A row and the line it stands in. */
export type NumberedRow = LotEntry | OtherEntry;

export const isLot = (entry: NumberedRow): entry is LotEntry => entry.row.kind === 'lot';

const SHOWN_CHARACTERS = 500;
const text = new TextDecoder();

/** What is kept of a line, in case it is refused. */
export const shown = (raw: string) => raw.slice(0, SHOWN_CHARACTERS).replaceAll('\0', ' ').toWellFormed();

export function rawOf(entry: NumberedRow): string {
  if (!('lot' in entry)) return entry.raw;
  const { bytes, rawBytes, jsonBytes } = entry.lot;
  return shown(text.decode(rawBytes > 0 ? bytes.subarray(0, rawBytes) : bytes.subarray(0, jsonBytes)));
}

/** All that the row says. */
export function wholeLot({ row, lot: { bytes, rawBytes, jsonBytes } }: LotEntry): NamedLotRow {
  const parsed = parseRow(text.decode(bytes.subarray(rawBytes, rawBytes + jsonBytes)));
  if (!('row' in parsed) || parsed.row.kind !== 'lot') throw new Error('a lot was read that is none');
  return { ...parsed.row, ...row };
}

/** How it is copied into the database. */
export function copyLineOf(entry: LotEntry): string | Uint8Array {
  const { line, row, lot } = entry;
  const from = lot.rawBytes + lot.jsonBytes;
  return row === lot.head
    ? lot.bytes.subarray(from, from + lot.copyBytes)
    : lotCopyLine(line, wholeLot(entry), lot.hash);
}

export const outcomeLineOf = ({ lot: { bytes, rawBytes, jsonBytes, copyBytes, saysOutcome } }: LotEntry) =>
  saysOutcome ? bytes.subarray(rawBytes + jsonBytes + copyBytes) : null;

export const placeOfLot = (entry: LotEntry) =>
  entry.row === entry.lot.head ? entry.lot.place : placeOf(wholeLot(entry));

/** For who waits: its bytes lie among those of many others. */
export const byItself = (entry: NumberedRow): NumberedRow =>
  'lot' in entry ? { ...entry, lot: { ...entry.lot, bytes: entry.lot.bytes.slice() } } : entry;
