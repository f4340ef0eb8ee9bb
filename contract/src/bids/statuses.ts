import type { Tone } from '../lots/statuses.ts';

/** Meaning of each number: business-rules.md#bid-statuses. */
export const BID_STATUS = { new: 1, bid: 2, dontBid: 3, cancel: 4, finished: 5, win: 6, won: 7 } as const;
export const LIVE_STATUSES: readonly number[] = [1, 2, 6];
/** Bids can be edited only in these statuses (business-rules.md#bid-statuses). */
export const EDITABLE_STATUSES: readonly number[] = [1, 2, 6];
export const MANAGER_BUTTONS = [1, 2, 3, 4, 5, 6] as const;

/** Color of a bid’s status badge. */
export const bidStatusTone = (status: number | null): Tone => {
  if (status === 1) return 'amber';
  if (status === 2) return 'blue';
  return status === 6 || status === 7 ? 'green' : 'grey';
};

export type Actor = 'client' | 'manager' | 'system';

const EDGES: Record<Actor, Record<number, readonly number[]>> = {
  client: { 1: [4], 2: [4] },
  manager: { 1: [2, 3, 4, 5, 6], 2: [1, 3, 4, 5, 6], 3: [1, 2, 4, 5, 6], 4: [1, 2], 6: [1, 2, 3, 4, 5] },
  // A win of one of our orders is final, even if the bid was replaced, stopped or closed in the meantime
  // (business-rules.md#outcomes).
  system: { 1: [2, 3, 5, 6], 2: [3, 5, 6], 3: [5, 6], 4: [6], 5: [6], 6: [5, 7] },
};

/** Statuses that the actor may set from `from` (business-rules.md#status-transitions); `canSetStatus` adds the instants. */
export const edges = (actor: Actor, from: number): readonly number[] => EDGES[actor][from] ?? [];

export interface StatusChange {
  actor: Actor;
  from: number;
  to: number;
  now: Date;
  lot: { source: 'auction' | 'stock'; auctionAt: Date; bidsCloseAt: Date; cancelUntil: Date };
  /** `isArchived` of this bid. */
  archived: boolean;
}

/**
 * Whether this actor may change the bid's status at this instant (business-rules.md#status-transitions,
 * business-rules.md#canceling).
 */
export function canSetStatus({ actor, from, to, now, lot, archived }: StatusChange): boolean {
  if (actor === 'system') return edges(actor, from).includes(to);
  if (archived || !edges(actor, from).includes(to)) return false;
  const isStock = lot.source === 'stock';
  // A fixed-price order can be canceled until it is accepted, at any time (business-rules.md#canceling).
  if (actor === 'client') return isStock ? from === BID_STATUS.new : now < lot.cancelUntil;
  if (from === BID_STATUS.cancel && !isStock && now >= lot.bidsCloseAt) return false;
  return (to !== BID_STATUS.new && to !== BID_STATUS.bid) || now < lot.auctionAt;
}

/**
 * Whether a bid is read-only and out of the active lists; `dayOver` means that the lot's Asia/Tokyo day is over
 * (business-rules.md#archive).
 */
export const isArchived = (status: number, dayOver: boolean): boolean =>
  status === BID_STATUS.won || (dayOver && (status === BID_STATUS.cancel || status === BID_STATUS.finished));

/**
 * Whether a bid is in the archive. A win of a past day is there, read-only, while the active list still edits it
 * (business-rules.md#archive).
 */
export const isInArchive = (status: number, dayOver: boolean): boolean =>
  isArchived(status, dayOver) || (dayOver && status === BID_STATUS.win);
