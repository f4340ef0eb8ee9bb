import { expect, test } from 'vitest';
import { type Candidate, nextOrder, type StandingOrder } from './next-order.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 0, 0, second));
const bid = (bidId: number, amountYen: number, second: number, more: Partial<Candidate> = {}): Candidate => ({
  bidId,
  userId: bidId * 10,
  status: 2,
  amountYen,
  adjustmentYen: 10_000,
  groupRound: null,
  groupCleared: false,
  statusAt: at(second),
  amountAt: at(second),
  ...more,
});
const orderOf = (bidId: number, maxYen: number, version = 1): StandingOrder => ({
  version,
  kind: 'order',
  bidId,
  clientId: bidId * 10,
  maxYen,
  overbidYen: 10_000,
});

test('the first accepted bid becomes version 1', () => {
  expect(nextOrder(null, [bid(1, 500_000, 1)], 'highest')).toEqual(orderOf(1, 500_000));
});

test('an equal order is not written again', () => {
  expect(nextOrder(orderOf(1, 500_000), [bid(1, 500_000, 1)], 'highest')).toBeNull();
});

// @covers BID-27
test('a higher bid takes the lead under "highest", not under "first"', () => {
  const bids = [bid(1, 500_000, 1), bid(2, 600_000, 2)];
  expect(nextOrder(orderOf(1, 500_000), bids, 'highest')).toEqual(orderOf(2, 600_000, 2));
  expect(nextOrder(orderOf(1, 500_000), bids, 'first')).toBeNull();
});

// @covers BID-27
test('of equal amounts the one offered first leads, also after a raise', () => {
  const equal = [bid(1, 600_000, 1), bid(2, 600_000, 2)];
  expect(nextOrder(null, equal, 'highest')?.bidId).toBe(1);
  const raisedLater = [bid(1, 600_000, 1, { amountAt: at(3) }), bid(2, 600_000, 2)];
  expect(nextOrder(null, raisedLater, 'highest')?.bidId).toBe(2);
});

test('a changed overbid is a new version', () => {
  const order = nextOrder(orderOf(1, 500_000), [bid(1, 500_000, 1, { adjustmentYen: 20_000 })], 'highest');
  expect(order).toEqual({ ...orderOf(1, 500_000, 2), overbidYen: 20_000 });
});

test('when the leader leaves, the next bid moves up; without another bid the agent gets a withdrawal', () => {
  expect(nextOrder(orderOf(2, 600_000), [bid(1, 500_000, 1)], 'highest')).toEqual(orderOf(1, 500_000, 2));
  const withdraw = { ...orderOf(2, 0, 2), kind: 'withdraw', overbidYen: 0 };
  expect(nextOrder(orderOf(2, 600_000), [], 'highest')).toEqual(withdraw);
  expect(nextOrder({ ...orderOf(2, 0, 2), kind: 'withdraw' }, [], 'highest')).toBeNull();
});

test('a replaced bid keeps its old order with its old amount until it is accepted again', () => {
  const replaced = bid(1, 450_000, 5, { status: 1 });
  expect(nextOrder(orderOf(1, 500_000), [replaced], 'highest')).toBeNull();
  expect(nextOrder(orderOf(1, 500_000), [replaced, bid(2, 480_000, 6)], 'highest')).toBeNull();
  expect(nextOrder(orderOf(1, 500_000), [replaced, bid(2, 520_000, 6)], 'highest')?.bidId).toBe(2);
  expect(nextOrder(orderOf(2, 520_000), [replaced], 'highest')?.kind).toBe('withdraw');
});

test('a won lot needs no order', () => {
  expect(nextOrder(orderOf(1, 500_000), [bid(1, 500_000, 1, { status: 6 }), bid(2, 400_000, 2)], 'highest')?.kind).toBe(
    'withdraw',
  );
});
