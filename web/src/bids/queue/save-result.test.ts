import type { BidRow } from '@seri/contract/bids/records.ts';
import { expect, test } from 'vitest';
import { saveResultOf } from './save-result.ts';

const row = (values: Partial<BidRow>): BidRow =>
  ({ bidId: 1, bidAmount: 300_000, adjustmentPrice: 0, bidGroup: null, ...values }) as BidRow;
const BEFORE = row({});
const PATCH = { bidAmount: 345_000, adjustmentPrice: 15_000, bidGroup: null };

test('what became of a change is told by what the bid says after it', () => {
  expect(saveResultOf(BEFORE, PATCH, row(PATCH))).toBe('saved');
  expect(saveResultOf(BEFORE, PATCH, row({ bidAmount: 345_000 }))).toBe('partly');
  expect(saveResultOf(BEFORE, PATCH, row({}))).toBe('unchanged');
  expect(saveResultOf(BEFORE, PATCH, null)).toBe('unknown');
});

test('a value that somebody else has set meanwhile is no part of the change, and no unchanged bid either', () => {
  expect(saveResultOf(BEFORE, { bidAmount: 345_000 }, row({ bidAmount: 320_000 }))).toBe('partly');
});
