import { describe, expect, test } from 'vitest';
import { outcomeOf } from './outcome.ts';

const AT = '2026-11-25T10:30:00+09:00';
const MINUTE_MS = 60_000;
const startMs = Date.parse(AT);
type Row = Parameters<typeof outcomeOf>[0];

const row = (more: Partial<Row> = {}): Row => ({
  bidStatus: 2,
  bidAmount: 480_000,
  soldPrice: null,
  status: 4532,
  auctionDate: AT,
  biddingDeadline: '2026-11-25T09:00:00+09:00',
  lotSource: 'auction',
  ...more,
});
const after = (more: Partial<Row>, minutes = 120) => outcomeOf(row(more), startMs + minutes * MINUTE_MS);

describe('a bid has one outcome', () => {
  test.each<[string, Partial<Row>, unknown]>([
    [
      'won below the bid',
      { bidStatus: 7, status: 4533, soldPrice: 450_000 },
      { kind: 'won', priceYen: 450_000, underYen: 30_000 },
    ],
    ['won, price not reported yet', { bidStatus: 6 }, { kind: 'won', priceYen: 480_000, underYen: 0 }],
    [
      'won above the bid by the overbid',
      { bidStatus: 7, soldPrice: 490_000 },
      { kind: 'won', priceYen: 490_000, underYen: 0 },
    ],
    [
      'outbid',
      { bidStatus: 5, status: 4533, soldPrice: 505_000 },
      { kind: 'outbid', priceYen: 505_000, byYen: 25_000 },
    ],
    [
      'outbid before the bid is closed',
      { status: 4534, soldPrice: 505_000 },
      { kind: 'outbid', priceYen: 505_000, byYen: 25_000 },
    ],
    [
      'the same amount by another',
      { bidStatus: 5, status: 4533, soldPrice: 480_000 },
      { kind: 'soldToOther', priceYen: 480_000 },
    ],
    ['sold, price unknown', { bidStatus: 5, status: 4533 }, { kind: 'soldToOther', priceYen: null }],
    ['not sold, before anybody asked', { status: 4535 }, { kind: 'negotiating' }],
    ['not sold, bid closed', { bidStatus: 5, status: 4535 }, { kind: 'notSold' }],
    ['unsold', { bidStatus: 5, status: 4539 }, { kind: 'unsold' }],
    ['lot withdrawn', { bidStatus: 5, status: 4537 }, { kind: 'withdrawn' }],
    ['auction canceled', { status: 4536 }, { kind: 'withdrawn' }],
    ['bid canceled', { bidStatus: 4, status: 4533, soldPrice: 1 }, { kind: 'canceled' }],
    ['bid not placed', { bidStatus: 3 }, { kind: 'declined' }],
    ['closed by a manager', { bidStatus: 5 }, { kind: 'ended' }],
    ['result due', {}, { kind: 'resultDue' }],
  ])('%s', (_, more, outcome) => expect(after(more)).toEqual(outcome));

  test('none before the auction, and by the clock after it', () => {
    expect(after({}, -30)).toBeNull();
    expect(after({}, 5)).toEqual({ kind: 'running' });
    expect(after({}, 3 * 24 * 60)).toEqual({ kind: 'noResult' });
  });
});
