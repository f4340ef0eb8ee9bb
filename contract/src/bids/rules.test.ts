import { describe, expect, test } from 'vitest';
import {
  acceptsBids,
  amountError,
  type BidFacts,
  bidExposureYen,
  bidReasons,
  bidWarnings,
  highestBidYen,
  isAuctionFinished,
  lowestBidYen,
} from './rules.ts';

const CLOSE = new Date('2026-11-24T00:00:00Z');
const CUTOFF = new Date('2026-11-24T00:30:00Z');
const AUCTION = new Date('2026-11-24T01:30:00Z');
const CANCEL = new Date('2026-11-23T13:30:00Z');
const before = (instant: Date) => new Date(instant.getTime() - 1);

interface Changes {
  amountYen?: number | undefined;
  adjustmentYen?: number;
  now?: Date;
  lot?: Partial<BidFacts['lot']>;
  client?: Partial<BidFacts['client']>;
  current?: BidFacts['current'];
  exportType?: BidFacts['exportType'];
}

/** A valid bid: 500,000 yen on a lot that starts at 300,000, with a million of credit, well before the deadline. */
const facts = ({ lot, client, ...more }: Changes = {}): BidFacts => ({
  amountYen: 500_000,
  adjustmentYen: 10_000,
  now: new Date('2026-11-23T00:00:00Z'),
  current: null,
  exportType: { given: true, required: true },
  groupNeedsCars: null,
  ...more,
  lot: {
    source: 'auction',
    isTaken: false,
    status: 4532,
    startPriceYen: 300_000,
    averagePriceYen: 720_000,
    auctionAt: AUCTION,
    bidsCloseAt: CLOSE,
    agentCutoffAt: CUTOFF,
    cancelUntil: CANCEL,
    ...lot,
  },
  client: {
    biddingAllowed: true,
    bidDeadlineCheck: true,
    creditLimitCheck: true,
    dailyBidLimitCheck: true,
    balanceYen: 0,
    creditLimitYen: 1_000_000,
    bidsLeftToday: 3,
    otherExposureYen: 0,
    coveredYen: 0,
    ...client,
  },
});
const codes = (changes: Changes) => bidReasons(facts(changes)).map(({ messageCode }) => messageCode);
const live = (status: number, amountYen = 400_000) => ({ status, amountYen, adjustmentYen: 10_000 });

describe('refuses a bid exactly beyond each boundary', () => {
  test.each<[string, Changes, string[]]>([
    ['in good time, within the limit', {}, []],
    ['by an account that may not bid', { client: { biddingAllowed: false } }, ['Bid.Restricted']],
    ['a millisecond before bidding closes', { now: before(CLOSE) }, []],
    ['when bidding closes', { now: CLOSE }, ['Bid.Closed']],
    [
      'after closing, by a client whose deadline is not checked',
      { now: CLOSE, client: { bidDeadlineCheck: false } },
      [],
    ],
    [
      'a millisecond before the auction, deadline not checked',
      { now: before(AUCTION), client: { bidDeadlineCheck: false } },
      [],
    ],
    [
      'when the auction starts, deadline not checked',
      { now: AUCTION, client: { bidDeadlineCheck: false } },
      ['Bid.Finished'],
    ],
    ['on a lot that is running', { lot: { status: 4531 } }, []],
    ['on a sold lot', { lot: { status: 4533 } }, ['Bid.Finished']],
    ['on a lot of unknown state', { lot: { status: 4538 } }, ['Bid.Finished']],
    ['as the last of the day', { client: { bidsLeftToday: 1 } }, []],
    ['as one too many of the day', { client: { bidsLeftToday: 0 } }, ['Bid.DailyLimit']],
    ['as one too many, limit not checked', { client: { bidsLeftToday: 0, dailyBidLimitCheck: false } }, []],
    ['with no daily limit', { client: { bidsLeftToday: -1 } }, []],
    ['as a replacement when the day is used up', { client: { bidsLeftToday: 0 }, current: live(1) }, []],
    ['without an export type', { exportType: { given: false, required: true } }, ['Bid.TypeRequired']],
    ['without an export type that is optional', { exportType: { given: false, required: false } }, []],
    ['at the start price', { amountYen: 300_000 }, []],
    ['a step below the start price', { amountYen: 295_000 }, ['Bid.BelowStart']],
    ['one yen above a step', { amountYen: 300_001 }, ['Bid.Step']],
    ['one yen below start and step', { amountYen: 299_999 }, ['Bid.BelowStart', 'Bid.Step']],
    ['of one step without a start price', { amountYen: 5_000, lot: { startPriceYen: null } }, []],
    [
      'of less than a step without a start price',
      { amountYen: 4_999, lot: { startPriceYen: null } },
      ['Bid.BelowStart', 'Bid.Step'],
    ],
    ['at the start price that is no whole step', { amountYen: 305_000, lot: { startPriceYen: 301_000 } }, []],
    ['that uses the limit to the last yen', { amountYen: 990_000 }, []],
    ['one step over the limit', { amountYen: 995_000 }, ['Bid.Credit']],
    ['that fits only without the agent overbidding', { amountYen: 1_000_000 }, ['Bid.Credit']],
    ['over the limit, limit not checked', { amountYen: 5_000_000, client: { creditLimitCheck: false } }, []],
    ['with unlimited credit', { amountYen: 5_000_000, client: { creditLimitYen: -1 } }, []],
    ['beside other bids that leave room', { amountYen: 500_000, client: { otherExposureYen: 490_000 } }, []],
    [
      'beside other bids that leave none',
      { amountYen: 500_000, client: { otherExposureYen: 490_001 } },
      ['Bid.Credit'],
    ],
    ['with a balance below zero', { amountYen: 500_000, client: { balanceYen: -490_001 } }, ['Bid.Credit']],
    ['lower than the own bid while it may be cancelled', { now: before(CANCEL), current: live(1, 600_000) }, []],
    ['lower than the own bid afterwards', { now: CANCEL, current: live(1, 600_000) }, ['Bid.RaiseOnly']],
    ['higher than the own bid afterwards', { now: CANCEL, current: live(2) }, []],
    ['in place of a win', { current: live(6) }, ['Bid.NotEditable']],
    ['in place of a purchase', { current: live(7) }, ['Bid.NotEditable']],
    [
      'in place of an order after the cut-off',
      { now: CUTOFF, client: { bidDeadlineCheck: false }, current: live(2) },
      ['Bid.LastHour'],
    ],
    [
      'in place of an order just before the cut-off',
      { now: before(CUTOFF), client: { bidDeadlineCheck: false }, current: live(2) },
      [],
    ],
    ['before anything is typed', { amountYen: undefined, exportType: { given: false, required: true } }, []],
    [
      'before anything is typed, with too little room',
      { amountYen: undefined, client: { otherExposureYen: 695_000 } },
      ['Bid.Credit'],
    ],
  ])('%s', (_, changes, expected) => {
    expect(codes(changes)).toEqual(expected);
  });

  test('returns all reasons in the order of the code table', () => {
    const all = codes({
      amountYen: 2_000_001,
      now: CLOSE,
      client: { biddingAllowed: false, bidsLeftToday: 0 },
      exportType: { given: false, required: true },
    });
    expect(all).toEqual([
      'Bid.Restricted',
      'Bid.Closed',
      'Bid.DailyLimit',
      'Bid.Credit',
      'Bid.Step',
      'Bid.TypeRequired',
    ]);
  });

  test('returns the figures of a refusal', () => {
    const [credit] = bidReasons(facts({ amountYen: 995_000 }));
    expect(credit).toEqual({ messageCode: 'Bid.Credit', field: 'amount', details: { bidAllow: 990_000 } });
    const [closed] = bidReasons(facts({ now: CLOSE }));
    expect(closed?.details).toEqual({ at: CLOSE.toISOString() });
  });
});

test('the lowest bid is the start price rounded up to a step', () => {
  expect([null, 0, 1, 5_000, 5_001, 301_000].map(lowestBidYen)).toEqual([5_000, 5_000, 5_000, 5_000, 10_000, 305_000]);
});

test('the highest bid is never negative and always a multiple of the step', () => {
  expect(highestBidYen(facts({ client: { balanceYen: -2_000_000 } }))).toBe(0);
  expect(highestBidYen(facts({ client: { balanceYen: 4_999 } }))).toBe(990_000);
  expect(highestBidYen(facts({ client: { creditLimitYen: -1 } }))).toBe(Number.POSITIVE_INFINITY);
});

// @covers BID-03, BID-04
test('the amount field requires an amount, then the minimum, then a whole step', () => {
  expect(amountError(null, 300_000)).toEqual({ key: 'PlaceBid.Required', amountYen: 0 });
  expect(amountError(0, 300_000)?.key).toBe('PlaceBid.Required');
  expect(amountError(299_999, 300_000)).toEqual({ key: 'PlaceBid.LowerPrice', amountYen: 300_000 });
  expect(amountError(4_000, null)).toEqual({ key: 'PlaceBid.LowerPrice', amountYen: 5_000 });
  expect(amountError(300_001, 300_000)).toEqual({ key: 'PlaceBid.IncorrectBid', amountYen: 5_000 });
  expect(amountError(300_000, 300_000)).toBeNull();
});

test('a lot finishes by its time or by its result, whichever is first', () => {
  const { lot } = facts();
  expect(isAuctionFinished(lot, before(AUCTION))).toBe(false);
  expect(isAuctionFinished(lot, AUCTION)).toBe(true);
  expect(isAuctionFinished({ ...lot, status: 4536 }, CANCEL)).toBe(true);
  expect(acceptsBids(lot, CLOSE, true)).toBe(false);
  expect(acceptsBids(lot, CLOSE, false)).toBe(true);
});

// @covers BID-24
test('warns about a likely typing error without refusing it', () => {
  const warn = (amountYen: number, averagePriceYen: number | null = 100_000) =>
    bidWarnings(facts({ amountYen, lot: { averagePriceYen, startPriceYen: 50_000 } })).map((w) => w.messageCode);
  expect(warn(295_000)).toEqual([]);
  expect(warn(300_000)).toEqual(['Bid.ThreeTimesAverage']);
  expect(warn(700_000)).toEqual(['Bid.ExtraZero']);
  expect(warn(150_000, null)).toEqual(['Bid.ThreeTimesAverage']);
  expect(bidWarnings(facts({ amountYen: 900_000, lot: { averagePriceYen: null, startPriceYen: null } }))).toEqual([]);
});

describe('the maximum cost of a bid', () => {
  const bid = { amountYen: 500_000, adjustmentYen: 10_000, soldPriceYen: null, heldYen: 0 };
  test.each<[string, Parameters<typeof bidExposureYen>[0], number]>([
    ['new', { ...bid, status: 1 }, 510_000],
    ['accepted', { ...bid, status: 2 }, 510_000],
    ['lowered while the old order may stand', { ...bid, status: 2, heldYen: 710_000 }, 710_000],
    ['raised over what was held', { ...bid, status: 1, heldYen: 400_000 }, 510_000],
    ['won, price unknown', { ...bid, status: 6 }, 510_000],
    ['won below the bid', { ...bid, status: 6, soldPriceYen: 420_000 }, 420_000],
    ['stopped', { ...bid, status: 3, heldYen: 710_000 }, 0],
    ['cancelled', { ...bid, status: 4, heldYen: 710_000 }, 0],
    ['finished', { ...bid, status: 5 }, 0],
    ['settled, it is in the ledger', { ...bid, status: 7, soldPriceYen: 420_000 }, 0],
  ])('%s', (_, given, expected) => {
    expect(bidExposureYen(given)).toBe(expected);
  });
});

describe('a fixed-price order', () => {
  const order = ({ lot, ...more }: Changes = {}): Changes => ({
    amountYen: 1_234_567,
    adjustmentYen: 0,
    exportType: { given: false, required: true },
    client: { creditLimitYen: 1_234_567 },
    ...more,
    lot: { source: 'stock', startPriceYen: 1_234_567, ...lot },
  });
  test.each<[string, Changes, string[]]>([
    ['at its price, to the last yen of the credit', order(), []],
    ['a yen beside the price', order({ amountYen: 1_234_566 }), ['Bid.PriceChanged']],
    ['a yen beyond the credit', order({ client: { creditLimitYen: 1_234_566 } }), ['Bid.Credit']],
    ['after bids would be closed', order({ now: CUTOFF }), []],
    ['when the offer ends', order({ now: AUCTION }), ['Bid.Finished']],
    ['when another order was accepted', order({ lot: { isTaken: true } }), ['Bid.Finished']],
    ['again while it waits', order({ current: live(1, 1_234_567) }), []],
    ['again once it is accepted', order({ current: live(2, 1_234_567) }), ['Bid.NotEditable']],
    [
      'by who may not bid, on a used-up day',
      order({ client: { biddingAllowed: false, bidsLeftToday: 0, creditLimitYen: -1 } }),
      ['Bid.Restricted', 'Bid.DailyLimit'],
    ],
    ['before anything is pressed', order({ amountYen: undefined, client: { creditLimitYen: 1_000 } }), ['Bid.Credit']],
  ])('%s', (_, changes, expected) => {
    expect(codes(changes)).toEqual(expected);
  });
});
