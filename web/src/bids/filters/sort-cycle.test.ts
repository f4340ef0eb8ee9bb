import { expect, test } from 'vitest';
import { nextSorting } from './sort-cycle.ts';

const none = { sort: undefined, order: undefined };

// @covers MGMT-05
test('a column goes from none to ascending to descending to none', () => {
  const first = nextSorting(none, 'year');
  expect(first).toEqual({ sort: 'year', order: 'ASC' });
  const second = nextSorting(first, 'year');
  expect(second).toEqual({ sort: 'year', order: 'DESC' });
  expect(nextSorting(second, 'year')).toEqual(none);
});

// @covers MGMT-05
test('another column starts at ascending', () => {
  expect(nextSorting({ sort: 'year', order: 'DESC' }, 'mileage')).toEqual({ sort: 'mileage', order: 'ASC' });
});
