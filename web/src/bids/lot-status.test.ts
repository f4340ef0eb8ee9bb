import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import { expect, test } from 'vitest';
import { lotStatusOf } from './lot-status.tsx';

const { upcoming, sold } = LOT_STATUS;

test.each([
  ['stock', BID_STATUS.new, upcoming],
  ['stock', BID_STATUS.bid, upcoming],
  ['stock', BID_STATUS.finished, upcoming],
  ['stock', BID_STATUS.win, sold],
  ['stock', BID_STATUS.won, sold],
  ['auction', BID_STATUS.won, upcoming],
] as const)(
  'a lot of %s whose offer goes on is, with a bid of status %i, of status %i',
  (lotSource, bidStatus, status) => {
    expect(lotStatusOf({ lotSource, bidStatus, status: upcoming })).toBe(status);
  },
);
