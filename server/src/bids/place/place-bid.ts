import type { Permissions } from '@seri/contract/auth/permissions.ts';
import type { BidPayload, PlacedBid } from '@seri/contract/bids/routes.ts';
import { bidReasons } from '@seri/contract/bids/rules.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import type { Database } from '../../platform/db/db.ts';
import type { IdempotencyKey } from '../../platform/http/register-route.ts';
import { agentOrderAfter, heldAmountAfter, historyState } from '../core/bid-effects.ts';
import { factsOf, mayAutobid, overbidYen } from '../core/bid-facts.ts';
import type { BidState, BidValues, ResolvedBidContext } from '../core/context.ts';
import { bidLotId, ensureOpenTo, ensureVersion, resolveLot, throwFirst } from '../core/errors.ts';
import { carsOf, exposureAfter, type GroupMembership, joinGroup } from '../core/group-membership.ts';
import { hasBidOrPurchase, lockContext, storeIdempotentReply, wakeGroups, writeBid } from '../core/queries.ts';
import { bidTransaction } from '../core/transaction.ts';
import { type FindImportVerdict, importReasons, recordImport } from './import-verdict.ts';

export interface PlaceBid {
  /** The client who owns the bid. */
  userId: number;
  /** The person placing it: the client, or a manager for the client. */
  actor: { kind: 'client' | 'manager'; userId: number };
  /** The actor's flags: a lot they cannot open takes no bid. */
  permissions: Permissions;
  payload: BidPayload;
  /** The bid version the browser showed, from If-Match. */
  ifMatch: number | null;
  repeat: IdempotencyKey | null;
  requestId: string;
  findImportVerdict?: FindImportVerdict;
}

/** Places a bid or fixed-price order for a client, or replaces their live one on the same lot (business-rules.md#replacing-a-bid). */
export async function placeBid(database: Database, command: PlaceBid): Promise<PlacedBid> {
  const { payload, userId, actor, repeat } = command;
  if (payload.confirm === 0) throw new ApiError('Bid.Terms', { fields: { confirm: ['Errors.Terms'] } });
  const lotId = bidLotId(payload);
  const imported = await command.findImportVerdict?.(database.db, { userId, lotId, priceYen: payload.amount });
  return bidTransaction(database.bidDb, async (tx) => {
    const locked = await lockContext<PlacedBid>(tx, { userId, lotId }, { exclusive: false, repeat });
    if (locked.reply) return locked.reply;
    const context = resolveLot(locked.context, payload);
    await ensureOpenTo(command.permissions, context, () => hasBidOrPurchase(tx, { userId, lotId }));
    const { live } = context;
    ensureVersion(command.ifMatch, live);

    const { needsCars, ...place } = joinGroup(context, {
      before: live,
      groupValue: context.lot.lotSource === 'stock' ? null : (payload.bidGroup ?? null),
      requestsSlot: true,
      placedByPhone: false,
    });
    const offer = offerOf(context, payload, place);
    if (live && isSameOffer(live, offer)) {
      const reply = {
        bidAmount: live.amountYen,
        bidDate: live.bidAt.toISOString(),
        bidId: live.bidId,
        bidStatus: live.status,
      };
      if (repeat) await storeIdempotentReply(tx, repeat, reply);
      return reply;
    }
    const exportTypeGiven = payload.bidType !== undefined;
    const facts = factsOf(context, live, { ...offer, exportTypeGiven, place: { ...place, needsCars } });
    throwFirst([...bidReasons(facts), ...importReasons(imported ?? null, payload.importAccepted ?? false)]);

    const values = { ...offer, heldYen: heldAmountAfter(context, live, offer) };
    const written = await writeBid(tx, {
      bidId: live?.bidId ?? null,
      userId,
      lotId,
      values,
      now: context.nowText,
      touches: { bid: true, status: values.status !== live?.status, amount: values.amountYen !== live?.amountYen },
      event: {
        name: live ? 'replaced' : 'placed',
        actor: actor.kind,
        actorId: actor.userId,
        requestId: command.requestId,
        before: live && historyState(live),
        ...(imported ? { more: { importVerdict: imported.verdict, importDestination: imported.destination } } : {}),
      },
      exposureYen: exposureAfter(context, live, values),
      dailyCount: live ? undefined : nextDailyCount(context),
      order: agentOrderAfter(context, { bidId: live?.bidId ?? 0, userId, ...values }, { keepsOrder: true }),
      ...(place.groupValue === null ? {} : { cars: carsOf(context, place.groupValue) }),
      repeat,
    });
    await recordImport(tx, written.bidId, imported ?? null);
    if (place.groupRound !== null || live?.groupRound != null) await wakeGroups(tx, [userId]);
    return written.reply;
  });
}

/** The values of the new bid. With autobid it is accepted immediately until the cut-off; a fixed-price order always waits for a manager. */
function offerOf(
  context: ResolvedBidContext,
  payload: BidPayload,
  place: Omit<GroupMembership, 'needsCars'>,
): BidValues {
  const { live, client, now, lot } = context;
  const isOrder = lot.lotSource === 'stock';
  const autoBid = !isOrder && mayAutobid(client) && (live?.autoBid ?? client.autobid);
  const exportType = client.permissions.exportTypeShow ? (payload.bidType ?? null) : (live?.exportType ?? null);
  return {
    status: autoBid && now < lot.agentCutoffAt ? 2 : 1,
    amountYen: payload.amount,
    adjustmentYen: live?.adjustmentYen ?? overbidYen(context),
    heldYen: 0,
    ...place,
    exportType: isOrder ? null : exportType,
    autoBid,
    soldPriceYen: null,
    finishReason: null,
    notForwarded: false,
    comment: payload.comment ?? '',
  };
}

/** Whether the offer equals the live bid, as after a double click without a key: the reply is that of the live bid. */
const isSameOffer = (live: BidState, offer: BidValues): boolean =>
  live.status <= BID_STATUS.bid &&
  live.amountYen === offer.amountYen &&
  live.groupValue === offer.groupValue &&
  live.exportType === offer.exportType &&
  live.comment === offer.comment;

const nextDailyCount = ({ client, today }: ResolvedBidContext) => ({
  day: today,
  bids: client.bidsDay === today ? client.bidsThatDay + 1 : 1,
});
