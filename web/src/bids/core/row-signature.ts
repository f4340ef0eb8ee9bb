import type { BidRow } from '@seri/contract/bids/records.ts';

/** What a person looks for in a row: when it changes, the row lights up. */
export const signatureOf = (row: BidRow): string =>
  [row.version, row.bidStatus, row.bidAmount, row.soldPrice, row.status].join('|');
