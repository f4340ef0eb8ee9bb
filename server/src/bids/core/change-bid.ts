import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { NotFound } from '../../platform/calls/errors.ts';
import type { Tx } from '../../platform/db/db.ts';
import { agentOrderAfter, heldAmountAfter, historyState } from './bid-effects.ts';
import type { BidState, BidValues, OwnBid, ResolvedBidContext } from './context.ts';
import { ensureVersion } from './errors.ts';
import { carsOf, exposureAfter, type GroupMembership, joinGroup } from './group-membership.ts';
import type { StandingOrder } from './next-order.ts';
import { notifyClient } from './notify-client.ts';
import { findBidSubject, lockContext, type WrittenBid, wakeGroups, writeBid } from './queries.ts';

export interface Actor {
  kind: 'client' | 'manager' | 'system';
  userId: number | null;
  requestId: string | null;
}

/** A change without a person behind it: a deadline, or a result reported by the auction house. */
export const SYSTEM: Actor = { kind: 'system', userId: null, requestId: null };

export type LockedBid = ResolvedBidContext & { bid: OwnBid };

/** Locks a bid's client and lot and returns their current state. Throws NotFound, for a client also on another client's bid, and Bid.Version. */
export async function lockBid(tx: Tx, bidId: number, actor: Actor, ifMatch: number | null = null): Promise<LockedBid> {
  const subject = await findBidSubject(tx, bidId);
  if (!subject || (actor.kind === 'client' && subject.userId !== actor.userId)) throw new NotFound();
  const { context } = await lockContext(tx, subject, { exclusive: true, repeat: null });
  if (!context?.client || !context.lot || !context.bid) throw new NotFound();
  const { client, lot, bid } = context;
  ensureVersion(ifMatch, bid);
  return { ...context, client, lot, bid };
}

export const valuesOf = (bid: BidState): BidValues => ({
  status: bid.status,
  amountYen: bid.amountYen,
  adjustmentYen: bid.adjustmentYen,
  heldYen: bid.heldYen,
  groupValue: bid.groupValue,
  groupRound: bid.groupRound,
  groupCleared: bid.groupCleared,
  exportType: bid.exportType,
  autoBid: bid.autoBid,
  soldPriceYen: bid.soldPriceYen,
  finishReason: bid.finishReason,
  notForwarded: bid.notForwarded,
  comment: bid.comment,
});

interface Change {
  to: Partial<BidValues>;
  event: string;
  actor: Actor;
  more?: object;
  /** Sent to the agent instead of the order that follows from the bids. */
  order?: StandingOrder;
}

/** Writes the next version of a locked bid with all its effects: exposure, agent's order, history, a mail to the client. */
export async function changeBid(
  tx: Tx,
  context: LockedBid,
  { to, event, actor, more, order }: Change,
): Promise<WrittenBid> {
  const { bid } = context;
  const values = { ...valuesOf(bid), ...to };
  values.heldYen = heldAmountAfter(context, bid, values);
  const statusMoves = values.status !== bid.status;
  if (values.status > BID_STATUS.bid || (statusMoves && values.status === BID_STATUS.new)) values.groupCleared = false;
  const written = await writeBid(tx, {
    bidId: bid.bidId,
    userId: bid.userId,
    lotId: bid.lotId,
    values,
    now: context.nowText,
    touches: { bid: false, status: statusMoves, amount: values.amountYen !== bid.amountYen },
    event: {
      name: event,
      actor: actor.kind,
      actorId: actor.userId,
      requestId: actor.requestId,
      before: historyState(bid),
      ...(more ? { more } : {}),
    },
    exposureYen: exposureAfter(context, bid, values),
    ...(values.groupValue === null ? {} : { cars: carsOf(context, values.groupValue) }),
    order:
      order ??
      agentOrderAfter(context, { ...values, bidId: bid.bidId, userId: bid.userId }, { keepsOrder: !statusMoves }),
  });
  if (values.groupRound !== null || bid.groupRound !== null) await wakeGroups(tx, [bid.userId]);
  if (actor.kind !== 'client') await notifyClient(tx, bid.status, { ...bid, ...values, version: bid.version + 1 });
  return written;
}

/** Group membership of a bid after a change of status or group; a bid that is no longer live keeps its round. */
export function membershipAfter(
  context: LockedBid,
  { status, groupValue }: Pick<BidValues, 'status' | 'groupValue'>,
): GroupMembership {
  const { bid, lot, now } = context;
  if (status > BID_STATUS.bid && status !== BID_STATUS.win) return { ...bid, needsCars: null };
  const placedByPhone = status === BID_STATUS.bid && bid.status !== BID_STATUS.bid && now >= lot.agentCutoffAt;
  return joinGroup(context, {
    before: bid,
    groupValue: lot.lotSource === 'stock' ? null : groupValue,
    requestsSlot: status !== BID_STATUS.win,
    placedByPhone,
  });
}
