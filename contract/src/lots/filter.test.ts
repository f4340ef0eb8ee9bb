import { describe, expect, test } from 'vitest';
import { LOT_SORTS, lotListing, nextSorting } from './filter.ts';

describe('sorting by a column', () => {
  // @covers LIST-28
  test.each(LOT_SORTS)('%s cycles through ascending, descending and none', (sort) => {
    const first = nextSorting({}, sort);
    const second = nextSorting(first, sort);
    expect([first, second, nextSorting(second, sort)]).toEqual([
      { sort, order: 'ASC' },
      { sort, order: 'DESC' },
      { sort: undefined, order: undefined },
    ]);
  });

  test('another column starts ascending', () => {
    expect(nextSorting({ sort: 'year', order: 'DESC' }, 'mileage')).toEqual({ sort: 'mileage', order: 'ASC' });
  });
});

describe('the query of a listing', () => {
  test('accepts one or several values, and defaults to the first page of 20', () => {
    expect(lotListing.parse({ maker: 'TOYOTA', color: ['RED', 'BLACK'], status: '4532' })).toMatchObject({
      maker: ['TOYOTA'],
      color: ['RED', 'BLACK'],
      status: [4532],
      page: 1,
      pageSize: 20,
    });
  });

  test.each([
    { date: '2026-02-30' },
    { dateFrom: '0000-01-01' },
    { dateTo: '2026-1-1' },
    { maker: '' },
    { maker: 'a\0b' },
    { search: 'equip-' },
    { search: 'year-2018' },
    { yearFrom: '1e3' },
    { page: '01.5' },
    { pageSize: '30' },
    { sort: 'id' },
    { maker: { length: 1 } },
  ])('refuses %j', (query) => {
    expect(lotListing.safeParse(query).success).toBe(false);
  });
});
