import { expect, test } from 'vitest';
import { readParams } from './read-params.ts';
import { renamedParams } from './renamed-params.ts';

const rules = [
  { kind: 'color', maker: '', name: 'パール', means: 'PEARL' },
  { kind: 'model', maker: 'TOYOTA', name: 'プリウス', means: 'PRIUS' },
];
const query = (pairs: [string, string][]) => new URLSearchParams(pairs).toString();

// @covers FIND-03
test('follows names of excluded values as well, and leaves other values alone', () => {
  const params = query([
    ['not', 'color:パール'],
    ['not', 'auction:パール'],
    ['not', 'model:プリウス'],
  ]);
  expect(new URLSearchParams(renamedParams(params, rules)).getAll('not')).toEqual([
    ...['color:PEARL', 'auction:パール', 'model:PRIUS'],
  ]);
  expect(renamedParams('not=color%3ARED', rules)).toBe('not=color%3ARED');
});

test('searches saved before the filters of facts still have exactly their filters', () => {
  const old =
    'maker=TOYOTA&model=PRIUS&color=PEARL&yearFrom=2018&mileageTo=60000&search=equip-camera&sort=year&order=ASC&page=3';
  expect(readParams('car-auction', old)).toMatchObject({
    params: old.replace('&page=3', ''),
    filter: {
      maker: ['TOYOTA'],
      model: ['PRIUS'],
      color: ['PEARL'],
      yearFrom: 2018,
      mileageTo: 60_000,
      fuel: [],
      not: [],
    },
  });
  const full = 'fuel=diesel&not=auction%3AUSS+Tokyo&powerTo=160&repaired=0&seen=0&new=1&tag=dad';
  expect(readParams('stats', full)?.params).toBe(full);
});
