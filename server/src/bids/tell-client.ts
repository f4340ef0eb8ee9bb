import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import type { Tx } from '../platform/db.ts';
import { queueMail } from '../platform/mail-outbox.ts';

/** A bid as it stands after the change. */
interface ChangedBid {
  bidId: number;
  userId: number;
  version: number;
  status: number;
  finishReason: string | null;
}

const WITHDRAWN: readonly (string | null)[] = ['cancelled', 'removed'];

/**
 * Writes the client a mail about a status that somebody else gave his bid, once per version of the bid. A win is told
 * when it is known, not again when it is booked.
 */
export async function tellClient(tx: Tx, from: number, bid: ChangedBid): Promise<void> {
  const { bidId, userId, version, status, finishReason } = bid;
  if (status === from || status === BID_STATUS.won) return;
  const key = `bid:${bidId}:${version}`;
  if (status === BID_STATUS.win) await queueMail(tx, { kind: 'bid_won', userId, bidId }, key);
  else if (status === BID_STATUS.finished && WITHDRAWN.includes(finishReason))
    await queueMail(tx, { kind: 'lot_withdrawn', userId, bidId }, key);
  else await queueMail(tx, { kind: 'bid_status', userId, bidId, status }, key);
}
