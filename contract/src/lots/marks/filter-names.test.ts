import { expect, test } from 'vitest';
import { exclusionOf, exclusionsOf, LOT_FACETS, lotListing } from '../filter.ts';

// @covers FIND-03
test('a value is excluded by filter, colon and value, whatever the value contains', () => {
  const not = [exclusionOf('auction', 'USS Tokyo'), exclusionOf('color', 'A:B, C'), exclusionOf('color', 'RED')];
  expect(lotListing.parse({ not }).not).toEqual(not);
  expect(exclusionsOf(not)).toEqual({ auction: ['USS Tokyo'], color: ['A:B, C', 'RED'] });
  for (const name of ['maker', 'model', ...LOT_FACETS])
    expect(lotListing.safeParse({ not: `${name}:x` }).success).toBe(true);
});

test.each([
  { not: 'color:' },
  { not: 'colour:RED' },
  { not: 'mileage:5' },
  { not: 'search:lotNo-1' },
  { not: 'color:a\0b' },
  { not: `color:${'x'.repeat(100)}` },
  { fuel: 'steam' },
  { drive: 'fwd' },
  { seats: 'many' },
  { seats: '0' },
  { repaired: '2' },
  { powerFrom: '-1' },
  { ageTo: '1.5' },
  { startPriceTo: '1e6' },
  { new: '0' },
  { seen: '2' },
  { hidden: '0' },
  { tag: '' },
  { tag: Array.from({ length: 51 }, (_, at) => `t${at}`) },
])('refuses %j', (query) => {
  expect(lotListing.safeParse(query).success).toBe(false);
});
