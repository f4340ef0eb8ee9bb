import { amountReasons, groupReasons, isAuctionFinished, type Reason } from '@seri/contract/bids/rules.ts';
import { BID_STATUS, canSetStatus } from '@seri/contract/bids/statuses.ts';
import { factsOf, isReadOnly, isTaken } from '../core/bid-facts.ts';
import type { Actor, LockedBid } from '../core/change-bid.ts';
import type { GroupMembership } from '../core/group-membership.ts';

/** Whether the transition table, the lot and its other bids allow this actor to set the status now (business-rules.md#status-transitions). */
export function isTransitionAllowed(context: LockedBid, actor: Actor, to: number): boolean {
  const { bid, lot, now, live, rivals } = context;
  const instants = { ...lot, source: lot.lotSource };
  const archived = isReadOnly(bid, lot);
  if (!canSetStatus({ actor: actor.kind, from: bid.status, to, now, lot: instants, archived })) return false;
  const becomesLive = to <= BID_STATUS.bid || to === BID_STATUS.win;
  const hasNewerBid = live !== null && live.bidId !== bid.bidId;
  const isWonByAnother =
    isTaken(context, bid) || rivals.some((rival) => rival.status >= BID_STATUS.win && rival.bidId !== bid.bidId);
  // An auction house may cancel a lot long before its auction: no bid can be placed there any more.
  const isCancelled = to <= BID_STATUS.bid && isAuctionFinished(lot, now);
  return !(isCancelled || (becomesLive && (hasNewerBid || isWonByAnother)));
}

/** Reasons against setting a bid to New or Bid: it must be payable as if it were placed now (business-rules.md#status-transitions). */
export function moneyReasons(context: LockedBid, place: GroupMembership): Reason[] {
  const { bid, client } = context;
  if (!client.permissions.biddingAllowed) return [{ messageCode: 'Bid.Restricted' }];
  const facts = factsOf(context, bid, {
    amountYen: bid.amountYen,
    adjustmentYen: bid.adjustmentYen,
    exportTypeGiven: true,
    place,
  });
  return [...groupReasons(facts), ...amountReasons(bid.amountYen, facts)];
}
