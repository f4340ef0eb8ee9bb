import { BID_STATUS, EDITABLE_STATUSES } from '@seri/contract/bids/statuses.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import type { Database } from '../../platform/db/db.ts';
import type { IdempotencyKey } from '../../platform/http/register-route.ts';
import { isReadOnly, mayAutobid } from '../core/bid-facts.ts';
import { type Actor, changeBid, type LockedBid, lockBid, membershipAfter } from '../core/change-bid.ts';
import type { BidValues } from '../core/context.ts';
import { bidCommand } from '../core/transaction.ts';
import { isTransitionAllowed, moneyReasons } from './status-change.ts';

interface SetAutoBid {
  bidId: number;
  autoBid: boolean;
  actor: Actor & { kind: 'manager' };
  ifMatch: number | null;
  repeat: IdempotencyKey | null;
}

/** Switches autobid. On also accepts the bid if that is possible now; off leaves its status (business-rules.md#autobid). Throws Bid.NotEditable, User.NoAutobid. */
export async function setAutoBid(database: Database, { bidId, autoBid, actor, ifMatch, repeat }: SetAutoBid) {
  return bidCommand(database.bidDb, repeat, async (tx) => {
    const context = await lockBid(tx, bidId, actor, ifMatch);
    const { bid, lot, client } = context;
    // An order at a fixed price always waits for its manager (business-rules.md#fixed-price).
    const isOpen = EDITABLE_STATUSES.includes(bid.status) && !isReadOnly(bid, lot) && lot.lotSource === 'auction';
    if (!isOpen) throw new ApiError('Bid.NotEditable');
    if (autoBid && !mayAutobid(client)) throw new ApiError('User.NoAutobid');
    const accepted = autoBid ? immediateAcceptance(context, actor) : null;
    if (bid.autoBid === autoBid && !accepted) return { success: true, version: bid.version };
    const { version } = await changeBid(tx, context, { to: { autoBid, ...accepted }, event: 'auto_bid', actor });
    return { success: true, version };
  });
}

/** The change that accepts the bid now; null if it stays New for a manager to review. */
function immediateAcceptance(context: LockedBid, actor: Actor): Partial<BidValues> | null {
  const { bid, lot, now } = context;
  const isForwardable = bid.status === BID_STATUS.new && now < lot.agentCutoffAt;
  if (!isForwardable || !isTransitionAllowed(context, actor, BID_STATUS.bid)) return null;
  const { needsCars, ...place } = membershipAfter(context, { ...bid, status: BID_STATUS.bid });
  if (moneyReasons(context, { ...place, needsCars }).length > 0) return null;
  return {
    status: BID_STATUS.bid,
    groupRound: place.groupRound,
    groupCleared: place.groupCleared,
    notForwarded: false,
  };
}
