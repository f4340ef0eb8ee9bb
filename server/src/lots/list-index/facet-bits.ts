import type { LotFacet } from '@seri/contract/lots/filter.ts';
import { COMBINATION_TABLES, COMBINED, type CombinationTable } from './columns.ts';

/** A value of a facet, as text; null for lots without one. */
export interface FacetValue {
  facet: LotFacet;
  value: string | null;
}
/** With the place of its bit, the lowest of which is 0. */
export interface PlacedValue extends FacetValue {
  place: number;
}

/**
 * Each value of the facets of a combination table has a bit, and each lot a number with the bits of its values. A filter
 * compares this number: the lot must have none of the bits of other values. The engine does that in three quarters of the
 * time of comparing a word, in a quarter of that of a list of words, and for several facets at once.
 */
export interface FacetBits {
  /**
   * The bits that a lot must not have to meet a filter: one of the wanted values, if there are any, and none of the unwanted.
   * Undefined for a facet without bits, and if a value that meets the filter shares its bit with one that does not.
   */
  unwantedBits(facet: LotFacet, wanted: readonly string[], unwanted: readonly string[]): bigint | undefined;
  add(values: readonly PlacedValue[]): void;
}

/** So that every number is positive in a column of 64 bits. */
const BITS = 63;
const bitAt = (place: number): bigint => 1n << BigInt(place);
/** The first places belong to one value each; all values of a facet that are found later share one. */
const ownPlacesOf = (table: CombinationTable): number => BITS - COMBINED[table].length;

export const tableOf = (facet: LotFacet): CombinationTable | undefined =>
  COMBINATION_TABLES.find((table) => COMBINED[table].some((one) => one === facet));

/** Gives places to new values of the facets of a table. */
export function withPlaces(
  table: CombinationTable,
  known: readonly PlacedValue[],
  found: readonly FacetValue[],
): PlacedValue[] {
  const ownPlaces = ownPlacesOf(table);
  const used = known.filter(({ facet, place }) => tableOf(facet) === table && place < ownPlaces).length;
  return found.map(({ facet, value }, at) => {
    const shared = ownPlaces + (COMBINED[table] as readonly LotFacet[]).indexOf(facet);
    return { facet, value, place: used + at < ownPlaces ? used + at : shared };
  });
}

export function createFacetBits(): FacetBits {
  const known = new Map<LotFacet, Map<string | null, bigint>>();
  const free = new Map(COMBINATION_TABLES.map((table) => [table, bitAt(ownPlacesOf(table)) - 1n]));
  return {
    unwantedBits: (facet, wanted, unwanted) => {
      const table = tableOf(facet);
      if (!table) return undefined;
      const meets = (value: string | null): boolean =>
        value === null
          ? wanted.length === 0
          : (wanted.length === 0 || wanted.includes(value)) && !unwanted.includes(value);
      let wantedBits = 0n;
      // A lot with a value that was added after this question is not in its answer yet.
      let unwantedBits = free.get(table) ?? 0n;
      for (const [value, bit] of known.get(facet) ?? [])
        if (meets(value)) wantedBits |= bit;
        else unwantedBits |= bit;
      return (wantedBits & unwantedBits) === 0n ? unwantedBits : undefined;
    },
    add: (values) => {
      for (const { facet, value, place } of values) {
        const table = tableOf(facet);
        if (!table) continue;
        const bit = bitAt(place);
        known.set(facet, (known.get(facet) ?? new Map<string | null, bigint>()).set(value, bit));
        free.set(table, (free.get(table) ?? 0n) & ~bit);
      }
    },
  };
}
