import { hash } from 'node:crypto';
import { isTakenStamp } from './parse-row.ts';

/** 64 bits that stand for a line without its stamp, as two halves, and the stamp. */
export interface LineKey {
  high: number;
  low: number;
  stamp: string;
}

/** A lot's last line under a newer stamp. */
export interface SameLine {
  lotId: number;
  key: LineKey;
  stampMs: number;
}

const HALF_BYTES = 4;
/** Of a line that is known: its hash, its lot, and its stamp. */
const ENTRY_BYTES = 24;
const LOT_AT = 8;
const STAMP_AT = 16;
/** At least so many places for each line that is kept, so that looking for one ends soon. */
const PLACES_PER_LINE = 2;
const LONGEST_LINE_BYTES = 256 * 1024;
/** Without its first quotation mark, of which lines are full: looking for bytes stops at each that could be the first. */
const STAMP_KEY = Buffer.from('updatedAt"');
/** Between the key and the value's quotation mark. */
const BEFORE_STAMP = /^ {0,4}: {0,4}"$/;
const LONGEST_STAMP = 40;
const QUOTE = 0x22;
const COLON = 0x3a;

/**
 * The lines lots were last merged from. A source that sends everything again mostly sends these, and to know one costs
 * a fraction of reading it. They are kept as bare numbers, 32 to 40 bytes a line.
 */
export class KnownLines {
  readonly #under: Halves;
  readonly #load: () => Promise<Buffer>;
  readonly #scratch = Buffer.alloc(LONGEST_LINE_BYTES);
  #entries: Buffer = Buffer.alloc(0);
  /** Which entry lies at a place, counted from one; zero is a free place. */
  #places = new Uint32Array(0);
  #met = 0;
  /** A whole list is sent under one stamp: reading it took longer than all else that is done for a line. */
  #lastStamp = { text: '', ms: Number.NaN };

  /**
   * `under`: what else decides how a line is merged; under other settings none of them is known. `load` gives the lines
   * as the database has them, each in 24 bytes: hash, lot, and twice its stamp in milliseconds, plus one where it says
   * an outcome.
   */
  constructor(under: unknown, load: () => Promise<Buffer>) {
    this.#under = halvesOf(Buffer.from(JSON.stringify(under)));
    this.#load = load;
  }

  /** Null of a line in which the stamp is not found beyond doubt. */
  keyOf(line: Buffer): LineKey | null {
    const found = findStamp(line);
    if (!found) return null;
    line.copy(this.#scratch);
    this.#scratch.fill(0, found.from, found.to);
    const { high, low } = halvesOf(this.#scratch.subarray(0, line.length));
    const stamp = line.toString('latin1', found.from, found.to);
    return { high: (high ^ this.#under.high) >>> 0, low: (low ^ this.#under.low) >>> 0, stamp };
  }

  /** Before it no line is known. */
  async load(): Promise<void> {
    this.#entries = await this.#load();
    const lines = this.#entries.length / ENTRY_BYTES;
    this.#places = new Uint32Array(2 ** Math.ceil(Math.log2(PLACES_PER_LINE * lines + 1)));
    for (let entry = 1; entry <= lines; entry++) this.#places[this.#placeOf(this.#halvesOfEntry(entry))] = entry;
  }

  /**
   * Whether a line says nothing new: it is `known`, and counted, when it was merged under this stamp or a newer one. Under
   * a newer stamp than that it says so much.
   */
  meet(key: LineKey): 'known' | SameLine | null {
    if (this.#places.length === 0) return null;
    const entry = this.#places[this.#placeOf(key)] ?? 0;
    if (entry === 0) return null;
    const at = (entry - 1) * ENTRY_BYTES;
    const encoded = safeIntegerAt(this.#entries, at + STAMP_AT);
    const saysOutcome = encoded % 2 !== 0;
    const stampMs = this.#msOf(key.stamp);
    if (Number.isNaN(stampMs)) return null;
    if (stampMs <= Math.floor(encoded / 2)) {
      this.#met += 1;
      return 'known';
    }
    return saysOutcome ? null : { lotId: safeIntegerAt(this.#entries, at + LOT_AT), key, stampMs };
  }

  /** How many known lines were met since this was asked last. */
  takeMet(): number {
    const met = this.#met;
    this.#met = 0;
    return met;
  }

  /** Not a number where no row may have it as its stamp. */
  #msOf(text: string): number {
    if (text !== this.#lastStamp.text)
      this.#lastStamp = { text, ms: isTakenStamp(text) ? Date.parse(text) : Number.NaN };
    return this.#lastStamp.ms;
  }

  #halvesOfEntry(entry: number): Halves {
    const at = (entry - 1) * ENTRY_BYTES;
    return { high: this.#entries.readUInt32BE(at), low: this.#entries.readUInt32BE(at + HALF_BYTES) };
  }

  /** Where a key is, or would be. */
  #placeOf({ high, low }: Halves): number {
    const last = this.#places.length - 1;
    for (let place = low & last; ; place = (place + 1) & last) {
      const entry = this.#places[place] ?? 0;
      if (entry === 0) return place;
      const found = this.#halvesOfEntry(entry);
      if (found.high === high && found.low === low) return place;
    }
  }
}

export interface Halves {
  high: number;
  low: number;
}

/** Where the stamp of a row stands in its line; null where that key occurs twice, or not as programs write it. */
function findStamp(line: Buffer): { from: number; to: number } | null {
  if (line.length > LONGEST_LINE_BYTES) return null;
  const key = line.indexOf(STAMP_KEY);
  if (key === -1 || line[key - 1] !== QUOTE || line.indexOf(STAMP_KEY, key + 1) !== -1) return null;
  const opening = line.indexOf(QUOTE, key + STAMP_KEY.length);
  if (opening === -1 || !isStampNext(line, key + STAMP_KEY.length, opening)) return null;
  const to = line.indexOf(QUOTE, opening + 1);
  return to === -1 || to - opening > LONGEST_STAMP ? null : { from: opening + 1, to };
}

/** Most programs write nothing but the colon. */
const isStampNext = (line: Buffer, from: number, opening: number): boolean =>
  (line[from] === COLON && opening === from + 1) || BEFORE_STAMP.test(line.toString('latin1', from, opening + 1));

function halvesOf(text: Buffer): Halves {
  // One character a byte: the cheapest form a digest can be had in.
  const digest = hash('sha256', text, 'binary');
  return { high: halfAt(digest, 0), low: halfAt(digest, HALF_BYTES) };
}

const halfAt = (digest: string, at: number): number =>
  ((digest.charCodeAt(at) << 24) |
    (digest.charCodeAt(at + 1) << 16) |
    (digest.charCodeAt(at + 2) << 8) |
    digest.charCodeAt(at + 3)) >>>
  0;

/** A bigint that is known to be within 53 bits. */
const safeIntegerAt = (bytes: Buffer, at: number): number =>
  bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + HALF_BYTES);

/** The hash of a key as PostgreSQL's bigint, in text. */
export const bigintOf = ({ high, low }: Halves): string =>
  String(BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low)));
