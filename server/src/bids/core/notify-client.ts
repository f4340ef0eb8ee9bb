import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import type { Tx } from '../../platform/db/db.ts';
import { queueMail } from '../../platform/mail-outbox.ts';
import { notify, notifyManagers } from '../../platform/notifications.ts';

/** A bid after the change. */
interface ChangedBid {
  bidId: number;
  userId: number;
  version: number;
  status: number;
  finishReason: string | null;
}

const WITHDRAWN: readonly (string | null)[] = ['cancelled', 'removed'];

/**
 * Notifies the client, by mail and in their notifications, of a status set by someone else, once per version of the bid.
 * A win is announced when it is reported, not again when it is booked.
 */
export async function notifyClient(tx: Tx, from: number, bid: ChangedBid): Promise<void> {
  const { bidId, userId, version, status } = bid;
  if (status === from || status === BID_STATUS.won) return;
  const key = `bid:${bidId}:${version}`;
  const mail = mailAbout(bid);
  const isOver = mail.kind === 'bid_status' && status === BID_STATUS.finished;
  await queueMail(tx, mail, key);
  if (mail.kind === 'lot_withdrawn') await notifyManagers(tx, userId, { kind: mail.kind, bidId, dedupeKey: key });
  await notify(tx, { userId, kind: isOver ? 'bid_finished' : mail.kind, bidId, data: { status }, dedupeKey: key });
}

function mailAbout({ bidId, userId, status, finishReason }: ChangedBid) {
  if (status === BID_STATUS.win) return { kind: 'bid_won', userId, bidId } as const;
  const isWithdrawn = status === BID_STATUS.finished && WITHDRAWN.includes(finishReason);
  if (isWithdrawn) return { kind: 'lot_withdrawn', userId, bidId } as const;
  return { kind: 'bid_status', userId, bidId, status } as const;
}
