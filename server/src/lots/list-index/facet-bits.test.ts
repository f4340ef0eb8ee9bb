import type { LotFacet } from '@seri/contract/lots/filter.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFacetBits, type FacetValue, type PlacedValue, withPlaces } from './facet-bits.ts';

/** More values than a number has bits: each lot has one of these colors and one of these conditions, or none. */
const COLORS = [...Array.from({ length: 70 }, (_, number) => `COLOR ${number}`), null];
const CONDITIONS = ['S', '5', '4.5', '4', '3.5', '3', 'R', 'RA', null];
const valuesOf = (facet: LotFacet, values: readonly (string | null)[]): FacetValue[] =>
  values.map((value) => ({ facet, value }));
const ALL = [...valuesOf('condition', CONDITIONS), ...valuesOf('color', COLORS)];

/** In several rounds, as updates of the index find them. */
function placed(values: readonly FacetValue[], perRound: number): PlacedValue[] {
  const known: PlacedValue[] = [];
  for (let at = 0; at < values.length; at += perRound)
    known.push(...withPlaces('states', known, values.slice(at, at + perRound)));
  return known;
}
const bitsOf = (known: readonly PlacedValue[]) => {
  const bits = createFacetBits();
  bits.add(known);
  return bits;
};
const named = (values: readonly (string | null)[]) =>
  fc.array(fc.constantFrom(...values.filter((value) => value !== null), 'never seen'), { maxLength: 4 });

describe('bits of values', () => {
  test('a lot has none of the unwanted bits if it meets the filter, whatever is asked and in any order of values', () => {
    let answered = 0;
    fc.assert(
      fc.property(
        fc.shuffledSubarray(ALL, { minLength: 1 }),
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom('color' as const, 'condition' as const),
        named([...COLORS, ...CONDITIONS]),
        named([...COLORS, ...CONDITIONS]),
        (values, perRound, facet, wanted, unwanted) => {
          const known = placed(values, perRound);
          const asked = bitsOf(known).unwantedBits(facet, wanted, unwanted);
          if (asked === undefined) return;
          answered += 1;
          for (const { value, place } of known.filter((one) => one.facet === facet)) {
            const isWanted = wanted.length === 0 || (value !== null && wanted.includes(value));
            const isUnwanted = value !== null && unwanted.includes(value);
            expect([value, ((1n << BigInt(place)) & asked) === 0n]).toEqual([value, isWanted && !isUnwanted]);
          }
          for (const { place } of known.filter((one) => one.facet !== facet))
            expect((1n << BigInt(place)) & asked).toBe(0n);
        },
      ),
      { numRuns: 300 },
    );
    expect(answered).toBeGreaterThan(100);
  });

  test('the first 59 values of a table have a bit of their own, later ones share one for each facet', () => {
    const known = placed(ALL, 100);
    expect(known.slice(0, 59).map(({ place }) => place)).toEqual(Array.from({ length: 59 }, (_, place) => place));
    expect(new Set(known.slice(59).map(({ place }) => place))).toEqual(new Set([60]));
    const bits = bitsOf(known);
    expect(bits.unwantedBits('color', ['COLOR 1'], [])).toBeDefined();
    // Others with the same bit do not meet the filter.
    expect(bits.unwantedBits('color', ['COLOR 69'], [])).toBeUndefined();
    expect(bits.unwantedBits('color', [], ['COLOR 69'])).toBeUndefined();
    expect(bits.unwantedBits('condition', ['4', '4.5'], [])).toBeDefined();
  });

  test('a lot whose value is added after the question was built does not meet it', () => {
    const known = placed(valuesOf('condition', ['4', '5']), 1);
    const asked = bitsOf(known).unwantedBits('condition', [], ['4']) ?? 0n;
    const [added] = withPlaces('states', known, [{ facet: 'color', value: 'RED' }]);
    expect((1n << BigInt(added?.place ?? 0)) & asked).not.toBe(0n);
  });

  test('facets that are in no combination have no bits', () => {
    expect(bitsOf(placed(ALL, 9)).unwantedBits('auction', ['USS Tokyo'], [])).toBeUndefined();
  });
});
