import type { CurrentUser } from '../../platform/calls/current-user.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import type { Database } from '../../platform/db/db.ts';
import { once } from '../../platform/http/idempotency.ts';
import type { IdempotencyKey } from '../../platform/http/register-route.ts';
import { type Actor, changeBid, type LockedBid, lockBid, membershipAfter } from '../core/change-bid.ts';
import { throwFirst } from '../core/errors.ts';
import { bypassExposureGuard } from '../core/queries.ts';
import { bidTransaction } from '../core/transaction.ts';
import { endRivalOrders, lockRivalOrders } from './rival-orders.ts';
import { isTransitionAllowed, moneyReasons } from './status-change.ts';

const CANCEL = 4;

interface SetBidStatus {
  bidId: number;
  status: number;
  lastHourAccepted: boolean;
  ifMatch: number | null;
  repeat: IdempotencyKey | null;
  requestId: string;
}

/** Sets a status: clients cancel their own bid, managers follow the transition table (business-rules.md#status-transitions, business-rules.md#canceling). */
export async function setBidStatus(database: Database, currentUser: CurrentUser, command: SetBidStatus) {
  const actor = actorOf(currentUser, command);
  return bidTransaction(database.bidDb, (tx) =>
    once(tx, command.repeat, async () => {
      const rivals = await lockRivalOrders(tx, command, actor);
      const context = await lockBid(tx, command.bidId, actor, command.ifMatch);
      if (!isTransitionAllowed(context, actor, command.status))
        throw new ApiError(actor.kind === 'client' ? 'Bid.CannotCancel' : 'Bid.TransitionNotAllowed');
      const { needsCars, ...place } = membershipAfter(context, { ...context.bid, status: command.status });
      if (actor.kind === 'manager' && command.status <= 2) throwFirst(moneyReasons(context, { ...place, needsCars }));
      if (command.status === 6) await bypassExposureGuard(tx);
      const late = concernsAgent(context, command.status) && isLastHour(context);
      await changeBid(tx, context, {
        to: {
          status: command.status,
          groupRound: place.groupRound,
          groupCleared: place.groupCleared,
          finishReason: command.status === 5 ? 'manager' : null,
          // A postponed lot can be forwarded again.
          notForwarded: late || (context.bid.notForwarded && context.now >= context.lot.agentCutoffAt),
        },
        event: 'status',
        actor,
        ...(late ? { more: { notForwardedNow: true, lastHourAccepted: command.lastHourAccepted } } : {}),
      });
      if (rivals) await endRivalOrders(tx, rivals);
      return { success: true };
    }),
  );
}

function actorOf({ userType, userId, permissions }: CurrentUser, { status, requestId }: SetBidStatus): Actor {
  const isManager = userType === 3;
  const allowed = isManager ? permissions.bidManagementEnabled && permissions.bidManageStatus : status === CANCEL;
  if (!allowed) throw new ApiError('Access.Denied');
  return { kind: isManager ? 'manager' : 'client', userId, requestId };
}

const isLastHour = ({ now, lot }: LockedBid) => now >= lot.agentCutoffAt && now < lot.auctionAt;

/** Whether the agent must learn of this change (business-rules.md#last-hour). */
function concernsAgent({ bid, lot, order }: LockedBid, to: number): boolean {
  if (lot.lotSource === 'stock') return false;
  return bid.status === 2 || to === 2 || (order?.kind === 'order' && order.bidId === bid.bidId);
}
