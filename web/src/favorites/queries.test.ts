import { expect, test } from 'vitest';
import { groupOf, type Wishes, withWishes } from './queries.ts';

const IN_B: Wishes = ['A', 'B', 'C'].map((group) => ({ group, value: group === 'B' }));
const lot = (id: string, wishList: Wishes = []) => ({ id, wishList });
const put = (data: unknown) => withWishes(data, '7', () => IN_B);

test('the group of a lot is the one that is set, or null', () => {
  expect(groupOf(IN_B)).toBe('B');
  expect(groupOf(IN_B.map(({ group }) => ({ group, value: false })))).toBeNull();
  expect(groupOf([])).toBeNull();
});

test.each([
  ['a page of a list', { lots: [lot('6'), lot('7')] }, { lots: [lot('6'), lot('7', IN_B)] }],
  [
    'an endless list',
    { pages: [{ lots: [lot('1')] }, { lots: [lot('7')] }], pageParams: [1, 2] },
    { pages: [{ lots: [lot('1')] }, { lots: [lot('7', IN_B)] }], pageParams: [1, 2] },
  ],
  [
    'cars and motorcycles of a group',
    { carsList: [lot('1')], bikeList: [lot('7')], order: [{ id: '7' }] },
    { carsList: [lot('1')], bikeList: [lot('7', IN_B)], order: [{ id: '7' }] },
  ],
  ['a car', { carCommonDetail: { id: '7' }, wishList: [] }, { carCommonDetail: { id: '7' }, wishList: IN_B }],
  ['a motorcycle', { bikeCommonDetail: { id: '7' }, wishList: [] }, { bikeCommonDetail: { id: '7' }, wishList: IN_B }],
])('a favourite shows in %s', (_where, before, after) => {
  expect(put(before)).toEqual(after);
});

test.each([
  ['nothing yet', undefined],
  ['a list without the lot', { lots: [lot('8')] }],
  ['an endless list without it', { pages: [{ lots: [lot('8')] }] }],
  ['another lot', { carCommonDetail: { id: '8' }, wishList: [] }],
  ['choices of a filter', { select: { color: [{ value: '7' }] }, totals: 7 }],
  ['the sums of the groups', [{ group: 'A', lots: 7 }]],
])('data without the lot stays the same object: %s', (_where, data) => {
  expect(put(data)).toBe(data);
});
