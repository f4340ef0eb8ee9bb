import type { BidRow } from '@seri/contract/bids/records.ts';
import { BID_STATUS, canSetStatus } from '@seri/contract/bids/statuses.ts';
import { startOfSale } from '@seri/contract/lots/lot-state.ts';
import { serverNow } from '../../shell/i18n/clock.ts';
import { requiredConfirmations } from './required-confirmations.ts';
import type { Question } from './status-confirm-dialog.tsx';

/** True if a manager may set this status on the row now. Only the server checks credit and groups. */
export const isPossible = (row: BidRow, to: number): boolean =>
  canSetStatus({
    actor: 'manager',
    from: row.bidStatus ?? 0,
    to,
    now: new Date(serverNow()),
    archived: row.archived,
    lot: {
      source: row.lotSource,
      auctionAt: new Date(startOfSale(row.auctionDate)),
      bidsCloseAt: new Date(row.biddingDeadline),
      cancelUntil: new Date(row.biddingDeadline),
    },
  });

/** Confirmation for giving this status to the row. */
export function confirmationFor(row: BidRow, to: number, lastHourBidWarning: boolean): Question {
  const instants = { auctionAt: new Date(startOfSale(row.auctionDate)), agentCutoffAt: new Date(row.agentCutoff) };
  return {
    from: row.bidStatus ?? BID_STATUS.new,
    to,
    seenVersion: row.version,
    confirmations: requiredConfirmations({ to, now: new Date(serverNow()), ...instants, lastHourBidWarning }),
  };
}

/** Body of the call, after all confirmations. */
export const statusBody = (bidId: number, { to, confirmations }: Question) => ({
  bidId,
  status: to,
  ...(confirmations.includes('lastHour') ? { lastHourAccepted: true } : {}),
});
