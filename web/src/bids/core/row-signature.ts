import type { BidRow } from '@seri/contract/bids/records.ts';

/** Visible values of a row: the row is highlighted when they change. */
export const signatureOf = (row: BidRow): string =>
  [row.version, row.bidStatus, row.bidAmount, row.soldPrice, row.status].join('|');
