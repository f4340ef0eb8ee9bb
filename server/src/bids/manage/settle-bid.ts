import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import type { Tx } from '../../platform/db/db.ts';
import { type Actor, changeBid, lockBid } from '../core/change-bid.ts';
import { ensureVersion } from '../core/errors.ts';

export interface SettledBid {
  bidId: number;
  lotId: number;
  userId: number;
  soldPriceYen: number;
  exportType: number | null;
}

/**
 * Turns Win into Won. The bid leaves the exposure: the ledger holds the amount from now on (business-rules.md#settling-a-win).
 * Null if it was settled before. Throws NotFound, Bid.Version, Bid.TransitionNotAllowed, Bid.SoldPriceMissing.
 */
export async function settleBid(
  tx: Tx,
  bidId: number,
  actor: Actor,
  ifMatch: number | null = null,
): Promise<SettledBid | null> {
  const context = await lockBid(tx, bidId, actor);
  const { bid } = context;
  if (bid.status === BID_STATUS.won) return null;
  ensureVersion(ifMatch, bid);
  if (bid.status !== BID_STATUS.win) throw new ApiError('Bid.TransitionNotAllowed');
  if (bid.soldPriceYen === null) throw new ApiError('Bid.SoldPriceMissing');
  await changeBid(tx, context, { to: { status: BID_STATUS.won }, event: 'settled', actor });
  const { lotId, userId, soldPriceYen, exportType } = bid;
  return { bidId, lotId, userId, soldPriceYen, exportType };
}
