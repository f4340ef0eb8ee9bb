import { expect, test } from 'vitest';
import { ACTIVE_TABS, ARCHIVE_TABS, pressTab, tabsWith } from './status-tabs.ts';

// @covers MGMT-02
test('a press selects, a second press clears, All always clears', () => {
  expect(pressTab([], 2)).toEqual([2]);
  expect(pressTab([2], 1)).toEqual([1]);
  expect(pressTab([2], 2)).toEqual([]);
  expect(pressTab([2, 3], 'All')).toEqual([]);
});

test('tabs keep their order independent of the answer, and a missing counter is zero', () => {
  const counters = [
    { status: 2, count: 30 },
    { status: 'All' as const, count: 41 },
    { status: 'Archive' as const, count: 120 },
  ];
  expect(tabsWith(ACTIVE_TABS, counters, false)).toEqual([
    { status: 'All', count: 41 },
    { status: 1, count: 0 },
    { status: 2, count: 30 },
    { status: 3, count: 0 },
    { status: 4, count: 0 },
    { status: 5, count: 0 },
    { status: 6, count: 0 },
  ]);
  expect(tabsWith(ACTIVE_TABS, counters, true).at(-1)).toEqual({ status: 'Archive', count: 120 });
  expect(tabsWith(ARCHIVE_TABS, [], false).map((tab) => tab.status)).toEqual(['All', 4, 5, 6, 7]);
  expect(tabsWith(ARCHIVE_TABS, undefined, false).map((tab) => tab.count)).toEqual([null, null, null, null, null]);
});
