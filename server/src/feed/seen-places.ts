import type { LotRow } from '@seri/contract/feed/rows.ts';

/** 16 MB, however many places there are. */
const BITS = 27;
const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const DAY_MS = 86_400_000;
const JAPAN_MS = 9 * 3_600_000;
/** Only at auctions lots have a place of their own. */
const NOWHERE = 0;

/**
 * Tells which lots may stand where an earlier one does. A lot that does is always found; the more places there are, the
 * more others are taken for one.
 */
export class SeenPlaces {
  readonly #bits = new Uint8Array(2 ** (BITS - 3));

  /** Of a place as `placeOf` says it. */
  meet(place: number): boolean {
    if (place === NOWHERE) return false;
    const bit = place >>> (32 - BITS);
    const [byte, mask] = [bit >>> 3, 1 << (bit & 7)];
    const before = this.#bits[byte] ?? 0;
    this.#bits[byte] = before | mask;
    return (before & mask) !== 0;
  }
}

/** A number that stands for the place of a lot; lots in one place have the same. */
export function placeOf({ lotSource, house, auctionDate, lotNo, vehicle }: LotRow): number {
  if (lotSource !== 'auction') return NOWHERE;
  const day =
    auctionDate.length > 10
      ? Math.floor((Date.parse(auctionDate) + JAPAN_MS) / DAY_MS)
      : Math.floor(Date.parse(auctionDate) / DAY_MS);
  return hashOf(`${house} ${day} ${lotNo} ${vehicle}`) || 1;
}

function hashOf(text: string): number {
  let hash = FNV_START;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  // The upper bits, which are used, know little of the last characters yet.
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
