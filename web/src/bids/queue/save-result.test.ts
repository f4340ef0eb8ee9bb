import type { BidRow } from '@seri/contract/bids/records.ts';
import { expect, test } from 'vitest';
import { saveResultOf } from './save-result.ts';

const row = (values: Partial<BidRow>): BidRow =>
  ({ bidId: 1, bidAmount: 300_000, adjustmentPrice: 0, bidGroup: null, ...values }) as BidRow;
const BEFORE = row({});
const PATCH = { bidAmount: 345_000, adjustmentPrice: 15_000, bidGroup: null };

test('the result of a change is derived from the bid after it', () => {
  expect(saveResultOf(BEFORE, PATCH, row(PATCH))).toBe('saved');
  expect(saveResultOf(BEFORE, PATCH, row({ bidAmount: 345_000 }))).toBe('partly');
  expect(saveResultOf(BEFORE, PATCH, row({}))).toBe('unchanged');
  expect(saveResultOf(BEFORE, PATCH, null)).toBe('unknown');
});

test('a value set by another user meanwhile is no part of the change, and the bid is not unchanged', () => {
  expect(saveResultOf(BEFORE, { bidAmount: 345_000 }, row({ bidAmount: 320_000 }))).toBe('overtaken');
});
