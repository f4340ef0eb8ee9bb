import type { BidRow, QueuePart } from '@seri/contract/bids/records.ts';
import { expect, test } from 'vitest';
import { arrangeQueue, isFoldable, movedParts } from './queue-groups.ts';

const NOW_MS = Date.parse('2026-11-26T07:42:00+09:00');
const row = (bidId: number, bidStatus: number, cutoff: string, more: Partial<BidRow> = {}): BidRow =>
  ({ bidId, bidStatus, lotSource: 'auction', agentCutoff: `2026-11-26T${cutoff}:00+09:00`, ...more }) as BidRow;
const ROWS = [
  row(1, 1, '08:40'),
  row(2, 2, '08:10'),
  row(3, 1, '08:00'),
  row(4, 3, '09:05'),
  row(5, 1, '07:30'),
  row(6, 2, '07:20'),
  row(7, 6, '06:00'),
  row(8, 1, '00:00', { lotSource: 'stock' }),
];
const PARTS: QueuePart[] = [
  { kind: 'passed', hour: null, firstCutoff: null, counters: [{ status: 1, count: 1 }] },
  {
    kind: 'hour',
    hour: '2026-11-25T23:00:00.000Z',
    firstCutoff: '2026-11-25T23:00:00.000Z',
    counters: [
      { status: 1, count: 4 },
      { status: 2, count: 1 },
    ],
  },
  { kind: 'hour', hour: '2026-11-26T00:00:00.000Z', firstCutoff: null, counters: [{ status: 3, count: 1 }] },
];
const placesOf = (groups: ReturnType<typeof arrangeQueue>) =>
  groups.map(({ kind, rows }) => [kind, ...rows.map(({ bidId }) => bidId)]);

test('rows are in the parts of the queue, undecided ones first, results with wins first', () => {
  expect(placesOf(arrangeQueue(ROWS, PARTS, new Map(), NOW_MS))).toEqual([
    ['passed', 5],
    ['hour', 3, 1, 2],
    ['hour', 4],
    ['stock', 8],
    ['results', 7, 6],
  ]);
});

test('numbers are those of all pages; a part that the answer does not know counts its rows', () => {
  const [, hour, , stock] = arrangeQueue(ROWS, PARTS, new Map(), NOW_MS);
  expect([hour?.total, hour?.undecided]).toEqual([5, 4]);
  expect([stock?.total, stock?.undecided]).toEqual([1, 1]);
});

test('a held row keeps its place, in its part and across parts', () => {
  const decided = ROWS.map((one) => (one.bidId === 3 || one.bidId === 5 ? { ...one, bidStatus: 2 } : one));
  const held = new Map([
    [3, 1],
    [5, 1],
  ]);
  expect(placesOf(arrangeQueue(decided, PARTS, held, NOW_MS)).slice(0, 2)).toEqual([
    ['passed', 5],
    ['hour', 3, 1, 2],
  ]);
  expect(placesOf(arrangeQueue(decided, PARTS, new Map(), NOW_MS))).toEqual([
    ['hour', 1, 3, 2],
    ['hour', 4],
    ['stock', 8],
    ['results', 7, 5, 6],
  ]);
});

test('only a wholly decided part folds, and none with a win or an accepted bid to settle', () => {
  const folds = arrangeQueue(ROWS, PARTS, new Map(), NOW_MS).map(isFoldable);
  expect(folds).toEqual([false, false, true, false, false]);
});

test('a change moves a bid between the numbers of the parts, and back again', () => {
  const [first] = ROWS.filter(({ bidId }) => bidId === 1);
  if (!first) throw new Error('no row');
  const moved = movedParts(PARTS, first, { ...first, bidStatus: 3 }, NOW_MS);
  expect(moved[1]?.counters).toEqual([
    { status: 1, count: 3 },
    { status: 2, count: 1 },
    { status: 3, count: 1 },
  ]);
  expect(movedParts(moved, { ...first, bidStatus: 3 }, first, NOW_MS)).toEqual(PARTS);
});
