import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import type { Database } from '../../platform/db/db.ts';
import type { IdempotencyKey } from '../../platform/http/register-route.ts';
import { findFailedOrder, writeOrder } from '../core/agent-order-queries.ts';
import { type Actor, lockBid } from '../core/change-bid.ts';
import { bidCommand } from '../core/transaction.ts';

interface ResendOrder {
  bidId: number;
  actor: Actor;
  repeat: IdempotencyKey | null;
}

/**
 * Sends a failed order again, as a new version: under its old key the agent would repeat the refusal. Throws
 * NotFound, Bid.LastHour, and Bid.TransitionNotAllowed if no order of this bid has failed.
 */
export async function resendOrder({ bidDb }: Database, { bidId, actor, repeat }: ResendOrder) {
  return bidCommand(bidDb, repeat, async (tx) => {
    const { order, lot, now } = await lockBid(tx, bidId, actor);
    const failed = order?.bidId === bidId ? await findFailedOrder(tx, lot.lotId) : undefined;
    if (!order || !failed) throw new ApiError('Bid.TransitionNotAllowed');
    const { afterSale } = failed;
    if (afterSale && lot.status !== LOT_STATUS.notSold) throw new ApiError('Bid.TransitionNotAllowed');
    if (!afterSale && now >= lot.agentCutoffAt) throw new ApiError('Bid.LastHour');
    await writeOrder(tx, lot.lotId, { ...order, version: order.version + 1, afterSale });
    return { success: true };
  });
}
