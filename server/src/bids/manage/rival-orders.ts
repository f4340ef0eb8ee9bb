import type { Tx } from '../../platform/db/db.ts';
import { historyState } from '../core/bid-effects.ts';
import type { Actor } from '../core/change-bid.ts';
import type { BidState } from '../core/context.ts';
import { notifyClient } from '../core/notify-client.ts';
import { findBidSubject } from '../core/queries.ts';
import { lockLotBids, recomputeExposure, writeOutcome } from '../outcomes/outcome-queries.ts';

interface Acceptance {
  bidId: number;
  status: number;
}

/**
 * Locks and returns the other open orders for a fixed-price car when a manager accepts one of them; null for any other
 * change. Locks clients before the lot, in the lock order of all bid commands.
 */
export async function lockRivalOrders(tx: Tx, { bidId, status }: Acceptance, actor: Actor): Promise<BidState[] | null> {
  if (actor.kind !== 'manager' || (status !== 2 && status !== 6)) return null;
  const subject = await findBidSubject(tx, bidId);
  if (subject?.lotSource !== 'stock') return null;
  const orders = await lockLotBids(tx, subject.lotId);
  return orders.filter((order) => order.bidId !== bidId && order.status === 1);
}

/** Ends the orders that lost a fixed-price car to the first accepted one, and notifies their clients (business-rules.md#fixed-price). */
export async function endRivalOrders(tx: Tx, orders: readonly BidState[]): Promise<void> {
  const change = { status: 5, finishReason: 'other_client', soldPriceYen: null };
  for (const order of orders) {
    await writeOutcome(tx, historyState(order), order.bidId, change, 'outcome');
    await notifyClient(tx, order.status, { ...order, ...change, version: order.version + 1 });
  }
  await recomputeExposure(
    tx,
    orders.map(({ userId }) => userId),
  );
}
