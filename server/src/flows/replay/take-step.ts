import { FLAGS, type Permissions, ROLE } from '@seri/contract/auth/permissions.ts';
import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import { confirmSheetOrder, lockOrderedLot } from '../../agent/order-queries.ts';
import { SYSTEM } from '../../bids/core/change-bid.ts';
import { setGroup } from '../../bids/groups/set-group.ts';
import { syncGroups } from '../../bids/groups/sync-groups.ts';
import { editBid } from '../../bids/manage/edit-bid.ts';
import { notifyNotForwarded } from '../../bids/manage/notify-not-forwarded.ts';
import { resendOrder } from '../../bids/manage/resend-order.ts';
import { setBidStatus } from '../../bids/manage/set-bid-status.ts';
import { setSoldPrice } from '../../bids/manage/set-sold-price.ts';
import { acceptOffer, declineOffer } from '../../bids/negotiation/answer-offer.ts';
import { makeOffer, withdrawOffer } from '../../bids/negotiation/make-offer.ts';
import { releaseHeld } from '../../bids/outcomes/apply-lot-result.ts';
import { placeBid } from '../../bids/place/place-bid.ts';
import { bookPosting } from '../../payments/book-posting.ts';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import type { Database } from '../../platform/db/db.ts';
import { japanDay } from '../../platform/i18n/japan-time.ts';
import { setLimits } from '../../users/set-limits.ts';
import { onLotResult } from '../auctions/on-lot-result.ts';
import { settleWin } from '../auctions/settle-win.ts';
import { failNewestOrder, findOpenOfferOf, numberNextBid, setAutobid, writeResult } from './stage-day-queries.ts';
import type { Step } from './steps-of-day.ts';
import type { StoredEvent, StoredLot } from './stored-day.ts';

/** Executes one step with the production code. Throws if that code refuses it. */
export async function takeStep(database: Database, step: Step, lots: ReadonlyMap<number, StoredLot>): Promise<void> {
  const { db, bidDb } = database;
  switch (step.kind) {
    case 'bid':
      return repeatEvent(database, step.event, lots);
    case 'groups':
      return syncGroups(database, step.userId);
    case 'cars': {
      const { userId, actorId, value, cars } = step;
      await setGroup(database, { userId, actorId, body: { value, cars } as Parameters<typeof setGroup>[1]['body'] });
      return;
    }
    case 'limit': {
      const { userId, actorId, creditLimitYen } = step;
      return db.transaction().execute((tx) => setLimits(tx, { userId, creditLimitYen }, actorId));
    }
    case 'booking':
      return book(database, step.userId, step.amountYen, `replay:${step.id}`);
    case 'result':
      await writeResult(db, step.result);
      return bidDb.transaction().execute((tx) => onLotResult(tx, step.result));
    case 'acknowledged':
      return bidDb.transaction().execute(async (tx) => {
        await lockOrderedLot(tx, step.lotId);
        await confirmSheetOrder(tx, step);
        await releaseHeld(tx, step.lotId);
      });
    case 'sent again':
      await failNewestOrder(db, step.lotId);
      await resendOrder(database, { bidId: step.bidId, actor: SYSTEM, repeat: null });
      return;
  }
}

/** Books a payment of a client, or a debt that does not come from this day. */
export async function book({ db }: Database, userId: number, amountYen: number, idempotencyKey: string): Promise<void> {
  if (amountYen === 0) return;
  await db.transaction().execute((tx) =>
    bookPosting(tx, {
      kind: 'correction',
      idempotencyKey,
      description: '',
      bookedOn: japanDay(new Date()),
      entries: [
        { account: { clientId: userId }, amountYen },
        { account: 'bank', amountYen: -amountYen },
      ],
    }),
  );
}

async function repeatEvent(
  database: Database,
  event: StoredEvent,
  lots: ReadonlyMap<number, StoredLot>,
): Promise<void> {
  const { bidId, after } = event;
  const command = { bidId, ifMatch: null, repeat: null, requestId: `replay-${event.id}` };
  const actorId = event.actorId ?? 0;
  switch (event.event) {
    case 'placed':
    case 'replaced':
      return offer(database, event, lots.get(event.lotId)?.vehicle === 'bike' ? 'bike' : 'auction');
    case 'status': {
      const more = { status: after.status, lastHourAccepted: after.lastHourAccepted === true };
      await setBidStatus(database, actingUser(event), { ...command, ...more });
      return;
    }
    case 'edited': {
      const { amountYen: amount, adjustmentYen: adjustmentPrice, groupValue: bidGroup, exportType } = after;
      const body = { bidId, amount, adjustmentPrice, bidGroup, exportType } as Parameters<typeof editBid>[2]['body'];
      await editBid(database, actingUser(event), { ...command, body });
      return;
    }
    case 'sold_price':
      await setSoldPrice(database, { ...command, soldPrice: String(after.soldPriceYen ?? ''), managerId: actorId });
      return;
    case 'not_forwarded':
      return notifyNotForwarded(database);
    case 'settled':
      return settleWin(database, {
        bidId,
        actor: { kind: event.actor, userId: event.actorId, requestId: null },
        repeat: null,
      });
    default:
      if (OFFER_EVENTS.includes(event.event)) return repeatOffer(database, event);
      throw new Error(`the replay does not support the event ${event.event}`);
  }
}

/** The log has no comments. The event id takes their place, so that equal offers remain distinct. */
async function offer(database: Database, event: StoredEvent, lotType: 'auction' | 'bike'): Promise<void> {
  const { bidId, clientId, lotId, after } = event;
  if (event.event === 'placed') {
    await setAutobid(database.db, clientId, after.autoBid);
    await numberNextBid(database.db, bidId);
  }
  await placeBid(database, {
    userId: clientId,
    actor: { kind: event.actor === 'manager' ? 'manager' : 'client', userId: event.actorId ?? clientId },
    permissions: ALL_PERMISSIONS,
    payload: {
      amount: after.amountYen,
      carId: String(lotId),
      bidType: after.exportType ?? undefined,
      bidGroup: after.groupValue ?? undefined,
      comment: String(event.id),
      confirm: 1,
      lotType,
    } as Parameters<typeof placeBid>[1]['payload'],
    ifMatch: null,
    repeat: null,
    requestId: `replay-${event.id}`,
  });
}

const ALL_PERMISSIONS = Object.fromEntries(FLAGS.map((flag) => [flag, true])) as Permissions;

/** The person behind an event, with all permissions: the original call was authorized. */
const actingUser = ({ actor, actorId }: StoredEvent): CurrentUser => ({
  userId: actorId ?? 0,
  userType: actor === 'manager' ? 3 : 2,
  roleId: actor === 'manager' ? ROLE.manager : ROLE.client,
  language: 692,
  sessionId: '',
  permissions: ALL_PERMISSIONS,
  secondFactorNeeded: false,
});

const OFFER_EVENTS = ['offer_made', 'offer_withdrawn', 'offer_accepted', 'offer_declined'];

/** Repeats a step of a negotiation. The log has no event for a lot that was not sold in its auction, so the status is set first. */
async function repeatOffer(database: Database, event: StoredEvent): Promise<void> {
  const { bidId, lotId, after } = event;
  const offerYen = after.offerYen ?? 0;
  const of = <K extends 'client' | 'manager'>(kind: K) => ({
    actor: { kind, userId: event.actorId ?? 0, requestId: `replay-${event.id}` },
    repeat: null,
  });
  await writeResult(database.db, { lotId, status: LOT_STATUS.notSold, soldPriceYen: null, buyerOrderKey: null });
  if (event.event === 'offer_made') {
    await makeOffer(database, { bidId, offerYen, ...of('manager') });
    return;
  }
  const offerId = await findOpenOfferOf(database.db, bidId);
  if (event.event === 'offer_withdrawn') await withdrawOffer(database, { offerId, ...of('manager') });
  else if (event.event === 'offer_declined') await declineOffer(database, { offerId, ...of('client') });
  else await acceptOffer(database, { offerId, seenYen: offerYen, terms: true, ...of('client') });
}
