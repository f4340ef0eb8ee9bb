import { expect, test } from 'vitest';
import { findFault, type StoredDecision } from './check-decisions.ts';

const bid = (bidId: number, hour: number, more: Partial<StoredDecision['bids'][number]> = {}) => ({
  bidId,
  status: 2,
  auctionAt: `2026-11-24T${String(hour).padStart(2, '0')}:00:00Z`,
  agentCutoffAt: `2026-11-24T${String(hour - 1).padStart(2, '0')}:00:00Z`,
  isCleared: false,
  mayBeBought: false,
  ...more,
});
const decided = (
  bids: StoredDecision['bids'],
  decision: Partial<StoredDecision['decision']>,
  cars = 1,
): StoredDecision => ({
  id: 1,
  at: '2026-11-24T00:00:00Z',
  cars,
  bids,
  decision: { clear: [], withdraw: [], stop: [], ...decision },
});
const ordered = { isCleared: true, mayBeBought: true };

test.each<[string, StoredDecision]>([
  ['the first lot is cleared', decided([bid(1, 5), bid(2, 6)], { clear: [1] })],
  ['a later lot is withdrawn first', decided([bid(1, 5), bid(2, 6, ordered)], { withdraw: [2] })],
  ['all cars of the group are settled', decided([bid(1, 3, { status: 7 }), bid(2, 6)], { stop: [2] })],
  ['without a limit all are cleared', decided([bid(1, 5), bid(2, 6)], { clear: [1, 2] }, -1)],
])('accepts a correct decision: %s', (_, decision) => expect(findFault(decision)).toBeNull());

test.each<[string, StoredDecision]>([
  ['2 may be bought, the group buys 1', decided([bid(1, 5), bid(2, 6)], { clear: [1, 2] })],
  ['2 may be bought, the group buys 1', decided([bid(1, 5, { status: 6 }), bid(2, 6)], { clear: [2] })],
  ['2 may be bought, the group buys 1', decided([bid(1, 5), bid(2, 6, ordered)], { clear: [1], withdraw: [2] })],
  ['bid 1 runs before a cleared bid', decided([bid(1, 5), bid(2, 6)], { clear: [2] })],
  ['bid 2 waits although a slot is free', decided([bid(1, 5), bid(2, 6)], { clear: [1] }, 2)],
  ['bid 1 cannot be ordered', decided([bid(1, 1)], { clear: [1] })],
  ['bid 1 cannot be ordered', decided([bid(1, 5, { status: 1 })], { clear: [1] })],
  ['bid 1 was not cleared', decided([bid(1, 5)], { withdraw: [1] })],
  ['all cars of the group are settled', decided([bid(1, 3, { status: 7 }), bid(2, 6)], {})],
  ['bids are ended before all cars of the group are settled', decided([bid(1, 5)], { stop: [1] })],
])('finds a wrong decision: %s', (fault, decision) => expect(findFault(decision)).toBe(fault));
