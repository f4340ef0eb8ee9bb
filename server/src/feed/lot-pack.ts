import type { LotRow } from '@seri/contract/feed/rows.ts';
import { CopyBytes } from './copy-bytes.ts';
import { lotCopyLine, outcomeCopyLine } from './copy-text.ts';
import { type NumberedRow, shown } from './read-lot.ts';
import type { ReadRow } from './read-rows.ts';
import { placeOf } from './seen-places.ts';

/** Lots as they are handed to another thread: copying an object for each took as long as reading it. */
export interface PackedLots {
  /**
   * Of each lot its line, its place, whether there is a hash, the halves of that, which piece, where in it, the bytes of
   * four texts, and which seven words.
   */
  numbers: Uint32Array<ArrayBuffer>;
  /** Texts that many lots have, each of them once. */
  words: string[];
  sourceIds: string[];
  /** What `ReadLot.bytes` lie in. */
  pieces: ArrayBuffer[];
}

export class LotPack {
  readonly #bytes = new CopyBytes();
  #numbers: number[] = [];
  #words = new Map<string, number>();
  #sourceIds: string[] = [];

  /** All that can be done for a lot before the database is asked. */
  add({ line, raw, json, bytes, key = null }: ReadRow, row: LotRow): void {
    // Where the line's stamp is not the row's, it is not known which part of the line is the stamp.
    const hash = key && key.stamp === row.updatedAt ? key : null;
    const isPlain = !(json ?? raw).includes('\\');
    const place = this.#bytes.addTogether([
      json === undefined ? '' : shown(raw),
      json ?? bytes ?? raw,
      lotCopyLine(line, row, hash, isPlain),
      row.status === undefined ? '' : outcomeCopyLine(line, row, isPlain),
    ]);
    const { source, updatedAt, maker, model, color, condition, house } = row;
    this.#numbers.push(line, placeOf(row), hash ? 1 : 0, hash?.high ?? 0, hash?.low ?? 0, ...place);
    for (const word of [source, updatedAt, maker, model, color, condition, house])
      this.#numbers.push(this.#numberOf(word));
    this.#sourceIds.push(row.sourceId);
  }

  #numberOf(word: string): number {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    this.#words.set(word, this.#words.size);
    return this.#words.size - 1;
  }

  /** Since it was asked last. */
  take(): PackedLots {
    const taken = {
      numbers: Uint32Array.from(this.#numbers),
      words: [...this.#words.keys()],
      sourceIds: this.#sourceIds,
      pieces: this.#bytes.take(),
    };
    this.#numbers = [];
    this.#words = new Map();
    this.#sourceIds = [];
    return taken;
  }
}

export function* unpacked({ numbers, words, sourceIds, pieces }: PackedLots): Generator<NumberedRow> {
  let next = 0;
  const number = () => numbers[next++] as number;
  const word = () => words[number()] as string;
  for (const sourceId of sourceIds) {
    const line = number();
    const place = number();
    const [hasHash, high, low] = [number(), number(), number()];
    const [piece, at] = [pieces[number()] as ArrayBuffer, number()];
    const [rawBytes, jsonBytes, copyBytes, outcomeBytes] = [number(), number(), number(), number()];
    const row = {
      kind: 'lot' as const,
      sourceId,
      source: word(),
      updatedAt: word(),
      maker: word(),
      model: word(),
      color: word(),
      condition: word(),
      house: word(),
    };
    const lot = {
      head: row,
      hash: hasHash ? { high, low } : null,
      place,
      saysOutcome: outcomeBytes > 0,
      bytes: new Uint8Array(piece, at, rawBytes + jsonBytes + copyBytes + outcomeBytes),
      rawBytes,
      jsonBytes,
      copyBytes,
    };
    yield { line, row, lot };
  }
}
