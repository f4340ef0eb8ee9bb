import type { BidInfo } from '@seri/contract/lots/records.ts';
import { describe, expect, test } from 'vitest';
import { stateOfLot } from '../../shell/lot-state.tsx';
import { panelStateOf, reasonsToShow } from './panel-state.ts';

const ms = (text: string) => Date.parse(text);
const bidInfo: BidInfo = {
  bidGroupShow: true,
  exportTypeShow: true,
  exportTypeOptional: false,
  startPrice: 300_000,
  averagePrice: 720_000,
  soldPrice: null,
  bidLimitReached: false,
  acceptBid: true,
  auctionFinished: false,
  biddingDeadline: '2026-11-24T09:00:00+09:00',
  cancelDeadlineHour: 12,
  bidAdjustmentPrice: 10_000,
  myBid: false,
  jasId: null,
  myBidAmount: null,
  myBidDate: null,
  bidStatusId: null,
  myBidGroup: null,
  groupWaits: false,
  negotiation: null,
  cancellationAllowed: false,
  cancelUntil: '2026-11-23T22:30:00+09:00',
  feesYen: 42_000,
};
const facts = {
  bidInfo,
  state: 'open' as const,
  biddingAllowed: true,
  mayBid: true,
};
const with_ = (info: Partial<BidInfo>) => panelStateOf({ ...facts, bidInfo: { ...bidInfo, ...info } });

describe('the bid panel shows', () => {
  // @covers BID-01
  test('the form, and for staff a link to the bids of the lot', () => {
    expect(panelStateOf(facts)).toBe('open');
    expect(panelStateOf({ ...facts, mayBid: false })).toBe('staff');
    expect(panelStateOf({ ...facts, biddingAllowed: false })).toBe('restricted');
  });

  // @covers LOT-16
  test('one banner, the most important first', () => {
    expect(with_({ auctionFinished: true, acceptBid: false, bidLimitReached: true })).toBe('finished');
    expect(with_({ acceptBid: false, bidLimitReached: true })).toBe('closed');
    expect(with_({ bidLimitReached: true })).toBe('limit');
  });

  test('the form for raising a bid after the daily limit', () => {
    expect(with_({ bidLimitReached: true, myBid: true, myBidAmount: 650_000 })).toBe('open');
  });

  test('the closed banner after the deadline on an open page, but not for clients without a deadline', () => {
    const lot = { source: 'auction', status: 4532, auctionDate: '2026-11-24T10:30:00+09:00' } as const;
    const at = (time: string, hasDeadline: boolean) => {
      const state = stateOfLot({ ...lot, biddingDeadline: bidInfo.biddingDeadline }, ms(time), hasDeadline);
      return panelStateOf({ ...facts, state });
    };
    expect(at('2026-11-24T08:59:59+09:00', true)).toBe('open');
    expect(at('2026-11-24T09:00:00+09:00', true)).toBe('closed');
    expect(at('2026-11-24T09:00:00+09:00', false)).toBe('open');
    expect(at('2026-11-24T10:30:00+09:00', false)).toBe('finished');
  });
});

describe('reasons above the button', () => {
  const typed = {
    amountYen: 650_000,
    allowedYen: 780_000,
    ownYen: null,
    cancelUntilMs: ms(bidInfo.cancelUntil),
    nowMs: ms('2026-11-24T08:00:00+09:00'),
  };
  const credit = (bidAllow: number) => ({ messageCode: 'Bid.Credit', details: { bidAllow } });

  test('an amount within the limit has none; one step above names the limit', () => {
    expect(reasonsToShow([], { ...typed, amountYen: 780_000 })).toEqual([]);
    expect(reasonsToShow([], { ...typed, amountYen: 785_000 })).toEqual([credit(780_000)]);
    expect(reasonsToShow([], { ...typed, amountYen: 785_000, allowedYen: null })).toEqual([]);
  });

  test('reasons of the server are not repeated', () => {
    expect(reasonsToShow([credit(0)], { ...typed, amountYen: null, allowedYen: 0 })).toEqual([credit(0)]);
    expect(reasonsToShow([credit(0)], { ...typed, allowedYen: 0 })).toEqual([credit(0)]);
  });

  test('after the cancelling time an own bid can only be raised', () => {
    const lower = { ...typed, ownYen: 655_000 };
    expect(reasonsToShow([], lower).map((reason) => reason.messageCode)).toEqual(['Bid.RaiseOnly']);
    expect(reasonsToShow([], { ...lower, nowMs: typed.cancelUntilMs - 1 })).toEqual([]);
    expect(reasonsToShow([], { ...lower, ownYen: 650_000 })).toEqual([]);
  });

  test('a fixed bid stays a reason for every amount', () => {
    expect(reasonsToShow([{ messageCode: 'Bid.LastHour' }], typed)).toEqual([{ messageCode: 'Bid.LastHour' }]);
  });
});
