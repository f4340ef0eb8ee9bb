import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import type { Database } from '../../platform/db/db.ts';
import { queueMail } from '../../platform/mail-outbox.ts';
import { notify } from '../../platform/notifications.ts';
import { changeBid, lockBid, SYSTEM } from '../core/change-bid.ts';
import { findLateBids } from '../core/queries.ts';
import { bidTransaction } from '../core/transaction.ts';

/**
 * After the cut-off, notifies the clients of bids that no manager accepted or that waited in a group: their bids were not
 * forwarded (business-rules.md#last-hour). A second call sends nothing.
 */
export async function notifyNotForwarded({ db, bidDb }: Pick<Database, 'db' | 'bidDb'>): Promise<void> {
  for (const { bidId } of await findLateBids(db)) await notifyOne({ bidDb }, bidId);
}

const notifyOne = ({ bidDb }: Pick<Database, 'bidDb'>, bidId: number) =>
  bidTransaction(bidDb, async (tx) => {
    const context = await lockBid(tx, bidId, SYSTEM);
    const { bid, lot, now } = context;
    const waits = bid.status === BID_STATUS.bid && bid.groupRound !== null && !bid.groupCleared;
    if (now < lot.agentCutoffAt || !(bid.status === BID_STATUS.new || waits)) return;
    if (bid.status === BID_STATUS.new && !bid.notForwarded)
      await changeBid(tx, context, { to: { notForwarded: true }, event: 'not_forwarded', actor: SYSTEM });
    const key = `not_forwarded:${bidId}`;
    await queueMail(tx, { kind: 'bid_not_forwarded', userId: bid.userId, bidId }, key);
    await notify(tx, { userId: bid.userId, kind: 'bid_not_forwarded', bidId, dedupeKey: key });
  });
