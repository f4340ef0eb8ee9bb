import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UNLIMITED } from '../money.ts';
import {
  carsForOneMore,
  decideGroup,
  exposureBesideNewBid,
  type GroupBid,
  isIdle,
  isRoundOver,
  minCars,
  roundExposureYen,
} from './groups.ts';

const HOUR_MS = 3_600_000;
const NOW = new Date('2026-11-24T00:00:00Z');
const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);
/** An accepted bid on a lot that runs in `hours` hours; the agent accepts orders until an hour before. */
const bid = (bidId: number, hours: number, more: Partial<GroupBid> = {}): GroupBid => ({
  bidId,
  status: 2,
  auctionAt: at(hours),
  agentCutoffAt: at(hours - 1),
  isCleared: false,
  mayBeBought: false,
  ...more,
});
const ordered = { isCleared: true, mayBeBought: true };

describe('the decisions of a group', () => {
  test('sends as many orders as cars are needed, for the lots that run first', () => {
    expect(decideGroup([bid(1, 9), bid(2, 5), bid(3, 7)], 2, NOW)).toEqual({ clear: [2, 3], withdraw: [], stop: [] });
    expect(decideGroup([bid(2, 5), bid(1, 5)], 1, NOW)).toEqual({ clear: [1], withdraw: [], stop: [] });
  });

  test('"any" sends an order for every accepted bid', () => {
    expect(decideGroup([bid(1, 9), bid(2, 5), bid(3, 7, { status: 1 })], UNLIMITED, NOW).clear).toEqual([1, 2]);
  });

  test('an unknown result counts as possibly bought, so the other bids wait', () => {
    expect(isIdle(decideGroup([bid(1, -1, ordered), bid(2, 5)], 1, NOW))).toBe(true);
    expect(isIdle(decideGroup([bid(1, -1, { status: 6 }), bid(2, 5)], 1, NOW))).toBe(true);
  });

  test('a lost lot, or a reversed win, clears the next order', () => {
    expect(decideGroup([bid(2, 5), bid(3, 6)], 1, NOW).clear).toEqual([2]);
  });

  test('ends all other bids once enough are settled, accepted or not', () => {
    const bids = [bid(1, -9, { status: 7 }), bid(2, 5, ordered), bid(3, 6, { status: 1 })];
    expect(decideGroup(bids, 1, NOW)).toEqual({ clear: [], withdraw: [], stop: [2, 3] });
    expect(decideGroup(bids, 2, NOW).stop).toEqual([]);
    expect(decideGroup(bids, UNLIMITED, NOW).stop).toEqual([]);
  });

  test('an earlier lot replaces a later one, but not before the agent has confirmed the withdrawal', () => {
    const first = decideGroup([bid(1, 9, ordered), bid(2, 5)], 1, NOW);
    expect(first).toEqual({ clear: [], withdraw: [1], stop: [] });
    expect(isIdle(decideGroup([bid(1, 9, { mayBeBought: true }), bid(2, 5)], 1, NOW))).toBe(true);
    expect(decideGroup([bid(1, 9), bid(2, 5)], 1, NOW).clear).toEqual([2]);
    // Cleared but never ordered, because another client's order leads on that lot: the slot is free at once.
    expect(decideGroup([bid(1, 9, { isCleared: true }), bid(2, 5)], 1, NOW)).toEqual({
      clear: [2],
      withdraw: [1],
      stop: [],
    });
  });

  test("a bid that missed the agent's cut-off blocks nobody", () => {
    expect(decideGroup([bid(1, 0.5), bid(2, 5)], 1, NOW).clear).toEqual([2]);
    expect(decideGroup([bid(1, 0.5, { isCleared: true }), bid(2, 5)], 1, NOW)).toEqual({
      clear: [2],
      withdraw: [1],
      stop: [],
    });
  });

  test('a canceled bid occupies its slot until the agent has withdrawn it', () => {
    const cancelled = bid(1, 3, { status: 4, mayBeBought: true });
    expect(isIdle(decideGroup([cancelled, bid(2, 5)], 1, NOW))).toBe(true);
    expect(isRoundOver([cancelled])).toBe(false);
    expect(isRoundOver([{ ...cancelled, mayBeBought: false }, bid(2, 5, { status: 7 })])).toBe(true);
  });

  test('a raised bid that waits for a manager keeps its old order and its slot', () => {
    expect(isIdle(decideGroup([bid(1, 3, { status: 1, ...ordered }), bid(2, 5)], 1, NOW))).toBe(true);
  });
});

describe('slots in a round', () => {
  test('one more bid needs more cars only when all are won', () => {
    const bids = [bid(1, -2, { status: 6 }), bid(2, 4, ordered)];
    expect(carsForOneMore(bids, 1, { mayBeBought: false })).toBe(2);
    expect(carsForOneMore(bids, 2, { mayBeBought: false })).toBeNull();
    expect(carsForOneMore(bids, UNLIMITED, { mayBeBought: true })).toBeNull();
  });

  test('a bid with an outstanding order needs a slot of its own', () => {
    expect(carsForOneMore([bid(2, 4, ordered)], 1, { mayBeBought: true })).toBe(2);
    expect(carsForOneMore([bid(2, 4)], 1, { mayBeBought: true })).toBeNull();
  });

  test('a group cannot be set to fewer cars than it has won or can no longer withdraw', () => {
    expect(minCars([bid(1, -2, { status: 6 }), bid(2, 0.5, ordered), bid(3, 5, ordered)], NOW)).toBe(2);
    expect(minCars([], NOW)).toBe(1);
  });
});

describe('the maximum cost of a round', () => {
  const priced = (bidId: number, amountYen: number, more: Partial<GroupBid> = {}) => ({
    ...bid(bidId, 5, more),
    amountYen,
    adjustmentYen: 0,
    heldYen: 0,
    soldPriceYen: null,
  });
  test('counts the highest bids, as many as can be bought', () => {
    const bids = [priced(1, 100), priced(2, 300), priced(3, 200)];
    expect(roundExposureYen(bids, 1)).toBe(300);
    expect(roundExposureYen(bids, 2)).toBe(500);
    expect(roundExposureYen(bids, UNLIMITED)).toBe(600);
  });
  test('excludes settled bids, which are in the ledger, and the cars they bought', () => {
    expect(roundExposureYen([priced(1, 900, { status: 7 }), priced(2, 300), priced(3, 200)], 2)).toBe(300);
  });
  test('counts all bids the agent may have, even when the group was set to fewer cars', () => {
    expect(roundExposureYen([priced(1, 100, ordered), priced(2, 300, ordered), priced(3, 50)], 1)).toBe(400);
  });
  test('one more bid costs nothing up to the highest one that it replaces', () => {
    const others = [priced(1, 300), priced(2, 200)];
    const own = { mayBeBought: false, isCleared: false };
    expect(exposureBesideNewBid(others, 1, own)).toEqual({ otherYen: 0, floorYen: 300 });
    expect(exposureBesideNewBid(others, 2, own)).toEqual({ otherYen: 300, floorYen: 200 });
    expect(exposureBesideNewBid(others, UNLIMITED, own)).toEqual({ otherYen: 500, floorYen: 0 });
    expect(exposureBesideNewBid([priced(1, 300, ordered)], 1, { mayBeBought: true, isCleared: true })).toEqual({
      otherYen: 300,
      floorYen: 0,
    });
  });

  test('both ways of counting agree for every amount', () => {
    const price = fc.integer({ min: 1, max: 20 });
    const someBid = fc.record({
      price,
      status: fc.constantFrom(1, 2, 6, 7),
      isCleared: fc.boolean(),
      mayBeBought: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(someBid, { maxLength: 6 }), fc.integer({ min: 1, max: 5 }), someBid, (rows, cars, own) => {
        const others = rows.map(({ price: yen, ...more }, place) => priced(place + 1, yen, more));
        const live = { ...own, status: 2 };
        const { otherYen, floorYen } = exposureBesideNewBid(others, cars, live);
        const whole = roundExposureYen([...others, priced(99, own.price, { ...live, status: 2 })], cars);
        const bought = others.filter(({ status }) => status === 7).length;
        // A full round takes no more bids, so the property does not apply.
        fc.pre(bought < cars || own.isCleared || own.mayBeBought);
        expect(otherYen + Math.max(own.price, floorYen)).toBe(whole);
      }),
    );
  });
});

interface Car {
  bid: GroupBid;
  /** Order that the agent has, or that is on its way to the agent. */
  atAgent: boolean;
  sent: ('order' | 'withdraw')[];
}

// @covers BID-21
test('never buys more cars than set, and uses every slot, for any sequence of events', () => {
  const lots = fc.array(fc.record({ hours: fc.integer({ min: 1, max: 12 }), status: fc.constantFrom(1, 2, 2, 2) }), {
    minLength: 1,
    maxLength: 8,
  });
  const moves = fc.array(
    fc.record({
      move: fc.constantFrom('agent', 'agent', 'time', 'sell', 'settle', 'cancel', 'accept'),
      at: fc.nat({ max: 7 }),
      ours: fc.boolean(),
    }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(lots, fc.integer({ min: 1, max: 3 }), moves, (wanted, cars, steps) => {
      let now = NOW;
      const round: Car[] = wanted.map(({ hours, status }, place) => ({
        bid: bid(place + 1, hours, { status }),
        atAgent: false,
        sent: [],
      }));
      const decide = () => {
        const decision = decideGroup(
          round.map((car) => car.bid),
          cars,
          now,
        );
        for (const { bid: own, sent } of round) {
          if (decision.clear.includes(own.bidId)) {
            own.isCleared = true;
            own.mayBeBought = true;
            sent.push('order');
          }
          if (decision.withdraw.includes(own.bidId) || decision.stop.includes(own.bidId)) {
            if (own.mayBeBought) sent.push('withdraw');
            own.isCleared = false;
            if (decision.stop.includes(own.bidId)) own.status = 3;
          }
        }
      };
      decide();
      for (const { move, at: place, ours } of steps) {
        const car = round[place % round.length] as Car;
        const own = car.bid;
        const isOver = own.status > 2;
        if (move === 'agent') {
          const next = car.sent.shift();
          if (next) car.atAgent = next === 'order';
          if (car.sent.length === 0 && !car.atAgent && !isWonOrLost(own)) own.mayBeBought = false;
        }
        if (move === 'time') now = new Date(now.getTime() + HOUR_MS);
        if (move === 'sell' && now >= own.auctionAt && !isWonOrLost(own)) {
          own.status = car.atAgent && ours ? 6 : 5;
          own.mayBeBought = false;
          own.isCleared = false;
          car.sent = [];
        }
        if (move === 'settle' && own.status === 6) own.status = 7;
        if (move === 'accept' && own.status === 1) own.status = 2;
        if (move === 'cancel' && !isOver && now < own.agentCutoffAt) {
          own.status = 4;
          own.isCleared = false;
          if (own.mayBeBought) car.sent.push('withdraw');
        }
        decide();
        expect(round.filter(({ bid: { status } }) => status === 6 || status === 7).length).toBeLessThanOrEqual(cars);
        expect(
          round.filter(({ bid: b, atAgent }) => b.status === 6 || b.status === 7 || (atAgent && b.status !== 5)).length,
        ).toBeLessThanOrEqual(cars);
        // Deciding again changes nothing.
        expect(
          isIdle(
            decideGroup(
              round.map((r) => r.bid),
              cars,
              now,
            ),
          ),
        ).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

const isWonOrLost = ({ status }: GroupBid) => status >= 5;
