import { expect, test } from 'vitest';
import { createQueue, originOf, type QueuedBid } from './queue.ts';

const placesOf = (...statuses: number[]): QueuedBid[] =>
  statuses.map((bidStatus, index) => ({ bidId: index + 1, bidStatus }));
const without = (bids: QueuedBid[], ...removed: number[]) => bids.filter(({ bidId }) => !removed.includes(bidId));

test('a New bid is followed by the next New one, another bid by the next one not decided in this pass', () => {
  const queue = createQueue();
  const bids = placesOf(1, 2, 1, 3, 1);
  expect(queue.next(bids, originOf(bids, 1, true))?.bidId).toBe(3);
  expect(queue.next(bids, originOf(bids, 1, false))?.bidId).toBe(2);
  queue.decide(2, 2);
  expect(queue.next(bids, originOf(bids, 1, false))?.bidId).toBe(3);
});

test('a decided bid waits again after an undo or another status', () => {
  const queue = createQueue();
  queue.decide(2, 3);
  const decided = placesOf(1, 3, 1);
  expect(queue.next(decided, originOf(decided, 1, false))?.bidId).toBe(3);
  const another = placesOf(1, 1, 1);
  expect(queue.next(another, originOf(another, 1, true))?.bidId).toBe(2);
  queue.putBack(2);
  expect(queue.next(decided, originOf(decided, 1, false))?.bidId).toBe(2);
});

test('a bid that has left the list is followed by the first one that was not ahead of it, even if others left too', () => {
  const queue = createQueue();
  const before = placesOf(1, 1, 1, 1, 1, 1);
  const origin = originOf(before, 4, true);
  expect(queue.next(without(before, 1, 2, 4), origin)?.bidId).toBe(5);
  expect(queue.next(without(before, 1, 2, 4, 5, 6), origin)).toBeNull();
  expect(queue.next(without(before, 1, 2, 4, 5, 6), origin, true)?.bidId).toBe(3);
});

test('a move waits for the answer and is dropped after a timeout', () => {
  let now = 1_000;
  let started = 0;
  const queue = createQueue({ onStart: () => started++, now: () => now });
  queue.start({ kind: 'back', bidId: 1, page: 1 });
  expect([queue.isMoving(), queue.move()?.sinceAtMs, started]).toEqual([true, null, 1]);
  now = 1_200;
  queue.answered();
  now = 1_300;
  queue.answered();
  expect(queue.move()?.sinceAtMs).toBe(1_200);
  now = 9_000;
  expect(queue.isMoving()).toBe(false);
});
