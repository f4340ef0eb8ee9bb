import type { updateBidPrice } from '@seri/contract/bids/routes.ts';
import { amountReasons, groupReasons } from '@seri/contract/bids/rules.ts';
import { BID_STATUS, EDITABLE_STATUSES } from '@seri/contract/bids/statuses.ts';
import type { ErrorCode } from '@seri/contract/errors.ts';
import type { BodyOf, ReplyOf } from '@seri/contract/http.ts';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import type { Database } from '../../platform/db/db.ts';
import type { IdempotencyKey } from '../../platform/http/register-route.ts';
import { heldAmountAfter } from '../core/bid-effects.ts';
import { factsOf, isReadOnly } from '../core/bid-facts.ts';
import { changeBid, type LockedBid, lockBid, membershipAfter, valuesOf } from '../core/change-bid.ts';
import type { BidValues } from '../core/context.ts';
import { throwFirst } from '../core/errors.ts';
import { exposureAfter, type GroupMembership } from '../core/group-membership.ts';
import { bypassExposureGuard, type WrittenBid } from '../core/queries.ts';
import { bidCommand } from '../core/transaction.ts';

type Body = BodyOf<typeof updateBidPrice>;
type Reply = ReplyOf<typeof updateBidPrice>;

interface EditBid {
  bidId: number;
  body: Partial<Body>;
  ifMatch: number | null;
  repeat: IdempotencyKey | null;
  requestId: string;
}

/**
 * Changes amount, group, overbid or export type for a manager. Fields that are missing or hidden from the manager keep
 * their value (business-rules.md#last-hour). Throws NotFound, Bid.Version, Bid.NotEditable, Bid.LastHour, Bid.Finished,
 * and the codes of the contract's money and group rules.
 */
export async function editBid(database: Database, currentUser: CurrentUser, command: EditBid): Promise<Reply> {
  const actor = { kind: 'manager', userId: currentUser.userId, requestId: command.requestId } as const;
  return bidCommand(database.bidDb, command.repeat, async (tx) => {
    const context = await lockBid(tx, command.bidId, actor, command.ifMatch);
    const { bid } = context;
    if (!EDITABLE_STATUSES.includes(bid.status) || isReadOnly(bid, context.lot)) throw new ApiError('Bid.NotEditable');
    const values = editedValues(context, command.body, currentUser);
    const changed = changedKeys(valuesOf(bid), values);
    if (changed.length === 0) return replyOf({ ...bid, ...values }, currentUser);
    assertEditable(context, changed);
    const place = membershipAfter(context, { status: bid.status, groupValue: values.groupValue });
    assertPayable(context, values, place);
    if (bid.status === BID_STATUS.win) await bypassExposureGuard(tx);
    const written = await changeBid(tx, context, {
      to: { ...values, groupRound: place.groupRound, groupCleared: place.groupCleared },
      event: 'edited',
      actor,
    });
    return replyOf(written, currentUser);
  });
}

type Editable = Pick<BidValues, 'amountYen' | 'adjustmentYen' | 'groupValue' | 'exportType'>;

function editedValues({ bid }: LockedBid, body: Partial<Body>, { permissions }: CurrentUser): Editable {
  const adjustmentYen = permissions.adjustmentPriceShow ? body.adjustmentPrice : undefined;
  const exportType = permissions.exportTypeShow ? body.exportType : undefined;
  return {
    amountYen: body.amount ?? bid.amountYen,
    adjustmentYen: adjustmentYen ?? bid.adjustmentYen,
    groupValue: body.bidGroup === undefined ? bid.groupValue : body.bidGroup,
    exportType: exportType === undefined ? bid.exportType : exportType,
  };
}

const changedKeys = (before: Editable, after: Editable) =>
  (['amountYen', 'adjustmentYen', 'groupValue', 'exportType'] as const).filter((key) => before[key] !== after[key]);

/** After the agent's cut-off an order can no longer be changed; of a win only the adjustment, until the lot has run. */
function assertEditable({ bid, lot, now }: LockedBid, changed: readonly (keyof Editable)[]): void {
  if (now < lot.agentCutoffAt || lot.lotSource === 'stock') return;
  const hasRun = now >= lot.auctionAt;
  if (bid.status !== BID_STATUS.win) throw new ApiError(hasRun ? 'Bid.Finished' : 'Bid.LastHour');
  if (!hasRun && changed.some((key) => key !== 'adjustmentYen')) throw new ApiError('Bid.LastHour');
}

/** The client's rules, except those for the client alone: a manager may lower a bid after the cancel deadline, even if the balance does not cover it. */
function assertPayable(context: LockedBid, values: Editable, place: GroupMembership): void {
  const { bid, client } = context;
  if (bid.status !== BID_STATUS.win && !client.permissions.biddingAllowed) throw new ApiError('Bid.Restricted');
  const { amountYen, adjustmentYen } = values;
  const facts = factsOf(context, bid, { amountYen, adjustmentYen, exportTypeGiven: true, place });
  const after = { ...bid, ...values, ...place };
  const raisesExposure =
    exposureAfter(context, bid, { ...after, heldYen: heldAmountAfter(context, bid, after) }) >
    context.client.exposureYen;
  const applies: Partial<Record<ErrorCode, boolean>> = {
    'Bid.BelowStart': amountYen !== bid.amountYen,
    'Bid.Step': amountYen !== bid.amountYen,
    'Bid.PriceChanged': amountYen !== bid.amountYen,
    'Bid.Credit': raisesExposure && bid.status !== BID_STATUS.win,
  };
  throwFirst([
    ...groupReasons(facts),
    ...amountReasons(amountYen, facts).filter(({ messageCode }) => applies[messageCode]),
  ]);
}

/** Leaves out the values that a flag hides from this manager, as in every list. */
const replyOf = (bid: Omit<WrittenBid, 'reply'>, { permissions }: CurrentUser): Reply => ({
  bidAmount: bid.amountYen,
  bidId: bid.bidId,
  bidStatus: bid.status,
  bidDate: bid.bidAt.toISOString(),
  ...(permissions.exportTypeShow ? { exportType: bid.exportType } : {}),
  ...(permissions.adjustmentPriceShow ? { adjustmentPrice: bid.adjustmentYen } : {}),
  bidGroup: bid.groupValue,
  version: bid.version,
});
