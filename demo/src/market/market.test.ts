import { expect, test } from 'vitest';
import { type HiddenMarket, outcomeOf } from './market.ts';

const times = { auctionAtMs: 1_000_000, resultDelayMs: 10, negotiationDelayMs: 60 };
const market: HiddenMarket = {
  marketYen: 600_000,
  startYen: 300_000,
  reserveYen: 500_000,
  rivalYen: 550_000,
  fate: 'auctioned',
  wouldAgree: false,
};
const order = (limitYen: number) => ({ orderKey: '7:1', limitYen });
const last = (given: Partial<HiddenMarket>, limitYen: number | null) =>
  outcomeOf({ ...market, ...given }, times, limitYen === null ? null : order(limitYen)).at(-1);

test('an order above all others wins one step above the rival', () => {
  expect(last({}, 700_000)).toEqual({
    atMs: 1_000_010,
    status: 4533,
    soldPriceYen: 555_000,
    buyer: { orderKey: '7:1' },
  });
});

test('an order never pays more than its limit, and wins a tie', () => {
  expect(last({}, 552_000)).toMatchObject({ soldPriceYen: 552_000, buyer: { orderKey: '7:1' } });
  expect(last({}, 550_000)).toMatchObject({ soldPriceYen: 550_000, buyer: { orderKey: '7:1' } });
});

test('an order that alone meets the reserve pays the reserve', () => {
  expect(last({ rivalYen: 400_000 }, 560_000)).toMatchObject({ soldPriceYen: 500_000, buyer: { orderKey: '7:1' } });
});

test('an order below the rival loses', () => {
  expect(last({}, 549_000)).toMatchObject({ status: 4533, soldPriceYen: 550_000, buyer: null });
  expect(last({}, null)).toMatchObject({ status: 4533, soldPriceYen: 550_000, buyer: null });
});

test('a lot that misses its reserve is first not sold, then unsold', () => {
  const steps = outcomeOf({ ...market, rivalYen: 490_000 }, times, order(400_000));
  expect(steps.map(({ status, atMs }) => [status, atMs])).toEqual([
    [4535, 1_000_010],
    [4539, 1_000_060],
  ]);
});

test('a near miss is sold by negotiation where seller and bidder agree, to us when our offer was the best', () => {
  expect(last({ rivalYen: 480_000, wouldAgree: true }, null)).toMatchObject({
    status: 4534,
    soldPriceYen: 490_000,
    buyer: null,
  });
  expect(last({ rivalYen: 400_000, wouldAgree: true }, 485_000)).toMatchObject({
    status: 4534,
    soldPriceYen: 485_000,
    buyer: { orderKey: '7:1' },
  });
});

test('nobody buys a lot for less than its start price', () => {
  expect(last({ rivalYen: 250_000, reserveYen: 300_000, startYen: 300_000 }, 290_000)).toMatchObject({ status: 4539 });
  expect(last({ rivalYen: 250_000, reserveYen: 200_000, startYen: 300_000 }, 300_000)).toMatchObject({
    soldPriceYen: 300_000,
    buyer: { orderKey: '7:1' },
  });
});

test('a canceled lot has no price, with any order', () => {
  expect(last({ fate: 'cancelled' }, 900_000)).toMatchObject({ status: 4536, soldPriceYen: null, buyer: null });
  expect(last({ fate: 'removed' }, 900_000)).toMatchObject({ status: 4537, soldPriceYen: null, buyer: null });
});
