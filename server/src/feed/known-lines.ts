import { hash } from 'node:crypto';

/** 64 bits that stand for a line, as two halves. */
export interface LineKey {
  high: number;
  low: number;
}

const HALF_BYTES = 4;
const KEY_BYTES = 2 * HALF_BYTES;
/** At least so many places for each line that is kept, so that looking for one ends soon. */
const PLACES_PER_LINE = 2;

/**
 * The lines lots were last merged from. A source that sends everything again mostly sends these, and to know one costs
 * a fraction of reading it. They are kept as bare numbers, 16 to 32 bytes a line.
 */
export class KnownLines {
  readonly #under: LineKey;
  readonly #load: () => Promise<Buffer>;
  #places = new Uint32Array(0);
  #met = 0;

  /**
   * `under`: what else decides how a line is merged; under other settings none of them is known. `load` gives the keys as
   * the database has them, eight bytes each, the higher half first.
   */
  constructor(under: unknown, load: () => Promise<Buffer>) {
    this.#under = halvesOf(Buffer.from(JSON.stringify(under)));
    this.#load = load;
  }

  keyOf(line: Buffer): LineKey {
    const { high, low } = halvesOf(line);
    return { high: (high ^ this.#under.high) >>> 0, low: (low ^ this.#under.low) >>> 0 };
  }

  /** Before it no line is known. */
  async load(): Promise<void> {
    const keys = await this.#load();
    const lines = keys.length / KEY_BYTES;
    this.#places = new Uint32Array(2 * 2 ** Math.ceil(Math.log2(PLACES_PER_LINE * lines + 1)));
    for (let at = 0; at < keys.length; at += KEY_BYTES) {
      const key = { high: keys.readUInt32BE(at), low: keys.readUInt32BE(at + HALF_BYTES) };
      const place = this.#placeOf(key);
      this.#places[place] = key.high;
      this.#places[place + 1] = key.low;
    }
  }

  /** Whether a line is known; those that are get counted. */
  meets(key: LineKey): boolean {
    if (this.#places.length === 0 || isEmpty(key)) return false;
    const place = this.#placeOf(key);
    const isKnown = this.#places[place] === key.high && this.#places[place + 1] === key.low;
    if (isKnown) this.#met += 1;
    return isKnown;
  }

  /** How many known lines were met since this was asked last. */
  takeMet(): number {
    const met = this.#met;
    this.#met = 0;
    return met;
  }

  /** Where a key is, or would be: two zeros are a free place. */
  #placeOf({ high, low }: LineKey): number {
    const last = this.#places.length - 1;
    let place = (2 * low) & last;
    while (this.#places[place] !== 0 || this.#places[place + 1] !== 0) {
      if (this.#places[place] === high && this.#places[place + 1] === low) break;
      place = (place + 2) & last;
    }
    return place;
  }
}

const isEmpty = ({ high, low }: LineKey): boolean => high === 0 && low === 0;

function halvesOf(text: Buffer): LineKey {
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

/** The key as PostgreSQL's bigint, in text. */
export const bigintOf = ({ high, low }: LineKey): string =>
  String(BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low)));
